/* table.c: functions that all tables share; see table.h. */
#include "report/format/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "report/inference.h"
#include "report/reading.h"

/* ---- building ---- */

static void *alloc_zeros(lg_table *t, size_t bytes) {
    void *p = t->failed ? NULL : lg_arena_alloc(t->arena, bytes + 1);
    if (!p) t->failed = true;
    return p;
}

bool lg_table_size(lg_table *t, size_t rows, size_t columns) {
    t->rows = alloc_zeros(t, rows * sizeof *t->rows);
    t->columns = alloc_zeros(t, columns * sizeof *t->columns);
    t->cells = alloc_zeros(t, rows * columns * sizeof *t->cells);
    if (t->failed) return false;
    t->row_count = rows, t->column_count = columns;
    for (size_t i = 0; i < rows; i++) t->rows[i] = (lg_row){"", "", false};
    for (size_t i = 0; i < columns; i++) t->columns[i] = (lg_column){.label = ""};
    for (size_t i = 0; i < rows * columns; i++)
        t->cells[i] = (lg_cell){.value = NAN,
                                .digits = 1,
                                .from = LG_NO_RUN,
                                .summary = lg_summarize(NULL, 0, lg_amounts),
                                .published = lg_study_value(NULL, "", "", -1, NULL),
                                .difference = NAN};
    return true;
}

lg_cell *lg_table_cell(const lg_table *t, size_t row, size_t column) {
    return &t->cells[row * t->column_count + column];
}

static const char *text_of(lg_table *t, const char *format, va_list words) {
    const char *text = t->failed ? NULL : lg_arena_vprintf(t->arena, format, words);
    if (!text) t->failed = true;
    return text ? text : "";
}

const char *lg_table_text(lg_table *t, const char *format, ...) {
    va_list words;
    va_start(words, format);
    const char *text = text_of(t, format, words);
    va_end(words);
    return text;
}

void lg_table_note(lg_table *t, const char *format, ...) {
    if (t->note_count == sizeof t->notes / sizeof *t->notes) return;
    va_list words;
    va_start(words, format);
    t->notes[t->note_count++] = text_of(t, format, words);
    va_end(words);
}

static void label_row(lg_row *row, const lg_report *r, size_t of) {
    row->label = r->layout->rows[of];
    row->order_invariant = r->rows[of].order_invariant;
}

bool lg_table_of_rows(lg_table *t, const lg_report *r, const char *const *labels, size_t count) {
    if (!lg_table_size(t, r->layout->row_count, count)) return false;
    t->corner = r->layout->row_axis;
    for (size_t i = 0; i < t->row_count; i++) label_row(&t->rows[i], r, i);
    for (size_t j = 0; j < count; j++) t->columns[j].label = labels[j];
    return true;
}

bool lg_table_grid(lg_table *t, const lg_report *r, size_t times, int digits) {
    const lg_layout *l = r->layout;
    if (!lg_table_size(t, times * l->row_count, l->column_count)) return false;
    t->corner = *l->row_axis == '\0' ? "data" : l->row_axis;
    for (size_t i = 0; i < t->row_count; i++) label_row(&t->rows[i], r, i % l->row_count);
    for (size_t i = 0; i < t->column_count; i++) t->columns[i].label = l->columns[i];
    for (size_t i = 0; i < t->row_count * t->column_count; i++) t->cells[i].digits = digits;
    return true;
}

void lg_table_drop_rows(lg_table *t) {
    size_t count = 0;
    for (size_t i = 0; i < t->row_count; i++) {
        size_t planned = 0;
        for (size_t j = 0; j < t->column_count; j++) planned += lg_table_cell(t, i, j)->tally.planned;
        if (planned == 0) continue;
        t->rows[count] = t->rows[i];
        memmove(lg_table_cell(t, count++, 0), lg_table_cell(t, i, 0), t->column_count * sizeof *t->cells);
    }
    t->row_count = count;
}

const char *lg_table_of_means(lg_table *t, const lg_report *r, lg_range range, bool losses) {
    const char *over = r->layout->over, *others = r->layout->others, *units = r->layout->units;
    const char *interval = !isfinite(range.high) ? "Student's t" : losses ? "Wilson; Student's t for losses" : "Wilson";
    return lg_table_text(t, "the mean over %s and its 95 %% interval (%s%s%s)%s%s%s",
                         *over ? over : "the runs of a cell", interval, *units ? ", over the means of each " : "",
                         units, *others ? ", at the " : "", others, *others ? " with the best mean test score" : "");
}

