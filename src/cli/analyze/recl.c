/* recl.c: `lengthen analyze recl`: the relative effective context length of language models (Dai et al. 2019). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

enum { MAX_CONTEXTS = 100, MAX_FRACTIONS = 8 };

typedef struct recl {
    cli_analysis *a;
    int contexts[MAX_CONTEXTS];
    double fractions[MAX_FRACTIONS];
    size_t steps;            /* from each context to the next: contexts - 1 */
    lg_recl_options o;       /* points to contexts and fractions */
    lg_recl_report *reports; /* [fractions, runs]; `gains` points to the array below */
    lg_recl_gain *gains;     /* [fractions, runs, steps] */
    size_t done;             /* reports received so far */
} recl;

/* ---- options ---- */

static int read_contexts(recl *x) {
    cli_analysis *a = x->a;
    int status = LG_OK, contexts[LG_DEFAULT_CONTEXTS];
    if (cli_flag_value(&a->c->args, "contexts")) {
        status = cli_analysis_lengths(a, "contexts", MAX_CONTEXTS, x->contexts, &x->o.context_count);
    } else {
        x->o.context_count = lg_analyze_default_contexts(a->runs[0], contexts);
        memcpy(x->contexts, contexts, x->o.context_count * sizeof *contexts);
    }
    x->o.context_count = cli_analysis_ascend(x->contexts, x->o.context_count);
    x->o.contexts = x->contexts;
    x->steps = x->o.context_count > 1 ? x->o.context_count - 1 : 0;
    return status;
}

static int read_fractions(recl *x) {
    static const char of_the_paper[] = "0.1,0.5,1";
    const char *given = cli_flag_value(&x->a->c->args, "fractions"), *at = given ? given : of_the_paper;
    x->o.fractions = x->fractions;
    for (char *end; *at != '\0'; at = end + (*end == ',')) {
        const double r = strtod(at, &end);
        if (end == at || (*end != ',' && *end != '\0') || !(r > 0 && r <= 1) || x->o.fraction_count == MAX_FRACTIONS)
            return cli_fail(LG_USAGE, "--fractions %s: expected up to %d numbers above 0 and at most 1, like %s", given,
                            MAX_FRACTIONS, of_the_paper);
        x->fractions[x->o.fraction_count++] = r;
    }
    return x->o.fraction_count > 0 ? LG_OK : cli_fail(LG_USAGE, "--fractions: expected numbers, like %s", of_the_paper);
}

static int read_options(recl *x) {
    const cli_args *args = &x->a->c->args;
    long scored = 1, windows = 1000;
    x->o.threshold = 0.01;
    int status = read_contexts(x);
    if (status == LG_OK) status = read_fractions(x);
    if (status == LG_OK) status = cli_flag_real(args, "threshold", 0, 1, &x->o.threshold);
    if (status == LG_OK) status = cli_flag_int(args, "scored", 1, 1000000, &scored);
    if (status == LG_OK) status = cli_flag_int(args, "windows", 1, 10000000, &windows);
    x->o.scored = (int)scored, x->o.windows = windows;
    return status;
}

/* ---- rows ---- */

typedef struct row {
    const char *run;
    lg_recl_report x;
    double threshold;
    int scored;
    const double *gains;
    size_t contexts, shape[2];
    int rank;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, x.fraction, "fraction",
              "fraction of tokens that is evaluated: those with the highest baseline loss"),
    LG_MEMBER(row, x.length, "recl", "effective context length; the longest context if `reached` is false"),
    LG_MEMBER(row, x.reached, "reached", "false if the effective length may exceed `recl`"),
    LG_MEMBER(row, threshold, "threshold", "smallest gain that counts as an improvement"),
    LG_MEMBER(row, scored, "scored", "number of tokens scored at the end of each window"),
    LG_MEMBER(row, x.tokens.count, "tokens", "number of predicted tokens"),
    LG_ROW(row, x.tokens, "targets", "the predicted tokens, the same for all contexts", &cli_schema_tokens),
    LG_MEMBER(row, x.hardest, "hardest", "number of evaluated tokens, those with the highest baseline loss"),
    LG_LIST(row, x.contexts, contexts, "contexts", "context lengths in tokens"),
    LG_ARRAY(row, gains, shape, rank, "data",
             "for each context but the last: mean loss of the evaluated tokens, mean loss at the next context, "
             "and the gain"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.recl/1",
    .about = "`analyze recl`: one row per fraction and run.",
    .members = members,
};

