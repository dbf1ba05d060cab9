/* pairs.c: tests whether two columns differ, by the differences of their scores, paired by task and seed. Each column
 * has the choice that the table of means shows. If there are several tasks, tasks are the unit, because seeds of one
 * task are not independent samples of tasks in general. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/format/table.h"
#include "report/pairing.h"

enum { UNIT, UNITS, PAIRS, DIFFERENCE, LOW, HIGH, P, LEAST, REMARK, COLUMNS };

static bool suits_report(const lg_report *r) {
    return r->layout->column_count > 1;
}

static void set_value(const lg_table *t, size_t row, size_t column, double value, int digits) {
    lg_cell *c = lg_table_cell(t, row, column);
    c->value = value;
    c->digits = digits;
}

static void keep_runs(lg_table *t, lg_cell *c, const lg_pairing *all) {
    size_t *runs = lg_arena_alloc(t->arena, (2 * all->count + 1) * sizeof *runs);
    if (!runs) t->failed = true;
    if (!runs) return;
    memcpy(runs, all->runs, 2 * all->count * sizeof *runs);
    c->runs = runs, c->run_count = 2 * all->count;
}

/* Why the result is undecided although the interval or p suggests otherwise; or "". */
static const char *remark_of(lg_table *t, const lg_difference *d, const char *unit) {
    const lg_effect *e = &d->effect;
    const bool apart = d->interval.low > 0 || d->interval.high < 0, few = d->test.least >= 0.05;
    if (strchr(unit, ',')) unit = "unit"; /* combinations of several axes */
    if (e->error == 0) return "no interval: all differences are equal";
    if (!(e->error > 0)) return lg_table_text(t, "no interval: one %s", unit);
    if (apart && few) return lg_table_text(t, "undecided: too few %ss for p below 0.05", unit);
    return apart == (d->test.p < 0.05) ? "" : "undecided: interval and p disagree";
}

/* Appends a row, if the two columns have pairs. */
static void add_row(const lg_report *r, lg_table *t, const lg_arms *x, size_t a, size_t b, lg_pairing *all) {
    const size_t row = t->row_count;
    const int digits = lg_report_metric(r).digits;
    lg_difference d = {0};
    if (!lg_difference_of_arms(r, x, a, b, all, &d)) t->failed = true;
    const lg_effect *e = &d.effect;
    if (e->pairs == 0 || t->failed) return;
    t->row_count++;
    keep_runs(t, lg_table_cell(t, row, DIFFERENCE), all);
    t->rows[row].label = lg_table_text(t, "%s − %s", x->labels[a], x->labels[b]);
    lg_table_cell(t, row, UNIT)->text = all->unit_name;
    set_value(t, row, UNITS, all->unit == LG_UNIT_TASK ? (double)e->tasks : (double)all->count, 0);
    set_value(t, row, PAIRS, (double)all->count, 0);
    set_value(t, row, DIFFERENCE, e->mean, digits);
    set_value(t, row, LOW, d.interval.low, digits);
    set_value(t, row, HIGH, d.interval.high, digits);
    set_value(t, row, P, e->error > 0 ? d.test.p : (double)NAN, 5);
    set_value(t, row, LEAST, e->error > 0 ? d.test.least : (double)NAN, 5);
    lg_table_cell(t, row, REMARK)->text = remark_of(t, &d, all->unit_name);
}

static void fill_table(const lg_report *r, lg_table *t) {
    static const char *const labels[COLUMNS] = {"unit", "units", "pairs",   "mean difference", "from",
                                                "to",   "p",     "least p", "remark"};
    const size_t columns = r->layout->column_count;
    const lg_metric_info m = lg_report_metric(r);
    const bool named = !strcmp(m.label, m.title); /* the title includes the unit */
    const char *unit = !strcmp(m.unit, "%") ? "percentage points" : m.unit;
    lg_pairing all;
    lg_arms x;
    t->title = "Paired tests between columns";
    lg_table_set_metric(t, r);
    t->corner = "columns";
    t->list = true;
    t->caption = lg_table_text(
        t,
        "Differences of scores (%s)%s%s, paired by task and seed, each column at its best choice. The unit of the 95 "
        "%% interval (Student's t) and of p is the task, with the mean of its pairs; with a single task, the unit is a "
        "label of the other averaged axes or else the seed, and the result does not extend to other tasks. p is "
        "two-sided, from a sign-flip permutation test (exact up to 18 units, else 20,000 random flips), and not "
        "corrected for the number of tests; least p is the smallest p that this number of units can reach.",
        m.title, named ? "" : m.in, named ? "" : unit);
    if (!lg_pairing_new(r, &all) || !lg_arms_of_columns(r, &x) ||
        !lg_table_size(t, columns * (columns - 1) / 2, COLUMNS))
        t->failed = true;
    for (size_t j = 0; j < COLUMNS && !t->failed; j++)
        t->columns[j] =
            (lg_column){labels[j], j == UNIT || j == REMARK, j == DIFFERENCE || j == LOW || j == HIGH ? unit : NULL};
    t->row_count = 0;
    for (size_t a = 0; a < columns && !t->failed; a++)
        for (size_t b = a + 1; b < columns && !t->failed; b++) add_row(r, t, &x, a, b, &all);
    const size_t without = columns * (columns - 1) / 2 - t->row_count;
    if (without > 0)
        lg_table_note(t, "%zu pair%s of columns %s no finished runs of the same task and seed and %s omitted.", without,
                      without == 1 ? "" : "s", without == 1 ? "has" : "have", without == 1 ? "is" : "are");
}

const lg_table_kind lg_table_pairs = {
    .name = "pairs",
    .summary = "paired test of every two columns, by task or by seed",
    .source = "",
    .suits = suits_report,
    .fill = fill_table,
};
