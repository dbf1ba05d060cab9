/* test_no_gradients.c: gradients that are exactly zero, not just small. Tests choices of experts and the inputs of
 * these choices, dropped tokens, stored keys and values, masked positions, and padding. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "graph_machine.h"
#include "nn/axes/architecture.h"
#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

enum { TOKENS = 7, WIDTH = 6, EXPERTS = 3 };

/* Are elements first..first+count-1 of the gradient of a parameter all zero? */
static bool is_zero(const real *gradient, int first, int count) {
    for (int i = 0; i < count; i++)
        if (gradient[first + i] != 0) return false;
    return true;
}

static void expect_zero(const char *what, int row, bool zero, bool wanted) {
    if (zero != wanted) fail_msg("%s: row %d has %s gradient", what, row, zero ? "no" : "a");
}

static lg_tensor *parameter_of(machine *m, const char *name, int rank, const int *shape) {
    return lg_graph_parameter(m->graph, name, rank, shape, (lg_initial){LG_INITIAL_NORMAL, 1});
}

static void draw_parameters(machine *m) {
    lg_parameters_initialise(m->parameters, lg_key_root(4), (real *)(void *)m->memory[LG_SPACE_PARAMETER]);
}

/* ---- experts ---- */

/* Runs the graph of y forward with random parameters, and backward from a random gradient of y. Returns the expert of
 * each token. */
static const int32_t *route_tokens(machine *m, lg_tensor *expert, lg_tensor *y, uint64_t seed) {
    y->root = expert->keep = true;
    machine_end(m, NULL);
    draw_parameters(m);
    machine_forward(m);
    machine_backward(m, y, seed);
    return lg_value(&m->frame, expert).data;
}

/* If a token is dropped, neither its row of x nor its logits have a gradient. For any other token, all logits have a
 * gradient. */
static void dropped_tokens_have_no_gradient(const lg_kernels *k) {
    machine m = machine_begin(k, TOKENS);
    lg_tensor *x = machine_rows(&m, "x", WIDTH), *logits = machine_rows(&m, "logits", EXPERTS);
    lg_tensor *expert = lg_op_route(m.graph, logits, (lg_routing){.slots = 1});
    lg_tensor *w = parameter_of(&m, "w", 3, (int[]){EXPERTS, WIDTH, WIDTH});
    lg_tensor *y = lg_op_scale_rows(m.graph, lg_op_expert_linear(m.graph, x, expert, w, NULL, LG_LINEAR),
                                    lg_op_gate(m.graph, logits, expert, false));
    const int32_t *to = route_tokens(&m, expert, y, 1);
    int dropped = 0;
    for (int t = 0; t < TOKENS; t++) {
        const bool none = to[t] < 0;
        dropped += none;
        expect_zero("x", t, is_zero(machine_array(&m, LG_SPACE_GRADIENT, "x"), t * WIDTH, WIDTH), none);
        expect_zero("logits", t, is_zero(machine_array(&m, LG_SPACE_GRADIENT, "logits"), t * EXPERTS, EXPERTS), none);
    }
    assert_true(dropped >= TOKENS - EXPERTS && dropped < TOKENS);
    assert_null(lg_gradient(&m.frame, expert).data);
    machine_close(&m);
}

/* A balanced assignment is a constant. So a token's affinity (logit) for its own expert has a gradient, through the
 * gate, and its other affinities have none. */
static void assignments_have_no_gradient(const lg_kernels *k) {
    machine m = machine_begin(k, TOKENS);
    lg_tensor *x = machine_rows(&m, "x", WIDTH), *logits = machine_rows(&m, "logits", EXPERTS);
    lg_tensor *expert = lg_op_route(m.graph, logits, (lg_routing){.balanced = true});
    lg_tensor *y = lg_op_scale_rows(m.graph, x, lg_op_gate(m.graph, logits, expert, true));
    const int32_t *to = route_tokens(&m, expert, y, 2);
    const real *gradient = machine_array(&m, LG_SPACE_GRADIENT, "logits");
    for (int i = 0; i < TOKENS * EXPERTS; i++)
        expect_zero("affinities", i, gradient[i] == 0, i % EXPERTS != to[i / EXPERTS]);
    assert_null(lg_gradient(&m.frame, expert).data);
    machine_close(&m);
}