static void put_row(const recl *x, const lg_recl_report *report) {
    row r = {x->a->curves[report->run].run, *report, x->o.threshold, x->o.scored, .rank = 2};
    r.contexts = report->count + 1, r.shape[0] = report->count, r.shape[1] = 3;
    r.gains = (const double *)report->gains; /* the struct's three numbers are consecutive */
    cli_row_put(&schema, &r);
}

/* ---- collecting ---- */

static void on_report(void *user, const lg_recl_report *r) {
    recl *x = user;
    lg_recl_gain *gains = x->gains + x->done * x->steps;
    put_row(x, r);
    memcpy(gains, r->gains, r->count * sizeof *gains);
    x->reports[x->done] = *r;
    x->reports[x->done++].gains = gains;
}

static void on_progress(void *user, int64_t done, int64_t all, double fraction) {
    const recl *x = user;
    cli_progress_weigh(&x->a->c->progress, fraction);
    cli_progress_show(&x->a->c->progress, done, all, "");
}

static int collect(recl *x) {
    cli *c = x->a->c;
    const size_t reports = x->o.fraction_count * x->a->count;
    x->reports = calloc(reports + 1, sizeof *x->reports);
    x->gains = calloc(reports * x->steps + 1, sizeof *x->gains);
    if (!x->reports || !x->gains) return cli_fail(LG_FAILED, "out of memory: effective context lengths");
    cli_progress_begin(&c->progress, !c->json && !c->quiet, "recl", "window", 0);
    const lg_status status = lg_analyze_recl(x->a->runs, x->a->count, &x->o, on_report, on_progress, x);
    cli_progress_end(&c->progress);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

/* ---- table ---- */

static void print_table(const recl *x) {
    char text[900], tokens[CLI_TOKEN_WORDS], columns[MAX_FRACTIONS + 2] = "l";
    const lg_recl_report *r = x->reports;
    memset(columns + 1, 'r', x->o.fraction_count);
    lg_sheet *t = lg_sheet_new(columns);
    lg_sheet_cell(t, "run");
    for (size_t i = 0; i < x->o.fraction_count; i++) lg_sheet_cell(t, "r = %g", x->fractions[i]);
    for (size_t run = 0; run < x->a->count; run++) {
        lg_sheet_cell(t, "%s", x->a->curves[run].label);
        for (size_t i = 0; i < x->o.fraction_count; i++) {
            r = &x->reports[i * x->a->count + run];
            lg_sheet_cell(t, "%s%d", r->reached ? "" : ">= ", r->length);
        }
    }
    cli_sheet_print(t, stdout);
    snprintf(
        text, sizeof text,
        "effective length in tokens: the shortest of %zu contexts (%d to %d tokens) for which the next longer context "
        "lowers the perplexity of the hardest tokens by less than %g %%. The hardest tokens are a fraction r of %lld "
        "scored tokens (%s). The loss of a token at the next context is the smaller of the model's own loss and %s "
        "loss at the previous context, so gains are never negative. Compare lengths only within this group",
        x->o.context_count, x->contexts[0], x->contexts[x->steps], 100 * x->o.threshold, (long long)r->tokens.count,
        cli_analysis_token_words(&r->tokens, tokens), x->a->count > 1 ? "the group's lowest" : "its");
    cli_legend(text);
}

/* ---- figure ---- */

typedef struct drawing {
    lg_panel panels[MAX_FRACTIONS];
    char titles[MAX_FRACTIONS][32];
    lg_curve *curves; /* [fractions, runs] */
    lg_style *styles; /* [runs] */
    double *points;   /* [fractions, runs, 2, steps]: contexts, gains in percent */
} drawing;

static void fill_curve(const recl *x, drawing *d, size_t report) {
    const lg_recl_report *r = &x->reports[report];
    double *at = d->points + report * 2 * x->steps, *y = at + x->steps;
    for (size_t i = 0; i < x->steps; i++) at[i] = r->contexts[i], y[i] = 100 * r->gains[i].gain;
    d->curves[report] = (lg_curve){.label = x->a->curves[r->run].label, .style = d->styles[r->run], .count = x->steps};
    d->curves[report].x = at, d->curves[report].y = y;
}

/* All panels share the y axis, up to the largest gain; gains are never negative. */
static void frame_panels(const recl *x, drawing *d) {
    double most = 100 * x->o.threshold;
    for (size_t i = 0; i < x->done * x->steps; i++) most = fmax(most, 100 * x->gains[i].gain);
    for (size_t i = 0; i < x->o.fraction_count; i++) {
        d->panels[i].y_high = most > 0 ? 1.05 * most : 1;
        d->panels[i].x_high = x->contexts[x->steps];
    }
}

static void fill_panels(const recl *x, drawing *d) {
    for (size_t i = 0; i < x->o.fraction_count; i++) {
        snprintf(d->titles[i], sizeof d->titles[i], "r = %g", x->fractions[i]);
        d->panels[i] = (lg_panel){.title = d->titles[i], .curves = d->curves + i * x->a->count, .guide = NAN};
        d->panels[i].level = 100 * x->o.threshold;
    }
    for (size_t i = 0; i < x->done; i++) fill_curve(x, d, i);
    frame_panels(x, d);
}

static int draw_figure(const recl *x) {
    drawing d = {0};
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    d.curves = calloc(x->done, sizeof *d.curves);
    d.styles = calloc(x->a->count, sizeof *d.styles);
    d.points = calloc(x->done * 2 * x->steps, sizeof *d.points);
    int status = d.curves && d.styles && d.points ? cli_figure_styles(x->a->c, x->a->curves, x->a->count, d.styles)
                                                  : cli_fail(LG_FAILED, "out of memory: a figure");
    if (status == LG_OK) {
        fill_panels(x, &d);
        lg_figure f = {.panels = d.panels, .panel_count = x->o.fraction_count, .curve_count = x->a->count};
        f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "relative effective context length");
        f.subtitle = "relative gain from the next context, on the fraction r of tokens with the highest baseline loss";
        f.x_label = "context (tokens)", f.y_label = "gain in perplexity (%)", f.level_label = "threshold";
        f.columns = x->o.fraction_count < 4 ? x->o.fraction_count : 4;
        f.shared_x = f.one_file = true;
        status = cli_figure_draw(x->a->c, &f);
    }
    free(d.curves);
    free(d.styles);
    free(d.points);
    return status;
}

