/* opened_models.h: opens models that a test needs, and checks that invalid models are refused. If a model is not opened
 * or not refused as expected, the test fails with a message. */
#ifndef TEST_OPENED_MODELS_H
#define TEST_OPENED_MODELS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "models.h"

#include <cmocka.h>

static inline bench bench_open_well(const char *settings, int threads) {
    bench b = bench_open(settings, threads, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    return b;
}

/* Asserts that the model is refused, with an error that contains these words. */
static inline void bench_expect_refusal(const char *settings, const char *words) {
    bench b = bench_open(settings, 1, NULL);
    if (b.trainer) fail_msg("%s is not refused", settings);
    if (!strstr(b.err.text, words)) fail_msg("%s: '%s' lacks '%s'", settings, b.err.text, words);
    bench_close(&b);
}

/* Calls bench_expect_refusal for many pairs of settings and words. */
static inline void bench_expect_refusals(const char *const cases[][2], size_t count) {
    for (size_t i = 0; i < count; i++) bench_expect_refusal(cases[i][0], cases[i][1]);
}

/* Trains `steps` steps and returns the loss of the last one. *parameters (may be NULL): the number of the model's
 * parameters. */
static inline double bench_loss_after(const char *settings, int threads, int steps, size_t *parameters) {
    bench b = bench_open_well(settings, threads);
    lg_step s = {0};
    for (int i = 0; i < steps; i++)
        if (!lg_trainer_step(b.trainer, &s, &b.err)) fail_msg("%s: %s", settings, b.err.text);
    if (parameters) *parameters = bench_parameters(b.trainer);
    bench_close(&b);
    return s.loss;
}

#endif
