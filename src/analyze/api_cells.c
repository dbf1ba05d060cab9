/* api_cells.c: implements lg_analyze_cells: accuracy by groups of records within a length. */
#include <stdlib.h>

#include "analyze/answers.h"
#include "api/analysis.h"
#include "data/data.h"
#include "evaluate/evaluate.h"
#include "run/run.h"

/* The result of one record. */
typedef struct outcome {
    int length, cell;
    bool right;
} outcome;

typedef struct outcomes {
    outcome *all;
    size_t count, capacity;
    lg_error *err;
} outcomes;

static void add_outcome(void *user, const lg_record_answer *x) {
    outcomes *m = user;
    if (m->err->code) return;
    if (m->count == m->capacity) {
        const size_t capacity = m->capacity ? 2 * m->capacity : 4096;
        outcome *more = realloc(m->all, capacity * sizeof *more);
        if (!more) {
            lg_fail(m->err, LG_FAILED, "out of memory: the results of %zu records", capacity);
            return;
        }
        m->all = more, m->capacity = capacity;
    }
    m->all[m->count++] = (outcome){x->record->length, x->record->cell, x->right};
}

static int compare_outcomes(const void *a, const void *b) {
    const outcome *x = a, *y = b;
    return x->length != y->length ? x->length - y->length : x->cell - y->cell;
}

/* Computes the coordinates of a cell. Returns the names of the two axes, or NULL if the data has no grid. */
static const char *const *place_of(const lg_dataset *d, int length, int cell, int place[2]) {
    const lg_data_methods *m = d->entry->methods;
    return m->place_cell ? m->place_cell(d, length, cell, place) : NULL;
}

static void report_cells(const outcomes *m, const lg_dataset *d, lg_cell_fn each, void *user) {
    qsort(m->all, m->count, sizeof *m->all, compare_outcomes);
    for (size_t i = 0, end; i < m->count; i = end) {
        const outcome *x = &m->all[i];
        char name[64];
        lg_cell_report r = {.name = name, .length = x->length};
        r.axes = place_of(d, x->length, x->cell, r.place);
        d->entry->methods->name_cell(d, x->length, x->cell, name, sizeof name);
        for (end = i; end < m->count && compare_outcomes(x, &m->all[end]) == 0; end++) r.right += m->all[end].right;
        r.sequences = (int64_t)(end - i);
        each(user, &r);
    }
}

lg_status lg_analyze_cells(lg_run *r, const lg_callbacks *calls, lg_cell_fn each, void *user) {
    lg_error *err = lg_context_begin(r->context);
    outcomes m = {.err = err};
    int place[2];
    if (!lg_run_ready(r, err) || !lg_session_check_lengths(&r->session, r->config->resolved, false, true, err))
        return err->code;
    const lg_dataset *d = lg_trainer_data(r->session.trainer);
    if (!place_of(d, 1, 0, place))
        lg_fail(err, LG_USAGE, "%s: %s does not group the records of a length into cells (addition does)", r->dir,
                d->entry->name);
    else if (lg_analyze_answers(r, calls, add_outcome, &m, err))
        report_cells(&m, d, each, user);
    free(m.all);
    return err->code;
}
