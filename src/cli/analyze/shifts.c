/* shifts.c: `lengthen analyze shifts`: how much hidden states change when all positions are shifted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/text.h"

enum { MAX_OFFSETS = 16 };

#define DARKEST 0.2 /* 1 - similarity at the dark end of the colour scale */

typedef struct layer {
    size_t run;
    int number; /* index among all layers of the run, which may have two streams */
    char name[40];
    double *similarity; /* [offsets, offsets] */
} layer;

typedef struct shifts {
    cli_analysis *a;
    int offsets[MAX_OFFSETS];
    size_t count;
    int wanted;    /* sequences; 0: the default number, or all if there are fewer */
    int sequences; /* sequences read */
    layer *layers; /* ordered by run */
    size_t layer_count;
    int status;
} shifts;

/* ---- rows ---- */

typedef struct row {
    const char *run;
    lg_shift_map x;
    size_t shape[2];
    int rank;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, x.stream, "stream", "`encoder` or `decoder` of a model with both; else \"\""),
    LG_MEMBER(row, x.layer, "layer", "index of the layer in this stream; 0: the embedding"),
    LG_MEMBER(row, x.length, "length", "sequence length"),
    LG_MEMBER(row, x.sequences, "sequences", "number of sequences"),
    LG_LIST(row, x.offsets, x.count, "offsets", "offsets added to all positions"),
    LG_ARRAY(row, x.similarity, shape, rank, "data",
             "mean cosine similarity of a token's states under two offsets, by pair of offsets"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.shifts/1",
    .about = "`analyze shifts`: one row per layer of each run.",
    .members = members,
};

/* ---- collecting ---- */

/* Keeps a copy of a layer; false: out of memory. */
static bool add_layer(shifts *x, const lg_shift_map *m) {
    const layer *last = x->layer_count > 0 ? &x->layers[x->layer_count - 1] : NULL;
    layer l = {.run = x->a->run, .number = last && last->run == x->a->run ? last->number + 1 : 0};
    layer *more = realloc(x->layers, (x->layer_count + 1) * sizeof *more);
    char name[24];
    if (!more) return false;
    x->layers = more;
    l.similarity = malloc(m->count * m->count * sizeof *l.similarity);
    if (!l.similarity) return false;
    memcpy(l.similarity, m->similarity, m->count * m->count * sizeof *l.similarity);
    snprintf(l.name, sizeof l.name, "%s%s%s", m->stream, *m->stream ? " " : "", cli_layer_name(m->layer, name));
    more[x->layer_count++] = l;
    return true;
}

static void on_layer(void *user, const lg_shift_map *m) {
    shifts *x = user;
    if (x->status != LG_OK) return;
    cli_row_put(&schema, &(row){x->a->curves[x->a->run].run, *m, {m->count, m->count}, 2});
    x->sequences = m->sequences;
    if (!add_layer(x, m)) x->status = cli_fail(LG_FAILED, "out of memory: the similarities of layer %d", m->layer);
}

static lg_status compare_states(void *user, lg_run *r) {
    shifts *x = user;
    return lg_analyze_shifts(r, x->offsets, x->count, x->a->lengths[0], x->wanted, on_layer, x);
}

/* ---- table ---- */

/* Mean and minimum of a layer's similarities, over all pairs of different offsets. */
typedef struct summary {
    const char *label, *layer;
    double mean, least;
} summary;

static const lg_member summary_members[] = {
    CLI_LABEL_MEMBER(summary),
    LG_MEMBER(summary, layer, NULL, "", .heading = "layer"),
    LG_MEMBER(summary, mean, NULL, "", .heading = "mean", .digits = 4),
    LG_MEMBER(summary, least, NULL, "", .heading = "least", .digits = 4),
    {0},
};
static const lg_schema summary_schema = {.members = summary_members};

static summary summarise(const shifts *x, const layer *l) {
    const size_t n = x->count;
    summary s = {x->a->curves[l->run].label, l->name, 0, 1};
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            s.mean += l->similarity[a * n + b] / ((double)(n * (n - 1)) / 2);
            s.least = fmin(s.least, l->similarity[a * n + b]);
        }
    return s;
}

static void print_table(const shifts *x) {
    char text[240];
    cli_rows rows = cli_rows_begin(&summary_schema);
    for (size_t i = 0; i < x->layer_count; i++) {
        const summary s = summarise(x, &x->layers[i]);
        cli_rows_put(&rows, &s);
    }
    cli_rows_end(&rows, LG_OK);
    snprintf(text, sizeof text,
             "cosine similarity of a token's states under two offsets of all positions, over all pairs of "
             "%zu offsets; %d sequences of length %d",
             x->count, x->sequences, x->a->lengths[0]);
    cli_legend(text);
}

/* ---- figure ---- */

