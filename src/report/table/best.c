/* best.c: the best score over everything that is chosen and all seeds, as in Table 1 of Ruoss et al. 2023. */
#include <math.h>
#include <string.h>

#include "report/format/table.h"

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

/* The best score of a row among columns whose positions have this name; -INFINITY: none. */
static double best_with(const lg_report *r, const lg_table *t, size_t row, const char *positions) {
    double best = -INFINITY;
    for (size_t j = 0; j < t->column_count; j++)
        if (!strcmp(r->columns[j].positions, positions) && !strcmp(r->columns[j].attention, "softmax"))
            best = fmax(best, lg_table_cell(t, row, j)->value);
    return best;
}

static const char *side_of(double gain) {
    return gain < 0 ? "below" : "above";
}

/* The headline of the paper: what randomized positions gain, in points of a hundred. */
static void note_gain(const lg_report *r, lg_table *t) {
    double sum = 0, highest = -INFINITY;
    size_t rows = 0, at = 0;
    for (size_t i = 0; i < t->row_count; i++) {
        const double gain = best_with(r, t, i, "randomized") - best_with(r, t, i, "standard");
        if (!isfinite(gain)) continue;
        if (gain > highest) highest = gain, at = i;
        sum += gain, rows++;
    }
    const lg_study *study = lg_report_scores(r);
    const char *published = study && *study->gain ? lg_table_text(t, " (published, %s)", study->gain) : "",
               *best = study && *study->best_gain ? lg_table_text(t, " (published: %s)", study->best_gain) : "";
    const double mean = rows == 0 ? 0 : sum / (double)rows;
    if (rows == 1)
        lg_table_note(t, "The best randomized column is %.1f points %s the best plain one.", fabs(mean), side_of(mean));
    if (rows > 1)
        lg_table_note(
            t,
            "The best randomized column is %.1f points %s the best plain one in the mean of %zu rows%s; the best "
            "row is %s, %.1f %s%s.",
            fabs(mean), side_of(mean), rows, published, t->rows[at].label, fabs(highest), side_of(highest), best);
}

static void fill_table(const lg_report *r, lg_table *t) {
    const char *others = r->layout->others;
    t->title = "Best score";
    const char *averaged = r->layout->averaged;
    t->caption =
        lg_table_text(t, "%s. The best of all runs of a cell%s%s%s%s%s%s.", lg_report_score(r),
                      *averaged ? ", over " : "", averaged, *others ? ", with the best " : "", others,
                      *others ? " in brackets" : "", lg_report_compares(r) ? "; the best of each row in bold" : "");
    if (!lg_table_of_scores(t, r)) return;
    for (size_t i = 0; i < t->row_count; i++)
        for (size_t j = 0; j < t->column_count; j++) fill_cell(r, t, i, j);
    lg_table_mark_columns(t, r);
    if (!t->lower_is_better && !lg_axis_roles_split_tasks(r->manifest, &r->layout->roles, LG_ROLE_COLUMNS))
        note_gain(r, t);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_best = {
    .name = "best",
    .summary = "best score over seeds and choices",
    .source = "Ruoss et al. 2023, Table 1",
    .suits = suits_report,
    .fill = fill_table,
};
