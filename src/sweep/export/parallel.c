/* parallel.c: a script for GNU parallel: one machine, or many that are reached by ssh and share a file system. Its job
 * log lists the tasks that ended well; started again, it does the others. */
#include "base/quote.h"
#include "config/values.h"
#include "sweep/export/export.h"

static const lg_option options[] = {LG_EXPORT_OPTIONS("lengthen"), {0}};

static const char help[] =
    "#\n"
    "#   bash parallel.sh                           trains all runs, on this machine\n"
    "#   bash parallel.sh --sshloginfile nodes.txt  on those machines: one a line, which share this directory\n"
    "#   bash parallel.sh --eta                     all arguments go to parallel(1)\n"
    "#\n"
    "# On one machine alone, `lengthen sweep run` does the same more simply. Kill this at any moment and start it "
    "again:\n"
    "# tasks that the job log calls finished are skipped, the others resume from their checkpoints.\n"
    "set -u\n"
    "\n";

static const char body[] = "\n"
                           "# --resume-failed: by its log, tasks that finished are skipped, and those that failed or "
                           "were stopped are done again. A\n"
                           "# line of output is printed at once, after its slot and task.\n"
                           "# --termseq: on Ctrl-C workers get one USR1 and ten seconds for their checkpoints; two "
                           "TERMs, as usual, leave none.\n"
                           "mkdir -p \"$sweep/logs\" || exit\n"
                           "seq 0 $((tasks - 1)) |\n"
                           "    parallel --jobs \"$jobs\" --joblog \"$sweep/logs/parallel.tsv\" --resume-failed "
                           "--termseq USR1,10000,KILL,25 \\\n"
                           "        --line-buffer --tagstring 'slot {%} task {}' \"$@\" --quote \\\n"
                           "        \"$program\" sweep worker \"$sweep\" --shard \"{}/$tasks\" --threads \"$cpus\"\n"
                           "status=$? # number of tasks that did not end well, 101 where that is more than 100\n"
                           "\"$program\" sweep merge \"$sweep\" && \"$program\" sweep status \"$sweep\"\n"
                           "exit \"$status\"\n";

static void write_jobs(FILE *to, const lg_values *v) {
    const int most = (int)lg_int(v, "at-once"), percent = 100 / (int)lg_int(v, "cpus");
    if (most > 0)
        fprintf(to, "jobs=%d # on each machine\n", most);
    else
        fprintf(to, "jobs=%d%% # of the processors of each machine\n", percent > 0 ? percent : 1);
}

static void write_script(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    fputs("#!/bin/bash\n# ", to), lg_export_comment(to, p), fprintf(to, ", by GNU parallel.\n%s", help);
    fputs("sweep=", to), lg_quote_shell(to, p->dir);
    fputs("\nprogram=", to), lg_quote_shell(to, lg_text(v, "program"));
    fprintf(to, "\ntasks=%zu\ncpus=%d\n", p->count, (int)lg_int(v, "cpus"));
    write_jobs(to, v);
    fputs(body, to);
}

const lg_export lg_export_parallel = {
    .name = "parallel",
    .summary = "a script for GNU parallel, on one machine or on many by ssh",
    .formula = "task i: sweep worker DIR --shard i/tasks",
    .source = "parallel(1) of GNU parallel 20221122",
    .options = options,
    .file = "parallel.sh",
    .replaced = "{",
    .write = write_script,
};
