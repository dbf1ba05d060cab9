/* layout.c: sorts runs into cells; see layout.h. One sorted array holds all run indices; cells and groups are slices of
 * it. */
#include "report/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/report.h"
#include "api/sweep.h"
#include "base/seed.h"
#include "metric/metric.h"

bool lg_is_done(const lg_results *all, size_t run) {
    return all->runs[run].state == LG_RUN_DONE && isfinite(lg_results_score(all, run));
}

size_t lg_better_run(const lg_results *all, size_t a, size_t b) {
    if (a == LG_NO_RUN || b == LG_NO_RUN) return a == LG_NO_RUN ? b : a;
    return lg_metric_better(all->metric, lg_results_score(all, b), lg_results_score(all, a)) ? b : a;
}

/* Does a finished run lack a score in this metric but have scores in other metrics? Only possible for optional metrics,
 * such as metrics of scratchpad steps or of texts. */
static bool is_unmeasured(const lg_run_result *r, size_t metric) {
    for (size_t i = 0; i < LG_METRICS && lg_metric_is_optional(lg_metrics[metric]); i++)
        if (isfinite(r->scores[i])) return true;
    return false;
}

static void add_tally(lg_tally *t, const lg_results *all, size_t run) {
    const lg_run_result *r = &all->runs[run];
    t->planned++;
    t->interrupted += lg_run_state_is_interrupted(r->state, r->step, r->steps);
    t->trained += lg_run_state_is_trained(r->state, r->step, r->steps);
    t->tested += lg_run_state_is_trained(r->state, r->step, r->steps) && isfinite(lg_results_score(all, run));
    if (r->state != LG_RUN_DONE || lg_is_done(all, run))
        t->state[r->state]++;
    else
        t->unmeasured += is_unmeasured(r, all->metric);
}

const lg_cell_runs *lg_cell_runs_at(const lg_layout *l, size_t row, size_t column) {
    return &l->cells[row * l->column_count + column];
}

static size_t number_averaged(const lg_layout *l, const lg_manifest *m, size_t run, bool seeds) {
    size_t number = 0;
    for (size_t i = 0; i < m->axis_count; i++)
        if (l->roles.role[i] == LG_ROLE_MEAN && (seeds || !lg_is_seed(lg_key_full_name(m->axes[i].name))))
            number = number * (m->axes[i].count + 1) + (size_t)(m->runs[run].labels[i] + 1);
    return number;
}

size_t lg_layout_seed(const lg_layout *l, const lg_manifest *m, size_t run) {
    return number_averaged(l, m, run, true);
}

size_t lg_layout_unit(const lg_layout *l, const lg_manifest *m, size_t run) {
    return number_averaged(l, m, run, false);
}

/* ---- order ---- */

/* The sort key of a run: its cell, then its labels on the axes that are chosen by results, then its labels on the axes
 * averaged over. */
typedef struct entry {
    const lg_manifest *m;
    const lg_axis_role *role;
    size_t run, cell;
} entry;

/* Does a label of the run already set this option? */
static bool is_set_by_label(const lg_manifest *m, const lg_planned_run *r, const lg_pair *p) {
    for (size_t a = 0; a < m->axis_count; a++) {
        const lg_choice_set *c = r->labels[a] < 0 ? NULL : &m->axes[a].choices[r->labels[a]];
        for (size_t i = 0; c && i < c->count; i++)
            if (!strcmp(c->pairs[i].key, p->key) && !strcmp(c->pairs[i].value, p->value)) return true;
    }
    return false;
}

/* The next of the run's own options that no label sets, from *i on; NULL at the end. */
static const lg_pair *next_own(const lg_manifest *m, const lg_planned_run *r, size_t *i) {
    while (*i < r->extras && is_set_by_label(m, r, &r->extra[*i])) (*i)++;
    return *i < r->extras ? &r->extra[(*i)++] : NULL;
}

