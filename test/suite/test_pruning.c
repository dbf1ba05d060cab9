/* test_pruning.c: pruning a graph to the rows that are read saves work and changes no result. For combinations of all
 * axes and options (pairwise.h), compares loss, logits, gradients and a step with dropout with those of the whole
 * graph. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "nn/axes/architecture.h"
#include "pairwise.h"
#include "train/state.h"

#include <cmocka.h>

#ifdef LG_DOUBLE
static const double tolerance = 1e-11;
#else
static const double tolerance = 2e-4;
#endif

enum { LENGTH = 7, SEQUENCES = 3 };

/* A model's outputs, gradients and step. */
typedef struct answer {
    bench b;
    lg_probe probe;
    size_t logits, gradients;
    lg_step step;
} answer;

static answer ask(const char *settings, bool no_pruning) {
    answer a = {.b = bench_open(settings, 1, NULL)};
    if (!a.b.trainer) fail_msg("%s: %s", settings, a.b.err.text);
    a.b.trainer->model->no_pruning = no_pruning;
    lg_sizes z = lg_trainer_sizes(a.b.trainer, LENGTH);
    size_t outputs = SEQUENCES * (size_t)z.m;
    a.logits = outputs * (size_t)z.classes;
    a.gradients = bench_parameters(a.b.trainer);
    a.probe.input = malloc(sizeof(int32_t) * SEQUENCES * (size_t)z.n);
    a.probe.target = malloc(sizeof(int32_t) * outputs);
    a.probe.logits = malloc(sizeof(real) * a.logits);
    a.probe.gradients = malloc(sizeof(real) * a.gradients);
    if (!lg_trainer_probe(a.b.trainer, lg_key_root(1), LENGTH, SEQUENCES, &a.probe, &a.b.err) ||
        !lg_trainer_step(a.b.trainer, &a.step, &a.b.err))
        fail_msg("%s: %s", settings, a.b.err.text);
    return a;
}

static void drop(answer *a) {
    free(a->probe.input), free(a->probe.target), free(a->probe.logits), free(a->probe.gradients);
    bench_close(&a->b);
}

static void agree(const char *settings, const char *what, const real *x, const real *y, size_t n) {
    double largest = 0, worst = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs((double)y[i]));
        worst = fmax(worst, fabs((double)x[i] - (double)y[i]));
    }
    if (!(worst <= tolerance * largest))
        fail_msg("%s: %s differ by %g, the largest is %g", settings, what, worst, largest);
}

static double flops(lg_trainer *t) {
    lg_cost cost[LG_PHASES];
    double sum = 0;
    assert_true(lg_trainer_cost(t, LENGTH, cost, NULL));
    for (int p = 0; p < LG_PHASES; p++) sum += cost[p].flops;
    return sum;
}

static void prunes(const char *settings) {
    char more[SETTINGS];
    /* Without norms, gates square numbers, and dropout enlarges them further, so initial weights are made smaller. */
    const bool large = strstr(settings, "block=no_norm") && strstr(settings, "mixer=geglu") &&
                       strstr(settings, "initialisation=truncated_normal");
    snprintf(more, sizeof more, "%s model.dropout=0.3%s", settings, large ? " initialisation.scale=0.5" : "");
    answer cut = ask(more, false), no_pruning = ask(more, true);
    /* In some models pruning saves nothing, since all latents are read, or all rows except perhaps the last token's. */
    const lg_model *m = cut.b.trainer->model;
    const bool all = m->architecture.entry->cells || m->format.sources > 0 || m->architecture.entry->one_size;
    if (!all && !(flops(cut.b.trainer) < flops(no_pruning.b.trainer))) fail_msg("%s: pruning saves nothing", more);
    agree(more, "logits", cut.probe.logits, no_pruning.probe.logits, cut.logits);
    agree(more, "gradients", cut.probe.gradients, no_pruning.probe.gradients, cut.gradients);
    const real losses[] = {(real)cut.step.loss, (real)no_pruning.step.loss};
    agree(more, "losses with dropout", &losses[0], &losses[1], 1);
    const real norms[] = {(real)cut.step.grad_norm, (real)no_pruning.step.grad_norm};
    agree(more, "norms of gradients with dropout", &norms[0], &norms[1], 1);
    drop(&cut);
    drop(&no_pruning);
}

static void every_combination(void **state) {
    (void)state;
    assert_each_combination("model.precision=fp32", prunes);
    each_left_out("model.precision=fp32", prunes);
    each_pattern("model.precision=fp32", prunes);
    each_with_gating("mask=full model.precision=fp32", prunes);
    each_with_gating("mask=causal model.precision=fp32", prunes);
    each_perceiver("model.precision=fp32", prunes);
    each_with_memory_tokens("model.precision=fp32", prunes);
    each_with_memory_tokens("model.precision=fp32 data=even_pairs", prunes);
}

static double attention_flops(const char *settings, bool no_pruning) {
    bench b = bench_open(settings, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    b.trainer->model->no_pruning = no_pruning;
    lg_cost cost[LG_PHASES];
    assert_true(lg_trainer_cost(b.trainer, LENGTH, cost, NULL));
    bench_close(&b);
    return cost[LG_PHASE_ATTENTION].flops;
}

/* If the row of one query is read, attention is pruned to this query. Without pruning, attention costs T = LENGTH + 1
 * times as much. */
static void queries(void **state) {
    (void)state;
    static const char *const settings[] = {"encoding=relative task=even_pairs model.blocks=1",
                                           "encoding=none attention=geometric task=even_pairs model.blocks=1"};
    for (int i = 0; i < 2; i++) {
        const double times = attention_flops(settings[i], true) / attention_flops(settings[i], false);
        if (!(fabs(times - (LENGTH + 1)) < 1e-9)) fail_msg("%s: %g times the work", settings[i], times);
    }
}

/* Tests more models: with one block; with more computation tokens; with positions that are drawn per sequence and
 * looked up in a large table. */
static void other_sequences(void **state) {
    (void)state;
    prunes("encoding=relative model.blocks=1");
    prunes("encoding=rope model.computation_steps=2");
    prunes("encoding=tupe positions=shifted positions.shift=9");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination),
        cmocka_unit_test(queries),
        cmocka_unit_test(other_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
