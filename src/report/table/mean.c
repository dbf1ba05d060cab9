/* mean.c: means over seeds with their intervals, at the choice with the best mean, as in Table 4 of Ruoss et al.
 * 2023. */
#include "report/gain.h"

static bool suits_report(const lg_report *r) {
    return r->manifest->run_count > 0;
}

static void fill_cell(const lg_report *r, lg_table *t, size_t row, size_t column) {
    const lg_cell_runs *p = lg_cell_runs_at(r->layout, row, column);
    lg_cell *c = lg_table_cell(t, row, column);
    lg_cell_group(t, c, r, p);
    lg_cell_compare(t, c, r, "mean", row, lg_study_column_of(r->study, &r->columns[column]));
}

/* Notes cells whose seeds either solve the task or fail: with few such seeds, intervals cover less than 95 %. */
static void note_split_seeds(const lg_report *r, lg_table *t) {
    enum { ENOUGH = 10 };
    const double whole = lg_report_range(r).high;
    size_t split = 0;
    for (size_t i = 0; i < t->row_count * t->column_count; i++) {
        const lg_summary *s = &t->cells[i].summary;
        split += s->count > 1 && s->count < ENOUGH && s->max >= 0.95 * whole && s->min <= 0.75 * whole;
    }
    if (split > 0 && lg_report_is_share(r))
        lg_table_note(t,
                      "In %zu cell%s some runs have 95 %% or more and others 75 %% or less. If runs either solve a "
                      "task or fail, intervals over fewer than ten runs cover the mean in less than 95 %% of cases.",
                      split, split == 1 ? "" : "s");
}

static void fill_table(const lg_report *r, lg_table *t) {
    const char *others = r->layout->others;
    t->title = "Mean score";
    t->caption = lg_table_text(t, "%s: %s%s%s. One run, or runs that are all equal, have no interval.",
                               lg_report_score(r), lg_table_of_means(t, r, lg_report_range(r), false),
                               *others ? ", named in brackets" : "",
                               lg_report_compares(r) ? "; the best mean of each row in bold" : "");
    if (!lg_table_of_scores(t, r)) return;
    for (size_t i = 0; i < t->row_count; i++)
        for (size_t j = 0; j < t->column_count; j++) fill_cell(r, t, i, j);
    lg_table_mark_columns(t, r);
    lg_table_note_gain(t, r);
    note_split_seeds(r, t);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_mean = {
    .name = "mean",
    .summary = "mean over seeds at the best choice, with its 95 % interval",
    .source = "Ruoss et al. 2023, Table 4",
    .suits = suits_report,
    .fill = fill_table,
};
