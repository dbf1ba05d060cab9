/* runs.c: starts an analysis: checks the flags that all kinds have, opens the runs, and chooses lengths. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/analyze/analyze.h"
#include "cli/config.h"
#include "cli/options.h"
#include "cli/ui/figure.h"

/* ---- flags ---- */

/* Rejects evaluation options in kinds that do not evaluate. */
static int check_settings(const cli *c, const cli_analysis_kind *k) {
    for (size_t i = 0; i < c->args.flag_count && !k->evaluates; i++) {
        const cli_flag_value_pair *g = &c->args.flags[i];
        const char *option = g->setting ? cli_option_find(g->name, strlen(g->name))->info.name : "";
        if (!strncmp(option, "eval.", 5) && strcmp(option, "eval.seed"))
            return cli_fail(LG_USAGE, "%s runs no evaluation: --%s has no effect%s", c->args.command->name, g->name,
                            strcmp(option, "eval.lengths") ? ""
                            : k->lengths == 0              ? "; use --contexts 64,128"
                                                           : "; use --length 40,150");
    }
    return LG_OK;
}

static int check_npy(const cli *c) {
    const char *folder = cli_flag_value(&c->args, "npy");
    struct stat about;
    if (!folder || !mkdir(folder, 0777)) return LG_OK;
    if (errno != EEXIST)
        return cli_fail(cli_path_status(), "--npy %s: cannot create this folder: %s", folder, strerror(errno));
    if (stat(folder, &about))
        return cli_fail(LG_FAILED, "--npy %s: cannot access this path: %s", folder, strerror(errno));
    return S_ISDIR(about.st_mode) ? LG_OK
                                  : cli_fail(LG_USAGE, "--npy %s: expected a folder, not a file", folder);
}

/* ---- the runs ---- */

static int open_run(cli_analysis *a, size_t i) {
    cli *c = a->c;
    lg_status status = lg_run_open(c->context, c->args.positionals[i], &a->runs[i]);
    if (status != LG_OK) return cli_fail_library(c, status);
    a->curves[i] = (cli_curve){.run = c->args.positionals[i], .config = lg_run_config(a->runs[i])};
    const int wrong = cli_config_override(c, a->curves[i].config);
    if (wrong != LG_OK || i == 0) return wrong;
    return cli_config_share_metric(c, a->curves[0].config, a->curves[i].config);
}

/* Chooses default lengths. */
static void choose_lengths(cli_analysis *a, const cli_analysis_kind *k) {
    a->length_count = lg_analyze_lengths(a->runs[0], a->lengths);
    if (k->lengths <= CLI_ANALYZE_LENGTHS) return;
    const int trained = k->longer ? a->lengths[0] : 0;
    a->length_count = lg_analyze_spread_lengths(a->runs[0], trained, CLI_ANALYZE_SPREAD, a->lengths);
    if (a->length_count == 0)
        a->length_count = lg_analyze_spread_lengths(a->runs[0], 0, CLI_ANALYZE_SPREAD, a->lengths);
}

static int with_runs(cli_analysis *a, const cli_analysis_kind *k) {
    const bool print = cli_flag_on(&a->c->args, "print-config");
    int status = LG_OK;
    for (size_t i = 0; i < a->count && status == LG_OK; i++) {
        status = open_run(a, i);
        if (status == LG_OK && print) status = cli_config_print(a->c, a->curves[i].config);
    }
    if (print || status != LG_OK) return status;
    if (a->length_count == 0) choose_lengths(a, k);
    cli_curves_name(a->curves, a->count);
    cli_figure_label(a->c, a->curves, a->count);
    return k->run(a);
}

int cli_analysis_run(cli *c, const cli_analysis_kind *k) {
    cli_analysis a = {.c = c, .count = c->args.positional_count};
    if (a.count == 0)
        return cli_fail(LG_USAGE, "%s needs a run directory: lengthen %s runs/NAME", c->args.command->name,
                        c->args.command->name);
    int status = check_settings(c, k);
    if (status == LG_OK) status = cli_analysis_lengths(&a, "length", k->lengths, a.lengths, &a.length_count);
    if (k->lengths > CLI_ANALYZE_LENGTHS) a.length_count = cli_analysis_ascend(a.lengths, a.length_count);
    if (status == LG_OK) status = cli_figure_check(c, a.count);
    if (status == LG_OK) status = check_npy(c);
    if (status == LG_OK) {
        a.runs = calloc(a.count, sizeof(lg_run *));
        a.curves = calloc(a.count, sizeof *a.curves);
        status = a.runs && a.curves ? with_runs(&a, k) : cli_fail(LG_FAILED, "out of memory");
    }
    for (size_t i = 0; a.runs && a.curves && i < a.count; i++) {
        cli_curve_free(&a.curves[i]);
        lg_run_free(a.runs[i]);
    }
    free(a.runs);
    free(a.curves);
    return status;
}
