/* average.c: `lengthen average`: averages the last checkpoints of a run into one model. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"last", 0, "N", "average the last N checkpoints (default 10)"},
    {"to", 0, "FILE", "output file (default RUN/checkpoints/average-N.safetensors)"},
    {0},
};

enum { MODELS_MAX = 1000000 };

typedef struct row {
    const char *run;
    int models;
    const char *path;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory"),
    LG_MEMBER(row, models, "models", "number of averaged checkpoints"),
    LG_MEMBER(row, path, "model", "model file that was written"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.average/1",
    .about = "`average`: the new model.",
    .members = members,
};

static int print_result(const cli *c, const row *r) {
    cli_row_put(&schema, r);
    if (cli_is_table() && !c->quiet) cli_out_say("wrote the mean of %d checkpoints to %s", r->models, r->path);
    return cli_out_write_failed() ? LG_FAILED : LG_OK;
}

static int average_models(cli *c, lg_run *run, const char *dir) {
    char path[4096];
    long last = 10;
    const char *to = cli_flag_value(&c->args, "to");
    if (cli_flag_int(&c->args, "last", 2, MODELS_MAX, &last) != LG_OK) return LG_USAGE;
    const int size = to ? snprintf(path, sizeof path, "%s", to)
                        : snprintf(path, sizeof path, "%s/checkpoints/average-%ld.safetensors", dir, last);
    if (size >= (int)sizeof path) return cli_fail(LG_USAGE, "--to: the path has more than %zu bytes", sizeof path - 1);
    const lg_status status = lg_run_average(run, (int)last, path);
    return status == LG_OK ? print_result(c, &(row){dir, (int)last, path}) : cli_fail_library(c, status);
}

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_average(cli *c) {
    lg_run *run;
    if (c->args.positional_count != 1)
        return cli_fail(LG_USAGE, "average needs one run directory: lengthen average runs/NAME --last 10");
    const char *dir = c->args.positionals[0];
    const lg_status status = lg_run_open(c->context, dir, &run);
    if (status != LG_OK) return cli_fail_library(c, status);
    const int result = average_models(c, run, dir);
    lg_run_free(run);
    return result;
}

const cli_command cli_command_average = {
    .name = "average",
    .summary = "average the last checkpoints of a run",
    .usage = "lengthen average RUN [--last N] [--to FILE]",
    .examples = "lengthen train --preset quick --train.keep 5 --train.checkpoint_every 100 --out runs/quick\n"
                "lengthen average runs/quick --last 5\n"
                "lengthen eval runs/quick runs/quick/checkpoints/average-5.safetensors",
    .text = "Each parameter of the new model is the mean of this parameter over the last N checkpoints (Vaswani\n"
            "et al. 2017, section 6.1). train.keep sets how many checkpoints a run keeps. eval, inspect and\n"
            "generate accept the new file in place of a run, as long as the file is in RUN or in RUN/checkpoints.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = schemas,
    .run = run_average,
};
