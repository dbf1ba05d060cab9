/* context.c: `lengthen analyze context`: the perplexity of language models against the length of their context. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

enum { MAX_CONTEXTS = 100 };

typedef struct scores {
    cli_analysis *a;
    int contexts[MAX_CONTEXTS];
    size_t count;
    lg_context_score *scores; /* [runs, count] */
    int scored;
    int64_t windows;
    size_t done; /* contexts scored so far in the current run */
    cli_rows rows;
} scores;

static const lg_context_score *score_at(const scores *x, size_t run, size_t i) {
    return &x->scores[run * x->count + i];
}

/* ---- rows ---- */

typedef struct row {
    const char *run, *label;
    lg_context_score x;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBERS(row),
    LG_MEMBER(row, x.context, "context", "context length in tokens", .heading = "context"),
    LG_MEMBER(row, x.scored, "scored", "number of tokens scored at the end of each window"),
    LG_MEMBER(row, x.windows, "windows", "number of windows of the test text"),
    LG_MEMBER(row, x.tokens.count, "tokens", "number of predicted tokens"),
    LG_ROW(row, x.tokens, "targets", "the predicted tokens, the same for all contexts", &cli_schema_tokens),
    LG_ROW(row, x.loss, NULL, "", &cli_schema_loss),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.context/1",
    .about = "`analyze context`: one row per context length of each run.",
    .members = members,
};

/* ---- collecting ---- */

static void on_context(void *user, const lg_context_score *s) {
    scores *x = user;
    const cli_curve *run = &x->a->curves[x->a->run];
    x->scores[x->a->run * x->count + x->done++] = *s;
    cli_rows_put(&x->rows, &(row){run->run, run->label, *s});
}

static void on_progress(void *user, int64_t done, int64_t all, double fraction) {
    const scores *x = user;
    cli_analysis_progress(x->a, done, all, fraction);
}

static lg_status score_run(void *user, lg_run *r) {
    scores *x = user;
    x->done = 0;
    return lg_analyze_context(r, x->contexts, x->count, x->scored, x->windows, on_context, on_progress, x);
}

static void print_legend(const scores *x) {
    char text[320], tokens[CLI_TOKEN_WORDS];
    const lg_context_score *s = score_at(x, 0, 0);
    snprintf(text, sizeof text,
             "%lld tokens, the same for all contexts: the last %d of each of %lld windows, in %s; error: the standard "
             "error of nats/token over windows",
             (long long)s->tokens.count, s->scored, (long long)s->windows,
             cli_analysis_token_words(&s->tokens, tokens));
    cli_legend(text);
}

/* ---- figure ---- */

typedef struct drawing {
    lg_curve *curves; /* [runs] */
    lg_style *styles;
    double *points; /* [runs, 4, count]: context, perplexity, both ends of its interval */
} drawing;

static bool reserve_drawing(const scores *x, drawing *d) {
    d->curves = calloc(x->a->count, sizeof *d->curves);
    d->styles = calloc(x->a->count, sizeof *d->styles);
    d->points = calloc(x->a->count * 4 * x->count, sizeof *d->points);
    return d->curves && d->styles && d->points;
}

static void free_drawing(drawing *d) {
    free(d->curves);
    free(d->styles);
    free(d->points);
}

static void fill_curve(const scores *x, const drawing *d, size_t run, lg_panel *panel) {
    double *at = d->points + run * 4 * x->count, *y = at + x->count, *low = y + x->count, *high = low + x->count;
    for (size_t i = 0; i < x->count; i++) {
        const lg_context_score *s = score_at(x, run, i);
        const double side = cli_analysis_interval(&s->loss);
        at[i] = s->context, y[i] = s->loss.perplexity, low[i] = exp(s->loss.nll - side),
        high[i] = exp(s->loss.nll + side);
        panel->y_low = fmin(panel->y_low, low[i]), panel->y_high = fmax(panel->y_high, high[i]);
        panel->x_low = fmin(panel->x_low, at[i]), panel->x_high = fmax(panel->x_high, at[i]);
    }
    d->curves[run] = (lg_curve){.label = x->a->curves[run].label, .style = d->styles[run], .count = x->count};
    d->curves[run].x = at, d->curves[run].y = y;
    if (score_at(x, run, 0)->windows > 1) d->curves[run].low = low, d->curves[run].high = high;
}