/* Each run has a row of panels; the run with the most layers sets the number of columns. */
static size_t count_columns(const shifts *x) {
    size_t most = 0;
    for (size_t i = 0; i < x->layer_count; i++)
        if ((size_t)x->layers[i].number >= most) most = (size_t)x->layers[i].number + 1;
    return most;
}

/* image: [offsets, offsets], filled here. */
static void fill_panel(const shifts *x, const layer *l, lg_panel *panel, double *image) {
    const size_t n = x->count;
    for (size_t e = 0; e < n * n; e++) image[e] = 1 - l->similarity[e];
    panel->title = l->name, panel->pixel = 1, panel->image = image;
    if (l->number == 0) panel->row = x->a->curves[l->run].label;
    panel->side = panel->rows = n;
    panel->x_low = panel->y_high = 0.5;
    panel->x_high = panel->y_low = (double)n + 0.5;
    panel->y_step = 1;
}

static void fill_panels(const shifts *x, const lg_figure *f, double *images) {
    for (size_t i = 0; i < f->panel_count; i++) f->panels[i] = (lg_panel){.guide = NAN, .level = NAN};
    for (size_t i = 0; i < x->layer_count; i++) {
        const layer *l = &x->layers[i];
        fill_panel(x, l, &f->panels[l->run * f->columns + (size_t)l->number], images + i * x->count * x->count);
    }
}

static int draw_figure(const shifts *x) {
    char subtitle[200] = "offsets";
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    lg_figure f = {.columns = count_columns(x), .subtitle = subtitle};
    f.panel_count = x->a->count * f.columns;
    f.panels = calloc(f.panel_count, sizeof *f.panels);
    double *images = calloc(x->layer_count * x->count * x->count, sizeof *images);
    const bool good = f.panels && images;
    if (good) fill_panels(x, &f, images);
    for (size_t i = 0, at = strlen(subtitle); i < x->count && at < sizeof subtitle; i++)
        at += (size_t)snprintf(subtitle + at, sizeof subtitle - at, "%s%d", i ? ", " : " ", x->offsets[i]);
    f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "states under shifted positions");
    f.x_label = f.y_label = "index of the offset", f.scale_label = "1 - cosine similarity", f.scale_max = DARKEST;
    const int status = good ? cli_figure_draw(x->a->c, &f) : cli_fail(LG_FAILED, "out of memory: a figure");
    free(f.panels);
    free(images);
    return status;
}

/* ---- all ---- */

/* Adds first, first + step, ... up to last. Returns false if there are too many, or one is out of range. */
static bool add_offsets(shifts *x, const cli_range *r) {
    if (r->first < 0 || r->last > 1 << 24) return false;
    for (long n = r->first; n <= r->last; n += r->step) {
        if (x->count == MAX_OFFSETS) return false;
        x->offsets[x->count++] = (int)n;
    }
    return true;
}

static int read_offsets(shifts *x) {
    static const char *const of_the_study = "0,100,250,500";
    const char *given = cli_flag_value(&x->a->c->args, "offsets"), *text = given ? given : of_the_study;
    cli_range r;
    bool good = true;
    while (good && *text != '\0') good = cli_range_next(&text, &r) && add_offsets(x, &r);
    if (good && x->count > 1) return LG_OK;
    return cli_fail(LG_USAGE, "--offsets %s: expected 2 to %d offsets of 0..16777216, like %s", given, MAX_OFFSETS,
                    of_the_study);
}

static int analyze(cli_analysis *a) {
    shifts x = {.a = a};
    long sequences = 0;
    int status = read_offsets(&x);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "sequences", 1, 100000, &sequences);
    if (status != LG_OK) return status;
    x.wanted = (int)sequences;
    status = cli_analysis_each(a, "shifts", "run", compare_states, &x);
    if (status == LG_OK) status = x.status;
    if (status == LG_OK && cli_is_table()) print_table(&x);
    if (status == LG_OK) status = draw_figure(&x);
    for (size_t i = 0; i < x.layer_count; i++) free(x.layers[i].similarity);
    free(x.layers);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "N", "sequence length (default: the longest training length)"},
    {"offsets", 0, "LIST", "offsets to add to all positions (default 0,100,250,500)"},
    CLI_SEQUENCES_FLAG("10"),
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_shifts(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = 1});
}

const cli_command cli_analyze_shifts = {
    .name = "analyze shifts",
    .summary = "how much hidden states change when all positions are shifted",
    .usage = "lengthen analyze shifts RUN... [--offsets LIST] [--length N] [--sequences N] [flags]",
    .examples = "lengthen analyze shifts runs/sinusoid runs/shape --length 40 --figure shifts.svg",
    .text = "Shows for each layer the cosine similarity of a token's hidden states under two position offsets,\n"
            "for all pairs of --offsets (Kiyono et al. 2021, SHAPE). A similarity of 1 means no change, which\n"
            "relative encodings guarantee. In an encoder-decoder, the layers of the encoder come first.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_shifts,
};
