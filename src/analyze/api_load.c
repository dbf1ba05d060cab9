/* api_load.c: implements lg_analyze_load: which experts tokens are routed to, and how many tokens exceed an expert's
 * capacity and are dropped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/records.h"
#include "api/analysis.h"
#include "evaluate/evaluate.h"
#include "run/run.h"

typedef struct loads {
    lg_load_fn each;
    void *user;
    double *shares; /* [2, experts]: fraction of the tokens that chose each expert, and fraction that it processed */
} loads;

/* Copies the prefix without its dot: "encoder" for "encoder.". */
static void name_stream(const char *prefix, char *out, size_t capacity) {
    const size_t length = strcspn(prefix, ".");
    snprintf(out, capacity, "%.*s", (int)length, prefix);
}

static void report_sublayer(void *user, const lg_expert_load *x) {
    const loads *l = user;
    char stream[32];
    double all = 0, taken = 0;
    double *shares[2] = {l->shares, l->shares + x->experts};
    name_stream(x->stream, stream, sizeof stream);
    for (int e = 0; e < x->experts; e++) all += x->chosen[e], taken += x->taken[e];
    for (int e = 0; e < x->experts; e++) shares[0][e] = x->chosen[e] / all, shares[1][e] = x->taken[e] / all;
    l->each(l->user, &(lg_load_report){
                         .length = x->length,
                         .sublayer = x->sublayer,
                         .sublayers = x->sublayers,
                         .name = x->name,
                         .stream = stream,
                         .block = x->block,
                         .sequences = x->sequences,
                         .tokens = (int64_t)all,
                         .dropped = (int64_t)(all - taken),
                         .experts = x->experts,
                         .chosen = shares[0],
                         .taken = shares[1],
                     });
}

lg_status lg_analyze_load(lg_run *r, const int *lengths, size_t count, int sequences, lg_load_fn each, void *user) {
    lg_error *err = lg_context_begin(r->context);
    loads l = {.each = each, .user = user};
    if (!lg_run_ready(r, err) || !lg_analyze_lengths_check(lengths, count, err)) return err->code;
    if (sequences < 1) return lg_fail(err, LG_USAGE, "sequences: %d: expected at least 1", sequences), err->code;
    const int experts = lg_order_experts(lg_trainer_order(r->session.trainer));
    l.shares = malloc(2 * (size_t)(experts + 1) * sizeof *l.shares);
    if (!l.shares) lg_fail(err, LG_FAILED, "out of memory: the load of %d experts", experts);
    for (size_t i = 0; i < count && err->code == LG_OK; i++) {
        lg_analyze_split_begin(r->session.trainer, lengths[i]);
        lg_trainer_load(r->session.trainer, &lengths[i], 1, sequences, report_sublayer, &l, err);
    }
    lg_analyze_split_end(r->session.trainer);
    free(l.shares);
    return err->code;
}
