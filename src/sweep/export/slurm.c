/* slurm.c: a script for Slurm. It is three in one: started by hand it submits itself, as arrays of tasks and as one
 * more job, after them, which merges. How Slurm behaves, tried out with version 22.05:
 *
 *   - An array has MaxArraySize tasks at most; more tasks take several arrays, each with the number of its first task.
 *   - --signal=B:USR1@120 sends USR1 to the script alone, so it must pass the signal on. SIGTERM (scancel, requeue,
 * time is up, preemption) goes to all processes of a task: passed on, it would be the worker's second, and no
 * checkpoint.
 *   - Whoever was cancelled must not be requeued by its own script. */
#include "base/quote.h"
#include "config/values.h"
#include "sweep/export/export.h"

static const lg_option options[] = {
    LG_EXPORT_OPTIONS("lengthen"),
    {"partition", LG_TEXT, "", 0, 0, NULL, "Slurm's partition; empty: the default one"},
    {"account", LG_TEXT, "", 0, 0, NULL, "Slurm's account; empty: the default one"},
    {"time", LG_TEXT, "", 0, 0, NULL, "time limit of a task, as for sbatch; empty: twice its estimate"},
    {"memory", LG_TEXT, "", 0, 0, NULL, "memory of a task: 4G; empty: the cluster's default"},
    {0},
};

/* Twice the estimate and a while for the start, in whole five minutes. */
static void write_limit(FILE *to, const lg_array_tasks *p) {
    const long minutes = 5 * (long)(2 * p->longest / 300 + 2);
    fprintf(to, "#SBATCH --time=%02ld:%02ld:00\n", minutes / 60, minutes % 60);
}

static void write_directive(FILE *to, const lg_values *v, const char *option, const char *directive) {
    if (*lg_text(v, option)) fprintf(to, "#SBATCH --%s=%s\n", directive, lg_text(v, option));
}

static void write_directives(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    char name[LG_EXPORT_NAME];
    fprintf(to, "#SBATCH --job-name=%s\n", lg_export_name(p->manifest->name, name));
    fprintf(to, "#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=%d\n", (int)lg_int(v, "cpus"));
    write_directive(to, v, "partition", "partition");
    write_directive(to, v, "account", "account");
    write_directive(to, v, "memory", "mem");
    if (*lg_text(v, "time"))
        write_directive(to, v, "time", "time");
    else
        write_limit(to, p);
    fputs("# May be started again, then goes on in the same log; USR1 comes two minutes before the time limit.\n"
          "#SBATCH --requeue --open-mode=append --signal=B:USR1@120\n",
          to);
}

static const char help[] =
    "#\n"
    "#   bash slurm.sh      submits arrays of tasks, and a last job that merges what they wrote\n"
    "#\n"
    "# A task trains its shard of the runs with `lengthen sweep worker` and needs nothing but the sweep directory, on "
    "a\n"
    "# file system that all nodes share. Preempted, out of time or killed, it resumes from its checkpoints. The same\n"
    "# command again trains what is missing: finished runs are skipped, and so is one that another task trains.\n"
    "#\n";

static const char submit[] =
    "submit() { # arrays of as many tasks as Slurm allows (1001 if the site has not changed it), then the merge\n"
    "    size=$(scontrol show config | awk '$1 == \"MaxArraySize\" { print $3 }')\n"
    "    size=${size:-1001}\n"
    "    jobs=\n"
    "    mkdir -p \"$sweep/logs\" || exit\n"
    "    for ((first = 0; first < tasks; first += size)); do\n"
    "        last=$((tasks - first < size ? tasks - first - 1 : size - 1))\n"
    "        job=$(sbatch --parsable --array=\"0-$last$limit\" --output=\"$sweep/logs/%A_%a.log\" \\\n"
    "            \"$0\" work \"$first\") || exit\n"
    "        echo \"array ${job%%;*}: tasks $first to $((first + last))\"\n"
    "        jobs=$jobs:${job%%;*}\n"
    "    done\n"
    "    job=$(sbatch --parsable --dependency=\"afterany$jobs\" --cpus-per-task=1 --output=\"$sweep/logs/%j.log\" \\\n"
    "        \"$0\" merge) || exit\n"
    "    echo \"job ${job%%;*}: merges at the end; logs are in $sweep/logs\"\n"
    "}\n";

