/* comparison.c: fills tables that compare models; see comparison.h. */
#include "report/comparison.h"

#include <math.h>
#include <string.h>

#include "report/finding.h"

/* ---- selecting models ---- */

static bool is_filter(const lg_comparison_column *c) {
    return c->positions || c->encoding || c->attention;
}

static bool has_choice(const char *wanted, const char *is) {
    return !wanted || !strcmp(wanted, is);
}

static bool is_match(const lg_comparison_column *c, const lg_run_attributes *a) {
    return is_filter(c) && has_choice(c->positions, a->positions) && has_choice(c->encoding, a->encoding) &&
           has_choice(c->attention, a->attention);
}

/* The first column of the layout with these models; -1 without one. */
static int find_column(const lg_comparison_column *c, const lg_report *r) {
    for (size_t j = 0; j < r->layout->column_count; j++)
        if (is_match(c, &r->columns[j])) return (int)j;
    return -1;
}

static bool is_named(const lg_comparison *x, const lg_run_attributes *a) {
    for (const lg_comparison_column *c = x->columns; c->label; c++)
        if (is_match(c, a)) return true;
    return false;
}

static bool is_run_of(const lg_comparison *x, const lg_comparison_column *c, const lg_report *r, size_t run) {
    return c->where && r->layout->row_of[run] >= 0 && lg_planned_has(r->manifest, run, x->where) &&
           lg_planned_has(r->manifest, run, c->where);
}

static bool has_task_columns(const lg_report *r) {
    for (size_t i = 0; i < r->manifest->axis_count; i++)
        if (r->layout->roles.role[i] == LG_ROLE_COLUMNS && lg_grid_axis_sets_task(&r->manifest->axes[i])) return true;
    return false;
}

/* Are there runs with the labels of the column? If the layout has a column for each task, all of these runs must be of
 * `task`, because scores of different tasks cannot be compared. *task is NULL before the first run. */
static bool has_runs(const lg_comparison *x, const lg_comparison_column *c, const lg_report *r, const char **task) {
    const bool columns = has_task_columns(r);
    bool found = false;
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        if (!is_run_of(x, c, r, i)) continue;
        const char *own = columns ? r->columns[r->layout->column_of[i]].task : "";
        if (*task && strcmp(*task, own)) return false;
        *task = own;
        found = true;
    }
    return found;
}

bool lg_comparison_suits(const lg_comparison *x, const lg_report *r) {
    const char *task = NULL;
    for (const lg_comparison_column *c = x->columns; c->label; c++)
        if ((c->where && !has_runs(x, c, r, &task)) || (is_filter(c) && find_column(c, r) < 0)) return false;
    return true;
}

/* ---- cells ---- */

static double value_of(const lg_report *r, const lg_cell_runs *p, lg_compared value) {
    if (value == LG_COMPARE_MEAN) return p->chosen ? p->chosen->mean : NAN;
    return p->best == LG_NO_RUN ? NAN : lg_results_score(r->results, p->best);
}

/* The best cell of a row among the columns of the layout whose models are in no named column of the table; NULL without
 * any. */
static const lg_cell_runs *best_other(const lg_comparison *x, const lg_report *r, size_t row, lg_compared value) {
    const lg_cell_runs *best = NULL;
    for (size_t j = 0; j < r->layout->column_count; j++) {
        const lg_cell_runs *p = lg_cell_runs_at(r->layout, row, j);
        if (is_named(x, &r->columns[j]) || !isfinite(value_of(r, p, value))) continue;
        if (!best || lg_metric_better(r->results->metric, value_of(r, p, value), value_of(r, best, value))) best = p;
    }
    return best;
}

/* The runs that a column shows in a row; NULL: none. */
static const lg_cell_runs *find_runs(const lg_comparison *x, const lg_comparison_column *by, const lg_report *r,
                                     lg_table *t, size_t row) {
    if (by->where) {
        const lg_cell_runs *p = lg_layout_pick(r->layout, r->results, row, by->where, x->where, t->arena);
        if (!p) t->failed = true;
        return p;
    }
    if (!is_filter(by)) return best_other(x, r, row, by->value);
    const int at = find_column(by, r);
    return at < 0 ? NULL : lg_cell_runs_at(r->layout, row, (size_t)at);
}

