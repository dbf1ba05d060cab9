/* parallel.c: a script for GNU parallel on one machine, or on many that are reached by ssh and share a file system. The
 * job log lists the tasks that succeeded; when the script is started again, it runs only the other tasks. */
#include "base/embed.h"
#include "config/values.h"
#include "sweep/export/export.h"

LG_EMBED(lg_export_parallel_text, "src/sweep/export/parallel.sh");

static const lg_option options[] = {LG_EXPORT_OPTIONS("lengthen"), {0}};

static void write_jobs(FILE *to, const lg_array_tasks *p, const lg_values *v) {
    const int most = (int)lg_int(v, "at-once"), percent = 100 / (int)lg_int(v, "cpus");
    (void)p;
    if (most > 0)
        fprintf(to, "%d # on each machine", most);
    else
        fprintf(to, "%d%% # of the processors of each machine", percent > 0 ? percent : 1);
}

static const lg_export_place places[] = {{"jobs", write_jobs}, {0}};

const lg_export lg_export_parallel = {
    .name = "parallel",
    .summary = "a script for GNU parallel, on one machine or on many by ssh",
    .formula = "task i: sweep worker DIR --shard i/tasks",
    .source = "parallel(1) of GNU parallel 20221122",
    .options = options,
    .file = "parallel.sh",
    .template = lg_export_parallel_text,
    .places = places,
    .replaced = "{",
};
