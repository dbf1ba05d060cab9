/* time.c: the training time of runs, as in Table 2 of Ruoss et al. 2023. Machines differ, so only the ratio to the
 * first column is comparable. */
#include <math.h>

#include "report/format/table.h"

enum { DURATION, SPEED, RATIO, GROUPS };

/* The unit that gives readable numbers for the longest runs. */
static const struct unit {
    const char *name;
    double seconds;
} units[] = {{"hours", 3600}, {"minutes", 60}, {"seconds", 1}};

static bool suits_report(const lg_report *r) {
    return r->manifest->run_count > 0;
}

static double training_time(const lg_report *r, size_t run, double unit) {
    return r->results->runs[run].seconds / unit;
}

static double steps_per_second(const lg_report *r, size_t run, double about) {
    const lg_run_result *x = &r->results->runs[run];
    (void)about;
    return x->seconds > 0 ? (double)x->step / x->seconds : NAN;
}

static const struct unit *choose_unit(const lg_report *r) {
    double longest = 0;
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (lg_is_done(r->results, i)) longest = fmax(longest, r->results->runs[i].seconds);
    const struct unit *u = units;
    while (u->seconds > 1 && longest < u->seconds / 2) u++;
    return u;
}

static lg_cell *group_cell(const lg_table *t, const lg_report *r, int group, size_t row, size_t column) {
    return lg_table_cell(t, (size_t)group * r->layout->row_count + row, column);
}

/* Decimals for three significant digits; further digits would differ from run to run. */
static int digits_of(double x) {
    return x >= 1 ? 2 - (int)floor(log10(x)) : 2;
}

static void fill_mean(const lg_report *r, lg_table *t, lg_cell *c, const lg_cell_runs *p, lg_run_number of,
                      double about) {
    lg_cell_of_runs(t, c, r, p, (lg_measure){of, about, lg_amounts});
    c->digits = digits_of(c->value);
}

/* The ratio of the published means. */
static lg_published_value published_ratio(const lg_report *r, lg_table *t, size_t row, size_t column) {
    const char *task = r->rows[row].task;
    lg_published_value a =
        lg_study_value(r->study, "time", task, lg_study_column_of(r->study, &r->columns[column]), t->arena);
    const lg_published_value b =
        lg_study_value(r->study, "time", task, lg_study_column_of(r->study, &r->columns[0]), t->arena);
    if (!lg_published_value_is(&a) || !lg_published_value_is(&b)) return lg_study_value(NULL, "", "", -1, NULL);
    a.low = a.high = a.low / b.low;
    a.text = lg_table_text(t, "%.2f", a.low);
    return a;
}

static void fill_ratio(const lg_report *r, lg_table *t, size_t row, size_t column) {
    lg_cell *c = group_cell(t, r, RATIO, row, column);
    const lg_cell *ours = group_cell(t, r, DURATION, row, column), *first = group_cell(t, r, DURATION, row, 0);
    if (first->tally.planned == 0) return;
    c->tally = ours->tally;
    c->runs = ours->runs, c->run_count = ours->run_count;
    c->value = ours->value / first->value;
    c->digits = digits_of(c->value);
    c->published = published_ratio(r, t, row, column);
    if (isfinite(c->value) && lg_published_value_is(&c->published))
        c->difference = lg_published_value_difference(&c->published, c->value);
}

static void fill_cells(const lg_report *r, lg_table *t, size_t row, size_t column, const struct unit *u) {
    const lg_cell_runs *p = lg_cell_runs_at(r->layout, row, column);
    fill_mean(r, t, group_cell(t, r, DURATION, row, column), p, training_time, u->seconds);
    fill_mean(r, t, group_cell(t, r, SPEED, row, column), p, steps_per_second, 0);
    fill_ratio(r, t, row, column);
}

static void fill_table(const lg_report *r, lg_table *t) {
    const struct unit *u = choose_unit(r);
    t->title = "Training time";
    t->caption = lg_table_text(t,
                               "The mean over all finished runs and its 95 %% interval (Student's t): %s of training "
                               "without tests, steps per second, and the time relative to the first column.",
                               u->name);
    if (!lg_table_grid(t, r, GROUPS, 2)) return;
    const char *groups[] = {lg_table_text(t, "%s per run", u->name), "steps per second",
                            lg_table_text(t, "time relative to %s", r->layout->columns[0])};
    const char *names[] = {u->name, "steps per second", ""};
    for (size_t i = 0; i < t->row_count; i++) {
        t->rows[i].group = groups[i / r->layout->row_count];
        t->rows[i].unit = names[i / r->layout->row_count];
    }
    for (size_t i = 0; i < r->layout->row_count; i++)
        for (size_t j = 0; j < t->column_count; j++) fill_cells(r, t, i, j, u);
    if (*r->manifest->calibration != '\0')
        lg_table_note(t,
                      "The sweep was planned on a machine with %s; the run.json of a run names the machine that "
                      "trained it.",
                      r->manifest->calibration);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_time = {
    .name = "time",
    .summary = "training time and speed, and their ratio to the first column",
    .source = "Ruoss et al. 2023, Table 2",
    .suits = suits_report,
    .fill = fill_table,
};
