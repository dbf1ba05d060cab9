/* best.c: the best score over all choices and seeds, as in Table 1 of Ruoss et al. 2023. As a maximum it grows with the
 * number of runs. */
#include <string.h>

#include "report/gain.h"

static bool suits_report(const lg_report *r) {
    if (r->layout->averages_tasks) return false;
    return r->manifest->run_count > 0;
}

static void fill_cell(const lg_report *r, lg_table *t, size_t row, size_t column) {
    const lg_cell_runs *p = lg_cell_runs_at(r->layout, row, column);
    lg_cell *c = lg_table_cell(t, row, column);
    lg_cell_best(t, c, r, p);
    lg_cell_compare(t, c, r, "best", row, lg_study_column_of(r->study, &r->columns[column]));
}

/* "Best of 3 seeds"; "runs" if other axes are also chosen or averaged over. */
static const char *name_table(const lg_report *r, lg_table *t) {
    size_t most = 0;
    for (size_t i = 0; i < t->row_count * t->column_count; i++)
        if (t->cells[i].tally.planned > most) most = t->cells[i].tally.planned;
    const bool seeds = !strcmp(r->layout->averaged, "seed") && *r->layout->others == '\0';
    return lg_table_text(t, "Best of %zu %s%s", most, seeds ? "seed" : "run", most == 1 ? "" : "s");
}

static void fill_table(const lg_report *r, lg_table *t) {
    const char *others = r->layout->others;
    const char *over = r->layout->over;
    t->caption = lg_table_text(
        t,
        "%s. The best of all runs of a cell%s%s%s%s%s%s: more runs give a higher maximum, which does not predict the "
        "next run; means are in the table \"mean\".",
        lg_report_score(r), *over ? ", over " : "", over, *others ? ", with the best " : "", others,
        *others ? " in brackets, by test scores" : "", lg_report_compares(r) ? "; the best of each row in bold" : "");
    if (!lg_table_of_scores(t, r)) return;
    for (size_t i = 0; i < t->row_count; i++)
        for (size_t j = 0; j < t->column_count; j++) fill_cell(r, t, i, j);
    t->title = name_table(r, t);
    lg_table_mark_columns(t, r);
    lg_table_note_gain(t, r);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_best = {
    .name = "best",
    .summary = "best score over seeds and choices",
    .source = "Ruoss et al. 2023, Table 1",
    .by_name = true,
    .suits = suits_report,
    .fill = fill_table,
};
