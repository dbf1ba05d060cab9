/* api_bench.c: implements machine and speed of lengthen.h: what this process computes with, and how fast a trainer is
 * compared with what the processor could do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/lab.h"
#include "lab/machine.h"

#define WARM_UP 0.25 /* share of the time that is not counted: caches, clocks, graphs of new lengths */

lg_status lg_doctor(lg_context *c, bool measure, lg_machine *out) {
    lg_error *err = lg_context_begin(c);
    const lg_kernels *kernels = lg_kernels_chosen(err);
    lg_pool *pool = kernels == NULL ? NULL : lg_pool_new(lg_threads_wanted(c, NULL), err);
    if (pool == NULL) return err->code;
    *out = (lg_machine){.cpu = lg_cpu_name(c->cpu),
                        .kernels = kernels->name,
                        .compiler = lg_compiler_name(),
                        .version = lg_version(),
                        .precision = lg_precision_name(),
                        .processors = lg_pool_processors(),
                        .threads = lg_pool_threads(pool),
                        .peak_gflops = measure ? lg_peak_gflops(pool, false) : 0,
                        .peak_bf16_gflops = measure ? lg_peak_gflops(pool, true) : 0};
    lg_pool_free(pool);
    return err->code;
}

/* One trainer being timed. */
typedef struct timing {
    lg_hands hands;
    int length; /* 0: the curriculum's mix */
    double seconds;
    int64_t count, tokens; /* steps or tests, tokens tested */
    double spent, flops;
    lg_error *err;
} timing;

/* One training step; counted or not. */
static bool step(timing *t, bool counted) {
    lg_step s;
    const double start = lg_seconds();
    if (!lg_trainer_step(t->hands.trainer, &s, t->err)) return false;
    if (!counted) return true;
    t->spent += lg_seconds() - start;
    t->flops += lg_trainer_flops(t->hands.trainer, s.length);
    t->count++;
    return true;
}

/* One evaluation of one length. */
static bool test(timing *t, bool counted) {
    lg_tested x;
    size_t lengths;
    const int *list = lg_lengths(t->hands.values, "eval.lengths", &lengths);
    const int length = list[(size_t)t->count % lengths];
    const double start = lg_seconds();
    if (!lg_trainer_test(t->hands.trainer, length, &x, t->err)) return false;
    if (!counted) return true;
    const lg_sizes size = lg_trainer_sizes(t->hands.trainer, length);
    t->spent += lg_seconds() - start;
    t->tokens += x.sequences * (size.n + size.m);
    t->count++;
    return true;
}

static bool repeat(timing *t, bool (*once)(timing *t, bool counted)) {
    const double start = lg_seconds(), warm = start + WARM_UP * t->seconds, end = start + t->seconds;
    do {
        if (!once(t, false)) return false;
    } while (lg_seconds() < warm);
    do {
        if (!once(t, true)) return false;
    } while (lg_seconds() < end);
    return true;
}

/* The config at one length: trained, or tested, at this length alone. */
static lg_settled *at_length(const lg_config *f, int length, lg_error *err) {
    lg_settings s = {0};
    char text[16];
    snprintf(text, sizeof text, "%d", length);
    bool good = lg_settings_copy(&s, &f->settings, err);
    if (good && length > 0)
        good = lg_settings_override(&s, "curriculum", "fixed", err) &&
               lg_settings_override(&s, "curriculum.length", text, err) &&
               lg_settings_override(&s, "eval.lengths", text, err);
    lg_settled *d = good ? lg_settings_settle(&s, err) : NULL;
    lg_settings_clear(&s);
    return d;
}

/* The peak does not change while a process lives: measured once per context, precision and number of threads. */
static double peak(lg_context *c, lg_pool *pool, bool bfloat16) {
    const int threads = lg_pool_threads(pool);
    if (c->peak_threads != threads) c->peak[0] = c->peak[1] = 0;
    c->peak_threads = threads;
    if (c->peak[bfloat16] == 0) c->peak[bfloat16] = lg_peak_gflops(pool, bfloat16);
    return c->peak[bfloat16];
}

static void report(timing *t, lg_config *f, bool eval, lg_speed *out) {
    const lg_values *v = f->settled->values;
    const lg_trainer *x = t->hands.trainer;
    *out = (lg_speed){.task = lg_text(v, "task"),
                      .encoding = lg_text(v, "encoding"),
                      .positions = lg_text(v, "positions"),
                      .length = t->length,
                      .threads = lg_pool_threads(t->hands.pool),
                      .memory_bytes = lg_trainer_bytes(x)};
    if (t->length > 0) {
        const lg_sizes size = lg_trainer_sizes(x, t->length);
        out->tokens = size.n + size.m;
    }
    if (eval) {
        out->eval_tokens_per_second = (double)t->tokens / t->spent;
        return;
    }
    out->steps_per_second = (double)t->count / t->spent;
    out->gflops = t->flops / t->spent * 1e-9;
    const bool bfloat16 = strcmp(lg_text(v, "model.precision"), "bf16") == 0;
    out->peak_share = out->gflops / peak(f->context, t->hands.pool, bfloat16);
}

lg_status lg_bench(lg_config *f, int length, double seconds, bool eval, lg_speed *out) {
    timing t = {.length = length, .seconds = seconds, .err = lg_context_begin(f->context)};
    *out = (lg_speed){0};
    if (length < 0) lg_fail(t.err, LG_USAGE, "length: %d is negative; 0 is the mix that training draws", length);
    if (t.err->code != LG_OK || lg_config_settled(f, t.err) == NULL) return t.err->code;
    lg_settled *d = at_length(f, length, t.err);
    if (d != NULL && lg_hands_new(&t.hands, f->context, d->values, t.err) &&
        lg_hands_reach(&t.hands, d, !eval, eval, t.err) && repeat(&t, eval ? test : step))
        report(&t, f, eval, out);
    lg_hands_free(&t.hands);
    lg_settled_free(d);
    return t.err->code;
}
