/* sorting.c: what sorting the drawn positions is worth, as in Table 3 of Ruoss et al. 2023: randomized sinusoids with
 * and without it. */
#include <math.h>

#include "report/format/table.h"

enum { UNSORTED, SORTED, GAIN, COLUMNS };

static int column_of(const lg_report *r, int which) {
    return lg_report_column(r, which == UNSORTED ? "unsorted" : "randomized", "sinusoid");
}

static bool suits_report(const lg_report *r) {
    return column_of(r, UNSORTED) >= 0 && column_of(r, SORTED) >= 0;
}

static void fill_cell(const lg_report *r, lg_table *t, size_t row, int which) {
    const lg_cell_runs *p = lg_cell_runs_at(r->layout, row, (size_t)column_of(r, which));
    lg_cell *c = lg_table_cell(t, row, (size_t)which);
    lg_cell_best(t, c, r, p);
    lg_cell_compare(t, c, r, "sorting", row, which);
}

static void fill_row(const lg_report *r, lg_table *t, size_t row) {
    fill_cell(r, t, row, UNSORTED);
    fill_cell(r, t, row, SORTED);
    lg_table_cell(t, row, GAIN)->value = lg_table_cell(t, row, SORTED)->value - lg_table_cell(t, row, UNSORTED)->value;
}

static void note_gain(lg_table *t, const lg_report *r) {
    double sum = 0;
    size_t rows = 0;
    for (size_t i = 0; i < t->row_count; i++) {
        const double gain = lg_table_cell(t, i, GAIN)->value;
        if (isfinite(gain)) sum += gain, rows++;
    }
    if (rows > 0)
        lg_table_note(t, "Sorting %s %.1f points in the mean of %zu row%s%s.", sum < 0 ? "loses" : "gains",
                      fabs(sum) / (double)rows, rows, rows == 1 ? "" : "s",
                      !r->study ? "" : " (published, of 15 tasks: 15.7)");
}

static void fill_table(const lg_report *r, lg_table *t) {
    static const char *const labels[] = {"unsorted", "sorted", "gain"};
    t->title = "Sorting of randomized positions";
    t->unit = "%";
    t->caption =
        "Sinusoids of randomized positions, in random order and sorted: the best score in % over all seeds and "
        "choices.";
    if (!lg_table_of_rows(t, r, labels, COLUMNS)) return;
    for (size_t i = 0; i < t->row_count; i++) fill_row(r, t, i);
    lg_table_mark(t, UNSORTED, 2);
    note_gain(t, r);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_sorting = {
    .name = "sorting",
    .summary = "randomized sinusoids with and without sorting the positions",
    .source = "Ruoss et al. 2023, Table 3",
    .suits = suits_report,
    .fill = fill_table,
};
