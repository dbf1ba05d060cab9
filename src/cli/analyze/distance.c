/* distance.c: `lengthen analyze distance`: how far back attention reaches, as a histogram of the distance from
 * each query to the key of its largest weight. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/figure.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

enum { BINS = LG_DISTANCE_BINS, CORNERS = 2 * BINS + 2 /* of the outline of a histogram */ };

static const char *const region_names[] = {"all", "source", "target", "scratchpad", "answer", NULL};
static const char *const form_names[] = {"paper", "released", NULL};
static const char *const axis_names[] = {"normalised distance (t - n + 1)/t", "normalised distance (t - n)/t"};

/* Of a run, of all lengths, blocks and heads. */
typedef struct histogram {
    int64_t counts[BINS], queries;
    double sum; /* of distances */
} histogram;

typedef struct distances {
    cli_analysis *a;
    histogram *histograms; /* [runs] */
    int64_t sequences;
    int region, form, status;
} distances;

/* ---- collecting ---- */

static void print_json(distances *x, const lg_attention_distance *d) {
    const size_t heads = (size_t)d->heads, shape[] = {heads, BINS};
    double *counts = malloc(heads * BINS * sizeof *counts);
    json_t *o = cli_analysis_object("lengthen.distance/1", &x->a->curves[x->a->run]);
    cli_out_int(o, "length", d->length);
    cli_out_int(o, "block", d->block);
    cli_out_text(o, "region", region_names[x->region]);
    cli_out_text(o, "form", form_names[x->form]);
    cli_out_text(o, "split", lg_split_name(d->split));
    cli_out_int(o, "sequences", d->sequences);
    cli_out_reals(o, "means", d->means, d->heads);
    cli_out_sizes(o, "shape", shape, 2);
    for (size_t i = 0; counts && i < heads * BINS; i++) counts[i] = (double)d->counts[i];
    if (counts)
        cli_out_line_data(o, shape, 2, counts);
    else
        json_decref(o), x->status = cli_fail(LG_FAILED, "out of memory: %zu heads", heads);
    free(counts);
}

static void on_block(void *user, const lg_attention_distance *d) {
    distances *x = user;
    histogram *to = &x->histograms[x->a->run];
    if (x->status != LG_OK) return;
    if (x->a->c->json) print_json(x, d);
    for (int h = 0; h < d->heads; h++) {
        int64_t queries = 0;
        for (int b = 0; b < BINS; b++) {
            to->counts[b] += d->counts[h * BINS + b];
            queries += d->counts[h * BINS + b];
        }
        to->queries += queries;
        if (queries > 0) to->sum += (double)queries * d->means[h];
    }
}

static void on_progress(void *user, int64_t done, int64_t all, double fraction) {
    const distances *x = user;
    cli_analysis_progress(x->a, done, all, fraction);
}

static lg_status count_run(void *user, lg_run *r) {
    distances *x = user;
    return lg_analyze_distance(r, x->a->lengths, x->a->length_count, x->sequences, (lg_region)x->region,
                               (lg_distance_form)x->form, on_block, on_progress, x);
}

/* ---- table ---- */

static double percent_of(const histogram *h, int bin) {
    return h->queries > 0 ? 100 * (double)h->counts[bin] / (double)h->queries : NAN;
}

static void print_rows(const distances *x, lg_sheet *t) {
    const size_t runs = x->a->count;
    for (int b = 0; b < BINS; b++) {
        lg_sheet_cell(t, "%.2f to %.2f", (double)b / BINS, (double)(b + 1) / BINS);
        for (size_t i = 0; i < runs; i++) lg_sheet_number(t, percent_of(&x->histograms[i], b), 1);
    }
    lg_sheet_cell(t, "mean distance");
    for (size_t i = 0; i < runs; i++) lg_sheet_number(t, x->histograms[i].sum / (double)x->histograms[i].queries, 3);
    lg_sheet_cell(t, "queries");
    for (size_t i = 0; i < runs; i++) lg_sheet_cell(t, "%lld", (long long)x->histograms[i].queries);
}

static int print_table(const distances *x) {
    char text[320], *columns = malloc(x->a->count + 2);
    if (!columns) return cli_fail(LG_FAILED, "out of memory: a table");
    memset(columns, 'r', x->a->count + 1);
    columns[0] = 'l', columns[x->a->count + 1] = '\0';
    lg_sheet *t = lg_sheet_new(columns);
    lg_sheet_cell(t, "%s", x->form == LG_DISTANCE_PAPER ? "(t - n + 1)/t" : "(t - n)/t");
    for (size_t i = 0; i < x->a->count; i++) lg_sheet_cell(t, "%s", x->a->curves[i].label);
    print_rows(x, t);
    cli_sheet_print(t, stdout);
    free(columns);
    snprintf(
        text, sizeof text,
        "%% of the queries, of all heads, blocks and lengths (%d to %d), by the distance from query t to the key n "
        "of its largest weight; queries: %s tokens",
        x->a->lengths[0], x->a->lengths[x->a->length_count - 1], region_names[x->region]);
    cli_text_wrap(stdout, text, 0, 0, cli_columns(stdout));
    return LG_OK;
}

/* ---- figure ---- */

typedef struct drawing {
    lg_panel *panels;
    lg_curve *curves;
    lg_style *styles;
    double *points; /* [runs, 2, CORNERS]: x, then y */
} drawing;

static bool reserve_drawing(size_t runs, drawing *d) {
    d->panels = calloc(runs, sizeof *d->panels);
    d->curves = calloc(runs, sizeof *d->curves);
    d->styles = calloc(runs, sizeof *d->styles);
    d->points = calloc(runs * 2 * CORNERS, sizeof *d->points);
    return d->panels && d->curves && d->styles && d->points;
}