/* The largest element of the gradient of the load-balancing loss. Tokens choose experts in turn, so that all experts
 * have equal shares of the tokens. If `equal` is false, the last token chooses the first expert, and shares differ. */
static double balance_slope(const lg_kernels *k, bool equal) {
    enum { CHOOSING = 6 };
    double most = 0;
    machine m = machine_begin(k, CHOOSING);
    lg_tensor *logits = machine_rows(&m, "logits", EXPERTS);
    lg_op_balance(m.graph, logits, lg_op_route(m.graph, logits, (lg_routing){0}), 1, 0);
    machine_end(&m, NULL);
    draw_parameters(&m);
    real *x = machine_array(&m, LG_SPACE_PARAMETER, "logits");
    for (int t = 0; t < CHOOSING; t++) {
        const int e = equal || t + 1 < CHOOSING ? t % EXPERTS : 0;
        for (int i = 0; i < EXPERTS; i++) x[t * EXPERTS + i] = i == e ? 4 - (real)(t * t) / 10 : x[t * EXPERTS + i] / 4;
    }
    machine_forward(&m);
    machine_backward(&m, NULL, 3);
    const real *gradient = machine_array(&m, LG_SPACE_GRADIENT, "logits");
    for (int i = 0; i < CHOOSING * EXPERTS; i++) most = fmax(most, fabs((double)gradient[i]));
    machine_close(&m);
    return most;
}

/* The load-balancing loss treats the experts' shares of tokens as constants. If these shares are equal, no probability
 * has a gradient, even if probabilities are far from equal. */
static void shares_of_tokens_have_no_gradient(const lg_kernels *k) {
    assert_true(balance_slope(k, true) < (sizeof(real) == 8 ? 1e-16 : 1e-7));
    assert_true(balance_slope(k, false) > 1e-2);
}

/* ---- stores ---- */

/* A graph in which stored rows would need a gradient is refused. */
static void stored_rows_have_no_gradient(const lg_kernels *k) {
    lg_error err = {0};
    machine m = machine_begin(k, TOKENS);
    lg_tensor *q = machine_rows(&m, "q", WIDTH), *keys = machine_rows(&m, "keys", WIDTH);
    lg_op_retrieve(m.graph, 2, q, keys, keys, TOKENS, 3, false);
    assert_false(lg_graph_plan(m.graph, &err));
    assert_non_null(strstr(err.text, "stored keys and values cannot have gradients"));
    lg_graph_free(m.graph);
    lg_parameters_free(m.parameters);
}

static void choices_have_none(void **state) {
    (void)state;
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++) {
        dropped_tokens_have_no_gradient(*k);
        assignments_have_no_gradient(*k);
        shares_of_tokens_have_no_gradient(*k);
        stored_rows_have_no_gradient(*k);
    }
}

/* ---- masked positions ---- */

enum { LENGTH = 6, SEQUENCES = 3, MOST = 3000 };

/* With one block and learned positions, a row of the position table has the gradient of the token at that position. If
 * no output sees this token, the row has no gradient, even in a graph that computes all rows. */
static void expect_seen(const char *mask, int first, int end) {
    for (int whole = 0; whole < 2; whole++) {
        static int32_t input[MOST], target[MOST];
        static real logits[MOST], gradients[MOST];
        char settings[300];
        snprintf(settings, sizeof settings, "task=reverse_string encoding=learned encoding.rows=20 model.blocks=1 %s",
                 mask);
        bench b = bench_open_well(settings, 1);
        b.trainer->model->no_pruning = whole;
        lg_probe p = {input, target, logits, gradients, 0};
        assert_true(bench_parameters(b.trainer) <= MOST);
        assert_true(lg_trainer_probe(b.trainer, lg_key_root(1), LENGTH, SEQUENCES, &p, &b.err));
        const real *g = gradients;
        int i = 0;
        for (; strcmp(lg_trainer_array(b.trainer, (size_t)i).name, "embedding.position"); i++)
            g += lg_trainer_array(b.trainer, (size_t)i).count;
        for (int t = 0; t < 20; t++) expect_zero(mask, t, is_zero(g, t * 16, 16), t < first || t >= end);
        bench_close(&b);
    }
}

/* Sequences of six input tokens and six later tokens, whose outputs are scored. */
static void masked_positions_have_no_gradient(void **state) {
    (void)state;
    expect_seen("mask=full", 0, 12);
    expect_seen("mask=causal", 0, 12);
    expect_seen("mask=bca mask.block=3", 3, 12);
    expect_seen("mask=window mask.width=3", 5, 12);
    expect_seen("mask=window mask.form=causal mask.width=2", 5, 12);
}

