/* api_outputs.c: implements lg_analyze_outputs: accuracy by position in the answer. */
#include <stdlib.h>
#include <string.h>

#include "analyze/answers.h"
#include "api/analysis.h"
#include "data/data.h"
#include "evaluate/evaluate.h"
#include "run/run.h"

typedef struct outputs {
    bool from_end;
    int length;             /* length of the records in these sums */
    lg_output_report *sums; /* [count], for positions 1, 2, ... */
    int count;
    lg_output_fn each;
    void *user;
    lg_error *err;
} outputs;

static bool reserve_positions(outputs *x, int count) {
    if (count <= x->count) return true;
    lg_output_report *more = realloc(x->sums, (size_t)count * sizeof *more);
    if (!more) return lg_fail(x->err, LG_FAILED, "out of memory: the sums of %d positions", count);
    memset(more + x->count, 0, (size_t)(count - x->count) * sizeof *more);
    x->sums = more, x->count = count;
    return true;
}

/* Reports the sums of a length and clears them. */
static void report_length(outputs *x) {
    for (int i = 0; i < x->count; i++) {
        lg_output_report *r = &x->sums[i];
        r->length = x->length, r->position = i + 1;
        if (r->tokens > 0) x->each(x->user, r);
        *r = (lg_output_report){0};
    }
}

static void add_record(void *user, const lg_record_answer *s) {
    outputs *x = user;
    const lg_record *r = s->record;
    if (x->err->code || !reserve_positions(x, r->m)) return;
    if (r->length != x->length) report_length(x);
    x->length = r->length;
    for (int j = 0; j < r->m; j++) {
        if (!r->counted[j]) continue;
        lg_output_report *to = &x->sums[x->from_end ? r->m - 1 - j : j];
        to->tokens++;
        to->right += j < s->count && s->ids[j] == r->target[j];
        to->missing += j >= s->count;
    }
}

lg_status lg_analyze_outputs(lg_run *r, bool from_end, const lg_callbacks *calls, lg_output_fn each, void *user) {
    lg_error *err = lg_context_begin(r->context);
    outputs x = {.from_end = from_end, .each = each, .user = user, .err = err};
    if (lg_run_ready(r, err) && lg_session_check_lengths(&r->session, r->config->resolved, false, true, err) &&
        lg_analyze_answers(r, calls, add_record, &x, err))
        report_length(&x);
    free(x.sums);
    return err->code;
}
