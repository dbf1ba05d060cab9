/* merge.c: `lengthen sweep merge`: rebuilds the registry of a sweep, and merges results from other machines. */
#include <stdio.h>

#include "cli/sweep/sweep_text.h"

static int merge_sweep(cli *c, lg_sweep *s) {
    char counts[CLI_COUNTS];
    const lg_status status = lg_sweep_merge(s, c->args.positionals + 1, c->args.positional_count - 1);
    if (status != LG_OK) return cli_fail_library(c, status);
    const lg_sweep_info about = lg_sweep_about(s);
    if (c->json)
        cli_sweep_put(s);
    else
        cli_out_say("%s: %s", about.dir, cli_sweep_counts(&about, counts));
    return LG_OK;
}

static int run_sweep_merge(cli *c) {
    lg_sweep *s;
    if (!c->args.positional_count)
        return cli_fail(LG_USAGE, "sweep merge takes a sweep directory: lengthen sweep merge sweeps/NAME [OTHER...]");
    lg_status status = lg_sweep_open(c->context, c->args.positionals[0], &s);
    if (status != LG_OK) return cli_fail_library(c, status);
    const int result = merge_sweep(c, s);
    lg_sweep_free(s);
    return result;
}

static const lg_schema *const schemas[] = {&cli_schema_sweep, NULL};

const cli_command cli_sweep_merge = {
    .name = "sweep merge",
    .summary = "rebuild the registry of a sweep, and merge results from other machines",
    .usage = "lengthen sweep merge SWEEP [OTHER...]",
    .examples = "lengthen sweep merge sweeps/small\n"
                "lengthen sweep merge sweeps/small /mnt/second/small",
    .text = "Run directories and shard files are the source of truth; SWEEP/registry.sqlite is an index over\n"
            "them. You can delete it at any time, and `merge` builds it again. Runs leased by live workers keep\n"
            "their leases. If a directory has damaged files, `merge` names it, exits with status 6 and plans\n"
            "its run again; `lengthen sweep run` repeats missing evaluations.\n\n"
            "OTHER is the same sweep, or one with some of its runs, from another machine. `merge` copies run\n"
            "directories that SWEEP lacks, and the directories of runs that have ended in OTHER but not in SWEEP.",
    .positionals = "@folder",
    .schemas = schemas,
    .run = run_sweep_merge,
};
