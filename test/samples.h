/* samples.h: helpers for tests of tasks. They draw samples into arrays of exactly the size bound, so that
 * AddressSanitizer finds writes past the end, and compare counts with probabilities. Random numbers come from fixed
 * keys, so results do not vary. */
#ifndef TEST_SAMPLES_H
#define TEST_SAMPLES_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "data/task.h"

#include <cmocka.h>

static inline lg_sample test_sample_new(const lg_task *t, int n) {
    const size_t inputs = (size_t)lg_task_length(t, n), outputs = (size_t)t->outputs(n);
    return (lg_sample){.input = test_calloc(inputs, sizeof(int32_t)),
                       .target = test_calloc(outputs, sizeof(int32_t)),
                       .mask = test_calloc(outputs, 1)};
}

static inline void test_sample_free(lg_sample *s) {
    test_free(s->input);
    test_free(s->target);
    test_free(s->mask);
}

static inline const lg_task *test_task(const char *name) {
    const lg_task *t = lg_task_find(name);
    assert_non_null(t);
    return t;
}

/* Asserts that an event of probability p happened about as often as expected: within 4 standard errors. */
static inline void assert_frequency(int count, int trials, double p) {
    const double error = fabs((double)count / trials - p), allowed = 4 * sqrt(p * (1 - p) / trials) + 1e-12;
    if (error > allowed) fail_msg("%d of %d is not near %g", count, trials, p);
}

/* Asserts that counts follow the probabilities (which need not sum to 1), by Pearson's chi-square. */
static inline void assert_distribution(const int *counts, const double *p, int kinds) {
    double trials = 0, sum = 0, chi2 = 0;
    for (int i = 0; i < kinds; i++) trials += counts[i], sum += p[i];
    for (int i = 0; i < kinds; i++) {
        const double expected = trials * p[i] / sum;
        chi2 += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    const double limit = kinds - 1 + 4 * sqrt(2.0 * (kinds - 1)) + 4; /* p < 1e-4 for any number of kinds */
    if (chi2 > limit) fail_msg("chi-square %g of %d kinds is above %g", chi2, kinds, limit);
}

static inline void assert_uniform(const int *counts, int kinds) {
    double p[64];
    assert_true(kinds <= 64);
    for (int i = 0; i < kinds; i++) p[i] = 1;
    assert_distribution(counts, p, kinds);
}

#endif