/* Compares the runs' own options, from `include:`, which distinguish groups as labels do. */
static int by_own_options(const lg_manifest *m, const lg_planned_run *x, const lg_planned_run *y) {
    size_t i = 0, j = 0;
    for (;;) {
        const lg_pair *p = next_own(m, x, &i), *q = next_own(m, y, &j);
        if (!p || !q) return !q - !p;
        const int key = strcmp(p->key, q->key), value = strcmp(p->value, q->value);
        if (key != 0 || value != 0) return key != 0 ? key : value;
    }
}

/* Compares the labels of two runs on the axes with this role. */
static int by_labels(const entry *a, const entry *b, lg_axis_role role) {
    const int *x = a->m->runs[a->run].labels, *y = b->m->runs[b->run].labels;
    for (size_t i = 0; i < a->m->axis_count; i++)
        if (a->role[i] == role && x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

static int by_choice(const entry *a, const entry *b) {
    const int labels = by_labels(a, b, LG_ROLE_BEST);
    return labels != 0 ? labels : by_own_options(a->m, &a->m->runs[a->run], &b->m->runs[b->run]);
}

static int by_entry(const void *left, const void *right) {
    const entry *a = left, *b = right;
    if (a->cell != b->cell) return a->cell < b->cell ? -1 : 1;
    const int choice = by_choice(a, b), averaged = by_labels(a, b, LG_ROLE_MEAN);
    if (choice != 0 || averaged != 0) return choice != 0 ? choice : averaged;
    return (a->run > b->run) - (a->run < b->run);
}

/* ---- rows and columns ---- */

/* The labels of a run on the axes of the rows, or of the columns, as one number. */
typedef struct position {
    size_t run, number;
} position;

static int by_number(const void *left, const void *right) {
    const position *a = left, *b = right;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    return (a->run > b->run) - (a->run < b->run);
}

/* False if the run lacks a label. */
static bool number_of(const lg_manifest *m, const int *axes, size_t count, size_t run, size_t *out) {
    *out = 0;
    for (size_t i = 0; i < count; i++) {
        const int label = m->runs[run].labels[axes[i]];
        if (label < 0) return false;
        *out = *out * m->axes[axes[i]].count + (size_t)label;
    }
    return true;
}

/* Is the run kept, with labels for its row and its column? Other runs would create empty rows and columns. */
static bool has_cell(const lg_layout *l, const lg_manifest *m, size_t run) {
    const lg_axis_roles *r = &l->roles;
    size_t number;
    return lg_axis_roles_keep(m, r, run) && number_of(m, r->rows, r->row_count, run, &number) &&
           number_of(m, r->columns, r->column_count, run, &number);
}

/* Lists the combinations of labels among runs that have a cell, in the order of the axes; of_run gets the index of each
 * run's combination. */
static const char *const *enumerate(const lg_layout *l, const lg_manifest *m, bool columns, int *of_run, size_t *count,
                                    lg_arena *arena) {
    const int *axes = columns ? l->roles.columns : l->roles.rows;
    const size_t axis_count = columns ? l->roles.column_count : l->roles.row_count;
    const bool named = columns || axis_count > 1; /* a table itself names the only axis of its rows */
    position *all = malloc((m->run_count + 1) * sizeof *all);
    const char **labels = lg_arena_alloc(arena, (m->run_count + 1) * sizeof *labels);
    size_t runs = 0;
    bool good = all && labels;
    *count = 0;
    for (size_t i = 0; i < m->run_count && good; i++) {
        of_run[i] = -1;
        if (!has_cell(l, m, i)) continue;
        number_of(m, axes, axis_count, i, &all[runs].number);
        all[runs++].run = i;
    }
    if (good) qsort(all, runs, sizeof *all, by_number);
    for (size_t i = 0; i < runs && good; i++) {
        if (i == 0 || all[i].number != all[i - 1].number)
            good = (labels[(*count)++] = lg_axis_roles_label(m, axes, axis_count, all[i].run, named, arena));
        of_run[all[i].run] = (int)*count - 1;
    }
    if (good && *count == 0) labels[(*count)++] = ""; /* a table has at least one row and one column */
    free(all);
    return good ? labels : NULL;
}

/* The runs that have a cell, in order. */
static size_t sort_runs(const lg_layout *l, const lg_manifest *m, entry *entries) {
    size_t count = 0;
    for (size_t i = 0; i < m->run_count; i++)
        if (l->row_of[i] >= 0)
            entries[count++] =
                (entry){m, l->roles.role, i, (size_t)l->row_of[i] * l->column_count + (size_t)l->column_of[i]};
    qsort(entries, count, sizeof *entries, by_entry);
    return count;
}

/* ---- cells ---- */

static void finish_group(lg_group *g, const lg_results *results) {
    double sum = 0;
    for (size_t i = 0; i < g->count; i++)
        if (lg_is_done(results, g->runs[i])) sum += lg_results_score(results, g->runs[i]), g->done++;
    g->mean = g->done == 0 ? NAN : sum / (double)g->done;
}

static void finish_cell(lg_cell_runs *p, const lg_results *results, bool has_best) {
    p->best = LG_NO_RUN;
    for (size_t i = 0; i < p->count; i++) {
        add_tally(&p->tally, results, p->runs[i]);
        if (has_best && lg_is_done(results, p->runs[i])) p->best = lg_better_run(results, p->best, p->runs[i]);
    }
    for (size_t i = 0; i < p->group_count; i++) {
        finish_group(&p->groups[i], results);
        const double best = p->chosen ? p->chosen->mean : (double)NAN;
        if (lg_metric_better(results->metric, p->groups[i].mean, best)) p->chosen = &p->groups[i];
    }
}

/* Splits the sorted runs into cells and groups. */
static void cut_cells(lg_layout *l, const entry *entries, size_t count, size_t *runs, lg_group *groups) {
    for (size_t i = 0; i < count; i++) {
        lg_cell_runs *p = &l->cells[entries[i].cell];
        runs[i] = entries[i].run;
        if (p->count == 0) p->runs = &runs[i], p->groups = groups;
        if (p->count == 0 || by_choice(&entries[i - 1], &entries[i]) != 0) {
            p->groups[p->group_count++] = (lg_group){.runs = &runs[i]};
            groups++;
        }
        p->count++;
        p->groups[p->group_count - 1].count++;
    }
}

/* ---- entry points ---- */

static const char *name_units(const lg_manifest *m, const lg_axis_roles *r, lg_arena *arena) {
    const char *names = "";
    for (size_t i = 0; i < m->axis_count && names; i++)
        if (r->role[i] == LG_ROLE_MEAN && !lg_is_seed(lg_key_full_name(m->axes[i].name)))
            names = lg_arena_printf(arena, "%s%s%s", names, *names == '\0' ? "" : ", ", m->axes[i].name);
    return names;
}

static const char *name_averaged(const lg_manifest *m, const lg_axis_roles *r, lg_arena *arena) {
    const char *names = "";
    for (size_t i = 0; i < m->axis_count && names; i++)
        if (r->role[i] == LG_ROLE_MEAN)
            names = lg_arena_printf(arena, "%s%s%s%s", names, *names == '\0' ? "" : ", ", m->axes[i].name,
                                    strcmp(m->axes[i].name, "seed") ? "" : "s");
    return names;
}

static bool prepare_labels(lg_layout *l, const lg_manifest *m, lg_arena *arena) {
    const lg_axis_roles *r = &l->roles;
    int *row_of = lg_arena_alloc(arena, (m->run_count + 1) * sizeof *row_of),
        *column_of = lg_arena_alloc(arena, (m->run_count + 1) * sizeof *column_of);
    if (!row_of || !column_of) return false;
    l->row_of = row_of, l->column_of = column_of;
    l->rows = enumerate(l, m, false, row_of, &l->row_count, arena);
    l->columns = enumerate(l, m, true, column_of, &l->column_count, arena);
    l->row_axis = lg_axis_roles_names(m, r, LG_ROLE_ROWS, arena);
    l->column_axis = lg_axis_roles_names(m, r, LG_ROLE_COLUMNS, arena);
    l->averaged = lg_axis_roles_names(m, r, LG_ROLE_MEAN, arena);
    l->others = lg_axis_roles_names(m, r, LG_ROLE_BEST, arena);
    l->over = name_averaged(m, r, arena);
    l->units = name_units(m, r, arena);
    l->cells = lg_arena_alloc(arena, (l->row_count * l->column_count + 1) * sizeof *l->cells);
    return l->rows && l->columns && l->row_axis && l->column_axis && l->averaged && l->others && l->over && l->units &&
           l->cells;
}

static bool no_memory(const lg_manifest *m, lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: the tables of %zu runs", m->run_count);
}

static bool assign_runs(lg_layout *l, const lg_manifest *m, lg_arena *arena) {
    size_t *runs = lg_arena_alloc(arena, (m->run_count + 1) * sizeof *runs);
    lg_group *groups = lg_arena_alloc(arena, (m->run_count + 1) * sizeof *groups);
    entry *entries = malloc((m->run_count + 1) * sizeof *entries);
    const bool good = runs && groups && entries && prepare_labels(l, m, arena);
    if (good) cut_cells(l, entries, sort_runs(l, m, entries), runs, groups);
    free(entries);
    return good;
}

lg_layout *lg_layout_make(const lg_results *results, const lg_report_layout *asked, const lg_report_layout *own,
                          lg_arena *arena, lg_error *err) {
    const lg_manifest *m = results->manifest;
    lg_layout *l = lg_arena_alloc(arena, sizeof *l);
    if (!l) return no_memory(m, err), NULL;
    if (!lg_axis_roles_choose(m, asked, own, arena, &l->roles, err)) return NULL;
    if (!assign_runs(l, m, arena)) return no_memory(m, err), NULL;
    l->averages_tasks = lg_axis_roles_split_tasks(m, &l->roles, LG_ROLE_MEAN);
    for (size_t i = 0; i < l->row_count * l->column_count; i++) finish_cell(&l->cells[i], results, !l->averages_tasks);
    for (size_t i = 0; i < m->run_count; i++) {
        if (!lg_axis_roles_keep(m, &l->roles, i)) continue;
        add_tally(&l->tally, results, i);
        l->unassigned += l->row_of[i] < 0;
    }
    return l;
}

/* Appends the matching runs of one cell to `runs`, which has room for them. */
static void pick_runs(lg_cell_runs *to, size_t *runs, const lg_cell_runs *from, const lg_manifest *m,
                      const bool *const *labels, const bool *const *others) {
    for (size_t i = 0; i < from->group_count; i++) {
        lg_group *g = &to->groups[to->group_count];
        *g = (lg_group){.runs = &runs[to->count]};
        for (size_t k = 0; k < from->groups[i].count; k++) {
            const size_t run = from->groups[i].runs[k];
            if (lg_planned_has(m, run, labels) && lg_planned_has(m, run, others)) runs[to->count++] = run, g->count++;
        }
        to->group_count += g->count > 0;
    }
}

const lg_cell_runs *lg_layout_pick(const lg_layout *l, const lg_results *results, size_t row, const bool *const *labels,
                                   const bool *const *others, lg_arena *arena) {
    size_t most = 1;
    for (size_t j = 0; j < l->column_count; j++) most += lg_cell_runs_at(l, row, j)->count;
    lg_cell_runs *p = lg_arena_alloc(arena, sizeof *p);
    size_t *runs = lg_arena_alloc(arena, most * sizeof *runs);
    lg_group *groups = lg_arena_alloc(arena, most * sizeof *groups);
    if (!p || !runs || !groups) return NULL;
    *p = (lg_cell_runs){.runs = runs, .groups = groups};
    for (size_t j = 0; j < l->column_count; j++)
        pick_runs(p, runs, lg_cell_runs_at(l, row, j), results->manifest, labels, others);
    finish_cell(p, results, !l->averages_tasks);
    return p;
}

const char *lg_layout_winner(const lg_layout *l, const lg_manifest *m, size_t run, lg_arena *arena) {
    const char *text = "";
    size_t count = 0;
    for (size_t i = 0; i < m->axis_count; i++) count += l->roles.role[i] == LG_ROLE_BEST && m->axes[i].count > 1;
    for (size_t i = 0; i < m->axis_count && text; i++)
        if (l->roles.role[i] == LG_ROLE_BEST && m->axes[i].count > 1)
            text = lg_axis_roles_add(m, i, run, count > 1, text, arena);
    return text;
}
