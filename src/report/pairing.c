/* pairing.c: pairs runs by task and seed; see pairing.h. */
#include "report/pairing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool lg_pairing_new(const lg_report *r, lg_pairing *out) {
    const size_t most = r->manifest->run_count + 1;
    *out = (lg_pairing){.values = lg_arena_alloc(r->arena, most * sizeof *out->values),
                        .tasks = lg_arena_alloc(r->arena, most * sizeof *out->tasks),
                        .runs = lg_arena_alloc(r->arena, 2 * most * sizeof *out->runs)};
    return out->values && out->tasks && out->runs;
}

/* ---- arms ---- */

bool lg_arms_of_columns(const lg_report *r, lg_arms *out) {
    const lg_layout *l = r->layout;
    const lg_group **groups = lg_arena_alloc(r->arena, (l->row_count * l->column_count + 1) * sizeof *groups);
    *out = (lg_arms){l->columns, l->column_count, l->row_count, groups, l->rows};
    for (size_t j = 0; groups && j < l->column_count; j++)
        for (size_t i = 0; i < l->row_count; i++) groups[j * l->row_count + i] = lg_cell_runs_at(l, i, j)->chosen;
    return groups;
}

bool lg_arms_of_rows(const lg_report *r, lg_arms *out) {
    const lg_layout *l = r->layout;
    const lg_group **groups = lg_arena_alloc(r->arena, (l->row_count * l->column_count + 1) * sizeof *groups);
    *out = (lg_arms){l->rows, l->row_count, l->column_count, groups, l->columns};
    for (size_t i = 0; groups && i < l->row_count * l->column_count; i++) groups[i] = l->cells[i].chosen;
    return groups;
}

/* ---- pairs ---- */

/* The labels of a run on the axes that set the task, as one number. */
static size_t task_of(const lg_manifest *m, size_t run) {
    size_t number = 0;
    for (size_t i = 0; i < m->axis_count; i++)
        if (lg_grid_axis_sets_task(&m->axes[i]))
            number = number * (m->axes[i].count + 1) + (size_t)(m->runs[run].labels[i] + 1);
    return number;
}

static void add_pair(lg_pairing *p, size_t task, double value, const size_t runs[2]) {
    const size_t at = lg_differences_insert(p->values, p->tasks, p->count, task, value);
    memmove(&p->runs[2 * at + 2], &p->runs[2 * at], 2 * (p->count++ - at) * sizeof *p->runs);
    memcpy(&p->runs[2 * at], runs, 2 * sizeof *runs);
}

/* The meaning of the numbers in lg_pairing.tasks, from the widest unit to the narrowest: tasks; labels on the averaged
 * axes other than seeds; rows of the layout, if seeds are the unit. */
typedef enum kind { BY_TASK, BY_AVERAGED, BY_ROW, KINDS } kind;

static size_t unit_of(const lg_report *r, size_t row, size_t run, kind by) {
    return by == BY_TASK       ? task_of(r->manifest, run)
           : by == BY_AVERAGED ? lg_layout_unit(r->layout, r->manifest, run)
                               : row;
}

static void add_groups(const lg_report *r, const lg_group *a, const lg_group *b, size_t row, kind by, lg_pairing *to) {
    for (size_t i = 0, k = 0; a && b && i < a->count && k < b->count;) {
        const size_t runs[] = {a->runs[i], b->runs[k]};
        const size_t x = lg_layout_seed(r->layout, r->manifest, runs[0]),
                     y = lg_layout_seed(r->layout, r->manifest, runs[1]);
        if (x == y && lg_is_done(r->results, runs[0]) && lg_is_done(r->results, runs[1]))
            add_pair(to, unit_of(r, row, runs[0], by),
                     lg_report_metric(r).scale *
                         (lg_results_score(r->results, runs[0]) - lg_results_score(r->results, runs[1])),
                     runs);
        i += x <= y, k += y <= x;
    }
}

static void add_scores(const lg_report *r, const lg_group *g, size_t row, kind by, lg_pairing *to) {
    for (size_t i = 0; g && i < g->count; i++) {
        const size_t run = g->runs[i], runs[] = {run, run};
        if (lg_is_done(r->results, run))
            add_pair(to, unit_of(r, row, run, by), lg_report_metric(r).scale * lg_results_score(r->results, run), runs);
    }
}

/* Uses the widest unit, from `by` on, that has several values. If b is NULL, `out` gets the scores of arm a instead of
 * differences. */
static void pair_arms(const lg_report *r, const lg_group *const *a, const lg_group *const *b, size_t blocks, kind by,
                      lg_pairing *out) {
    for (; by < KINDS; by++) {
        out->count = 0;
        out->unit = by == BY_ROW ? LG_UNIT_SEED : LG_UNIT_TASK;
        out->unit_name = by == BY_TASK ? "task" : by == BY_AVERAGED ? r->layout->units : "seed";
        for (size_t i = 0; i < blocks; i++)
            if (b)
                add_groups(r, a[i], b[i], i, by, out);
            else
                add_scores(r, a[i], i, by, out);
        if (out->count > 0 && out->tasks[0] != out->tasks[out->count - 1]) return;
    }
}

void lg_pairing_of_arms(const lg_report *r, const lg_arms *x, size_t a, size_t b, lg_pairing *out) {
    pair_arms(r, &x->groups[a * x->blocks], &x->groups[b * x->blocks], x->blocks, BY_TASK, out);
}

void lg_pairing_of_arm(const lg_report *r, const lg_arms *x, size_t arm, lg_pairing *out) {
    pair_arms(r, &x->groups[arm * x->blocks], NULL, x->blocks, BY_TASK, out);
}

void lg_pairing_of_groups(const lg_report *r, const lg_group *a, const lg_group *b, lg_pairing *out) {
    pair_arms(r, &a, &b, 1, BY_AVERAGED, out);
}

/* ---- tests ---- */

lg_differences lg_pairing_differences(const lg_pairing *p) {
    return (lg_differences){p->values, p->tasks, p->count};
}

lg_interval lg_pairing_interval(const lg_report *r, const lg_effect *e) {
    const lg_range one = lg_report_range(r);
    const lg_interval i = lg_effect_interval(e, 0.95);
    if (isnan(i.low)) return i;
    return (lg_interval){fmax(i.low, one.low - one.high), fmin(i.high, one.high - one.low)};
}

/* The sign-flip test on the means of the tasks, or on the differences themselves if seeds are the unit. */
static bool turn_signs(const lg_pairing *p, lg_key key, lg_paired *out) {
    if (p->unit == LG_UNIT_SEED) return *out = lg_paired_test(p->values, p->count, key), true;
    double *means = malloc((p->count + 1) * sizeof *means);
    if (!means) return false;
    *out = lg_paired_test(means, lg_differences_means(lg_pairing_differences(p), means), key);
    free(means);
    return true;
}

bool lg_difference_of_arms(const lg_report *r, const lg_arms *x, size_t a, size_t b, lg_pairing *pairs,
                           lg_difference *out) {
    enum { STREAM = 0x70616972 }; /* "pair": the random stream of these tests */
    const lg_key key = lg_key_fold(lg_key_fold(lg_key_root(STREAM), a), b);
    lg_pairing_of_arms(r, x, a, b, pairs);
    if (!lg_effect_of(lg_pairing_differences(pairs), pairs->unit, &out->effect)) return false;
    out->interval = lg_pairing_interval(r, &out->effect);
    return turn_signs(pairs, key, &out->test);
}
