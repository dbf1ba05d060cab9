/* api_gradients.c: implements lg_analyze_gradients: gradients of the loss at each depth of the network, at
 * initialization and during training. Takase et al. 2022, section 3; Shleifer et al. 2021. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/records.h"
#include "api/analysis.h"
#include "base/arena.h"
#include "run/retention.h"
#include "run/run.h"

#define MAX_TOKENS (1 << 20) /* limit on the tokens of all sequences */

/* The random stream of the measured sequences; training uses other streams. */
#define TAG UINT64_C(0x6772616469656e74)

typedef struct gradients {
    lg_run *run;
    int length, sequences;
    lg_gradient_fn each;
    void *user;
    lg_probe probe;
    real *before; /* parameters at the previous point, concatenated */
    int64_t step; /* training step of the previous point; -1: none */
    lg_stream_gradient_report *stream;
    size_t stream_count, stream_capacity;
    lg_parameter_gradient_report *parameters;
    lg_arena *arena;
    lg_error *err;
} gradients;

/* ---- one point ---- */

/* Stores the gradient of one stream. Copies its texts, which are valid only during the probe. */
static void add_stream(void *user, const lg_stream_gradient *s) {
    gradients *x = user;
    if (x->stream_count == x->stream_capacity) {
        const size_t capacity = x->stream_capacity ? 2 * x->stream_capacity : 256;
        lg_stream_gradient_report *more = realloc(x->stream, capacity * sizeof *more);
        if (!more) {
            lg_fail(x->err, LG_FAILED, "out of memory: gradients");
            return;
        }
        x->stream = more, x->stream_capacity = capacity;
    }
    const char *part = lg_arena_printf(x->arena, "%s", s->part), *what = lg_arena_printf(x->arena, "%s", s->what);
    if (!part || !what) lg_fail(x->err, LG_FAILED, "out of memory: gradients");
    x->stream[x->stream_count++] = (lg_stream_gradient_report){what, part, s->sources, s->block, s->gradient, s->size};
}

static void measure_array(const lg_named_array *a, const real *gradient, const real *before, int64_t steps,
                          lg_parameter_gradient_report *out) {
    double square = 0, sum = 0, weight = 0, change = 0;
    for (size_t i = 0; i < a->count; i++) {
        const double g = (double)gradient[i], w = (double)a->value[i], d = w - (double)before[i];
        square += g * g, sum += fabs(g), weight += w * w, change += d * d;
    }
    *out = (lg_parameter_gradient_report){.name = a->name, .gradient = sqrt(square), .weight = sqrt(weight)};
    out->mean_abs = sum / (double)a->count;
    out->update = steps > 0 && weight > 0 ? sqrt(change / weight) / (double)steps : NAN;
}

static void measure_parameters(gradients *x, int64_t steps) {
    const lg_trainer *t = x->run->session.trainer;
    size_t at = 0;
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) {
        const lg_named_array a = lg_trainer_array(t, i);
        measure_array(&a, x->probe.gradients + at, x->before + at, steps, &x->parameters[i]);
        memcpy(x->before + at, a.value, a.count * sizeof(real));
        at += a.count;
    }
}

/* Measures a point with the trainer's current parameters. */
static bool measure_point(gradients *x, int64_t step) {
    lg_trainer *t = x->run->session.trainer;
    x->stream_count = 0;
    if (!lg_trainer_probe_stream(t, lg_key_root(TAG), x->length, x->sequences, &x->probe, add_stream, x, x->err) ||
        x->err->code)
        return false;
    measure_parameters(x, x->step < 0 ? 0 : step - x->step);
    x->step = step;
    x->each(x->user, &(lg_gradient_point){
                         .step = step,
                         .length = x->length,
                         .sequences = x->sequences,
                         .loss = x->probe.loss,
                         .stream_count = x->stream_count,
                         .stream = x->stream,
                         .parameter_count = lg_trainer_arrays(t),
                         .parameters = x->parameters,
                     });
    return true;
}

/* ---- all points ---- */

static bool measure_kept(void *user, int64_t step) {
    return measure_point(user, step);
}

static bool measure_all(gradients *x) {
    lg_run *r = x->run;
    const int64_t last = lg_trainer_steps(r->session.trainer);
    if (r->one_model) return measure_point(x, last);
    r->has_model = false; /* until the next call reads the parameters again */
    lg_trainer_initialise(r->session.trainer);
    return measure_point(x, 0) && lg_retained_each(&r->run_dir, r->session.trainer, measure_kept, x, x->err) &&
           lg_run_ready(r, x->err) && (x->step >= last || measure_point(x, last));
}

static bool reserve(gradients *x) {
    const lg_trainer *t = x->run->session.trainer;
    const lg_sizes z = lg_trainer_sizes(t, x->length);
    size_t numbers = 0;
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) numbers += lg_trainer_array(t, i).count;
    if (x->sequences < 1 || (int64_t)x->sequences * z.tokens > MAX_TOKENS)
        return lg_fail(x->err, LG_USAGE, "%d sequences of length %d: expected 1..%d tokens in all", x->sequences,
                       x->length, MAX_TOKENS);
    if (!(x->arena = lg_arena_new())) return lg_fail(x->err, LG_FAILED, "out of memory: gradients");
    x->probe.gradients = lg_arena_alloc(x->arena, numbers * sizeof *x->probe.gradients);
    x->before = lg_arena_alloc(x->arena, numbers * sizeof *x->before);
    x->parameters = lg_arena_alloc(x->arena, lg_trainer_arrays(t) * sizeof *x->parameters);
    return (x->probe.gradients && x->before && x->parameters) ||
           lg_fail(x->err, LG_FAILED, "out of memory: gradients of %d sequences", x->sequences);
}

lg_status lg_analyze_gradients(lg_run *r, int length, int sequences, lg_gradient_fn each, void *user) {
    lg_error *err = lg_context_begin(r->context);
    gradients x = {.run = r, .length = length, .sequences = sequences, .each = each, .user = user, .step = -1};
    x.err = err;
    if (lg_run_ready(r, err) && lg_analyze_lengths_check(&length, 1, err) && reserve(&x)) measure_all(&x);
    free(x.stream);
    lg_arena_free(x.arena);
    return err->code;
}
