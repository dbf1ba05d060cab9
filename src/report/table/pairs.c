/* pairs.c: do two columns differ? A paired test over all rows and seeds: each pair is the difference of the scores of
 * two columns in one row with one seed, each at the choice that the table of means takes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/format/table.h"
#include "report/inference.h"

enum { COUNT, DIFFERENCE, LOW, HIGH, P, COLUMNS };
enum { STREAM = 0x70616972 }; /* "pair": the tests' own random numbers */

static bool suits_report(const lg_report *r) {
    return r->layout->column_count > 1;
}

/* Pairs as they are collected: capacity for all runs there are. */
typedef struct pairs {
    double *differences; /* a's score less b's, in the unit of the metric */
    size_t *runs;        /* [2 * count], a's and b's */
    size_t count;
} pairs;

/* The pairs of one row. Both groups are sorted by seed. */
static void add_row(const lg_report *r, const lg_group *a, const lg_group *b, pairs *to) {
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        const size_t x = lg_layout_seed(r->layout, r->manifest, a->runs[i]),
                     y = lg_layout_seed(r->layout, r->manifest, b->runs[k]);
        if (x == y && lg_is_done(r->results, a->runs[i]) && lg_is_done(r->results, b->runs[k])) {
            to->runs[2 * to->count] = a->runs[i], to->runs[2 * to->count + 1] = b->runs[k];
            to->differences[to->count++] = lg_report_metric(r).scale * (lg_results_score(r->results, a->runs[i]) -
                                                                        lg_results_score(r->results, b->runs[k]));
        }
        i += x <= y, k += y <= x;
    }
}

static void collect_pairs(const lg_report *r, size_t a, size_t b, pairs *to) {
    to->count = 0;
    for (size_t row = 0; row < r->layout->row_count; row++) {
        const lg_group *x = lg_cell_runs_at(r->layout, row, a)->chosen, *y = lg_cell_runs_at(r->layout, row, b)->chosen;
        if (x && y) add_row(r, x, y, to);
    }
}

static void set_value(const lg_table *t, size_t row, size_t column, double value, int digits) {
    lg_cell *c = lg_table_cell(t, row, column);
    c->value = value;
    c->digits = digits;
}

static void keep_runs(lg_table *t, lg_cell *c, const pairs *all) {
    size_t *runs = lg_arena_alloc(t->arena, (2 * all->count + 1) * sizeof *runs);
    if (!runs) t->failed = true;
    if (!runs) return;
    memcpy(runs, all->runs, 2 * all->count * sizeof *runs);
    c->runs = runs, c->run_count = 2 * all->count;
}

static void fill_row(const lg_report *r, lg_table *t, size_t row, size_t a, size_t b, pairs *all) {
    collect_pairs(r, a, b, all);
    const lg_key key = lg_key_fold(lg_key_fold(lg_key_root(STREAM), a), b);
    const lg_paired test = lg_paired_test(all->differences, all->count, key);
    lg_cell *c = lg_table_cell(t, row, DIFFERENCE);
    keep_runs(t, c, all);
    const lg_range one = lg_report_range(r);
    c->summary = lg_summarize(all->differences, all->count, (lg_range){one.low - one.high, one.high - one.low});
    t->rows[row].label = lg_table_text(t, "%s − %s", r->layout->columns[a], r->layout->columns[b]);
    set_value(t, row, COUNT, (double)all->count, 0);
    const int digits = lg_report_metric(r).digits;
    set_value(t, row, DIFFERENCE, c->summary.mean, digits);
    set_value(t, row, LOW, c->summary.low, digits);
    set_value(t, row, HIGH, c->summary.high, digits);
    set_value(t, row, P, test.p, 5);
}

static void fill_table(const lg_report *r, lg_table *t) {
    static const char *const labels[] = {"pairs", "mean difference", "from", "to", "p"};
    const size_t columns = r->layout->column_count;
    const lg_metric_info m = lg_report_metric(r);
    const bool named = !strcmp(m.label, m.title); /* the title has the unit */
    const char *unit = !strcmp(m.unit, "%") ? "percentage points" : m.unit;
    t->title = "Paired tests between columns";
    lg_table_set_metric(t, r);
    t->corner = "columns";
    t->list = true;
    t->caption = lg_table_text(
        t,
        "Differences of scores (%s)%s%s, over all rows and seeds that both columns have, each at its best choice; "
        "the 95 %% interval of their mean, %s; p, two-sided, from a sign-flip permutation test (exact up to "
        "18 pairs, else 20,000 drawn flips). p is not corrected for the number of tests.",
        m.title, named ? "" : m.in, named ? "" : unit, isfinite(m.high) ? "by Wilson's method" : "by Student's t");
    const size_t capacity = r->manifest->run_count + 1;
    pairs all = {malloc(capacity * sizeof *all.differences), malloc(2 * capacity * sizeof *all.runs), 0};
    if (!all.differences || !all.runs) t->failed = true;
    if (t->failed || !lg_table_size(t, columns * (columns - 1) / 2, COLUMNS)) t->failed = true;
    for (size_t j = 0; j < COLUMNS && !t->failed; j++)
        t->columns[j] = (lg_column){labels[j], false, j == DIFFERENCE || j == LOW || j == HIGH ? unit : NULL};
    for (size_t a = 0, row = 0; a < columns && !t->failed; a++)
        for (size_t b = a + 1; b < columns && !t->failed; b++) fill_row(r, t, row++, a, b, &all);
    free(all.differences);
    free(all.runs);
}

const lg_table_kind lg_table_pairs = {
    .name = "pairs",
    .summary = "paired test of every two columns over rows and seeds",
    .source = "",
    .suits = suits_report,
    .fill = fill_table,
};
