/* same_models.h: checks that two models with the same seed compute the same. */
#ifndef TEST_SAME_MODELS_H
#define TEST_SAME_MODELS_H

#include "opened_models.h"

enum { LENGTH = 6, SEQUENCES = 3, MOST = 3 * LENGTH * SEQUENCES * 20 };

typedef struct answer {
    int32_t input[MOST], target[MOST];
    real logits[MOST];
    double loss;
    size_t count;
} answer;

static inline void probe_model(const char *settings, answer *a) {
    bench b = bench_open_well(settings, 1);
    const lg_sizes z = lg_trainer_sizes(b.trainer, LENGTH);
    *a = (answer){.count = SEQUENCES * (size_t)z.m * (size_t)z.classes};
    real *gradients = malloc(bench_parameters(b.trainer) * sizeof *gradients);
    lg_probe p = {a->input, a->target, a->logits, gradients, 0};
    assert_true(a->count <= MOST && SEQUENCES * z.n <= MOST);
    if (!lg_trainer_probe(b.trainer, lg_key_root(1), LENGTH, SEQUENCES, &p, &b.err)) fail_msg("%s", b.err.text);
    a->loss = p.loss;
    free(gradients);
    bench_close(&b);
}

static inline bool same_bits(const char *settings, const char *others) {
    static answer a, b;
    probe_model(settings, &a);
    probe_model(others, &b);
    return a.count == b.count && !memcmp(a.logits, b.logits, a.count * sizeof *a.logits) && a.loss == b.loss;
}

#endif