/* If the runs come from several columns of the layout, also names the column of the run shown. */
static void name_column(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p) {
    const size_t run = c->from != LG_NO_RUN ? c->from : c->run_count > 0 ? c->runs[0] : LG_NO_RUN;
    const int *column = r->layout->column_of;
    bool several = false;
    for (size_t i = 0; i < p->count && run != LG_NO_RUN; i++) several |= column[p->runs[i]] != column[run];
    const bool others = c->winner && *c->winner != '\0';
    if (several)
        c->winner =
            lg_table_text(t, "%s%s%s", r->layout->columns[column[run]], others ? ", " : "", others ? c->winner : "");
}

/* The difference of two means and, if the two means are over the same seeds, the interval of the paired differences. */
static void fill_gain(const lg_report *r, lg_table *t, lg_cell *c, const lg_cell *first, const lg_cell *second) {
    const lg_group from = {.runs = first->runs, .count = first->run_count},
                   to = {.runs = second->runs, .count = second->run_count};
    lg_pairing p;
    lg_effect e;
    c->value = second->value - first->value;
    if (!first->interval || !second->interval) return;
    if (!lg_pairing_new(r, &p)) t->failed = true;
    if (t->failed) return;
    lg_pairing_of_groups(r, &to, &from, &p);
    if (!lg_effect_of(lg_pairing_differences(&p), p.unit, &e)) t->failed = true;
    c->interval = p.count == from.count && p.count == to.count;
    if (!c->interval || t->failed) return;
    const lg_interval i = lg_pairing_interval(r, &e);
    c->summary.count = p.count, c->summary.mean = e.mean, c->summary.low = i.low, c->summary.high = i.high;
}

/* Returns the runs that the cell shows; NULL for a difference of two columns. */
static const lg_cell_runs *fill_cell(const lg_comparison *x, const lg_report *r, lg_table *t, size_t row,
                                     size_t column) {
    const lg_comparison_column *by = &x->columns[column];
    lg_cell *c = lg_table_cell(t, row, column);
    c->digits = lg_report_metric(r).digits;
    if (by->value == LG_COMPARE_GAIN) {
        fill_gain(r, t, c, lg_table_cell(t, row, column - 2), lg_table_cell(t, row, column - 1));
        return NULL;
    }
    const lg_cell_runs *p = find_runs(x, by, r, t, row);
    if (p) (by->value == LG_COMPARE_MEAN ? lg_cell_group : lg_cell_best)(t, c, r, p);
    if (p && by->where) name_column(t, c, r, p);
    lg_cell_compare(t, c, r, t->name, row, (int)column);
    return p;
}

/* ---- findings ---- */

/* The columns that show means, and the group of runs that each of them shows in each row. */
typedef struct means {
    const char **labels;
    const lg_group **groups; /* [count, rows] */
    size_t count, done, planned;
} means;

static bool new_means(const lg_table *t, means *out) {
    *out = (means){.labels = lg_arena_alloc(t->arena, (t->column_count + 1) * sizeof *out->labels),
                   .groups = lg_arena_alloc(t->arena, (t->column_count * t->row_count + 1) * sizeof *out->groups)};
    return out->labels && out->groups;
}

static void fill_column(const lg_comparison *x, const lg_report *r, lg_table *t, size_t column, means *m) {
    const bool mean = x->columns[column].value == LG_COMPARE_MEAN;
    for (size_t i = 0; i < t->row_count; i++) {
        const lg_cell_runs *p = fill_cell(x, r, t, i, column);
        if (!mean) continue;
        m->groups[m->count * t->row_count + i] = p ? p->chosen : NULL;
        if (p) m->done += p->tally.state[LG_RUN_DONE], m->planned += p->tally.planned;
    }
    if (mean) m->labels[m->count++] = x->columns[column].label;
}