/* ---- cells ---- */

void lg_table_set_metric(lg_table *t, const lg_report *r) {
    const lg_metric_info m = lg_report_metric(r);
    t->metric = m.name;
    t->unit = m.unit;
    t->lower_is_better = m.lower_is_better;
}

bool lg_table_of_scores(lg_table *t, const lg_report *r) {
    lg_table_set_metric(t, r);
    return lg_table_grid(t, r, 1, lg_report_metric(r).digits);
}

static double score_of(const lg_report *r, size_t run, double about) {
    (void)about;
    return lg_report_metric(r).scale * lg_results_score(r->results, run);
}

static void set_runs(lg_table *t, lg_cell *c, const lg_report *r, const size_t *runs, size_t count) {
    size_t *done = alloc_zeros(t, count * sizeof *done);
    c->runs = done;
    for (size_t i = 0; done && i < count; i++)
        if (lg_is_done(r->results, runs[i])) done[c->run_count++] = runs[i];
}

void lg_cell_set_runs(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p) {
    c->tally = p->tally;
    set_runs(t, c, r, p->runs, p->count);
}

static lg_measure score(const lg_report *r) {
    return (lg_measure){score_of, 0, lg_report_range(r)};
}

lg_summary lg_cell_summary(lg_table *t, const lg_report *r, const size_t *runs, size_t count, lg_measure m) {
    double *values = malloc((count + 1) * sizeof *values), *means = malloc((count + 1) * sizeof *means);
    size_t *units = malloc((count + 1) * sizeof *units), n = 0;
    const bool good = values && means && units;
    if (!good) t->failed = true;
    for (size_t i = 0; good && i < count; i++) {
        const double x = lg_is_done(r->results, runs[i]) ? m.of(r, runs[i], m.about) : NAN;
        if (isfinite(x))
            lg_differences_insert(values, units, n, lg_layout_unit(r->layout, r->manifest, runs[i]), x), n++;
    }
    const bool several = n > 0 && units[0] != units[n - 1];
    const size_t k = several ? lg_differences_means((lg_differences){values, units, n}, means) : n;
    const lg_summary s = lg_summarize(several ? means : values, k, m.range);
    free(values), free(means), free(units);
    return s;
}

/* Names the choice that was best for the cell. */
static void name_winner(lg_table *t, lg_cell *c, const lg_report *r, size_t run) {
    if (run == LG_NO_RUN || *r->layout->others == '\0') return;
    c->winner = lg_layout_winner(r->layout, r->manifest, run, t->arena);
    if (!c->winner) t->failed = true;
}

void lg_cell_best(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p) {
    lg_cell_set_runs(t, c, r, p);
    c->summary = lg_cell_summary(t, r, p->runs, p->count, score(r));
    if (p->best != LG_NO_RUN) c->value = score_of(r, p->best, 0);
    c->from = p->best;
    name_winner(t, c, r, p->best);
}

void lg_cell_of_runs(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p, lg_measure m) {
    lg_cell_set_runs(t, c, r, p);
    c->summary = lg_cell_summary(t, r, p->runs, p->count, m);
    c->value = c->summary.mean, c->interval = true;
}

void lg_cell_of_group(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p, lg_measure m) {
    c->tally = p->tally;
    if (!p->chosen) return;
    set_runs(t, c, r, p->chosen->runs, p->chosen->count);
    c->summary = lg_cell_summary(t, r, c->runs, c->run_count, m);
    c->value = c->summary.mean, c->interval = true;
    name_winner(t, c, r, p->chosen->runs[0]);
}

void lg_cell_group(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p) {
    lg_cell_of_group(t, c, r, p, score(r));
}

void lg_cell_compare(lg_table *t, lg_cell *c, const lg_report *r, const char *table, size_t row, int column) {
    c->published = lg_study_value(lg_report_scores(r), table, r->rows[row].task, column, t->arena);
    if (!c->published.text) t->failed = true;
    if (isfinite(c->value) && lg_published_value_is(&c->published))
        c->difference = lg_published_value_difference(&c->published, c->value);
}

/* ---- marks and notes ---- */

