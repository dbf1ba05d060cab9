/* experts.c: the load of experts at the end of training, which shows the effect of a balance loss or of a capacity. The
 * page shows the load of each expert behind a cell. */
#include <math.h>

#include "api/sweep.h"
#include "report/format/table.h"

enum { BUSIEST, EFFECTIVE, DROPPED, GROUPS };

static bool has_experts(const lg_report *r, size_t run) {
    return r->results->runs[run].load.sublayers > 0;
}

static bool suits_report(const lg_report *r) {
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (has_experts(r, i)) return true;
    return false;
}

/* ---- numbers of a run: means over its sublayers ---- */

/* The mean of a function of the load over the sublayers. */
static double mean_over_sublayers(const lg_report *r, size_t run, double (*of)(const double *load, int experts)) {
    const lg_load_record *x = &r->results->runs[run].load;
    double sum = 0;
    for (int i = 0; i < x->sublayers; i++) sum += of(&x->load[i * x->experts], x->experts);
    return sum / x->sublayers;
}

static double largest(const double *load, int experts) {
    double most = 0;
    for (int e = 0; e < experts; e++) most = fmax(most, load[e]);
    return most;
}

static double perplexity(const double *load, int experts) {
    double entropy = 0;
    for (int e = 0; e < experts; e++)
        if (load[e] > 0) entropy -= load[e] * log(load[e]);
    return exp(entropy);
}

static double busiest_share(const lg_report *r, size_t run, double about) {
    (void)about;
    return 100 * mean_over_sublayers(r, run, largest);
}

static double effective_experts(const lg_report *r, size_t run, double about) {
    (void)about;
    return mean_over_sublayers(r, run, perplexity);
}

static double dropped_share(const lg_report *r, size_t run, double about) {
    const lg_load_record *x = &r->results->runs[run].load;
    (void)about;
    return x->sublayers > 0 ? 100 * x->dropped : (double)NAN;
}

/* ---- the table ---- */

static void fill_cell(const lg_report *r, lg_table *t, size_t group, size_t row, size_t column) {
    static const lg_measure numbers[] = {[BUSIEST] = {busiest_share, 0, {0, 100}},
                                         [EFFECTIVE] = {effective_experts, 0, {0, INFINITY}},
                                         [DROPPED] = {dropped_share, 0, {0, 100}}};
    const lg_cell_runs *p = lg_cell_runs_at(r->layout, row, column);
    lg_cell *c = lg_table_cell(t, group * r->layout->row_count + row, column);
    lg_cell_of_runs(t, c, r, p, numbers[group]);
    c->digits = 1;
    if (c->summary.count == 0 && c->tally.state[LG_RUN_DONE] > 0) c->text = "no experts";
}

static void fill_table(const lg_report *r, lg_table *t) {
    static const char *const groups[] = {[BUSIEST] = "tokens of the most used expert, %",
                                         [EFFECTIVE] = "effective number of experts",
                                         [DROPPED] = "dropped tokens, %"};
    t->title = "Expert load";
    t->caption =
        "The mean over all finished runs and its 95 % interval, at the last logged training step, averaged over "
        "sublayers with experts: the share of tokens routed to the most used expert; the number of equally used "
        "experts with the same entropy; the share of tokens that were dropped because experts were full.";
    if (!lg_table_grid(t, r, GROUPS, 1)) return;
    for (size_t i = 0; i < t->row_count; i++) t->rows[i].group = groups[i / r->layout->row_count];
    for (size_t group = 0; group < GROUPS; group++)
        for (size_t i = 0; i < r->layout->row_count; i++)
            for (size_t j = 0; j < t->column_count; j++) fill_cell(r, t, group, i, j);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_experts = {
    .name = "experts",
    .summary = "load of experts, and the share of dropped tokens",
    .source = "",
    .suits = suits_report,
    .fill = fill_table,
};