/* If the sweep file defines the table, puts the table's finding at the start of its caption. */
static void put_finding(const lg_comparison *x, const lg_report *r, lg_table *t, const means *m) {
    if (!x->place || m->count < 2) return;
    const lg_arms arms = {m->labels, m->count, t->row_count, m->groups, r->layout->rows};
    const char *finding = lg_finding_of_arms(r, &arms, m->done, m->planned, r->layout->row_axis);
    if (!finding) t->failed = true;
    if (finding) t->caption = lg_table_text(t, "%s %s", finding, t->caption);
}

/* ---- tables ---- */

/* The best value is marked among adjacent columns that show the same kind of value. */
static void mark_columns(const lg_comparison *x, lg_table *t) {
    for (size_t first = 0, end; first < t->column_count; first = end) {
        end = first + 1;
        while (end < t->column_count && x->columns[end].value == x->columns[first].value) end++;
        lg_table_mark(t, first, end - first);
    }
}

static void note_gain(const lg_comparison *x, const lg_report *r, lg_table *t) {
    double sum = 0;
    size_t rows = 0;
    for (size_t j = 0; j < t->column_count; j++)
        for (size_t i = 0; x->columns[j].value == LG_COMPARE_GAIN && i < t->row_count; i++) {
            const double gain = lg_table_cell(t, i, j)->value;
            if (isfinite(gain)) sum += gain, rows++;
        }
    if (rows == 0) return;
    const lg_study *study = x->study && x->published_gain ? lg_report_scores(r) : NULL;
    const bool own = study && !strcmp(study->name, x->study);
    const char *published = own ? lg_table_text(t, " (published: %s)", x->published_gain) : "";
    lg_table_note(t, "%s %s %.1f points, averaged over %zu row%s%s.", x->gain, sum < 0 ? "loses" : "gains",
                  fabs(sum) / (double)rows, rows, rows == 1 ? "" : "s", published);
}

/* A caption that describes each column. */
static const char *describe_columns(const lg_comparison *x, const lg_report *r, lg_table *t) {
    const char *over = r->layout->over, *text = lg_table_text(t, "%s.", lg_report_score(r));
    for (const lg_comparison_column *c = x->columns; c->label; c++) {
        const bool mean = c->value == LG_COMPARE_MEAN, gain = c->value == LG_COMPARE_GAIN;
        text = lg_table_text(t, "%s%s %s: %s%s%s%s", text, c == x->columns ? "" : ";", c->label,
                             gain   ? "the second of the two preceding columns minus the first, paired by seed"
                             : mean ? "the best mean and its 95 % interval"
                                    : "the best",
                             mean && *over ? " over " : "", mean ? over : "", gain ? "" : " of runs with ");
        if (!gain) text = lg_table_text(t, "%s%s", text, c->words);
    }
    return lg_table_text(t, "%s.", text);
}

void lg_comparison_fill(const lg_comparison *x, const lg_report *r, lg_table *t) {
    size_t count = 0;
    means m;
    while (x->columns[count].label) count++;
    const char **labels = lg_arena_alloc(t->arena, (count + 1) * sizeof *labels);
    t->title = x->title, t->caption = x->caption ? x->caption : describe_columns(x, r, t);
    lg_table_set_metric(t, r);
    if (!labels) t->failed = true;
    for (size_t j = 0; labels && j < count; j++) labels[j] = x->columns[j].label;
    if (t->failed || !lg_table_of_rows(t, r, labels, count)) return;
    if (!new_means(t, &m)) t->failed = true;
    for (size_t j = 0; j < count && !t->failed; j++) fill_column(x, r, t, j, &m);
    if (t->failed) return;
    put_finding(x, r, t, &m);
    if (x->where) lg_table_drop_rows(t);
    mark_columns(x, t);
    if (x->where) lg_table_note(t, "Only runs with %s.", x->words);
    if (x->gain && !t->lower_is_better) note_gain(x, r, t);
    lg_table_explain(t, r);
}
