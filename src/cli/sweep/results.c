/* results.c: `lengthen sweep results`: writes the results of a sweep to one file. */
#include <stdio.h>
#include <string.h>

#include "cli/sweep/sweep_text.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"out", 'o', "FILE", "output file, - for stdout (default SWEEP/results.jsonl)"},
    {0},
};

static void print_line(void *user, const char *line) {
    (void)user;
    if (!cli_out_write_failed()) puts(line);
}

static int write_results(cli *c, lg_sweep *s) {
    char path[4096];
    const char *out = cli_flag_value(&c->args, "out");
    if (out && !strcmp(out, "-")) {
        const lg_status printed = lg_sweep_each_result(s, print_line, NULL);
        return printed == LG_OK ? LG_OK : cli_fail_library(c, printed);
    }
    snprintf(path, sizeof path, "%s%s", out ? out : lg_sweep_about(s).dir, out ? "" : "/results.jsonl");
    int status = cli_check_folder("out", path);
    if (status != LG_OK) return status;
    status = lg_sweep_results(s, path);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (c->json)
        cli_file_put(path);
    else
        cli_out_say("%s", path);
    return LG_OK;
}

static int run_sweep_results(cli *c) {
    lg_sweep *s;
    int status = cli_sweep_open(c, &s);
    if (status != LG_OK) return status;
    status = write_results(c, s);
    lg_sweep_free(s);
    return status;
}

static const lg_schema *const schemas[] = {&cli_schema_file, NULL};

const cli_command cli_sweep_results = {
    .name = "sweep results",
    .summary = "write scores and curves of a sweep, one JSON line per run",
    .usage = "lengthen sweep results SWEEP [--out FILE]",
    .examples = "lengthen sweep results sweeps/small\n"
                "lengthen sweep results sweeps/small --out - | jq '[.labels.task, .score] | @csv' -r",
    .text = "Writes one line for each run that is done or has diverged, in the order of the plan. The line has\n"
            "the id, the labels, the state, the number of steps, the score with its metric, the scores in all\n"
            "metrics, the loss and accuracy of the last training batch, the final curve [[length, METRICS...],\n"
            "...] and the validation curve by step. Its member `metrics` names the columns METRICS. The lines\n"
            "contain no times and no machine names, so the same sweep gives the same bytes with any number of\n"
            "workers and interruptions.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = schemas,
    .run = run_sweep_results,
};