static double rounded_value(const lg_table *t, size_t row, size_t column) {
    const lg_cell *c = lg_table_cell(t, row, column);
    const double unit = pow(10, c->digits);
    return round(c->value * unit) / unit;
}

/* The range of the numbers that are compared, as printed. NaN is ignored. */
typedef struct rivals {
    double low, high;
} rivals;

static void add_rival(rivals *all, double x) {
    all->low = fmin(all->low, x);
    all->high = fmax(all->high, x);
}

/* If all are equal, none is the best. */
static bool is_best(const lg_table *t, const rivals *all, double x) {
    return all->low < all->high && x == (t->lower_is_better ? all->low : all->high);
}

void lg_table_mark(lg_table *t, size_t first, size_t count) {
    for (size_t i = 0; i < t->row_count; i++) {
        rivals all = {NAN, NAN};
        for (size_t j = first; j < first + count; j++) add_rival(&all, rounded_value(t, i, j));
        for (size_t j = first; j < first + count; j++)
            lg_table_cell(t, i, j)->best = is_best(t, &all, rounded_value(t, i, j));
    }
}

void lg_table_mark_rows(lg_table *t, size_t first, size_t count, const char *const *tasks) {
    for (size_t j = 0; j < t->column_count; j++)
        for (size_t i = first; i < first + count; i++) {
            rivals all = {NAN, NAN};
            for (size_t k = first; k < first + count; k++)
                if (!strcmp(tasks[k], tasks[i])) add_rival(&all, rounded_value(t, k, j));
            lg_table_cell(t, i, j)->best = is_best(t, &all, rounded_value(t, i, j));
        }
}

void lg_table_mark_columns(lg_table *t, const lg_report *r) {
    for (size_t i = 0; i < t->row_count; i++)
        for (size_t j = 0; j < t->column_count; j++) {
            rivals all = {NAN, NAN};
            for (size_t k = 0; k < t->column_count; k++)
                if (!strcmp(r->columns[k].task, r->columns[j].task)) add_rival(&all, rounded_value(t, i, k));
            lg_table_cell(t, i, j)->best = is_best(t, &all, rounded_value(t, i, j));
        }
}

static bool any_cell(const lg_table *t, bool (*is)(const lg_cell *c)) {
    for (size_t i = 0; i < t->row_count * t->column_count; i++)
        if (is(&t->cells[i])) return true;
    return false;
}

static bool is_compared(const lg_cell *c) {
    return lg_published_value_is(&c->published);
}

static bool is_guessed(const lg_cell *c) {
    return lg_published_value_is(&c->published) && c->published.guessed;
}

static bool is_incomplete(const lg_cell *c) {
    return c->tally.state[LG_RUN_DONE] < c->tally.planned;
}

static bool is_range(const lg_cell *c) {
    return lg_published_value_is(&c->published) && c->published.high > c->published.low;
}

static void explain_published(lg_table *t, const lg_report *r) {
    if (!any_cell(t, is_compared)) return;
    const char *diff = lg_report_setup_diff(r);
    if (!diff) t->failed = true;
    lg_table_note(t, "Below our number: the number published by %s, and our difference from it.%s%s", r->study->source,
                  any_cell(t, is_range)
                      ? " The decimals of a number like 96. are illegible: it means 96 to 97, and within that range "
                        "the difference is 0."
                      : "",
                  any_cell(t, is_guessed) ? " ~ marks a number whose place in the table was inferred." : "");
    if (!diff || *diff == '\0') return;
    t->title = lg_table_text(t, "%s ‡", t->title);
    lg_table_note(t, "‡ The settings differ from the paper: %s.", diff);
}

static bool is_partial(const lg_cell *c) {
    return is_incomplete(c) && isfinite(c->value);
}

/* The state of the runs to do: ", 2 interrupted, 1 trained but not tested". */
static const char *begun_words(lg_table *t, const lg_tally *all) {
    const char *interrupted = all->interrupted > 0 ? lg_table_text(t, ", %zu interrupted", all->interrupted) : "";
    return all->trained > 0 ? lg_table_text(t, "%s, %zu trained but not tested", interrupted, all->trained)
                            : interrupted;
}