static const char work[] =
    "work() { # FIRST: the number of the array's first task\n"
    "    \"$program\" sweep worker \"$sweep\" --shard \"$(($1 + SLURM_ARRAY_TASK_ID))/$tasks\" \\\n"
    "        --threads \"${SLURM_CPUS_PER_TASK:-1}\" &\n"
    "    worker=$!\n"
    "    ended=\n"
    "    # USR1 comes to this shell alone. TERM comes to all processes of the task: the worker has it, and a second "
    "one\n"
    "    # would end it before its checkpoints are written.\n"
    "    trap 'signalled=yes; kill -USR1 \"$worker\"' USR1\n"
    "    trap 'signalled=yes; ended=yes' TERM\n"
    "    while\n"
    "        signalled= # a signal ends `wait`, but not the worker: wait for it once more\n"
    "        wait \"$worker\"\n"
    "        status=$?\n"
    "        [ -n \"$signalled\" ]\n"
    "    do :; done\n"
    "    # After TERM Slurm decides whether the task is started again: it may have been cancelled.\n"
    "    if [ -z \"$ended\" ] && must_resume; then\n"
    "        echo \"status $status: to be started again\"\n"
    "        scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n"
    "    fi\n"
    "    exit \"$status\" # 3: some runs of the task failed; `lengthen sweep status` lists the reasons\n"
    "}\n"
    "\n"
    "must_resume() { # 75: stopped in good order. 128 and more: killed, perhaps for memory; that may happen three "
    "times\n"
    "    [ \"$status\" = 75 ] || { [ \"$status\" -gt 128 ] && [ \"${SLURM_RESTART_COUNT:-0}\" -lt 3 ]; }\n"
    "}\n";

static const char merge[] = "merge() {\n"
                            "    \"$program\" sweep merge \"$sweep\" && \"$program\" sweep status \"$sweep\"\n"
                            "}\n";

static const char start[] = "case ${1-} in\n"
                            "'') submit ;;\n"
                            "work) work \"$2\" ;;\n"
                            "merge) merge ;;\n"
                            "*) echo \"start this script by: bash ${0##*/}\" >&2; exit 2 ;;\n"
                            "esac\n";

static void write_variables(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    fputs("sweep=", to), lg_quote_shell(to, p->dir);
    fputs(" # where it is on the nodes\nprogram=", to), lg_quote_shell(to, lg_text(v, "program"));
    fprintf(to, "\ntasks=%zu\nlimit='", p->count);
    if (lg_int(v, "at-once") > 0) fprintf(to, "%%%d", (int)lg_int(v, "at-once"));
    fputs("' # %10: ten tasks of an array at a time\n", to);
}

static void write_script(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    fputs("#!/bin/bash\n# ", to), lg_export_comment(to, p), fprintf(to, ", on Slurm.\n%s", help);
    write_directives(to, p, v);
    fputs("set -u\n\n", to);
    write_variables(to, p, v);
    fprintf(to, "\n%s\n%s\n%s\n%s", submit, work, merge, start);
}

const lg_export lg_export_slurm = {
    .name = "slurm",
    .summary = "a script that submits arrays of tasks to Slurm, and a last job that merges",
    .formula = "task i of an array that begins with task f: sweep worker DIR --shard (f + i)/tasks",
    .source = "sbatch(1), scancel(1), slurm.conf(5) of Slurm 22.05",
    .options = options,
    .file = "slurm.sh",
    .replaced = "%\\",
    .write = write_script,
};
