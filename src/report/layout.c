/* layout.c: see layout.h. All indices lie in one array, sorted once; places and groups are spans of it. */
#include "report/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool lg_is_done(const lg_run_result *r) {
    return r->state == LG_RUN_DONE && isfinite(r->score);
}

void lg_tally_add(lg_tally *t, const lg_run_result *r) {
    t->planned++;
    if (r->state != LG_RUN_DONE || lg_is_done(r)) t->state[r->state]++;
}

const lg_cell_runs *lg_cell_runs_at(const lg_layout *l, size_t row, size_t column) {
    return &l->places[row * l->column_count + column];
}

/* ---- order ---- */

/* Where a run goes: its place, then its labels on the axes that are chosen by results, then its seed. */
typedef struct spot {
    const lg_manifest *m;
    size_t run, place;
} spot;

static bool is_choice(const lg_manifest *m, size_t axis) {
    const lg_selection *s = &m->selection;
    return (int)axis != s->rows && (int)axis != s->columns && (int)axis != s->seeds;
}

/* Does a label of the run say this already? */
static bool is_said(const lg_manifest *m, const lg_planned_run *r, const lg_pair *p) {
    for (size_t a = 0; a < m->axis_count; a++) {
        const lg_choice_set *c = r->labels[a] < 0 ? NULL : &m->axes[a].choices[r->labels[a]];
        for (size_t i = 0; c && i < c->count; i++)
            if (!strcmp(c->pairs[i].key, p->key) && !strcmp(c->pairs[i].value, p->value)) return true;
    }
    return false;
}

/* The next option that the run has for itself, from *i on; NULL: no more. */
static const lg_pair *next_own(const lg_manifest *m, const lg_planned_run *r, size_t *i) {
    while (*i < r->extras && is_said(m, r, &r->extra[*i])) (*i)++;
    return *i < r->extras ? &r->extra[(*i)++] : NULL;
}

/* Options that a run has for itself are a choice, too. */
static int by_own_options(const lg_manifest *m, const lg_planned_run *x, const lg_planned_run *y) {
    size_t i = 0, j = 0;
    for (;;) {
        const lg_pair *p = next_own(m, x, &i), *q = next_own(m, y, &j);
        if (!p || !q) return !q - !p;
        const int key = strcmp(p->key, q->key), value = strcmp(p->value, q->value);
        if (key != 0 || value != 0) return key != 0 ? key : value;
    }
}