static lg_panel fill_panel(const scores *x, const drawing *d) {
    int trained[2];
    lg_analyze_lengths(x->a->runs[0], trained);
    lg_panel panel = {.curves = d->curves, .guide = trained[0], .level = NAN};
    panel.x_low = panel.y_low = INFINITY, panel.x_high = panel.y_high = -INFINITY;
    for (size_t run = 0; run < x->a->count; run++) fill_curve(x, d, run, &panel);
    panel.y_low /= 1.02, panel.y_high *= 1.02;
    if (panel.x_low == panel.x_high) panel.x_low -= 1, panel.x_high += 1;
    return panel;
}

static int draw_figure(const scores *x) {
    char subtitle[200];
    drawing d = {0};
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    int status = reserve_drawing(x, &d) ? cli_figure_styles(x->a->c, x->a->curves, x->a->count, d.styles)
                                        : cli_fail(LG_FAILED, "out of memory: a figure");
    if (status == LG_OK) {
        const lg_context_score *s = score_at(x, 0, 0);
        lg_panel panel = fill_panel(x, &d);
        snprintf(subtitle, sizeof subtitle, "perplexity of the same %lld tokens by context length%s",
                 (long long)s->tokens.count, s->windows > 1 ? "; bands: 95 % intervals" : "");
        lg_figure f = {.panels = &panel, .panel_count = 1, .curve_count = x->a->count, .subtitle = subtitle};
        f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "perplexity");
        f.x_label = "context (tokens)", f.y_label = "perplexity";
        f.guide_label = "longest training length";
        f.y_log = 10;
        f.shared_x = f.end_labels = true;
        status = cli_figure_draw(x->a->c, &f);
    }
    free_drawing(&d);
    return status;
}

/* ---- all ---- */

/* Reads --contexts, or chooses defaults; ascending and without duplicates. */
static int read_contexts(scores *x) {
    const char *given = cli_flag_value(&x->a->c->args, "contexts");
    if (!given) {
        int contexts[LG_DEFAULT_CONTEXTS];
        x->count = lg_analyze_default_contexts(x->a->runs[0], contexts);
        memcpy(x->contexts, contexts, x->count * sizeof *contexts);
        return LG_OK;
    }
    const int status = cli_analysis_lengths(x->a, "contexts", MAX_CONTEXTS, x->contexts, &x->count);
    x->count = cli_analysis_ascend(x->contexts, x->count);
    return status;
}

static int analyze(cli_analysis *a) {
    scores x = {.a = a};
    long scored = 0, windows = 100;
    int status = read_contexts(&x);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "scored", 1, 1000000, &scored);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "windows", 1, 10000000, &windows);
    if (status != LG_OK) return status;
    x.scores = calloc(a->count * x.count + 1, sizeof *x.scores);
    x.scored = (int)scored, x.windows = windows;
    x.rows = cli_rows_begin(&schema);
    status = x.scores ? cli_analysis_each(a, "context", "window", score_run, &x)
                      : cli_fail(LG_FAILED, "out of memory: scores");
    cli_rows_end(&x.rows, status);
    if (status == LG_OK) print_legend(&x);
    if (status == LG_OK) status = draw_figure(&x);
    free(x.scores);
    return status;
}

static const cli_flag flags[] = {
    {"contexts", 0, "LIST",
     "context lengths in tokens, like 100..1000:100 (default: 0.5 to 2.5 times the longest training length)"},
    {"scored", 0, "K", "score the last K tokens of each window (default: half the shortest context)"},
    {"windows", 0, "N", "number of windows of the test text (default 100)"},
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_context(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze});
}

const cli_command cli_analyze_context = {
    .name = "analyze context",
    .summary = "perplexity of the same tokens with contexts of different lengths",
    .usage = "lengthen analyze context RUN... [--contexts LIST] [--scored K] [--windows N] [flags]",
    .examples = "lengthen analyze context runs/text-rope runs/text-alibi --contexts 64..320:32 --figure context.svg",
    .text = "For language models (data text). Predicts the SAME tokens, the last tokens of each window of the\n"
            "test text, from contexts of different lengths. Shows the perplexity, and the loss per token in bits\n"
            "and nats.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .others = cli_other_contexts,
    .schemas = schemas,
    .run = run_context,
};
