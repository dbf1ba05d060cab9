/* samples.c: `lengthen inspect positions --figure`: draws the position ids of short training sequences and of longer
 * test sequences, to show which test ids lie between the smallest and the largest training id (Ruoss et al. 2023,
 * figure 1). */
#include "cli/inspect/samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/analysis.h"
#include "cli/config.h"
#include "cli/ui/figure.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

enum { LONGER = 4, SAMPLES = 4, GROUPS = 2 }; /* groups: training, test */

/* The samples of one sampler. Each sample is a row of points at one height y. Training samples are above test samples;
 * within each of these two groups, the first sample is on top. */
typedef struct panel_samples {
    const char *name;
    int T;
    const lg_schema *schema;
    double *x[GROUPS], *y[GROUPS]; /* [capacity]; distances have up to two points for each token */
    size_t capacity[GROUPS], count[GROUPS];
    int group, sample; /* indices of the sample that is being collected */
    bool positions;    /* take() has received positions; the distances, which it receives next, are then not drawn */
} panel_samples;

static void take(void *user, const lg_matrix *m) {
    panel_samples *p = user;
    const int g = p->group;
    if (!cli_is_table()) cli_row_put(p->schema, m);
    if (strcmp(m->what, "distances"))
        p->positions = true;
    else if (p->positions)
        return;
    for (size_t i = 0; i < m->shape[0] && p->count[g] < p->capacity[g]; i++) {
        p->x[g][p->count[g]] = m->data[i];
        p->y[g][p->count[g]++] = SAMPLES * (GROUPS - g) - p->sample;
    }
}

static int choose(cli *c, lg_config *f, void *user) {
    const panel_samples *p = user;
    lg_status status = lg_config_set(f, "positions", p->name, LG_FLAG, p->name);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

static bool allocate(panel_samples *p) {
    for (int g = 0; g < GROUPS; g++) {
        p->capacity[g] = (size_t)SAMPLES * 2 * (size_t)p->T * (g == 0 ? 1 : LONGER);
        p->x[g] = malloc(p->capacity[g] * sizeof(double));
        p->y[g] = malloc(p->capacity[g] * sizeof(double));
        if (!p->x[g] || !p->y[g]) return false;
    }
    return true;
}

/* Collects all samples. Each has its own seed. */
static int collect(cli *c, lg_config *f, void *user) {
    panel_samples *p = user;
    const long first = cli_config_int(f, "train.seed", 0);
    lg_status status = LG_OK;
    if (!allocate(p)) return cli_fail(LG_FAILED, "out of memory: positions of %d tokens", LONGER * p->T);
    for (int i = 0; i < GROUPS * SAMPLES && status == LG_OK; i++) {
        char seed[24];
        p->group = i / SAMPLES, p->sample = i % SAMPLES;
        snprintf(seed, sizeof seed, "%ld", first + i);
        status = lg_config_set(f, "train.seed", seed, LG_FLAG, "--figure");
        if (status == LG_OK) status = lg_inspect_positions(f, p->T * (p->group == 0 ? 1 : LONGER), take, p);
    }
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

/* ---- figure ---- */

static void fill_panel(lg_panel *panel, lg_curve *curves, const panel_samples *p, const char *const *labels) {
    *panel = (lg_panel){.title = p->name, .curves = curves, .guide = NAN, .level = NAN};
    panel->x_low = INFINITY, panel->x_high = -INFINITY;
    panel->y_low = 0, panel->y_high = GROUPS * SAMPLES + 1;
    for (int g = 0; g < GROUPS; g++) {
        curves[g] = (lg_curve){.label = labels[g], .style = lg_style_at((size_t)g)};
        curves[g].style.dash = 0, curves[g].style.marker = 0;
        curves[g].count = p->count[g], curves[g].x = p->x[g], curves[g].y = p->y[g];
        for (size_t i = 0; i < p->count[g]; i++)
            panel->x_low = fmin(panel->x_low, p->x[g][i]), panel->x_high = fmax(panel->x_high, p->x[g][i]);
    }
    const double margin = panel->x_high > panel->x_low ? 0.03 * (panel->x_high - panel->x_low) : 1;
    panel->x_low -= margin, panel->x_high += margin;
}

static int draw(cli *c, const panel_samples *all, int count) {
    char labels[GROUPS][48];
    const char *const legend[GROUPS] = {labels[0], labels[1]};
    const int T = all[0].T;
    lg_panel *panels = calloc((size_t)count, sizeof *panels);
    lg_curve *curves = calloc((size_t)count * GROUPS, sizeof *curves);
    snprintf(labels[0], sizeof labels[0], "training, %d tokens", T);
    snprintf(labels[1], sizeof labels[1], "test, %d tokens", LONGER * T);
    for (int i = 0; panels && curves && i < count; i++) fill_panel(&panels[i], &curves[GROUPS * i], &all[i], legend);
    lg_figure f = {.panels = panels, .panel_count = (size_t)count, .curve_count = GROUPS};
    f.title = "Positions in training and in longer tests", f.subtitle = "one row of points for each sequence";
    f.x_label = all[0].positions ? "position" : "distance", f.y_label = "sequence";
    f.columns = 1, f.panel_height = 120, f.mark_all = true;
    for (int i = 0; panels && i < count; i++) panels[i].y_step = SAMPLES;
    const int status = panels && curves ? cli_figure_draw(c, &f) : cli_fail(LG_FAILED, "out of memory: a figure");
    free(panels);
    free(curves);
    return status;
}

int cli_samples_draw(cli *c, const char *const *names, int count, int T, const lg_schema *row) {
    panel_samples *all = calloc((size_t)count, sizeof *all);
    int status = all ? cli_figure_check(c, (size_t)count) : cli_fail(LG_FAILED, "out of memory: positions");
    for (int i = 0; i < count && status == LG_OK; i++) {
        all[i] = (panel_samples){.name = names[i], .T = T, .schema = row};
        status = cli_config_run(c, choose, collect, &all[i]);
    }
    if (status == LG_OK) status = draw(c, all, count);
    for (int i = 0; all && i < count; i++)
        for (int g = 0; g < GROUPS; g++) free(all[i].x[g]), free(all[i].y[g]);
    free(all);
    return status;
}
