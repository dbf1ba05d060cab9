/* test_graph.c: runs small graphs by hand, with arrays of the batch, weights of losses, several losses, and ops that
 * move rows and columns. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "graph/ops.h"

#include <cmocka.h>

enum { S = 2, T = 3, CLASSES = 5 };

/* A graph and its arrays, to run S sequences of a batch. */
typedef struct runner {
    lg_parameters *parameters;
    lg_graph *graph;
    lg_frame frame;
    char *memory[LG_SPACES];
    size_t gradient_bytes;
    lg_error err;
} runner;

static runner runner_new(void) {
    runner r = {.parameters = lg_parameters_new()};
    assert_non_null(r.parameters);
    r.graph = lg_graph_new(r.parameters, lg_kernels_all()[0], S, T, true);
    assert_non_null(r.graph);
    return r;
}

/* Memory for a batch of `batch` sequences. Everything except parameters and gradients starts as NaN. */
static void runner_open(runner *r, int batch) {
    const lg_graph *g = r->graph;
    size_t bytes[LG_SPACES];
    memcpy(bytes, g->bytes, sizeof bytes);
    bytes[LG_SPACE_PARAMETER] = r->parameters->bytes;
    bytes[LG_SPACE_PACKED] = r->parameters->packed_bytes;
    bytes[LG_SPACE_BATCH] *= (size_t)batch;
    r->gradient_bytes = bytes[LG_SPACE_GRADIENT] += r->parameters->bytes;
    r->frame = (lg_frame){.graph = g, .kernels = g->kernels, .batch = batch, .loss_weight = (real)0.25};
    for (int i = 0; i < LG_SPACES; i++) {
        r->memory[i] = aligned_alloc(LG_ALIGN, lg_aligned(bytes[i] + 1));
        assert_non_null(r->memory[i]);
        memset(r->memory[i], 0xff, bytes[i]);
        r->frame.base[i].data = r->memory[i];
    }
    lg_parameters_initialise(r->parameters, lg_key_root(3), (real *)(void *)r->memory[LG_SPACE_PARAMETER]);
    memset(r->memory[LG_SPACE_GRADIENT], 0, r->gradient_bytes);
}

static void runner_run(runner *r) {
    memset(r->memory[LG_SPACE_GRADIENT], 0, r->gradient_bytes);
    lg_graph_forward(r->graph, &r->frame);
    lg_graph_backward(r->graph, &r->frame);
}

static void runner_free(runner *r) {
    for (int i = 0; i < LG_SPACES; i++) free(r->memory[i]);
    lg_graph_free(r->graph);
    lg_parameters_free(r->parameters);
}

/* The elements of a tensor for the sequences that r runs. */
static real *reals_of(const runner *r, const lg_tensor *t) {
    return lg_value(&r->frame, t).data;
}

static int32_t *integers_of(const runner *r, const lg_tensor *t) {
    return lg_value(&r->frame, t).data;
}

/* For every batch size, the integer and the real arrays of a batch follow each other in memory without overlap. A
 * micro-batch gets the rows of its own sequences. */
static void batch_tensors_have_types(void **state) {
    (void)state;
    for (int batch = S; batch < S + 3; batch++) {
        runner r = runner_new();
        lg_tensor *t[] = {lg_graph_batch(r.graph, 3), lg_graph_batch_reals(r.graph, 2), lg_graph_batch(r.graph, 1),
                          lg_graph_batch_reals(r.graph, 1)};
        const size_t size[] = {sizeof(int32_t), sizeof(real), sizeof(int32_t), sizeof(real)};
        runner_open(&r, batch);
        char *end = r.memory[LG_SPACE_BATCH];
        for (int i = 0; i < 4; i++) {
            const size_t row = (size_t)t[i]->shape[1] * size[i];
            r.frame.first = 0;
            char *first = lg_value(&r.frame, t[i]).data;
            r.frame.first = batch - S;
            assert_ptr_equal(lg_value(&r.frame, t[i]).data, first + (size_t)(batch - S) * row);
            assert_int_equal(t[i]->bytes, S * row);
            assert_int_equal((uintptr_t)first % size[i], 0);
            assert_true(first >= end);
            end = first + (size_t)batch * row;
        }
        assert_true(end <= r.memory[LG_SPACE_BATCH] + (size_t)batch * r.graph->bytes[LG_SPACE_BATCH]);
        runner_free(&r);
    }
}

