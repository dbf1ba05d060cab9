/* gain.c: computes the gain of randomized positions; see gain.h. */
#include "report/gain.h"

#include <math.h>
#include <string.h>

#include "report/pairing.h"

/* The best score of a row among softmax columns with these positions; -INFINITY without any. */
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

/* Collects the gains of the rows that have a gain, with the numbers of these rows. Returns their count. */
static size_t collect_gains(const lg_report *r, const lg_table *t, double *gains, size_t *rows) {
    size_t count = 0;
    for (size_t i = 0; i < t->row_count; i++) {
        const double gain = best_with(r, t, i, "randomized") - best_with(r, t, i, "standard");
        if (isfinite(gain)) gains[count] = gain, rows[count++] = i;
    }
    return count;
}

/* ", 95 % interval over rows 3.1 to 20.2", or "" without an interval. */
static const char *interval_of(lg_table *t, const lg_report *r, const lg_effect *e) {
    const lg_interval i = lg_pairing_interval(r, e);
    if (!isfinite(i.low)) return "";
    return lg_table_text(t, ", 95 %% interval over rows %s%.1f to %s%.1f", i.low < 0 ? "−" : "", fabs(i.low),
                         i.high < 0 ? "−" : "", fabs(i.high));
}

static void write_note(lg_table *t, const lg_report *r, const lg_effect *e, size_t highest, double gain) {
    const lg_study *study = lg_report_scores(r);
    const char *published = study && *study->gain ? lg_table_text(t, " (published: %s)", study->gain) : "",
               *best = study && *study->best_gain ? lg_table_text(t, " (published: %s)", study->best_gain) : "";
    const double mean = fabs(e->mean);
    if (e->tasks == 1)
        lg_table_note(t, "The best randomized column is %.1f points %s the best standard one.", mean, side_of(e->mean));
    if (e->tasks > 1)
        lg_table_note(
            t,
            "The best randomized column is %.1f points %s the best standard one, averaged over %zu rows%s%s; the best "
            "row is %s, %.1f %s%s.",
            mean, side_of(e->mean), e->tasks, interval_of(t, r, e), published, t->rows[highest].label, fabs(gain),
            side_of(gain), best);
}

void lg_table_note_gain(lg_table *t, const lg_report *r) {
    double *gains = lg_arena_alloc(t->arena, (t->row_count + 1) * sizeof *gains);
    size_t *rows = lg_arena_alloc(t->arena, (t->row_count + 1) * sizeof *rows), highest = 0;
    lg_effect e;
    if (t->lower_is_better || lg_axis_roles_split_tasks(r->manifest, &r->layout->roles, LG_ROLE_COLUMNS)) return;
    const size_t count = gains && rows ? collect_gains(r, t, gains, rows) : 0;
    if (!gains || !rows || !lg_effect_of((lg_differences){gains, rows, count}, LG_UNIT_TASK, &e)) {
        t->failed = true;
        return;
    }
    for (size_t i = 1; i < count; i++)
        if (gains[i] > gains[highest]) highest = i;
    if (count > 0) write_note(t, r, &e, rows[highest], gains[highest]);
}
