/* published_lengths.c: our scores at the lengths of a study's scores. If a sweep trains on other lengths than the
 * study, lengths are compared at the same multiple of the longest training length. */
#include <limits.h>
#include <math.h>

#include "api/sweep.h"
#include "report/format/table.h"
#include "report/tested.h"

/* ---- lengths ---- */

/* The shortest length above `after` in the study's curves for a row of the layout, over all columns; 0 without one. */
static int next_length(const lg_report *r, size_t row, int after) {
    int next = 0;
    for (size_t j = 0; j < r->layout->column_count; j++) {
        const char *c = lg_report_curve(r, row, j);
        const int own = c ? lg_study_curve_next(c, after) : 0;
        if (own > 0 && (next == 0 || own < next)) next = own;
    }
    return next;
}

static size_t count_lengths(const lg_report *r) {
    size_t count = 0;
    for (size_t i = 0; i < r->layout->row_count; i++)
        for (int length = 0; (length = next_length(r, i, length)) > 0;) count++;
    return count;
}

/* The longest training length of the study for a row of the layout. */
static int study_trained(const lg_report *r, size_t row) {
    for (size_t j = 0; j < r->layout->column_count; j++)
        if (lg_report_curve(r, row, j)) return lg_study_curve_trained(lg_report_curve(r, row, j));
    return 0;
}

/* Our length at this multiple of the longest training length; 0 if it is not an integer. */
static int own_length(int trained, double multiple) {
    const double length = multiple * trained;
    return trained > 0 && length < INT_MAX && fabs(length - round(length)) < 1e-6 ? (int)round(length) : 0;
}

/* ---- cells ---- */

static double value_at(const lg_report *r, size_t run, double multiple) {
    const int length = own_length(r->trained[run], multiple);
    return length > 0 ? lg_tested_at(r, &r->results->runs[run], length) : (double)NAN;
}

/* May the cell still get a number: is this multiple an integer length, and is no run of the cell finished yet? */
static bool is_open(const lg_report *r, const lg_cell_runs *p, double multiple) {
    return p->count > 0 && p->tally.state[LG_RUN_DONE] == 0 && own_length(r->trained[p->runs[0]], multiple) > 0;
}

/* Our number at this multiple of the longest training length. */
static void fill_ours(const lg_report *r, lg_table *t, lg_cell *c, const lg_cell_runs *p, double multiple) {
    lg_cell_of_group(t, c, r, p, (lg_measure){value_at, multiple, lg_report_range(r)});
    c->digits = lg_report_metric(r).digits;
    if (!isfinite(c->value) && !is_open(r, p, multiple)) c->tally = (lg_tally){0};
}

static void fill_published(lg_table *t, lg_cell *c, const char *study, int length) {
    c->published = lg_study_curve_value(study, length, t->arena);
    if (!c->published.text) t->failed = true;
    if (isfinite(c->value) && lg_published_value_is(&c->published))
        c->difference = lg_published_value_difference(&c->published, c->value);
}

/* ---- rows ---- */

/* The label of a row for length 24 of a study with longest training length 20: "24 of 20" if ours is also 20; "12 of 10
 * (24 of 20)" if ours is 10; "(21 of 20)" if the multiple 21/20 gives no integer length. */
static const char *name_length(lg_table *t, int ours, int length, int trained) {
    const int own = own_length(ours, (double)length / trained);
    if (ours == trained) return lg_table_text(t, "%d of %d", length, trained);
    return own > 0 ? lg_table_text(t, "%d of %d (%d of %d)", own, ours, length, trained)
                   : lg_table_text(t, "(%d of %d)", length, trained);
}

static void fill_row(const lg_report *r, lg_table *t, size_t to, size_t row, int length) {
    const int trained = study_trained(r, row);
    t->rows[to].label = name_length(t, lg_report_trained_in(r, row), length, trained);
    t->rows[to].group = *r->layout->row_axis ? r->layout->rows[row] : "";
    for (size_t j = 0; j < t->column_count; j++) {
        const char *study = lg_report_curve(r, row, j);
        lg_cell *c = lg_table_cell(t, to, j);
        fill_ours(r, t, c, lg_cell_runs_at(r->layout, row, j), (double)length / trained);
        if (study) fill_published(t, c, study, length);
    }
}

static bool suits_report(const lg_report *r) {
    return !r->layout->averages_tasks && count_lengths(r) > 0;
}

static void fill_table(const lg_report *r, lg_table *t) {
    const lg_layout *l = r->layout;
    const lg_metric_info m = lg_report_metric(r);
    t->title = "By length, with published scores";
    t->caption = lg_table_text(t, "The %s%s%s at the study's lengths: %s; our best of each length in bold.", m.title,
                               *m.unit ? m.in : "", m.unit, lg_table_of_means(t, r, lg_report_range(r), false));
    lg_table_set_metric(t, r);
    if (!lg_table_size(t, count_lengths(r), l->column_count)) return;
    t->corner = "length";
    for (size_t j = 0; j < l->column_count; j++) t->columns[j].label = l->columns[j];
    size_t to = 0;
    for (size_t i = 0; i < l->row_count; i++)
        for (int length = 0; (length = next_length(r, i, length)) > 0;) fill_row(r, t, to++, i, length);
    lg_table_mark(t, 0, t->column_count);
    lg_table_note(t, "\"24 of 20\" is length 24 of models trained on lengths up to 20; the study's length is in "
                     "brackets if it differs. Our models are compared at the same multiple of the longest training "
                     "length. A cell without a test of that length is empty (no interpolation).");
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_published_lengths = {
    .name = "published_lengths",
    .summary = "the metric at single lengths, next to the published numbers of a study",
    .source = "",
    .suits = suits_report,
    .fill = fill_table,
};