/* A loss whose logits are parameters. */
typedef struct problem {
    lg_tensor *logits, *targets, *weights, *loss;
} problem;

static problem record_problem(runner *r, const char *name, bool weighted) {
    lg_graph *g = r->graph;
    problem p = {.targets = lg_graph_batch(g, T), .weights = weighted ? lg_graph_batch_reals(g, T) : NULL};
    p.logits = lg_graph_parameter(g, name, 3, (int[]){S, T, CLASSES}, (lg_initial){LG_INITIAL_NORMAL, 1});
    p.loss = lg_op_cross_entropy(g, p.logits, p.targets, p.weights);
    return p;
}

static void set_targets(const runner *r, const problem *p) {
    for (int i = 0; i < S * T; i++) integers_of(r, p->targets)[i] = i % CLASSES;
}

static void plan(runner *r) {
    if (!lg_graph_plan(r->graph, &r->err)) fail_msg("%s", r->err.text);
}

/* Weights multiply gradients but not losses. A row of weight 0 has no loss and no gradient, and its target may be
 * invalid. */
static void loss_weights(void **state) {
    (void)state;
    static const real weights[S * T] = {1, 0, 2, 0.5, 0, 1};
    real loss[2][S * T], gradient[2][S * T * CLASSES];
    for (int weighted = 0; weighted < 2; weighted++) {
        runner r = runner_new();
        problem p = record_problem(&r, "a", weighted);
        plan(&r);
        runner_open(&r, S);
        set_targets(&r, &p);
        for (int i = 0; weighted && i < S * T; i++) {
            reals_of(&r, p.weights)[i] = weights[i];
            if (weights[i] == 0) integers_of(&r, p.targets)[i] = -(1 << 30);
        }
        runner_run(&r);
        memcpy(loss[weighted], reals_of(&r, p.loss), sizeof *loss);
        memcpy(gradient[weighted], lg_gradient(&r.frame, p.logits).data, sizeof *gradient);
        runner_free(&r);
    }
    for (int i = 0; i < S * T; i++) {
        assert_true(loss[0][i] > 0 && loss[1][i] == (weights[i] == 0 ? 0 : loss[0][i]));
        for (int c = 0; c < CLASSES; c++)
            assert_true(gradient[1][i * CLASSES + c] == weights[i] * gradient[0][i * CLASSES + c]);
    }
}

/* Weights that are refused when a graph is recorded. */
static void wrong_weights(void **state) {
    (void)state;
    for (int integers = 0; integers < 2; integers++) {
        runner r = runner_new();
        lg_tensor *logits = record_problem(&r, "a", false).logits;
        lg_op_cross_entropy(r.graph, logits, lg_graph_batch(r.graph, T),
                            integers ? lg_graph_batch(r.graph, T) : lg_graph_batch_reals(r.graph, T + 1));
        assert_false(lg_graph_plan(r.graph, &r.err));
        assert_non_null(strstr(r.err.text, "weights"));
        assert_false(lg_error_is_shortage(&r.err));
        runner_free(&r);
    }
}

/* One loss reads tokens 0..1 of a tensor, another one tokens 1..2. */
static void two_losses(void **state) {
    (void)state;
    enum { WHOLE, FIRST, SECOND, BOTH, GRAPHS };
    real gradient[GRAPHS][7 * 4 + 4 * CLASSES + 64];
    size_t bytes = 0;
    for (int losses = WHOLE; losses < GRAPHS; losses++) {
        runner r = runner_new();
        lg_graph *g = r.graph;
        g->no_pruning = losses == WHOLE;
        lg_tensor *table = lg_graph_parameter(g, "a", 2, (int[]){7, 4}, (lg_initial){LG_INITIAL_NORMAL, 1});
        lg_tensor *map = lg_graph_parameter(g, "b", 2, (int[]){4, CLASSES}, (lg_initial){LG_INITIAL_NORMAL, 1});
        lg_tensor *ids = lg_graph_batch(g, T), *targets = lg_graph_batch(g, 2);
        lg_tensor *x = lg_op_linear(g, lg_op_lookup(g, table, ids, 1), map, NULL, LG_RELU);
        if (losses != SECOND) lg_op_cross_entropy(g, lg_op_select_rows(g, x, 0, 2), targets, NULL);
        if (losses != FIRST) lg_op_cross_entropy(g, lg_op_select_rows(g, x, 1, 2), targets, NULL);
        plan(&r);
        runner_open(&r, S);
        for (int i = 0; i < S * T; i++) integers_of(&r, ids)[i] = i;
        for (int i = 0; i < S * 2; i++) integers_of(&r, targets)[i] = i;
        for (int i = 0; i < r.parameters->pack_count; i++)
            lg_parameters_repack(r.parameters, g->kernels, i, r.frame.base[LG_SPACE_PARAMETER],
                                 r.frame.base[LG_SPACE_PACKED]);
        runner_run(&r);
        bytes = r.gradient_bytes;
        assert_true(bytes <= sizeof *gradient);
        memcpy(gradient[losses], r.memory[LG_SPACE_GRADIENT], bytes);
        runner_free(&r);
    }
    for (size_t i = 0; i < bytes / sizeof(real); i++) {
        const double sum = (double)gradient[FIRST][i] + (double)gradient[SECOND][i];
        assert_true(fabs((double)gradient[BOTH][i] - sum) <= 1e-6 && gradient[WHOLE][i] == gradient[BOTH][i]);
    }
    assert_memory_not_equal(gradient[FIRST], gradient[BOTH], bytes);
    assert_memory_not_equal(gradient[SECOND], gradient[BOTH], bytes);
}