/* ---- all ---- */

static int analyze(cli_analysis *a) {
    recl x = {.a = a};
    int status = read_options(&x);
    if (status == LG_OK) status = collect(&x);
    if (status == LG_OK && cli_is_table()) print_table(&x);
    if (status == LG_OK) status = draw_figure(&x);
    free(x.reports);
    free(x.gains);
    return status;
}

static const cli_flag flags[] = {
    {"contexts", 0, "LIST",
     "context lengths in tokens, like 100..1000:100 (default: 0.5 to 2.5 times the longest training length)"},
    {"scored", 0, "K", "score the last K tokens of each window (default 1)"},
    {"windows", 0, "N", "number of windows of the test text (default 1000)"},
    {"fractions", 0, "LIST",
     "shares of all tokens; for each share, evaluate the tokens with the highest baseline losses (default 0.1,0.5,1)"},
    {"threshold", 0, "GAIN", "smallest gain that counts as an improvement (default 0.01)"},
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_recl(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze});
}

const cli_command cli_analyze_recl = {
    .name = "analyze recl",
    .summary = "relative effective context length of a group of language models",
    .usage =
        "lengthen analyze recl RUN... [--contexts LIST] [--fractions LIST] [--threshold GAIN] [--windows N] [flags]",
    .examples = "lengthen analyze recl runs/text-rope runs/text-alibi --contexts 16..256:16 --figure recl.svg",
    .text = "Computes the relative effective context length (Dai et al. 2019) of a group of language models: the\n"
            "shortest context in --contexts beyond which the next longer context improves perplexity by less than\n"
            "1 % (--threshold). At each context, the baseline loss of a token is the smallest loss of all\n"
            "models of the group. Only the tokens with the highest baseline losses are evaluated; --fractions\n"
            "sets the share of these tokens in all tokens. With --scored 1, every scored token has exactly the\n"
            "given context. Compare results only within one group.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .others = cli_other_contexts,
    .schemas = schemas,
    .run = run_recl,
};
