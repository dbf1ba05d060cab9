/* step_timer.c: times training steps (see step_timer.h). Only the calling thread computes, and its processor time is
 * measured: other programs on the machine slow it only through shared caches and memory bandwidth. */
#include "step_timer.h"

#include <stdlib.h>

#include "base/machine.h"
#include "bench/fixed_length.h"
#include "config/values.h"
#include "run/session.h"

/* Steps that are not counted: two in the first run, whose arrays are new, and one in each later run, since caches hold
 * another model. */
enum { WARM_STEPS = 2 };

struct step_timer {
    lg_context *context;
    lg_session session;
    int length;
    bool warm;
};

lg_status step_timer_open(lg_config *f, int length, step_timer **out) {
    lg_error *err = lg_context_begin(f->context);
    *out = NULL;
    if (length < 1 || length > LG_LENGTH_MAX)
        return lg_fail(err, LG_USAGE, "length: %d is not in 1..%d", length, LG_LENGTH_MAX), err->code;
    if (!lg_config_resolved(f, err)) return err->code;
    step_timer *t = calloc(1, sizeof *t);
    if (!t) return lg_fail(err, LG_FAILED, "out of memory: a model"), err->code;
    *t = (step_timer){.context = f->context, .length = length};
    lg_resolved_config *d = lg_config_at_length(f, length, err);
    if (d && lg_session_new_single(&t->session, f->context, d->values, false, err) &&
        lg_session_check_lengths(&t->session, d, true, false, err))
        *out = t;
    else
        step_timer_close(t);
    lg_resolved_config_free(d);
    return err->code;
}

void step_timer_close(step_timer *t) {
    if (!t) return;
    lg_session_free(&t->session);
    free(t);
}

static int64_t count_parameters(const lg_trainer *t) {
    int64_t sum = 0;
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) {
        const lg_named_array a = lg_trainer_array(t, i);
        if (!*a.prefix) sum += (int64_t)a.count;
    }
    return sum;
}

/* Fills in all members of *out except the seconds. step: the last step that was trained. */
static bool describe(const step_timer *t, int64_t step, step_time *out, lg_error *err) {
    const lg_trainer *x = t->session.trainer;
    const lg_sizes size = lg_trainer_sizes(x, t->length);
    lg_cost cost[LG_PHASES];
    if (!lg_trainer_step_cost(t->session.trainer, step, cost, err)) return false;
    out->tokens = size.n + size.m;
    out->sequences = (int)lg_int(t->session.values, "train.batch");
    out->parameters = count_parameters(x);
    out->gflop = lg_cost_flops(cost) * 1e-9;
    return true;
}

lg_status step_timer_run(step_timer *t, double seconds, step_time *out) {
    lg_error *err = lg_context_begin(t->context);
    lg_step s = {0};
    int64_t count = 0;
    double spent = 0;
    *out = (step_time){0};
    for (int i = t->warm ? 1 : 0; i < WARM_STEPS; i++)
        if (!lg_trainer_step(t->session.trainer, &s, err)) return err->code;
    t->warm = true;
    do {
        const double start = lg_seconds_of_thread();
        if (!lg_trainer_step(t->session.trainer, &s, err)) return err->code;
        spent += lg_seconds_of_thread() - start;
        count++;
    } while (spent < seconds);
    out->seconds = spent / (double)count;
    describe(t, s.step, out, err);
    return err->code;
}