/* If two losses read the same logits, the gradient is the sum of the gradients of both losses. */
static void two_losses_of_the_same_logits(void **state) {
    (void)state;
    real gradient[3][S * T * CLASSES];
    for (int losses = 1; losses <= 3; losses++) {
        runner r = runner_new();
        lg_graph *g = r.graph;
        lg_tensor *table = lg_graph_parameter(g, "a", 2, (int[]){S * T, CLASSES}, (lg_initial){LG_INITIAL_NORMAL, 1});
        lg_tensor *ids = lg_graph_batch(g, T), *targets[2] = {lg_graph_batch(g, T), lg_graph_batch(g, T)};
        lg_tensor *x = lg_op_lookup(g, table, ids, 1);
        for (int i = 0; i < 2; i++)
            if (losses >> i & 1) lg_op_cross_entropy(g, x, targets[i], NULL);
        plan(&r);
        runner_open(&r, S);
        for (int i = 0; i < S * T; i++) integers_of(&r, ids)[i] = i;
        for (int i = 0; i < 2 * S * T; i++) integers_of(&r, targets[i % 2])[i / 2] = i % CLASSES;
        runner_run(&r);
        memcpy(gradient[losses - 1], lg_gradient(&r.frame, table).data, sizeof *gradient);
        runner_free(&r);
    }
    for (int i = 0; i < S * T * CLASSES; i++)
        assert_true(fabs((double)gradient[2][i] - (double)gradient[0][i] - (double)gradient[1][i]) <= 1e-6);
    assert_memory_not_equal(gradient[0], gradient[2], sizeof *gradient);
    assert_memory_not_equal(gradient[1], gradient[2], sizeof *gradient);
}

/* Records rows of a table, which set_numbers fills: the first element of row i becomes i + 1. */
static lg_tensor *numbered_rows(runner *r, lg_tensor **ids) {
    *ids = lg_graph_batch(r->graph, T);
    lg_tensor *table = lg_graph_parameter(r->graph, "a", 2, (int[]){S * T, 2}, (lg_initial){LG_INITIAL_NORMAL, 1});
    return lg_op_lookup(r->graph, table, *ids, 1);
}

static void set_numbers(const runner *r, const lg_tensor *ids) {
    real *table = (real *)(void *)r->memory[LG_SPACE_PARAMETER];
    for (int i = 0; i < S * T; i++) integers_of(r, ids)[i] = i, table[2 * i] = (real)(i + 1), table[2 * i + 1] = 0;
}

static void expect_first_column(const runner *r, const lg_tensor *y, const real *want) {
    for (int i = 0; i < lg_rows(y); i++)
        if (reals_of(r, y)[i * lg_columns(y)] != want[i])
            fail_msg("row %d begins with %g, not %g", i, (double)reals_of(r, y)[i * lg_columns(y)], (double)want[i]);
}

/* A row with index -1 is zero when gathered and dropped when scattered. Rows scattered to the same index are added. If
 * a tensor begins at token 1, index 0 is its first row, the row of token 1. */
