/* slurm.c: a script for Slurm with three modes. Started by hand, the script submits itself as arrays of tasks and as a
 * last job. In an array, it runs one task. In the last job, it merges the results. Observed behaviour of Slurm 22.05:
 *
 *   - An array has at most MaxArraySize tasks; a sweep with more tasks needs several arrays. The script passes to each
 *     array the number of its first task.
 *   - --signal=B:USR1@120 sends USR1 only to the script, so the script must forward it. SIGTERM (scancel, requeue, time
 *     limit, preemption) goes to all processes of a task: if the script forwarded SIGTERM, the worker would receive two
 *     signals and exit without a checkpoint.
 *   - A cancelled task must not be requeued by its own script. */
#include "base/embed.h"
#include "config/values.h"
#include "sweep/export/export.h"

LG_EMBED(lg_export_slurm_text, "src/sweep/export/slurm.sh");

static const lg_option options[] = {
    LG_EXPORT_OPTIONS("lengthen"),
    {"partition", LG_TEXT, "", 0, 0, NULL, "Slurm partition; empty: the default"},
    {"account", LG_TEXT, "", 0, 0, NULL, "Slurm account; empty: the default"},
    {"time", LG_TEXT, "", 0, 0, NULL, "time limit of a task, as for sbatch; empty: twice its estimate"},
    {"memory", LG_TEXT, "", 0, 0, NULL, "memory of a task: 4G; empty: the cluster's default"},
    {0},
};

/* Writes the time limit: the given limit or, by default, twice the estimate plus 5 to 10 minutes to start, as a
 * multiple of five minutes. */
static void write_time(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    const long minutes = 5 * (long)(2 * p->longest / 300 + 2);
    if (*lg_text(v, "time"))
        fputs(lg_text(v, "time"), to);
    else
        fprintf(to, "%02ld:%02ld:00", minutes / 60, minutes % 60);
}

static void write_limit(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    (void)p;
    if (lg_int(v, "at-once") > 0) fprintf(to, "%%%d", (int)lg_int(v, "at-once"));
}

static const lg_export_place places[] = {{"time", write_time}, {"limit", write_limit}, {0}};

const lg_export lg_export_slurm = {
    .name = "slurm",
    .summary = "a script that submits arrays of tasks to Slurm, and a final job that merges results",
    .formula = "task i of an array that starts at task f: sweep worker DIR --shard (f + i)/tasks",
    .source = "sbatch(1), scancel(1), slurm.conf(5) of Slurm 22.05",
    .options = options,
    .file = "slurm.sh",
    .template = lg_export_slurm_text,
    .places = places,
    .replaced = "%\\",
};
