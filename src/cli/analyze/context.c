/* context.c: `lengthen analyze RUN... context`: the perplexity of language models against the length of the context. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/figure.h"
#include "cli/ui/out.h"
#include "cli/ui/table.h"
#include "cli/ui/text.h"

enum { MAX_CONTEXTS = 100 };

typedef struct scores {
    cli_analysis *a;
    int contexts[MAX_CONTEXTS];
    size_t count;
    lg_context_score *scores; /* [runs, count] */
    int scored;
    int64_t windows;
    size_t done; /* contexts of the run that is scored */
} scores;

static const lg_context_score *score_at(const scores *x, size_t run, size_t i) {
    return &x->scores[run * x->count + i];
}

/* ---- collecting ---- */

static void on_context(void *user, const lg_context_score *s) {
    scores *x = user;
    x->scores[x->a->run * x->count + x->done++] = *s;
    if (!x->a->c->json) return;
    json_t *o = cli_analysis_object("lengthen.context/1", &x->a->curves[x->a->run]);
    cli_out_int(o, "context", s->context);
    cli_out_int(o, "scored", s->scored);
    cli_out_int(o, "windows", s->windows);
    cli_out_int(o, "tokens", s->tokens.count);
    cli_analysis_tokens(o, &s->tokens);
    cli_analysis_loss(o, &s->loss);
    cli_out_line(o);
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

/* ---- table ---- */

static void print_row(const scores *x, cli_table *t, size_t run, const lg_context_score *s) {
    cli_table_cell(t, "%s", x->a->curves[run].label);
    cli_table_cell(t, "%d", s->context);
    cli_analysis_loss_cells(t, &s->loss);
}

static void print_table(const scores *x) {
    static const char *const names[] = {"run", "context", CLI_LOSS_COLUMNS};
    char text[320], tokens[CLI_TOKEN_WORDS];
    const lg_context_score *s = score_at(x, 0, 0);
    cli_table *t = cli_table_new("lrrrrr");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) cli_table_cell(t, "%s", names[i]);
    for (size_t run = 0; run < x->a->count; run++)
        for (size_t i = 0; i < x->count; i++) print_row(x, t, run, score_at(x, run, i));
    cli_table_print(t, stdout);
    cli_table_free(t);
    snprintf(text, sizeof text,
             "%lld tokens, the same for all contexts: the last %d of each of %lld windows, in %s; error: the standard "
             "error of nats/token over windows",
             (long long)s->tokens.count, s->scored, (long long)s->windows,
             cli_analysis_token_words(&s->tokens, tokens));
    cli_text_wrap(stdout, text, 0, 0, cli_columns(stdout));
}

/* ---- figure ---- */

typedef struct drawing {
    lg_curve *curves; /* [runs] */
    lg_style *styles;
    double *points; /* [runs, 4, count]: context, perplexity, ends of its interval */
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
        snprintf(subtitle, sizeof subtitle, "perplexity of the same %lld tokens against the length of the context%s",
                 (long long)s->tokens.count, s->windows > 1 ? "; bands: 95 % intervals" : "");
        lg_figure f = {.panels = &panel, .panel_count = 1, .curve_count = x->a->count, .subtitle = subtitle};
        f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "perplexity");
        f.x_label = "context (tokens)", f.y_label = "perplexity";
        f.guide_label = "longest length of training";
        f.y_log = 10;
        f.shared_x = f.end_labels = true;
        status = cli_figure_draw(x->a->c, &f);
    }
    free_drawing(&d);
    return status;
}

/* ---- all ---- */

/* Ascending, each once. */
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

int cli_analyze_context(cli_analysis *a) {
    scores x = {.a = a};
    long scored = 0, windows = 100;
    int status = read_contexts(&x);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "scored", 1, 1000000, &scored);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "windows", 1, 10000000, &windows);
    if (status != LG_OK) return status;
    x.scores = calloc(a->count * x.count + 1, sizeof *x.scores);
    x.scored = (int)scored, x.windows = windows;
    status = x.scores ? cli_analysis_each(a, "context", "window", score_run, &x)
                      : cli_fail(LG_FAILED, "out of memory: scores");
    if (status == LG_OK && !a->c->json) print_table(&x);
    if (status == LG_OK) status = draw_figure(&x);
    free(x.scores);
    return status;
}