static void rows_by_index(void **state) {
    (void)state;
    runner r = runner_new();
    lg_graph *g = r.graph;
    lg_tensor *ids, *index = lg_graph_batch(g, 4), *back = lg_graph_batch(g, 4);
    lg_tensor *x = numbered_rows(&r, &ids);
    lg_tensor *few = lg_op_gather_rows(g, lg_op_select_rows(g, x, 1, 2), index);
    lg_tensor *all = lg_op_scatter_rows(g, few, back, 3);
    few->keep = true;
    plan(&r);
    runner_open(&r, S);
    set_numbers(&r, ids);
    memcpy(integers_of(&r, index), (int32_t[]){1, -1, 0, 1, 0, 0, 2, 1}, sizeof(int32_t) * 8);
    memcpy(integers_of(&r, back), (int32_t[]){2, 0, 2, -1, 0, 1, 2, 9}, sizeof(int32_t) * 8);
    lg_graph_forward(g, &r.frame);
    expect_first_column(&r, few, (real[]){3, 0, 2, 3, 5, 5, 0, 6});
    expect_first_column(&r, all, (real[]){0, 0, 5, 5, 5, 0});
    runner_free(&r);
}

/* If a tensor concatenates tokens, its tokens are counted from 0. Columns of tensors can be concatenated only if the
 * tensors have the same tokens. */
static void concatenation_counts_tokens(void **state) {
    (void)state;
    runner r = runner_new();
    lg_graph *g = r.graph;
    lg_tensor *ids, *x = numbered_rows(&r, &ids), *tail = lg_op_select_rows(g, x, 1, 2);
    lg_tensor *y = lg_op_select_rows(g, lg_op_concatenate_tokens(g, tail, x), 1, 3);
    lg_tensor *columns = lg_op_concatenate_columns(g, lg_op_slice(g, tail, 1, 1), tail);
    assert_int_equal(columns->first, 1);
    assert_int_equal(columns->shape[2], 3);
    plan(&r);
    runner_open(&r, S);
    set_numbers(&r, ids);
    lg_graph_forward(g, &r.frame);
    expect_first_column(&r, y, (real[]){3, 1, 2, 6, 4, 5});
    assert_true(reals_of(&r, columns)[1] == 2 && reals_of(&r, columns)[4] == 3 && reals_of(&r, columns)[0] == 0);
    runner_free(&r);
    r = runner_new();
    x = numbered_rows(&r, &ids);
    lg_op_concatenate_columns(r.graph, lg_op_select_rows(r.graph, x, 0, 2), lg_op_select_rows(r.graph, x, 1, 2));
    assert_false(lg_graph_plan(r.graph, &r.err)); /* the two tensors have different tokens */
    runner_free(&r);
}

/* Slices and concatenated columns are pruned to the rows that are read. This changes only the cost. */
static void pruning_of_columns(void **state) {
    (void)state;
    real gradient[2][256];
    size_t bytes = 0;
    for (int whole = 0; whole < 2; whole++) {
        runner r = runner_new();
        lg_graph *g = r.graph;
        lg_tensor *ids, *x = numbered_rows(&r, &ids), *targets = lg_graph_batch(g, 1);
        g->no_pruning = whole;
        lg_tensor *map = lg_graph_parameter(g, "b", 2, (int[]){2, CLASSES}, (lg_initial){LG_INITIAL_NORMAL, 1});
        lg_tensor *a = lg_op_linear(g, x, map, NULL, LG_RELU);
        lg_tensor *y = lg_op_concatenate_columns(g, lg_op_slice(g, a, 1, 3), x);
        lg_op_cross_entropy(g, lg_op_select_rows(g, y, 2, 1), targets, NULL);
        plan(&r);
        assert_int_equal(y->shape[1], whole ? T : 1);
        assert_int_equal(a->shape[1], whole ? T : 1);
        runner_open(&r, S);
        for (int i = 0; i < S * T; i++) integers_of(&r, ids)[i] = i;
        for (int i = 0; i < S; i++) integers_of(&r, targets)[i] = i;
        for (int i = 0; i < r.parameters->pack_count; i++)
            lg_parameters_repack(r.parameters, g->kernels, i, r.frame.base[LG_SPACE_PARAMETER],
                                 r.frame.base[LG_SPACE_PACKED]);
        runner_run(&r);
        bytes = r.gradient_bytes;
        assert_true(bytes <= sizeof *gradient);
        memcpy(gradient[whole], r.memory[LG_SPACE_GRADIENT], bytes);
        runner_free(&r);
    }
    for (size_t i = 0; i < bytes / sizeof(real); i++) assert_true(gradient[0][i] == gradient[1][i]);
}

