/* curve.c: `lengthen analyze curve`: a metric at each length with its bootstrap intervals, as a table, data and a
 * figure. */
#include <math.h>
#include <stdlib.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/eval_progress.h"
#include "cli/ui/figure.h"

enum { ROWS = 12, RUNS = 15 }; /* maximum numbers of rows and runs in the table of intervals */

/* The evaluation of one run. */
typedef struct evaluation {
    cli *c;
    cli_curve *curve;
    int64_t done, wanted, resamples;
} evaluation;

/* ---- rows ---- */

typedef struct row {
    const char *run;
    cli_curve_point at;
    int64_t resamples;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory or model file"),
    LG_ROW(row, at, NULL, "", &cli_schema_point),
    LG_MEMBER(row, at.x.low, "low", "lower end of the 95 % interval of `value`"),
    LG_MEMBER(row, at.x.high, "high", "upper end of the 95 % interval of `value`"),
    LG_MEMBER(row, resamples, "resamples", "number of bootstrap resamples"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.curve/2",
    .about = "`analyze curve`: one row per length of each run.",
    .members = members,
};
static const lg_schema *const schemas[] = {&schema, &cli_schema_run_score, NULL};

static void on_eval_plan(void *user, const lg_eval_plan_report *r) {
    const evaluation *t = user;
    cli_eval_progress_begin(t->c, t->curve->run, r);
}

static void on_length(void *user, const lg_length_report *r) {
    evaluation *t = user;
    cli_curve_add(t->curve, r);
    cli_row_put(&schema, &(row){t->curve->run, cli_curve_point_of(t->curve, r), t->resamples});
    cli_eval_progress_show(t->c, r, ++t->done, t->wanted);
}

static int evaluate_run(cli_analysis *a, size_t i, long resamples) {
    cli *c = a->c;
    cli_curve *curve = &a->curves[i];
    evaluation t = {.c = c, .curve = curve, .resamples = resamples};
    t.wanted = cli_lengths_count(lg_config_get(curve->config, "eval.lengths"));
    lg_callbacks calls = {.user = &t, .length = on_length};
    if (!c->json && !c->quiet) calls.evaluating = on_eval_plan;
    lg_status status = lg_analyze_curve(a->runs[i], (int)resamples, &calls, &curve->score);
    cli_progress_end(&c->progress);
    if (status != LG_OK) return cli_analysis_fail(a, i, status);
    curve->scored = true;
    cli_curve_score_put(curve, NULL, 0);
    return LG_OK;
}

/* ---- table ---- */

/* "98.7 [97.9, 99.3]" */
static void interval_cell(lg_sheet *t, const lg_length_report *r) {
    char value[CLI_METRIC], low[CLI_METRIC], high[CLI_METRIC];
    if (r && isfinite(r->low))
        lg_sheet_cell(t, "%s [%s, %s]", cli_metric_number(r->metric, r->value, value),
                      cli_metric_number(r->metric, r->low, low), cli_metric_number(r->metric, r->high, high));
    else
        lg_sheet_cell(t, "-");
}

/* Prints intervals at ROWS lengths, evenly spread. */
static void print_intervals(const cli_curve *curves, size_t count) {
    char kinds[RUNS + 2] = "r", text[200];
    const size_t runs = count < RUNS ? count : RUNS, lengths = curves[0].count, rows = lengths < ROWS ? lengths : ROWS;
    for (size_t i = 0; i < runs; i++) kinds[i + 1] = 'r';
    lg_sheet *t = lg_sheet_new(kinds);
    lg_sheet_cell(t, "n");
    for (size_t i = 0; i < runs; i++) lg_sheet_cell(t, "%s", curves[i].label);
    for (size_t k = 0; k < rows; k++) {
        const int n = curves[0].points[rows > 1 ? k * (lengths - 1) / (rows - 1) : 0].length;
        lg_sheet_cell(t, "%d", n);
        for (size_t i = 0; i < runs; i++) interval_cell(t, cli_curve_at(&curves[i], n));
    }
    const lg_metric_info m = lg_metric_at(curves[0].metric);
    size_t at = (size_t)snprintf(text, sizeof text, "%s with 95 %% intervals", m.label);
    if (rows < lengths)
        at += (size_t)snprintf(text + at, sizeof text - at, ", at %zu of %zu lengths (all: --figure, --json)", rows,
                               lengths);
    if (runs < count) snprintf(text + at, sizeof text - at, ", of the first %zu runs", runs);
    cli_line();
    cli_heading(text);
    cli_sheet_print(t, stdout);
}

static int analyze(cli_analysis *a) {
    long resamples = 1000;
    int status = cli_flag_int(&a->c->args, "resamples", 1, 10000000, &resamples);
    for (size_t i = 0; i < a->count && status == LG_OK; i++) status = evaluate_run(a, i, resamples);
    if (status != LG_OK) return status;
    if (cli_is_table()) cli_curves_print(a->curves, a->count);
    if (cli_is_table() && a->curves[0].count) print_intervals(a->curves, a->count);
    return cli_figure_write_all(a->c, a->curves, a->count);
}

static const cli_flag flags[] = {
    {"resamples", 0, "N", "bootstrap resamples (default 1000)"},
    CLI_FIGURE_FLAGS,
    {0},
};

static const cli_other_name others[] = {
    {" length ", "; here it is --lengths 1..500"},
    {0},
};

static int run_curve(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .evaluates = true});
}

const cli_command cli_analyze_curve = {
    .name = "analyze curve",
    .summary = "the metric at each length, with bootstrap intervals",
    .usage = "lengthen analyze curve RUN... [--lengths LIST] [--resamples N] [flags]",
    .examples = "lengthen analyze curve runs/a runs/b --lengths 1..200:5 --figure curve.pdf",
    .text = "Shows the metric (--metric) at each length with a 95 % bootstrap interval over the evaluated\n"
            "sequences. The interval measures how much the metric of this model varies with the sample of\n"
            "sequences. It does not cover variation between training seeds. Without --lengths, each run is\n"
            "evaluated at its own eval.lengths.",
    .positionals = "@folder",
    .flags = flags,
    .others = others,
    .settings = cli_stored_flags,
    .frequent = "lengths eval.sequences eval.seed positions mask scale threads",
    .schemas = schemas,
    .tabular = true,
    .run = run_curve,
};
