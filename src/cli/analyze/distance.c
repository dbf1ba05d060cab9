/* distance.c: `lengthen analyze distance`: how far back attention reaches, as a histogram of the distance from each
 * query to the key with its largest weight. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

enum { BINS = LG_DISTANCE_BINS, CORNERS = 2 * BINS + 2 /* points of a histogram's outline */ };

static const char *const form_names[] = {"paper", "released", NULL};
static const char *const axis_names[] = {"normalized distance (t - n + 1)/t", "normalized distance (t - n)/t"};

/* Sums over all lengths, blocks and heads of a run. */
typedef struct histogram {
    double counts[BINS], sum; /* queries per bin; sum of all distances */
    int64_t queries;
} histogram;

typedef struct distances {
    cli_analysis *a;
    histogram *histograms; /* [runs] */
    int64_t sequences;
    int region, form, status;
} distances;

/* ---- rows ---- */

typedef struct row {
    const char *run, *region, *form, *split;
    lg_attention_distance x;
    int64_t queries;
    double mean;
    const double *counts;
    size_t shape[2];
    int rank;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, x.length, "length", "sequence length"),
    LG_MEMBER(row, x.block, "block", "index among the blocks with self-attention, from 0"),
    LG_MEMBER(row, region, "region",
              "tokens whose queries are counted: `all`, `source`, `target`, `scratchpad` or `answer`"),
    LG_MEMBER(row, form, "form",
              "formula of the distance from query t to key n: `paper`: (t - n + 1)/t, `released`: (t - n)/t"),
    LG_MEMBER(row, split, "split", "split of the sequences"),
    LG_MEMBER(row, x.sequences, "sequences", "number of sequences"),
    LG_LIST(row, x.means, x.heads, "means", "mean distance by head; null: no query"),
    LG_ARRAY(row, counts, shape, rank, "data", "number of queries by head and bin; 20 bins of distance"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.distance/1",
    .about = "`analyze distance`: one row per run, length and block.",
    .members = members,
};

static const lg_member total_members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, region, "region", "as in `lengthen.distance/1`"),
    LG_MEMBER(row, form, "form", "as in `lengthen.distance/1`"),
    LG_MEMBER(row, queries, "queries", "number of queries counted"),
    LG_MEMBER(row, mean, "mean", "mean distance"),
    LG_ARRAY(row, counts, shape, rank, "data", "number of queries by bin, over all heads, blocks and lengths"),
    {0},
};
static const lg_schema total_schema = {
    .name = "lengthen.distances/1",
    .about = "`analyze distance`: one row per run, after the rows of its lengths and blocks.",
    .members = total_members,
};

static row row_of(const distances *x, size_t run) {
    return (row){.run = x->a->curves[run].run, .region = cli_region_names[x->region], .form = form_names[x->form]};
}

static void put_row(distances *x, const lg_attention_distance *d) {
    const size_t heads = (size_t)d->heads;
    double *counts = malloc(heads * BINS * sizeof *counts);
    if (!counts) {
        x->status = cli_fail(LG_FAILED, "out of memory: %zu heads", heads);
        return;
    }
    for (size_t i = 0; i < heads * BINS; i++) counts[i] = (double)d->counts[i];
    row r = row_of(x, x->a->run);
    r.x = *d, r.split = lg_split_name(d->split), r.counts = counts;
    r.shape[r.rank++] = heads, r.shape[r.rank++] = BINS;
    cli_row_put(&schema, &r);
    free(counts);
}

static void put_totals(const distances *x) {
    for (size_t i = 0; i < x->a->count; i++) {
        const histogram *h = &x->histograms[i];
        row r = row_of(x, i);
        r.queries = h->queries, r.mean = h->sum / (double)h->queries, r.counts = h->counts, r.shape[r.rank++] = BINS;
        cli_row_put(&total_schema, &r);
    }
}

/* ---- collecting ---- */

static void on_block(void *user, const lg_attention_distance *d) {
    distances *x = user;
    histogram *to = &x->histograms[x->a->run];
    if (x->status != LG_OK) return;
    put_row(x, d);
    for (int h = 0; h < d->heads; h++) {
        int64_t queries = 0;
        for (int b = 0; b < BINS; b++) {
            to->counts[b] += (double)d->counts[h * BINS + b];
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
    return h->queries > 0 ? 100 * h->counts[bin] / (double)h->queries : NAN;
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
        "%% of the queries of all heads, blocks and lengths (%d to %d), by distance from query t to the key n with the "
        "largest weight; queries: %s tokens",
        x->a->lengths[0], x->a->lengths[x->a->length_count - 1], cli_region_names[x->region]);
    cli_legend(text);
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

/* The outline of the bars: up at the left edge of a bin, then along its top. */
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
                 "distance from queries (%s tokens) to the key with the largest weight; lengths %d to %d",
                 cli_region_names[x->region], x->a->lengths[0], x->a->lengths[x->a->length_count - 1]);
        lg_figure f = {.panels = d.panels, .panel_count = x->a->count, .curve_count = 1, .subtitle = subtitle};
        f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "attention distance");
        f.x_label = axis_names[x->form];
        f.y_label = "% of queries";
        status = cli_figure_draw(x->a->c, &f);
    }
    free_drawing(&d);
    return status;
}

/* ---- all ---- */

static int analyze(cli_analysis *a) {
    distances x = {.a = a};
    long sequences = 10;
    int status = cli_analysis_choice(a, "region", cli_region_names, LG_REGION_ALL, &x.region);
    if (status == LG_OK) status = cli_analysis_choice(a, "form", form_names, LG_DISTANCE_PAPER, &x.form);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "sequences", 1, 1000000, &sequences);
    if (status != LG_OK) return status;
    x.histograms = calloc(a->count, sizeof *x.histograms);
    x.sequences = sequences;
    status = x.histograms ? cli_analysis_each(a, "distance", "sequence", count_run, &x)
                          : cli_fail(LG_FAILED, "out of memory: distances");
    if (status == LG_OK) status = x.status;
    if (status == LG_OK) put_totals(&x);
    if (status == LG_OK && cli_is_table()) status = print_table(&x);
    if (status == LG_OK) status = draw_figure(&x);
    free(x.histograms);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "LIST",
     "lengths (default: up to 16 of the eval.lengths beyond the longest training length; if there are none, up to 16 "
     "of all eval.lengths)"},
    CLI_SEQUENCES_FLAG("10"),
    CLI_REGION_FLAG,
    {"form", 0, "FORM", "paper: (t - n + 1)/t; released: (t - n)/t, as in the official code (default paper)"},
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, &total_schema, NULL};

static int run_distance(cli *c) {
    const cli_analysis_kind kind = {.run = analyze, .lengths = CLI_ANALYZE_MAX_LENGTHS, .longer = true};
    return cli_analysis_run(c, &kind);
}

const cli_command cli_analyze_distance = {
    .name = "analyze distance",
    .summary = "how far back queries attend: a histogram of distances",
    .usage = "lengthen analyze distance RUN... [--length LIST] [--sequences N] [--region WHICH] [--form FORM] [flags]",
    .examples = "lengthen analyze distance runs/nope runs/alibi --region target --figure distance.svg",
    .text = "Shows a histogram of attention distances over all heads and blocks. The distance is measured from\n"
            "query t to the key n with the largest weight, and divided by t; t and n are counted from 1. In case\n"
            "of ties, n is the first of the keys. Under softmax, key n also has the largest logit. Needs a causal\n"
            "mask.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_distance,
};
