/* api_bench.c: implements lg_doctor and lg_bench: the machine's properties, and the speed of a trainer compared with
 * the processor's peak. */
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/machine.h"
#include "base/machine.h"
#include "bench/fixed_length.h"
#include "bench/peak.h"
#include "config/values.h"
#include "evaluate/evaluate.h"
#include "kernel/kernel.h"
#include "lengthen.h"
#include "run/session.h"

#define WARM_UP     0.25 /* fraction of the time that only warms up caches, clock rates and graphs of new lengths */
#define WARM_STEPS  2    /* minimum number of warm-up steps: a model with memory begins with nothing in memory */
#define MICRO_BATCH (1 << 20) /* bytes that a worker processes at a time */

/* Names the way in which bfloat16 products are computed: kernels `amx` use the matrix unit, `avx512` the instruction if
 * there is one. */
static const char *products_of_bfloat16(const lg_kernels *k) {
    if (!k->bfloat16) return "none";
    if (k->bfloat16->multiply_registers) return "matrix unit";
    return lg_has_bf16_dot(k) ? "instruction" : "emulated";
}

lg_status lg_doctor(lg_context *c, bool measure, lg_machine *out) {
    lg_error *err = lg_context_begin(c);
    const lg_kernels *kernels = lg_kernels_select(err);
    lg_pool *pool = kernels ? lg_pool_new(lg_thread_count(c, NULL), err) : NULL;
    *out = (lg_machine){0};
    if (!pool) return err->code;
    *out = (lg_machine){.cpu = lg_cpu_name(c->cpu),
                        .kernels = kernels->name,
                        .kernel_sets = lg_kernels_names(c->kernel_sets, sizeof c->kernel_sets),
                        .compiler = lg_compiler_name(),
                        .version = lg_version(),
                        .precision = lg_precision_name(),
                        .bf16_products = products_of_bfloat16(kernels),
                        .processors = lg_pool_processors(),
                        .threads = lg_pool_threads(pool),
                        .peak_gflops = measure ? lg_peak_gflops(pool, kernels, false) : 0,
                        .peak_bf16_gflops = measure ? lg_peak_gflops(pool, kernels, true) : 0,
                        .cache_bandwidth = measure ? lg_bandwidth(pool, MICRO_BATCH) : 0,
                        .memory_bandwidth =
                            measure ? lg_bandwidth(pool, lg_block_size_beyond_caches(lg_pool_threads(pool))) : 0};
    lg_pool_free(pool);
    return err->code;
}

/* The measurement of one trainer. */
typedef struct timing {
    lg_session session;
    int length; /* 0: lengths drawn by the curriculum */
    double seconds;
    int64_t count, tokens; /* steps or evaluations; tokens evaluated */
    double spent;
    lg_cost cost[LG_PHASES];
    lg_clock *clocks; /* one per worker; NULL: phases are not measured */
    lg_error *err;
} timing;

static void count(timing *t, double spent, const lg_cost cost[LG_PHASES]) {
    t->count++;
    t->spent += spent;
    for (int p = 0; p < LG_PHASES; p++) {
        t->cost[p].flops += cost[p].flops;
        t->cost[p].bytes += cost[p].bytes;
    }
}

/* Runs a training step. counted: the step is part of the result. */
static bool time_step(timing *t, bool counted) {
    lg_step s;
    lg_cost cost[LG_PHASES];
    const double start = lg_seconds();
    if (!lg_trainer_step(t->session.trainer, &s, t->err)) return false;
    if (!counted) return true;
    const double spent = lg_seconds() - start;
    if (!lg_trainer_step_cost(t->session.trainer, s.step, cost, t->err)) return false;
    count(t, spent, cost);
    return true;
}

static bool add_evaluation(void *user, const lg_eval_result *x) {
    timing *t = user;
    const lg_sizes size = lg_trainer_sizes(t->session.trainer, x->length);
    t->tokens += x->sequences * (size.n + size.m);
    return true;
}

/* Adds up the operations and bytes of an evaluation at these lengths, by phase. */
static bool cost_of(const timing *t, const int *lengths, size_t count, lg_cost sum[LG_PHASES]) {
    memset(sum, 0, sizeof(lg_cost) * LG_PHASES);
    for (size_t i = 0; i < count; i++) {
        lg_cost one[LG_PHASES];
        if (!lg_trainer_eval_cost(t->session.trainer, lengths[i], one, t->err)) return false;
        for (int p = 0; p < LG_PHASES; p++) {
            sum[p].flops += one[p].flops;
            sum[p].bytes += one[p].bytes;
        }
    }
    return true;
}

/* Evaluates once at all of eval.lengths. */
static bool time_evaluation(timing *t, bool counted) {
    lg_cost cost[LG_PHASES];
    size_t lengths;
    const int *list = lg_lengths(t->session.values, "eval.lengths", &lengths);
    const int64_t tokens = t->tokens;
    const double start = lg_seconds();
    if (!lg_trainer_eval_each(t->session.trainer, list, lengths, add_evaluation, t, t->err)) return false;
    const double spent = lg_seconds() - start;
    if (!counted) {
        t->tokens = tokens;
        return true;
    }
    if (!cost_of(t, list, lengths, cost)) return false;
    count(t, spent, cost);
    return true;
}

static bool repeat(timing *t, bool (*once)(timing *t, bool counted), int at_least) {
    const double start = lg_seconds(), warm = start + WARM_UP * t->seconds, end = start + t->seconds;
    for (int n = 0; n < at_least || lg_seconds() < warm; n++)
        if (!once(t, false)) return false;
    lg_trainer_clock(t->session.trainer, t->clocks);
    do {
        if (!once(t, true)) return false;
    } while (lg_seconds() < end);
    return true;
}

