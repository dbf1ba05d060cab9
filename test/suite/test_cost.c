/* test_cost.c: the operations and bytes of training steps and evaluations equal those computed by hand, phase by phase.
 * A clock measures the time of all phases without changing any result. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluate.h"
#include "models.h"
#include "nn/axes/architecture.h"
#include "nn/model/stepping.h"
#include "train/state.h"

#include <cmocka.h>

/* sizes of the task reverse_string at length N in the small model */
enum { N = 5, T = 2 * N, B = 12, D = 16, F = 24, LAYERS = 2, CLASSES = 2, SYMBOLS = 3 };

static bench open_model(const char *settings) {
    bench b = bench_open(settings, 2, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    return b;
}

static void agree(const char *what, double got, double wanted) {
    if (!(fabs(got - wanted) <= 1e-9 * fabs(wanted))) fail_msg("%s: %.17g, not %.17g", what, got, wanted);
}

/* FLOPs (two per multiply-add) of all linear maps in the forward pass of a sequence; the last block outputs `rows`
 * tokens. */
static double linear_flops(int rows) {
    const double keys = 2.0 * D * D, others = 2.0 * D * D + 2.0 * D * F, block = keys + others;
    return 2 * ((LAYERS - 1) * T * block + T * keys + rows * others + N * D * CLASSES);
}

/* FLOPs saved in the first block: the queries, keys and values of the token table are computed once and looked up. They
 * are not computed for each token of `sequences` sequences. */
static double looked_up(int sequences) {
    return 3 * 2.0 * D * D * (sequences * T - SYMBOLS);
}

static void check_step(const char *settings, bool no_pruning, double linear, double attention) {
    bench b = open_model(settings);
    lg_cost cost[LG_PHASES];
    b.trainer->model->no_pruning = no_pruning;
    assert_true(lg_trainer_cost(b.trainer, N, cost, &b.err));
    agree(settings, cost[LG_PHASE_LINEAR].flops, linear);
    agree(settings, cost[LG_PHASE_LINEAR_WEIGHT].flops, linear);
    agree(settings, cost[LG_PHASE_ATTENTION].flops, attention);
    agree(settings, cost[LG_PHASE_ATTENTION_BACKWARD].flops, 2 * attention);
    bench_close(&b);
}

/* Measures a model without and a model with experts. The FLOPs of a pass of the longest training length are within
 * bounds. Of four experts, each token uses one, so the parameters of three are not active. */
static void models_are_measured(void **state) {
    (void)state;
    bench plain = open_model("task=reverse_string encoding=none curriculum=fixed curriculum.length=5");
    bench experts = open_model(
        "task=reverse_string encoding=none curriculum=uniform curriculum.lengths=1..5 model.order=se experts.count=4");
    lg_model_measure a, b;
    assert_true(lg_trainer_measure(plain.trainer, &a, &plain.err));
    assert_true(lg_trainer_measure(experts.trainer, &b, &experts.err));
    assert_int_equal(a.length, N);
    assert_int_equal(a.tokens, T);
    assert_true(a.flops >= linear_flops(N) - looked_up(1) && a.flops < 1.5 * linear_flops(T));
    assert_int_equal(a.size.parameters, bench_parameters(plain.trainer));
    assert_int_equal(a.size.active, a.size.parameters);
    assert_int_equal(a.size.embedding, SYMBOLS * D);
    assert_int_equal(b.length, N);
    assert_int_equal(b.size.parameters, bench_parameters(experts.trainer));
    assert_int_equal(b.size.parameters - b.size.active, LAYERS * 3 * (2 * D * F + F + D));
    assert_int_equal(b.size.active - a.size.parameters, LAYERS * 4 * D); /* routers */
    bench_close(&plain);
    bench_close(&experts);
}

static void operations_of_steps_are_counted(void **state) {
    (void)state;
    const double pairs = 4.0 * D * T, all = T, half = (T + 1) / 2.0; /* keys that a query sees, on average */
    check_step("task=reverse_string encoding=none", true, B * linear_flops(T), B * LAYERS * pairs * all);
    check_step("task=reverse_string encoding=none", false, B * linear_flops(N) - looked_up(B),
               B * (LAYERS - 0.5) * pairs * all);
    check_step("task=reverse_string encoding=none mask=causal", true, B * linear_flops(T), B * LAYERS * pairs * half);
    const double projection = 2.0 * (2 * T - 1) * D * D * LAYERS; /* once a step */
    check_step("task=reverse_string encoding=relative", true, B * linear_flops(T) + projection,
               B * LAYERS * 1.5 * pairs * all);
}

/* A batch that does not divide evenly into groups and micro-batches costs the same per sequence. */
static void odd_batches_cost_the_same_per_sequence(void **state) {
    (void)state;
    for (int batch = 1; batch <= 40; batch++) {
        char settings[96];
        snprintf(settings, sizeof settings, "task=reverse_string encoding=none train.batch=%d", batch);
        check_step(settings, true, batch * linear_flops(T), 4.0 * batch * LAYERS * D * T * T);
    }
}

/* Every op reads and writes each of its arrays once; gradients to which another op has already added are also read. */
static void bytes_are_counted_once_per_array(void **state) {
    (void)state;
    bench b = open_model("task=reverse_string encoding=none train.batch=1");
    lg_cost cost[LG_PHASES];
    b.trainer->model->no_pruning = true;
    assert_true(lg_trainer_cost(b.trainer, N, cost, &b.err));
    /* numbers read or written: rows; weights; biases of feed-forward networks and of the read-out */
    const double rows = LAYERS * T * (8.0 * D + 2.0 * (D + F)) + N * (D + CLASSES),
                 weights = LAYERS * (4.0 * D * D + 2.0 * D * F) + D * CLASSES, biases = LAYERS * (F + D) + CLASSES;
    agree("forward", cost[LG_PHASE_LINEAR].bytes, sizeof(real) * (rows + weights + biases));
    agree("gradient of inputs", cost[LG_PHASE_LINEAR_INPUT].bytes,
          sizeof(real) * (rows + weights + biases + 4.0 * LAYERS * T * D));
    bench_close(&b);
}

static double aligned(double numbers) {
    return ceil(numbers * sizeof(real) / 64) * 64;
}

/* shared: bytes of gradients that the sequences of a group share, besides those of parameters. */
static void check_update(const char *encoding, int batch, int groups, double shared) {
    char settings[96];
    snprintf(settings, sizeof settings, "task=reverse_string encoding=%s train.batch=%d", encoding, batch);
    bench b = open_model(settings);
    lg_cost cost[LG_PHASES];
    double parameters = 0;
    for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++)
        parameters += aligned(lg_trainer_array(b.trainer, i).count);
    b.trainer->model->no_pruning = true;
    assert_true(lg_trainer_cost(b.trainer, N, cost, &b.err));
    const double packed = 2.0 * b.trainer->model->parameters->packed_bytes, gradient = parameters + shared;
    agree(settings, cost[LG_PHASE_UPDATE].bytes, 4.0 * (groups - 1) * gradient + 9 * parameters + packed);
    bench_close(&b);
}