/* Notes how many scores the table omits because their tests differ from the tests of the plan. */
static void explain_retests(lg_table *t, const lg_report *r) {
    const size_t count = r->layout->tally.tested;
    if (count > 0)
        lg_table_note(
            t,
            "Scores of %zu trained %s are omitted because the tests of the plan (eval.*) have changed: the table "
            "\"runs\" lists them, and `lengthen sweep run` repeats the tests without training.",
            count, count == 1 ? "run" : "runs");
}

static void explain_missing(lg_table *t, const lg_report *r) {
    const lg_tally *all = &r->layout->tally;
    if (any_cell(t, is_incomplete))
        lg_table_note(t, "%s%zu of %zu runs of the sweep are finished, %zu running, %zu failed, %zu diverged%s%s.",
                      any_cell(t, is_partial) ? "(n/N): n of N runs of the cell are finished. " : "",
                      all->state[LG_RUN_DONE] + all->unmeasured, all->planned, all->state[LG_RUN_RUNNING],
                      all->state[LG_RUN_FAILED], all->state[LG_RUN_DIVERGED], begun_words(t, all),
                      all->state[LG_RUN_STOPPED] > 0 ? "; others were stopped at a rung" : "");
}

static void explain_unmeasured(lg_table *t, const lg_report *r) {
    const size_t count = r->layout->tally.unmeasured;
    const lg_metric_info m = lg_report_metric(r);
    const char *lacking = lg_metrics[r->shown.metric]->of_steps
                              ? "their data have no steps before the answers"
                              : "only runs with this or a similar metric, and with a protocol that generates text, "
                                "measure it";
    if (count > 0)
        lg_table_note(t, "%zu finished %s no %s: %s.", count, count == 1 ? "run has" : "runs have", m.title, lacking);
}

/* Counts the runs that the table lacks. */
static void explain_unassigned(lg_table *t, const lg_layout *l) {
    if (l->unassigned > 0)
        lg_table_note(t,
                      "%zu %s no place in this table because of a missing label on %s%s%s; the table \"runs\" "
                      "lists %s.",
                      l->unassigned, l->unassigned == 1 ? "run has" : "runs have", l->row_axis,
                      *l->row_axis != '\0' && *l->column_axis != '\0' ? " or " : "", l->column_axis,
                      l->unassigned == 1 ? "it" : "them");
}

static void explain_sweep(lg_table *t, const char *note) {
    const size_t before = t->note_count, size = strlen(note);
    if (size == 0) return;
    lg_table_note(t, "Note: %s%s", note, strchr(".!?", note[size - 1]) ? "" : ".");
    if (t->note_count > before) t->about = t->notes[before];
}

static void explain_readings(lg_table *t, const lg_report *r) {
    const char *readings = lg_report_readings(r);
    if (!readings) t->failed = true;
    if (readings && *readings != '\0')
        lg_table_note(t, "The same targets of the text are scored at every length: %s.", readings);
}

/* Rows of order-invariant tasks have a dagger. If columns are tasks, a note names these tasks instead. */
static void explain_columns(lg_table *t, const lg_report *r) {
    const char *names = "";
    size_t count = 0;
    if (!lg_axis_roles_split_tasks(r->manifest, &r->layout->roles, LG_ROLE_COLUMNS)) return;
    for (size_t j = 0; j < r->layout->column_count; j++) {
        bool seen = !r->columns[j].order_invariant;
        for (size_t k = 0; k < j && !seen; k++) seen = !strcmp(r->columns[k].task, r->columns[j].task);
        if (!seen) names = lg_table_text(t, "%s%s%s", names, count++ > 0 ? ", " : "", r->columns[j].task);
    }
    if (count > 0) lg_table_note(t, "The answers of %s do not depend on the order of the input.", names);
}

void lg_table_explain(lg_table *t, const lg_report *r) {
    bool marked = false;
    for (size_t i = 0; i < t->row_count; i++) marked |= t->rows[i].order_invariant;
    if (marked) lg_table_note(t, "† The answer does not depend on the order of the input.");
    explain_columns(t, r);
    explain_published(t, r);
    if (*r->layout->roles.filter) lg_table_note(t, "Only runs with %s.", r->layout->roles.filter);
    explain_readings(t, r);
    explain_sweep(t, r->manifest->note);
    explain_unassigned(t, r->layout);
    explain_missing(t, r);
    explain_retests(t, r);
    explain_unmeasured(t, r);
}