static bool in_bfloat16(const timing *t) {
    return t->session.runtime.bfloat16;
}

static lg_cost total(const timing *t) {
    lg_cost sum = {0};
    for (int p = 0; p < LG_PHASES; p++) {
        sum.flops += t->cost[p].flops;
        sum.bytes += t->cost[p].bytes;
    }
    return sum;
}

static double ratio(double a, double b) {
    return b > 0 ? a / b : 0;
}

static void report(const timing *t, lg_config *f, bool eval, lg_speed *out) {
    const lg_values *v = f->resolved->values;
    const lg_trainer *x = t->session.trainer;
    const lg_cost all = total(t);
    *out = (lg_speed){.task = lg_text(v, "data"),
                      .encoding = lg_text(v, "encoding"),
                      .positions = lg_text(v, "positions"),
                      .length = t->length,
                      .threads = lg_pool_threads(t->session.pool),
                      .precision = in_bfloat16(t) ? "bfloat16" : lg_precision_name(),
                      .gflops = all.flops / t->spent * 1e-9,
                      .peak_gflops = lg_context_peak(f->context, &t->session, in_bfloat16(t)),
                      .intensity = ratio(all.flops, all.bytes),
                      .memory_bytes = lg_trainer_bytes(x)};
    out->peak_fraction = ratio(out->gflops, out->peak_gflops);
    if (t->length > 0) {
        const lg_sizes size = lg_trainer_sizes(x, t->length);
        out->tokens = size.n + size.m;
    }
    if (eval) {
        out->eval_tokens_per_second = (double)t->tokens / t->spent;
    } else {
        out->steps_per_second = (double)t->count / t->spent;
        out->gflop_per_step = all.flops / (double)t->count * 1e-9;
    }
}

/* Only linear maps are computed in bfloat16. */
static bool is_linear(int phase) {
    return phase <= LG_PHASE_LINEAR_WEIGHT;
}

/* Reports the time that the workers spent in each phase, and finally the time that no phase accounts for. */
static void report_phases(const timing *t, lg_config *f, lg_phase_fn each, void *user) {
    const int threads = lg_pool_threads(t->session.pool);
    const double time = t->spent * threads;
    lg_phase_report rest = {.name = "waiting and other", .seconds = time / (double)t->count, .fraction = 1};
    for (int p = 0; p < LG_PHASES; p++) {
        double seconds = 0;
        for (int w = 0; w < threads; w++) seconds += t->clocks[w].seconds[p];
        const double peak_gflops = lg_context_peak(f->context, &t->session, in_bfloat16(t) && is_linear(p));
        lg_phase_report r = {.name = lg_step_phase_names[p],
                             .seconds = seconds / (double)t->count,
                             .fraction = seconds / time,
                             .gflops = 1e-9 * ratio(t->cost[p].flops * threads, seconds),
                             .intensity = ratio(t->cost[p].flops, t->cost[p].bytes),
                             .bandwidth = 1e-9 * ratio(t->cost[p].bytes * threads, seconds)};
        r.peak_fraction = ratio(r.gflops, peak_gflops);
        rest.seconds -= r.seconds;
        rest.fraction -= r.fraction;
        each(user, &r);
    }
    each(user, &rest);
}

/* Creates a trainer for the timing's length and times it. */
static bool run(timing *t, lg_config *f, bool eval) {
    lg_resolved_config *d = lg_config_at_length(f, t->length, t->err);
    const bool good = d && lg_session_new(&t->session, f->context, d->values, t->err) &&
                      lg_session_check_lengths(&t->session, d, !eval, eval, t->err) &&
                      (eval ? repeat(t, time_evaluation, 1) : repeat(t, time_step, WARM_STEPS));
    lg_resolved_config_free(d);
    return good;
}

static timing begin(lg_config *f, int length, double seconds, lg_speed *out) {
    timing t = {.length = length, .seconds = seconds, .err = lg_context_begin(f->context)};
    *out = (lg_speed){0};
    if (length < 0) lg_fail(t.err, LG_USAGE, "length: %d is negative; use 0 for the mix of training lengths", length);
    if (length > LG_LENGTH_MAX) lg_fail(t.err, LG_USAGE, "length: %d is above %d", length, LG_LENGTH_MAX);
    if (t.err->code == LG_OK) lg_config_resolved(f, t.err);
    return t;
}

lg_status lg_bench(lg_config *f, int length, double seconds, bool eval, lg_speed *out) {
    timing t = begin(f, length, seconds, out);
    if (t.err->code == LG_OK && run(&t, f, eval)) report(&t, f, eval, out);
    lg_session_free(&t.session);
    return t.err->code;
}

lg_status lg_bench_phases(lg_config *f, int length, double seconds, lg_speed *out, lg_phase_fn each, void *user) {
    timing t = begin(f, length, seconds, out);
    if (t.err->code != LG_OK) return t.err->code;
    const size_t bytes = sizeof(lg_clock) * (size_t)lg_thread_count(f->context, f->resolved->values);
    t.clocks = aligned_alloc(alignof(lg_clock), bytes);
    if (!t.clocks) return lg_fail(t.err, LG_FAILED, "out of memory: clocks"), t.err->code;
    memset(t.clocks, 0, bytes);
    if (run(&t, f, false)) {
        report(&t, f, false, out);
        report_phases(&t, f, each, user);
    }
    lg_session_free(&t.session);
    free(t.clocks);
    return t.err->code;
}