/* The sum of gradients is cleared, and the first group adds to it. For each other group, its gradients are read and
 * cleared, and the sum is read and written. The norm reads the sum; Adam reads the sum, and reads and writes parameters
 * and two moments. Then weights are read and packed. */
static void bytes_of_updates_are_counted(void **state) {
    (void)state;
    check_update("none", 1, 1, 0);
    check_update("none", 2, 2, 0);
    check_update("none", 16, 16, 0);
    check_update("none", 17, 9, 0);
    check_update("none", 40, 14, 0);
    check_update("relative", 1, 1, LAYERS * aligned((2.0 * T - 1) * D));
    check_update("relative", 33, 11, LAYERS * aligned((2.0 * T - 1) * D));
}

static void operations_of_evaluations_are_counted(void **state) {
    (void)state;
    bench b = open_model("task=reverse_string encoding=none"),
          c = open_model("task=reverse_string encoding=none "
                         "model.decode=autoregressive mask=causal");
    lg_cost once[LG_PHASES], decoded[LG_PHASES];
    assert_true(lg_trainer_eval_cost(b.trainer, N, once, &b.err));
    assert_true(lg_trainer_eval_cost(c.trainer, N, decoded, &c.err));
    agree("linear maps of an evaluation", once[LG_PHASE_LINEAR].flops, 20 * linear_flops(N) - looked_up(20));
    agree("no backward pass", once[LG_PHASE_LINEAR_WEIGHT].flops, 0);
    assert_true(decoded[LG_PHASE_LINEAR].flops > once[LG_PHASE_LINEAR].flops);
    bench_close(&b);
    bench_close(&c);
}

/* If records differ in size, the cost of an evaluation is that of the evaluated records, not that of other records of
 * the split. */
