/* places.c: `lengthen analyze places`: the loss of tokens by their position in a window. */
#include <math.h>
#include <stdlib.h>

#include "cli/analyze/analyze.h"

enum { MAX_GROUPS = 32 }; /* enough: each group of positions is twice as large as the one before */

typedef struct places {
    cli_analysis *a;
    int before;
    lg_place_loss *groups; /* [runs, MAX_GROUPS] */
    int64_t windows;
    size_t count; /* groups of the current run */
    cli_rows rows;
} places;

static const lg_place_loss *group_at(const places *x, size_t run, size_t i) {
    return &x->groups[run * MAX_GROUPS + i];
}

/* ---- rows ---- */

typedef struct row {
    const char *run, *label;
    lg_place_loss x;
    int64_t tokens;
    char place[24]; /* "3..4" */
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBERS(row),
    LG_MEMBER(row, x.length, "length", "window length"),
    LG_MEMBER(row, x.before, "before", "number of tokens of context before each window"),
    LG_MEMBER(row, x.first, "first", "first token position of the group in its window, from 1"),
    LG_MEMBER(row, x.last, "last", "last token position of the group"),
    LG_MEMBER(row, place, NULL, "", .heading = "place"),
    LG_MEMBER(row, x.windows, "windows", "number of windows of the test text"),
    LG_MEMBER(row, tokens, "tokens", "number of scored tokens in the group"),
    LG_ROW(row, x.tokens, "targets", "the scored tokens of all groups", &cli_schema_tokens),
    LG_ROW(row, x.loss, NULL, "", &cli_schema_loss),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.place/1",
    .about = "`analyze places`: one row per run and group of token positions.",
    .members = members,
};

/* ---- collecting ---- */

static void on_group(void *user, const lg_place_loss *s) {
    places *x = user;
    const cli_curve *run = &x->a->curves[x->a->run];
    row r = {run->run, run->label, *s, s->windows * (s->last - s->first + 1), ""};
    snprintf(r.place, sizeof r.place, s->first == s->last ? "%d" : "%d..%d", s->first, s->last);
    cli_rows_put(&x->rows, &r);
    x->groups[x->a->run * MAX_GROUPS + x->count++] = *s;
}

static void on_progress(void *user, int64_t done, int64_t all, double fraction) {
    const places *x = user;
    cli_analysis_progress(x->a, done, all, fraction);
}

static lg_status score_run(void *user, lg_run *r) {
    places *x = user;
    x->count = 0;
    return lg_analyze_places(r, x->a->lengths[0], x->before, x->windows, on_group, on_progress, x);
}

static void print_legend(const places *x) {
    char text[400], tokens[CLI_TOKEN_WORDS];
    const lg_place_loss *s = group_at(x, 0, 0);
    snprintf(text, sizeof text,
             "place: token position in its window; %lld windows of %d tokens, each after %d tokens of context: %s; "
             "error: the standard error of nats/token over windows",
             (long long)s->windows, s->length, s->before, cli_analysis_token_words(&s->tokens, tokens));
    cli_legend(text);
}

/* ---- figure ---- */

typedef struct drawing {
    lg_curve *curves; /* [runs] */
    lg_style *styles;
    double *points; /* [runs, 4, MAX_GROUPS]: last place, bits, both ends of its interval */
} drawing;

static void fill_curve(const places *x, const drawing *d, size_t run, lg_panel *panel) {
    double *at = d->points + run * 4 * MAX_GROUPS, *y = at + MAX_GROUPS, *low = y + MAX_GROUPS,
           *high = low + MAX_GROUPS;
    for (size_t i = 0; i < x->count; i++) {
        const lg_place_loss *s = group_at(x, run, i);
        const double side = cli_analysis_interval(&s->loss) / log(2);
        at[i] = s->last, y[i] = s->loss.bits, low[i] = s->loss.bits - side, high[i] = s->loss.bits + side;
        panel->y_low = fmin(panel->y_low, low[i]), panel->y_high = fmax(panel->y_high, high[i]);
    }
    d->curves[run] = (lg_curve){.label = x->a->curves[run].label, .style = d->styles[run], .count = x->count};
    d->curves[run].x = at, d->curves[run].y = y;
    if (group_at(x, run, 0)->windows > 1) d->curves[run].low = low, d->curves[run].high = high;
}

static int draw_figure(const places *x) {
    const cli_analysis *a = x->a;
    drawing d = {0};
    if (!cli_flag_on(&a->c->args, "figure")) return LG_OK;
    d.curves = calloc(a->count, sizeof *d.curves);
    d.styles = calloc(a->count, sizeof *d.styles);
    d.points = calloc(a->count * 4 * MAX_GROUPS, sizeof *d.points);
    int status = d.curves && d.styles && d.points ? cli_figure_styles(a->c, a->curves, a->count, d.styles)
                                                  : cli_fail(LG_FAILED, "out of memory: a figure");
    if (status == LG_OK) {
        lg_panel panel = {.curves = d.curves, .guide = NAN, .level = NAN, .x_low = 1, .y_low = INFINITY};
        panel.x_high = a->lengths[0] > 1 ? a->lengths[0] : 2;
        for (size_t run = 0; run < a->count; run++) fill_curve(x, &d, run, &panel);
        panel.y_low -= 0.05, panel.y_high += 0.05;
        lg_figure f = {.panels = &panel, .panel_count = 1, .curve_count = a->count};
        f.title = cli_figure_title(a->c, a->curves, a->count, "bits per token");
        f.subtitle =
            "bits per token by token position in the window; each point covers the positions since the previous point";
        f.x_label = "token position in the window", f.y_label = "bits per token";
        f.x_log = 2;
        f.shared_x = f.end_labels = true;
        status = cli_figure_draw(a->c, &f);
    }
    free(d.curves);
    free(d.styles);
    free(d.points);
    return status;
}

/* ---- all ---- */

static int analyze(cli_analysis *a) {
    places x = {.a = a};
    long before = 0, windows = 100;
    int status = cli_flag_int(&a->c->args, "before", 0, LG_LENGTH_MAX, &before);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "windows", 1, 10000000, &windows);
    if (status != LG_OK) return status;
    x.before = (int)before, x.windows = windows;
    x.groups = calloc(a->count * MAX_GROUPS, sizeof *x.groups);
    x.rows = cli_rows_begin(&schema);
    status = x.groups ? cli_analysis_each(a, "places", "window", score_run, &x)
                      : cli_fail(LG_FAILED, "out of memory: losses by place");
    cli_rows_end(&x.rows, status);
    if (status == LG_OK) print_legend(&x);
    if (status == LG_OK) status = draw_figure(&x);
    free(x.groups);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "N", "length of the windows (default: the longest training length)"},
    {"windows", 0, "N", "number of windows of the test text (default 100)"},
    {"before", 0, "N", "tokens of context to read before each window (default 0)"},
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_places(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = 1});
}

const cli_command cli_analyze_places = {
    .name = "analyze places",
    .summary = "loss by token position within windows of the test text",
    .usage = "lengthen analyze places RUN... [--length N] [--before N] [--windows N] [flags]",
    .examples = "lengthen analyze places runs/text-rope --length 64 --before 64",
    .text = "For language models. Shows the loss of tokens by their position within windows of the test text. The\n"
            "first tokens of a window have little context; --before N adds N tokens of context before each\n"
            "window.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_places,
};
