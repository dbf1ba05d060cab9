/* shifts.c: `lengthen analyze RUN... shifts`: how far states change when all positions are shifted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/figure.h"
#include "cli/ui/out.h"
#include "cli/ui/table.h"
#include "cli/ui/text.h"

enum { MAX_OFFSETS = 16, MAX_LAYERS = 256 };

#define DARKEST 0.2 /* of 1 - similarity in the figure */

typedef struct shifts {
    cli_analysis *a;
    int offsets[MAX_OFFSETS];
    size_t count;
    int wanted;                 /* sequences; 0: the usual number, or as many as there are */
    int sequences, layers;      /* layers: of all streams */
    char names[MAX_LAYERS][24]; /* these are of the last run */
    double *similarity;         /* [runs, MAX_LAYERS, count, count] */
} shifts;

static double *matrix_at(const shifts *x, size_t run, int layer) {
    return x->similarity + (run * MAX_LAYERS + (size_t)layer) * x->count * x->count;
}

/* ---- collecting ---- */

static void print_json(const shifts *x, const lg_shift_map *m) {
    const size_t shape[] = {m->count, m->count};
    json_t *o = cli_analysis_object("lengthen.shifts/1", &x->a->curves[x->a->run]), *offsets = json_array();
    cli_out_text(o, "stream", m->stream);
    cli_out_int(o, "layer", m->layer);
    cli_out_int(o, "length", m->length);
    cli_out_int(o, "sequences", m->sequences);
    for (size_t i = 0; i < m->count; i++) json_array_append_new(offsets, json_integer(m->offsets[i]));
    json_object_set_new(o, "offsets", offsets);
    cli_out_sizes(o, "shape", shape, 2);
    cli_out_line_data(o, shape, 2, m->similarity);
}

static void name_layer(const lg_shift_map *m, char name[24]) {
    const char *between = *m->stream ? " " : "";
    if (m->layer == 0)
        snprintf(name, 24, "%s%sembedding", m->stream, between);
    else
        snprintf(name, 24, "%s%sblock %d", m->stream, between, m->layer - 1);
}

static void on_layer(void *user, const lg_shift_map *m) {
    shifts *x = user;
    if (x->a->c->json) print_json(x, m);
    x->sequences = m->sequences;
    if (x->layers == MAX_LAYERS) return;
    name_layer(m, x->names[x->layers]);
    memcpy(matrix_at(x, x->a->run, x->layers++), m->similarity, m->count * m->count * sizeof *m->similarity);
}

static lg_status compare_states(void *user, lg_run *r) {
    shifts *x = user;
    x->layers = 0;
    return lg_analyze_shifts(r, x->offsets, x->count, x->a->lengths[0], x->wanted, on_layer, x);
}

/* ---- table ---- */

/* Of all pairs of different offsets. */
static void summarise(const shifts *x, size_t run, int layer, double *mean, double *least) {
    const double *m = matrix_at(x, run, layer);
    const size_t n = x->count;
    *mean = 0, *least = 1;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            *mean += m[a * n + b] / ((double)(n * (n - 1)) / 2);
            *least = fmin(*least, m[a * n + b]);
        }
}

static void print_table(const shifts *x) {
    char text[240];
    cli_table *t = cli_table_new("llrr");
    const char *const heads[] = {"run", "layer", "mean", "least"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) cli_table_cell(t, "%s", heads[i]);
    for (size_t run = 0; run < x->a->count; run++)
        for (int layer = 0; layer < x->layers; layer++) {
            double mean, least;
            summarise(x, run, layer, &mean, &least);
            cli_table_cell(t, "%s", x->a->curves[run].label);
            cli_table_cell(t, "%s", x->names[layer]);
            cli_table_number(t, mean, 4);
            cli_table_number(t, least, 4);
        }
    cli_table_print(t, stdout);
    cli_table_free(t);
    snprintf(text, sizeof text,
             "cosine similarity of the states of the same token under two offsets of all positions, over all pairs of "
             "%zu offsets; %d sequences of length %d",
             x->count, x->sequences, x->a->lengths[0]);
    cli_text_wrap(stdout, text, 0, 0, cli_columns(stdout));
}

/* ---- figure ---- */

static void fill_panels(const shifts *x, lg_panel *panels, double *images) {
    const size_t n = x->count;
    for (size_t i = 0; i < x->a->count * (size_t)x->layers; i++) {
        const size_t run = i / (size_t)x->layers;
        const int layer = (int)(i % (size_t)x->layers);
        double *image = images + i * n * n;
        for (size_t e = 0; e < n * n; e++) image[e] = 1 - matrix_at(x, run, layer)[e];
        panels[i] = (lg_panel){.title = x->names[layer], .guide = NAN, .level = NAN, .pixel = 1, .image = image};
        if (layer == 0) panels[i].row = x->a->curves[run].label;
        panels[i].side = panels[i].rows = n;
        panels[i].x_low = panels[i].y_high = 0.5;
        panels[i].x_high = panels[i].y_low = (double)n + 0.5;
        panels[i].y_step = 1;
    }
}

static int draw_figure(const shifts *x) {
    const size_t count = x->a->count * (size_t)x->layers;
    char subtitle[200] = "offsets";
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    lg_panel *panels = calloc(count, sizeof *panels);
    double *images = calloc(count * x->count * x->count, sizeof *images);
    const bool good = panels && images;
    if (good) fill_panels(x, panels, images);
    for (size_t i = 0, at = strlen(subtitle); i < x->count && at < sizeof subtitle; i++)
        at += (size_t)snprintf(subtitle + at, sizeof subtitle - at, "%s%d", i ? ", " : " ", x->offsets[i]);
    lg_figure f = {.panels = panels, .panel_count = count, .columns = (size_t)x->layers, .subtitle = subtitle};
    f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "states under shifted positions");
    f.x_label = f.y_label = "number of the offset", f.scale_label = "1 - cosine similarity", f.scale_max = DARKEST;
    const int status = good ? cli_figure_draw(x->a->c, &f) : cli_fail(LG_FAILED, "out of memory: a figure");
    free(panels);
    free(images);
    return status;
}

/* ---- all ---- */

/* Adds first, first + step, ... up to last; false where they are too many, or no offsets. */
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

int cli_analyze_shifts(cli_analysis *a) {
    shifts x = {.a = a};
    long sequences = 0;
    int status = read_offsets(&x);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "sequences", 1, 100000, &sequences);
    if (status != LG_OK) return status;
    x.similarity = calloc(a->count * MAX_LAYERS * x.count * x.count, sizeof *x.similarity);
    x.wanted = (int)sequences;
    status = x.similarity ? cli_analysis_each(a, "shifts", "run", compare_states, &x)
                          : cli_fail(LG_FAILED, "out of memory: similarities");
    if (status == LG_OK && !a->c->json) print_table(&x);
    if (status == LG_OK) status = draw_figure(&x);
    free(x.similarity);
    return status;
}
