/* merge.c: `lengthen sweep merge`: merges what was trained in several places. */
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
    .summary = "rebuild a sweep's registry from run directories and shards, also of other places",
    .usage = "lengthen sweep merge SWEEP [OTHER...]",
    .examples = "lengthen sweep merge sweeps/small\n"
                "lengthen sweep merge sweeps/small /mnt/second/small",
    .text = "Run directories are the record of a sweep, and shards of what has failed; SWEEP/registry.sqlite is an\n"
            "index over them that may be removed at any time and is made again here. Runs that live workers\n"
            "train stay theirs. A directory with damaged files is named, with status 6, and its run planned\n"
            "again: `lengthen sweep run` makes the tests that are missing.\n\n"
            "OTHER is a directory of a plan with some of the same runs, on another machine: run directories that it "
            "has and SWEEP lacks\n"
            "are copied, and those of runs that have ended there and not here.",
    .positionals = "@folder",
    .schemas = schemas,
    .run = run_sweep_merge,
};