/* In So et al. 2021, the tap of the present token starts at 1/2, and the taps of the two tokens before it at 1/6 each.
 * As in Wu et al. 2019, taps are not flipped: the first tap is that of the earliest token. */
static void convolutions(void **state) {
    (void)state;
    static const struct {
        double w[3];
        int before;
        double y[4];
    } cases[] = {
        {{0.5 / 3, 0.5 / 3, 0.5}, 2, {0.5, 7.0 / 6, 2, 17.0 / 6}},
        {{1.0 / 6, 1.0 / 3, 1.0 / 2}, 2, {0.5, 4.0 / 3, 7.0 / 3, 10.0 / 3}},
        {{1.0 / 6, 1.0 / 3, 1.0 / 2}, 1, {4.0 / 3, 7.0 / 3, 10.0 / 3, 11.0 / 6}},
    };
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            real x[] = {1, 2, 3, 4}, w[3], y[4];
            for (int j = 0; j < 3; j++) w[j] = (real)cases[i].w[j];
            const lg_convolution a = {.S = 1,
                                      .T = 4,
                                      .R = 4,
                                      .N = 1,
                                      .K = 3,
                                      .H = 1,
                                      .before = cases[i].before,
                                      .x = {x, 0},
                                      .w = {w, 0},
                                      .y = {y, 0}};
            (*k)->depthwise_convolution(*k, &a);
            for (int t = 0; t < 4; t++) assert_true(fabs((double)y[t] - cases[i].y[t]) <= 1e-6);
        }
    }
    runner r = runner_new();
    lg_tensor *ids, *x = numbered_rows(&r, &ids);
    lg_tensor *w = lg_graph_parameter(r.graph, "b", 2, (int[]){3, 2}, (lg_initial){LG_INITIAL_NORMAL, 1});
    lg_op_depthwise_convolution(r.graph, lg_op_select_rows(r.graph, x, 1, 2), w, 2, 0);
    assert_false(lg_graph_plan(r.graph, &r.err)); /* no rows for neighbours of the first token */
    runner_free(&r);
}

/* The work space for a chain of maps and a loss at its end. The output of each map is added to its input. */
static size_t chain_bytes(int maps, bool training) {
    runner r = runner_new();
    lg_graph *g = r.graph;
    g->training = training;
    lg_tensor *ids, *x = numbered_rows(&r, &ids), *targets = lg_graph_batch(g, T);
    lg_tensor *w = lg_graph_parameter(g, "b", 2, (int[]){2, 2}, (lg_initial){LG_INITIAL_NORMAL, 1});
    lg_tensor *gamma = lg_graph_parameter(g, "c", 1, (int[]){2}, (lg_initial){LG_INITIAL_CONSTANT, 1});
    for (int i = 0; i < maps; i++)
        x = lg_op_add_norm(g, (lg_norm_kind){false, 1e-5}, x, lg_op_linear(g, x, w, NULL, LG_RELU), gamma, gamma, 0);
    lg_op_cross_entropy(g, x, targets, NULL);
    plan(&r);
    const size_t bytes = g->bytes[LG_SPACE_WORK];
    runner_free(&r);
    return bytes;
}

/* Arrays that are no longer read are reused. So without training, a chain needs no more memory than its largest link.
 * In training, each link also needs the arrays that the backward pass reads. */
static void long_graphs(void **state) {
    (void)state;
    const size_t array = lg_aligned(S * T * 2 * sizeof(real));
    assert_int_equal(chain_bytes(2, false), 3 * array);
    assert_int_equal(chain_bytes(2000, false), 3 * array);
    const size_t link = chain_bytes(3, true) - chain_bytes(2, true);
    assert_true(link > 2 * array);
    assert_int_equal(chain_bytes(2002, true), chain_bytes(2, true) + 2000 * link);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_tensors_have_types),
        cmocka_unit_test(loss_weights),
        cmocka_unit_test(wrong_weights),
        cmocka_unit_test(two_losses),
        cmocka_unit_test(two_losses_of_the_same_logits),
        cmocka_unit_test(rows_by_index),
        cmocka_unit_test(concatenation_counts_tokens),
        cmocka_unit_test(pruning_of_columns),
        cmocka_unit_test(convolutions),
        cmocka_unit_test(long_graphs),
    };
    return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}