static void free_drawing(drawing *d) {
    free(d->panels);
    free(d->curves);
    free(d->styles);
    free(d->points);
}

/* The outline: up at the left of a bin, along its top. */
static void draw_outline(const histogram *h, double *x, double *y) {
    for (int b = 0; b < BINS; b++) {
        x[2 * b + 1] = (double)b / BINS, x[2 * b + 2] = (double)(b + 1) / BINS;
        y[2 * b + 1] = y[2 * b + 2] = h->queries > 0 ? percent_of(h, b) : 0;
    }
    x[0] = 0, y[0] = 0, x[CORNERS - 1] = 1, y[CORNERS - 1] = 0;
}

static void fill_panels(const distances *x, const drawing *d) {
    double top = 0;
    for (size_t i = 0; i < x->a->count; i++) {
        double *points = d->points + i * 2 * CORNERS;
        draw_outline(&x->histograms[i], points, points + CORNERS);
        for (int k = 0; k < CORNERS; k++) top = fmax(top, points[CORNERS + k]);
        d->curves[i] = (lg_curve){.label = "", .style = {d->styles[i].colour, 1, -1}, .count = CORNERS};
        d->curves[i].x = points, d->curves[i].y = points + CORNERS;
        d->panels[i] = (lg_panel){.title = x->a->curves[i].label, .curves = &d->curves[i], .guide = NAN, .level = NAN};
        d->panels[i].x_high = 1;
    }
    for (size_t i = 0; i < x->a->count; i++) d->panels[i].y_high = top > 0 ? 1.05 * top : 1;
}

static int draw_figure(const distances *x) {
    char subtitle[240];
    drawing d = {0};
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    int status = reserve_drawing(x->a->count, &d) ? cli_figure_styles(x->a->c, x->a->curves, x->a->count, d.styles)
                                                  : cli_fail(LG_FAILED, "out of memory: a figure");
    if (status == LG_OK) {
        fill_panels(x, &d);
        snprintf(subtitle, sizeof subtitle,
                 "distance of queries (%s tokens) to the key of their largest weight; lengths %d to %d",
                 region_names[x->region], x->a->lengths[0], x->a->lengths[x->a->length_count - 1]);
        lg_figure f = {.panels = d.panels, .panel_count = x->a->count, .curve_count = 1, .subtitle = subtitle};
        f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "distance of attention");
        f.x_label = axis_names[x->form];
        f.y_label = "% of queries";
        status = cli_figure_draw(x->a->c, &f);
    }
    free_drawing(&d);
    return status;
}

/* ---- all ---- */

static void print_totals(const distances *x) {
    for (size_t i = 0; i < x->a->count; i++) {
        const histogram *h = &x->histograms[i];
        double counts[BINS];
        json_t *o = cli_analysis_object("lengthen.distances/1", &x->a->curves[i]);
        for (int b = 0; b < BINS; b++) counts[b] = (double)h->counts[b];
        cli_out_text(o, "region", region_names[x->region]);
        cli_out_text(o, "form", form_names[x->form]);
        cli_out_int(o, "queries", h->queries);
        cli_out_real(o, "mean", h->sum / (double)h->queries);
        cli_out_sizes(o, "shape", (size_t[]){BINS}, 1);
        cli_out_line_data(o, (size_t[]){BINS}, 1, counts);
    }
}

static int analyze(cli_analysis *a) {
    distances x = {.a = a};
    long sequences = 10;
    int status = cli_analysis_choice(a, "region", region_names, LG_REGION_ALL, &x.region);
    if (status == LG_OK) status = cli_analysis_choice(a, "form", form_names, LG_DISTANCE_PAPER, &x.form);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "sequences", 1, 1000000, &sequences);
    if (status != LG_OK) return status;
    x.histograms = calloc(a->count, sizeof *x.histograms);
    x.sequences = sequences;
    status = x.histograms ? cli_analysis_each(a, "distance", "sequence", count_run, &x)
                          : cli_fail(LG_FAILED, "out of memory: distances");
    if (status == LG_OK) status = x.status;
    if (status == LG_OK && a->c->json) print_totals(&x);
    if (status == LG_OK && !a->c->json) status = print_table(&x);
    if (status == LG_OK) status = draw_figure(&x);
    free(x.histograms);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "LIST", "lengths to look at; if not given: up to 16 of those of eval.lengths that are longer than any trained one, or of all where none is"},
    {"sequences", 0, "N", "sequences of each length, or all records where there are fewer (10)"},
    {"region", 0, "WHICH", "whose queries are counted: all tokens, those of the source, of the target, of its scratchpad, or of the answer behind that (all)"},
    {"form", 0, "FORM", "paper, (t - n + 1)/t, or released, (t - n)/t (paper)"},
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {NULL};

static int run_distance(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = CLI_ANALYZE_MAX_LENGTHS, .longer = true});
}

const cli_command cli_analyze_distance = {
    .name = "analyze distance",
    .summary = "how far back queries look: a histogram of distances",
    .usage = "lengthen analyze distance RUN... [--length LIST] [--sequences N] [--region WHICH] [--form FORM] [flags]",
    .examples = "lengthen analyze distance runs/nope runs/alibi --region target --figure distance.svg",
    .text = "How far back queries look: a histogram of the distance from query t to the key n of its largest\n"
            "weight (of equals the first), divided by t, over all heads and blocks; under softmax that is the key\n"
            "of the largest score. Needs a causal mask.",
    .positionals = "@folder",
    .flags = flags,
    .settings = cli_stored_flags,
    .frequent = "eval.seed positions mask scale threads",
    .schemas = schemas,
    .tabular = true,
    .run = run_distance,
};