static int by_choice(const spot *a, const spot *b) {
    const int *x = a->m->runs[a->run].labels, *y = b->m->runs[b->run].labels;
    for (size_t i = 0; i < a->m->axis_count; i++)
        if (is_choice(a->m, i) && x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return by_own_options(a->m, &a->m->runs[a->run], &b->m->runs[b->run]);
}

static int by_spot(const void *left, const void *right) {
    const spot *a = left, *b = right;
    if (a->place != b->place) return a->place < b->place ? -1 : 1;
    const int choice = by_choice(a, b), seeds = a->m->selection.seeds;
    if (choice != 0) return choice;
    const int x = seeds < 0 ? 0 : a->m->runs[a->run].labels[seeds],
              y = seeds < 0 ? 0 : b->m->runs[b->run].labels[seeds];
    if (x != y) return x < y ? -1 : 1;
    return (a->run > b->run) - (a->run < b->run);
}

/* The index of a run's label on an axis; 0 where there is no such axis, -1 where the run has no label on it. */
static int label_on(const lg_manifest *m, size_t run, int axis) {
    return axis < 0 ? 0 : m->runs[run].labels[axis];
}

/* The runs that have a place, in order. */
static size_t sort_runs(const lg_manifest *m, size_t columns, spot *spots) {
    size_t count = 0;
    for (size_t i = 0; i < m->run_count; i++) {
        const int row = label_on(m, i, m->selection.rows), column = label_on(m, i, m->selection.columns);
        if (row >= 0 && column >= 0) spots[count++] = (spot){m, i, (size_t)row * columns + (size_t)column};
    }
    qsort(spots, count, sizeof *spots, by_spot);
    return count;
}

/* ---- places ---- */

static void finish_group(lg_group *g, const lg_results *results) {
    double sum = 0;
    for (size_t i = 0; i < g->count; i++) {
        const lg_run_result *r = &results->runs[g->runs[i]];
        if (lg_is_done(r)) sum += r->score, g->done++;
    }
    g->mean = g->done == 0 ? NAN : sum / (double)g->done;
}

static void finish_place(lg_cell_runs *p, const lg_results *results) {
    p->best = LG_NO_RUN;
    for (size_t i = 0; i < p->count; i++) {
        const lg_run_result *r = &results->runs[p->runs[i]];
        lg_tally_add(&p->tally, r);
        if (lg_is_done(r) && (p->best == LG_NO_RUN || r->score > results->runs[p->best].score)) p->best = p->runs[i];
    }
    for (size_t i = 0; i < p->group_count; i++) {
        finish_group(&p->groups[i], results);
        if (p->groups[i].done > 0 && (!p->chosen || p->groups[i].mean > p->chosen->mean)) p->chosen = &p->groups[i];
    }
}

/* Cuts the sorted runs into places and groups. */
static void cut(lg_layout *l, const spot *spots, size_t count, size_t *runs, lg_group *groups) {
    for (size_t i = 0; i < count; i++) {
        lg_cell_runs *p = &l->places[spots[i].place];
        runs[i] = spots[i].run;
        if (p->count == 0) p->runs = &runs[i], p->groups = groups;
        if (p->count == 0 || by_choice(&spots[i - 1], &spots[i]) != 0) {
            p->groups[p->group_count++] = (lg_group){.runs = &runs[i]};
            groups++;
        }
        p->count++;
        p->groups[p->group_count - 1].count++;
    }
}

/* ---- labels ---- */

static const char *const *labels_of(const lg_manifest *m, int axis, lg_arena *arena, size_t *count) {
    *count = axis < 0 ? 1 : m->axes[axis].count;
    const char **labels = lg_arena_alloc(arena, *count * sizeof *labels);
    for (size_t i = 0; labels && i < *count; i++) labels[i] = axis < 0 ? "" : m->axes[axis].choices[i].label;
    return labels;
}

static const char *others_of(const lg_manifest *m, lg_arena *arena) {
    const char *text = "";
    for (size_t i = 0; i < m->axis_count && text; i++)
        if (is_choice(m, i)) text = lg_arena_printf(arena, "%s%s%s", text, *text == '\0' ? "" : ", ", m->axes[i].name);
    return text;
}

static bool prepare(lg_layout *l, const lg_manifest *m, lg_arena *arena) {
    const lg_selection *s = &m->selection;
    l->rows = labels_of(m, s->rows, arena, &l->row_count);
    l->columns = labels_of(m, s->columns, arena, &l->column_count);
    l->row_axis = s->rows < 0 ? "" : m->axes[s->rows].name;
    l->column_axis = s->columns < 0 ? "" : m->axes[s->columns].name;
    l->places = lg_arena_alloc(arena, (l->row_count * l->column_count + 1) * sizeof *l->places);
    l->others = others_of(m, arena);
    return l->rows && l->columns && l->places && l->others;
}

lg_layout *lg_layout_make(const lg_results *results, lg_arena *arena, lg_error *err) {
    const lg_manifest *m = results->manifest;
    lg_layout *l = lg_arena_alloc(arena, sizeof *l);
    size_t *runs = lg_arena_alloc(arena, (m->run_count + 1) * sizeof *runs);
    lg_group *groups = lg_arena_alloc(arena, (m->run_count + 1) * sizeof *groups);
    spot *spots = malloc((m->run_count + 1) * sizeof *spots);
    const bool good = l && runs && groups && spots && prepare(l, m, arena);
    if (good) {
        const size_t placed = sort_runs(m, l->column_count, spots);
        l->placeless = m->run_count - placed;
        cut(l, spots, placed, runs, groups);
    }
    free(spots);
    if (!good) return lg_fail(err, LG_FAILED, "no memory for the tables of %zu runs", m->run_count), NULL;
    for (size_t i = 0; i < l->row_count * l->column_count; i++) finish_place(&l->places[i], results);
    for (size_t i = 0; i < m->run_count; i++) lg_tally_add(&l->tally, &results->runs[i]);
    return l;
}