/* ---- padding ---- */

/* The gradients of all parameters for a padded batch. All padding is `token`, which occurs in no record. */
static real *padded_gradients(bench *b, int32_t token, size_t *count) {
    lg_trainer *t = b->trainer;
    lg_engine *e = &t->engine;
    lg_network n;
    const lg_record_size size = {2 * LG_BAND, 3 * LG_BAND};
    const lg_sequence_layout layout = t->model->architecture.entry->layout(t->model, size, true);
    const bool good = lg_model_network(t->model, layout, SEQUENCES, true, false, &n, &b->err) &&
                      lg_engine_reserve(e, &n, &b->err) &&
                      lg_pass_open(&t->pass, e, &e->buffers, &n, SEQUENCES, false, &b->err) &&
                      lg_pass_prepare(&t->pass, lg_key_root(3), true, &b->err);
    if (!good) fail_msg("%s", b->err.text);
    for (int i = 0; i < SEQUENCES; i++) {
        const lg_batch_record r = {.split = LG_SPLIT_TEST, .length = LENGTH + i, .index = i, .number = i};
        lg_pass_draw(&t->pass, &r, 0, i);
        const lg_record_size own = t->pass.rows.sizes[i];
        int32_t *ids = t->pass.rows.ids + i * layout.T, *sources = t->pass.rows.sources + i * layout.sources;
        const int32_t *span = t->pass.rows.spans + 2 * i;
        for (int j = own.m; j < layout.T; j++) ids[j] = token;
        for (int j = 0; j < layout.sources; j++)
            if (j < span[0] || j >= span[0] + span[1]) sources[j] = token;
        assert_true(own.m < layout.T && span[1] == own.n && own.n < layout.sources);
    }
    t->pass.loss_weight = 1;
    const lg_frame f = lg_pass_frame(&t->pass, &n, 0, 0, 0);
    e->model->kernels->zero(e->model->kernels, f.base[LG_SPACE_GRADIENT], e->gradients.bytes);
    lg_graph_forward(n.graph, &f);
    lg_graph_backward(n.graph, &f);
    lg_graph_backward_shared(n.graph, &f);
    *count = t->model->parameters->bytes / sizeof(real);
    real *copy = malloc(*count * sizeof *copy);
    memcpy(copy, lg_gradients_array(&e->gradients, 0).data, *count * sizeof *copy);
    lg_network_free(&n);
    return copy;
}

/* Rows of tokens that occur only as padding have no gradient, and their values change no other gradient. */
static void padding_has_no_gradient(void **state) {
    (void)state;
    static const char *const models[] = {"encoding=sinusoid", "encoding=relative block=pre_norm",
                                         "encoding=none model.order=lf convolution.taps=3"};
    enum { VOCABULARY = 24, PADDING = 21 };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char settings[300];
        size_t count;
        snprintf(settings, sizeof settings,
                 "architecture=encoder_decoder data=copy_cmc data.alphabet=7 data.examples=600 model.dropout=0 "
                 "architecture.tables=apart architecture.vocabulary=%d %s",
                 VOCABULARY, models[i]);
        bench b = bench_open_well(settings, 1);
        const lg_parameters *p = b.trainer->model->parameters;
        real *one = padded_gradients(&b, PADDING, &count), *other = padded_gradients(&b, PADDING + 1, &count);
        static const char *const tables[] = {"encoder.embedding.weight", "decoder.embedding.weight"};
        for (int k = 0; k < 2; k++) {
            const int at = lg_parameters_find(p, tables[k]);
            const real *rows = one + p->rows[at].offset / sizeof(real);
            const int width = p->rows[at].shape[1];
            expect_zero(tables[k], PADDING, is_zero(rows, PADDING * width, width), true);
            expect_zero(tables[k], 0, is_zero(rows, 0, 7 * width), false);
        }
        assert_memory_equal(one, other, count * sizeof *one);
        free(one);
        free(other);
        bench_close(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(choices_have_none),
                                       cmocka_unit_test(masked_positions_have_no_gradient),
                                       cmocka_unit_test(padding_has_no_gradient)};
    return cmocka_run_group_tests_name("no gradients", tests, NULL, NULL);
}
