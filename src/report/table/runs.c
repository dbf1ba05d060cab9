/* runs.c: every run of the sweep on its own line. */
#include "api/sweep.h"
#include "report/format/table.h"

enum { STATE, STEPS, SCORE, LOSS, SECONDS, REASON, OWN };

static bool suits_report(const lg_report *r) {
    return r->manifest->run_count > 0;
}

static void set_value(const lg_table *t, size_t row, size_t column, double value, int digits) {
    lg_cell *c = lg_table_cell(t, row, column);
    c->value = value;
    c->digits = digits;
}

static void fill_run(const lg_report *r, lg_table *t, size_t run) {
    const lg_manifest *m = r->manifest;
    const lg_run_result *x = &r->results->runs[run];
    const size_t own = m->axis_count;
    t->rows[run].label = lg_planned_name(m, run);
    for (size_t a = 0; a < own; a++) lg_table_cell(t, run, a)->text = lg_planned_label(m, run, a);
    lg_table_cell(t, run, own + STATE)->text = lg_run_state_words(x->state, x->step, x->steps);
    lg_table_cell(t, run, own + REASON)->text = x->reason;
    set_value(t, run, own + STEPS, (double)x->step, 0);
    const lg_metric_info metric = lg_report_metric(r);
    set_value(t, run, own + SCORE, metric.scale * lg_results_score(r->results, run), metric.digits);
    set_value(t, run, own + LOSS, x->loss, 4);
    set_value(t, run, own + SECONDS, x->seconds, 1);
}

static void fill_table(const lg_report *r, lg_table *t) {
    const lg_column columns[] = {{.label = "state", .words = true},
                                 {.label = "steps"},
                                 {.label = "score", .unit = lg_report_metric(r).unit},
                                 {.label = "loss", .unit = "nats per token"},
                                 {.label = "seconds"},
                                 {.label = "reason", .words = true}};
    const size_t own = r->manifest->axis_count;
    t->title = "All runs";
    t->corner = "run";
    t->list = true;
    t->caption = lg_table_text(
        t,
        "Every run of the sweep: its labels, state, steps, score (%s), loss of the last training batch, and seconds of "
        "training.",
        lg_report_metric(r).label);
    if (!lg_table_size(t, r->manifest->run_count, own + OWN)) return;
    for (size_t a = 0; a < own; a++) t->columns[a] = (lg_column){.label = r->manifest->axes[a].name, .words = true};
    for (size_t j = 0; j < OWN; j++) t->columns[own + j] = columns[j];
    for (size_t i = 0; i < t->row_count; i++) fill_run(r, t, i);
}

const lg_table_kind lg_table_runs = {
    .name = "runs",
    .summary = "all runs, one per line",
    .source = "",
    .suits = suits_report,
    .fill = fill_table,
};
