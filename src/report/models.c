/* models.c: chooses and opens the models that figures analyze; see models.h. */
#include "report/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { PATH = 4096 };

static bool model_path(const lg_report *r, size_t run, const char *name, char path[PATH]) {
    return lg_planned_path(r->manifest, run, r->sweep, name, path, PATH);
}

static bool has_model(const lg_report *r, size_t run) {
    char path[PATH];
    lg_file_kind kind;
    if (run == LG_NO_RUN || !model_path(r, run, "/model.safetensors", path)) return false;
    return !lg_file_get_kind(path, &kind, NULL) || kind == LG_REGULAR; /* if unknown, opening it gives the reason */
}

/* ---- choice ---- */

static size_t best_at(const lg_report *r, size_t row, size_t column) {
    return lg_cell_runs_at(r->layout, row, column)->best;
}

static size_t best_of_row(const lg_report *r, size_t row) {
    size_t best = LG_NO_RUN;
    for (size_t j = 0; j < r->layout->column_count; j++)
        if (has_model(r, best_at(r, row, j))) best = lg_better_run(r->results, best, best_at(r, row, j));
    return best;
}

/* The row that the study analyzes, or the one with the best model; -1 without a model. */
static int choose_row(const lg_report *r) {
    int best_row = -1;
    size_t best = LG_NO_RUN;
    for (size_t i = 0; i < r->layout->row_count; i++) {
        const size_t run = best_of_row(r, i);
        if (run == LG_NO_RUN) continue;
        if (r->study && !strcmp(r->rows[i].task, r->study->analyzed)) return (int)i;
        if (best_row >= 0 && lg_better_run(r->results, best, run) == best) continue;
        best_row = (int)i, best = run;
    }
    return best_row;
}

/* The first column whose model has the same encoding and attention as the model of `column`, but other positions; -1
 * without one. */
static int find_partner(const lg_report *r, size_t row, size_t column) {
    const lg_run_attributes *own = &r->columns[column];
    for (size_t j = 0; j < r->layout->column_count; j++) {
        const lg_run_attributes *c = &r->columns[j];
        if (!strcmp(c->encoding, own->encoding) && !strcmp(c->attention, own->attention) &&
            strcmp(c->positions, own->positions) && has_model(r, best_at(r, row, j)))
            return (int)j;
    }
    return -1;
}

static void add_model(const lg_report *r, lg_models *m, size_t row, size_t column) {
    m->runs[m->count] = best_at(r, row, column);
    m->labels[m->count++] = r->layout->columns[column];
}

/* The best model of the row and its partner, in the order of the columns. */
static void add_models(const lg_report *r, lg_models *m, size_t row) {
    const size_t best = best_of_row(r, row);
    size_t column = 0;
    while (best_at(r, row, column) != best) column++;
    const int partner = find_partner(r, row, column);
    if (partner >= 0 && (size_t)partner < column) add_model(r, m, row, (size_t)partner);
    add_model(r, m, row, column);
    if (partner >= 0 && (size_t)partner > column) add_model(r, m, row, (size_t)partner);
}

/* ---- attributes ---- */

/* The longest tested length in (above, most]; `otherwise` without one. */
static int longest_tested(const lg_report *r, size_t run, int above, int most, int otherwise) {
    const lg_run_result *x = &r->results->runs[run];
    int length = above;
    for (size_t i = 0; i < x->point_count; i++)
        if (x->points[i].length > length && x->points[i].length <= most) length = x->points[i].length;
    return length > above ? length : otherwise;
}

/* The longest tested training length, and the longest tested length up to 3.75 times as long, like 40 and 150 in Ruoss
 * et al. 2023. */
static void choose_lengths(const lg_report *r, lg_models *m) {
    const int trained = m->lengths[0], longer = trained * 15 / 4;
    m->lengths[0] = longest_tested(r, m->runs[0], 0, trained, trained);
    m->lengths[1] = longest_tested(r, m->runs[0], trained, longer, longer);
}

static void read_attributes(const lg_report *r, lg_models *m) {
    lg_run_attributes f;
    for (size_t i = 0; i < m->count; i++) {
        if (!lg_run_attributes_of(r->manifest, m->runs[i], r->arena, &f, NULL)) {
            *m = (lg_models){.failed = true, .row = ""};
            return;
        }
        const int blocks = (int)f.setup.blocks, trained = (int)f.setup.trained;
        if (blocks > m->blocks) m->blocks = blocks;
        if (m->lengths[0] == 0 || trained < m->lengths[0]) m->lengths[0] = trained;
    }
    if (m->count > 0) choose_lengths(r, m);
    if (m->lengths[0] < 1 || m->blocks < 1) m->count = 0;
}

lg_models lg_models_choose(const lg_report *r) {
    lg_models m = {0};
    const int row = r->context ? choose_row(r) : -1;
    if (row < 0) return m;
    m.row = r->layout->rows[row];
    add_models(r, &m, (size_t)row);
    read_attributes(r, &m);
    return m;
}

bool lg_models_suit(const lg_report *r) {
    const lg_models m = lg_models_choose(r);
    return m.count > 0 || m.failed;
}

/* ---- analysis ---- */

/* Adds a note if the analysis of the model failed. */
static void note_failure(const lg_model_drawing *d, const lg_report *r, lg_status status) {
    if (status != LG_OK)
        lg_plot_note(d->plot, "%s is not drawn (run %s): %s.", d->models->labels[d->model],
                     lg_planned_name(r->manifest, d->models->runs[d->model]), lg_error_text(r->context));
}

void lg_models_draw(const lg_models *m, const lg_report *r, lg_plot *p, lg_model_analysis analyze) {
    char path[PATH];
    for (size_t i = 0; i < m->count && !p->failed; i++) {
        lg_model_drawing d = {m, p, i};
        lg_run *run = NULL;
        if (!model_path(r, m->runs[i], "", path)) continue;
        note_failure(&d, r, lg_run_open(r->context, path, &run));
        if (run) note_failure(&d, r, analyze(run, &d));
        lg_run_free(run);
    }
}