static void evaluations_cost_what_their_records_cost(void **state) {
    (void)state;
    bench b = open_model("data=pcfg architecture=decoder protocol=pass encoding=none eval.sequences=2");
    const lg_model *m = b.trainer->model;
    lg_cost got[LG_PHASES], wanted[LG_PHASES] = {{0}};
    lg_sizes x, y;
    lg_network n;
    assert_true(lg_trainer_sequence_sizes(b.trainer, N, 0, &x, &b.err));
    assert_true(lg_trainer_sequence_sizes(b.trainer, N, 1, &y, &b.err));
    const lg_record_size mean = {(x.n + y.n + 1) / 2, (x.m + y.m + 1) / 2};
    const lg_sequence_layout layout = m->architecture.entry->layout(m, mean, false);
    assert_true(lg_model_network(b.trainer->model, layout, 1, false, false, &n, &b.err));
    lg_graph_cost(n.graph, false, 0, 2, wanted);
    assert_true(lg_trainer_eval_cost(b.trainer, N, got, &b.err));
    agree("attention", got[LG_PHASE_ATTENTION].flops, wanted[LG_PHASE_ATTENTION].flops);
    lg_network_free(&n);
    bench_close(&b);
}

/* In a network that decodes step by step, a token costs one row and attends to the keys so far; all tokens together
 * cost as much as one pass. In each block, a token reads one more key, value, scale factor and range (two ends) than
 * the token before it. */
static void tokens_one_by_one_cost_as_much_as_one_pass(void **state) {
    (void)state;
    bench b = open_model("task=reverse_string encoding=none mask=causal model.decode=autoregressive");
    lg_network n;
    lg_cost sum[LG_PHASES] = {{0}}, one[LG_PHASES] = {{0}};
    b.trainer->model->no_pruning = true;
    assert_true(lg_model_stepping(b.trainer->model, &(lg_sequence_layout){.n = T, .T = T}, true, 1, 1, &n, &b.err));
    for (int at = 0; at < T; at++) {
        const lg_cost before = one[LG_PHASE_ATTENTION];
        memset(one, 0, sizeof one);
        lg_graph_cost(n.graph, false, at, 1, one);
        lg_graph_cost(n.graph, false, at, 1, sum);
        agree("attention", one[LG_PHASE_ATTENTION].flops, LAYERS * 4.0 * D * (at + 1));
        const double more = LAYERS * (sizeof(real) * (2.0 * D + 1) + 2 * sizeof(int32_t));
        if (at > 0) agree("bytes", one[LG_PHASE_ATTENTION].bytes - before.bytes, more);
    }
    agree("all tokens", sum[LG_PHASE_LINEAR].flops,
          2.0 * T * (LAYERS * (4.0 * D * D + 2.0 * D * F) + (double)D * CLASSES));
    double weights, caches;
    lg_graph_reads(n.graph, 2, &weights, &caches);
    agree("caches", caches, sizeof(real) * LAYERS * 2.0 * 3 * D);
    assert_true(weights > sizeof(real) * LAYERS * (4.0 * D * D + 2.0 * D * F));
    lg_network_free(&n);
    bench_close(&b);
}

static void clocks_see_all_phases(void **state) {
    (void)state;
    const char *settings = "task=reverse_string encoding=relative";
    bench b = open_model(settings), plain = open_model(settings);
    alignas(lg_clock) lg_clock seen[2] = {{0}};
    lg_step s;
    lg_trainer_clock(b.trainer, seen);
    for (int i = 0; i < 3; i++) {
        assert_true(lg_trainer_step(b.trainer, &s, &b.err));
        assert_true(lg_trainer_step(plain.trainer, &s, &plain.err));
    }
    for (int p = 0; p < LG_PHASES; p++)
        if (!(seen[0].seconds[p] + seen[1].seconds[p] > 0)) fail_msg("no time in: %s", lg_step_phase_names[p]);
    assert_true(same_state(b.trainer, plain.trainer));
    bench_close(&b);
    bench_close(&plain);
}

int main(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test(models_are_measured),
        cmocka_unit_test(operations_of_steps_are_counted),
        cmocka_unit_test(odd_batches_cost_the_same_per_sequence),
        cmocka_unit_test(bytes_are_counted_once_per_array),
        cmocka_unit_test(bytes_of_updates_are_counted),
        cmocka_unit_test(operations_of_evaluations_are_counted),
        cmocka_unit_test(evaluations_cost_what_their_records_cost),
        cmocka_unit_test(tokens_one_by_one_cost_as_much_as_one_pass),
        cmocka_unit_test(clocks_see_all_phases),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
