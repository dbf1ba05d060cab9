/* reach.c: do models that learn faster extrapolate further? The loss at training lengths after the same number of
 * steps, and the metric at training lengths and beyond. */
#include <math.h>

#include "report/format/table.h"
#include "report/reach.h"

enum { LOSS, IN_RANGE, BEYOND, COLUMNS };

static void fill_cell(const lg_report *r, lg_table *t, size_t row, size_t column, const lg_cell_runs *p) {
    static const lg_run_number numbers[COLUMNS] = {lg_reach_loss, lg_reach_in_range, lg_reach_beyond};
    lg_cell *c = lg_table_cell(t, row, column);
    lg_cell_of_group(t, c, r, p, (lg_measure){numbers[column], 0, column == LOSS ? lg_amounts : lg_report_range(r)});
    c->digits = column == LOSS ? 4 : lg_report_metric(r).digits;
}

static void note_correlation(const lg_report *r, lg_table *t, size_t row) {
    const size_t first = row * r->layout->column_count, count = r->layout->column_count;
    double *loss = lg_arena_alloc(t->arena, 2 * count * sizeof *loss);
    if (!loss) {
        t->failed = true;
        return;
    }
    double *beyond = loss + count;
    for (size_t j = 0; j < count; j++) {
        loss[j] = -lg_table_cell(t, first + j, LOSS)->value;
        beyond[j] = lg_table_cell(t, first + j, BEYOND)->value * (lg_report_metric(r).lower_is_better ? -1 : 1);
    }
    const double rho = lg_rank_correlation(loss, beyond, count);
    if (isfinite(rho))
        lg_table_note(t,
                      "%s%sRank correlation (Spearman) over all columns between a low loss at the training lengths and "
                      "a good metric beyond them: %.2f.",
                      r->layout->rows[row], *r->layout->rows[row] ? ": " : "", rho);
}

static void fill_table(const lg_report *r, lg_table *t) {
    const lg_layout *l = r->layout;
    const lg_metric_info m = lg_report_metric(r);
    const int longest = lg_report_trained(r);
    const char *trained = longest > 0 ? lg_table_text(t, "%d, as in training", longest) : "the longest training length";
    t->title = "In range and beyond";
    t->list = true;
    t->caption =
        lg_table_text(t,
                      "After training: the cross-entropy at lengths up to %s, and the %s%s%s at these and at longer "
                      "lengths: %s. A lower loss after the same number of steps means faster learning.",
                      trained, m.title, *m.unit ? m.in : "", m.unit, lg_table_of_means(t, r, lg_report_range(r), true));
    lg_table_set_metric(t, r);
    if (!lg_table_size(t, l->row_count * l->column_count, COLUMNS)) return;
    t->corner = l->column_axis;
    t->columns[LOSS] = (lg_column){.label = "loss in range", .unit = "nats per token"};
    t->columns[IN_RANGE] = (lg_column){.label = "in range", .unit = m.unit};
    t->columns[BEYOND] = (lg_column){.label = "beyond", .unit = m.unit};
    for (size_t i = 0; i < l->row_count; i++) {
        for (size_t j = 0; j < l->column_count; j++) {
            const size_t row = i * l->column_count + j;
            t->rows[row].label = l->columns[j];
            t->rows[row].group = l->rows[i];
            for (size_t k = 0; k < COLUMNS; k++) fill_cell(r, t, row, k, lg_cell_runs_at(l, i, j));
        }
        note_correlation(r, t, i);
    }
    lg_table_drop_rows(t);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_reach = {
    .name = "reach",
    .summary = "loss and metric at the training lengths, and the metric at longer lengths",
    .source = "",
    .suits = lg_reach_is_known,
    .fill = fill_table,
};
