/* test_recurrent.c: recurrent networks. Tests their number of parameters, that outputs depend on no later token, and
 * that a sequence has the same bits alone and in a batch. Time steps that cannot be scanned are
 * refused. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "config/describe.h"
#include "graph/graph.h"
#include "graph/ops.h"
#include "kernel/kernel.h"
#include "models.h"
#include "train/engine.h"

#include <cmocka.h>

enum { SEQUENCES = 5, LENGTH = 7 };

static const char *const cells[] = {"elman", "lstm"};
static const char *const stores[] = {"store=stack", "store=stack store.cells=3 store.count=2 store.joint=true",
                                     "store=nd_stack store.reading=states", "store=tape store.cells=9 store.count=2"};
enum { STORES = sizeof stores / sizeof *stores };

static bench open_cell(const char *cell, const char *more) {
    char settings[256];
    snprintf(settings, sizeof settings, "architecture=recurrent cell=%s %s", cell, more);
    bench b = bench_open(settings, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    return b;
}

/* ---- parameters: the inputs of parity_check are 0, 1 and the empty token (I = 3), and it has two classes ---- */

static void parameters_are_those_of_the_study(void **state) {
    (void)state;
    enum { I = 3, K = 256, READOUT = (K + 1) * 2 };
    bench b = open_cell("elman", "task=parity_check");
    assert_int_equal(bench_parameters(b.trainer), I * K + K * K + 2 * K + READOUT);
    bench_close(&b);
    b = open_cell("lstm", "task=parity_check");
    assert_int_equal(bench_parameters(b.trainer), (I + K) * 4 * K + 4 * K + READOUT);
    bench_close(&b);
    b = open_cell("lstm", "task=parity_check architecture.hidden=8");
    assert_int_equal(bench_parameters(b.trainer), (I + 8) * 4 * 8 + 4 * 8 + 9 * 2);
    bench_close(&b);
}

/* The parameters that a store adds to a network with I inputs and K states: weights for the values read, and maps of h.
 * The defaults are:
 * - a stack: 3 actions, cells of 8 numbers;
 * - a tape: 5 actions, cells of 8 numbers, and a network with two layers of 64 units;
 * - a nondeterministic stack: 2 states and 2 symbols, and so 4 (4 + 2 + 4) weights of actions. */
static void parameters_of_stores(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int more;
    } cases[] = {{"store=stack", 8 * 256 + 257 * (3 + 8)},
                 {"store=stack store.count=3 store.columns=5 store.joint=true", 15 * 256 + 257 * (9 + 15)},
                 {"store=tape", 8 * 256 + 257 * (5 + 64) + 65 * 64 + 65 * 8},
                 {"store=tape store.count=4 store.hidden=7", 32 * 256 + 257 * (20 + 7) + 8 * 7 + 8 * 32},
                 {"store=nd_stack", 2 * 256 + 257 * 40},
                 {"store=nd_stack store.symbols=4 store.reading=states", 8 * 256 + 257 * (2 * 64 + 16)}};
    enum { I = 3, K = 256, READOUT = (K + 1) * 2 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "task=parity_check %s", cases[i].settings);
        bench b = open_cell("elman", settings);
        assert_int_equal(bench_parameters(b.trainer), I * K + K * K + 2 * K + READOUT + cases[i].more);
        bench_close(&b);
    }
}

/* The largest absolute initial value. For a truncated normal it is at most two scales. */
static double largest(const lg_trainer *t, const char *name) {
    double most = 0;
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) {
        const lg_named_array a = lg_trainer_array(t, i);
        for (size_t e = 0; e < a.count && !strcmp(a.name, name); e++)
            if (fabs((double)a.value[e]) > most) most = fabs((double)a.value[e]);
    }
    return most;
}

static void both_parts_of_a_map_have_one_fan_in(void **state) {
    (void)state;
    const double scales[2][2] = {{1 / sqrt(3), 1 / 16.0}, {1 / sqrt(259), 1 / sqrt(259)}};
    for (int c = 0; c < 2; c++) {
        bench b = open_cell(cells[c], "task=parity_check");
        const double input = largest(b.trainer, "recurrent.input.weight") / scales[c][0];
        const double of_state = largest(b.trainer, "recurrent.state.weight") / scales[c][1];
        if (!(input > 1.9 && input <= 2.0001)) fail_msg("%s: input weights reach %g deviations", cells[c], input);
        if (!(of_state > 1.99 && of_state <= 2.0001))
            fail_msg("%s: weights of the state reach %g deviations", cells[c], of_state);
        bench_close(&b);
    }
    bench b = open_cell("lstm", "task=parity_check store=stack");
    const double scale = 1 / sqrt(3 + 8 + 256);
    static const char *const parts[] = {"recurrent.input.weight", "recurrent.reading.weight", "recurrent.state.weight"};
    for (int i = 0; i < 3; i++) {
        const double most = largest(b.trainer, parts[i]) / scale;
        if (!(most > 1.9 && most <= 2.0001)) fail_msg("%s reaches %g deviations", parts[i], most);
    }
    bench_close(&b);
}

/* ---- forward passes ---- */

/* Logits of sequences first..first+sequences-1 of ids; the caller frees them. */
static real *logits_of(bench *b, const int32_t *ids, lg_sequence_layout layout, int first, int sequences) {
    lg_model *m = lg_model_of(b->resolved->values, lg_kernels_find(NULL), &b->err);
    lg_engine e;
    lg_network n;
    const bool ok = m && lg_engine_init(&e, m, b->pool, &b->err) &&
                    lg_model_network(m, layout, sequences, false, false, &n, &b->err) &&
                    lg_batch_buffers_reserve(&e.buffers, &n, sequences, &b->err) && lg_engine_reserve(&e, &n, &b->err);
    if (!ok) fail_msg("%s", b->err.text);
    lg_parameters_initialise(m->parameters, lg_key_root(8), (real *)(void *)e.parameters.data);
    lg_engine_repack(&e);
    assert_true(lg_engine_prepare(&e, &e.buffers, &n, lg_key_root(9), true, &b->err));
    memcpy(lg_batch_buffers_ids(&e.buffers, &n, sequences), ids + first * layout.T,
           sizeof *ids * (size_t)(sequences * layout.T));
    lg_frame f = lg_engine_frame(&e, &e.buffers, &n, 0, 0, sequences);
    lg_graph_forward(n.graph, &f);
    real *out = malloc(n.logits->bytes);
    memcpy(out, lg_value(&f, n.logits).data, n.logits->bytes);
    lg_network_free(&n);
    lg_engine_free(&e);
    lg_model_free(m);
    return out;
}

static void draw_ids(int32_t *ids, int count) {
    lg_random r = lg_random_from(lg_key_root(10));
    for (int i = 0; i < count; i++) ids[i] = (int32_t)lg_random_below(&r, 3);
}

static void alone_and_among_neighbours(const char *cell, const char *more) {
    const lg_sequence_layout layout = {.n = LENGTH, .m = LENGTH, .T = 2 * LENGTH, .first = LENGTH, .rows = LENGTH};
    int32_t ids[SEQUENCES * 2 * LENGTH];
    draw_ids(ids, SEQUENCES * layout.T);
    bench b = open_cell(cell, more);
    real *together = logits_of(&b, ids, layout, 0, SEQUENCES);
    const size_t each = (size_t)layout.m * 2;
    for (int s = 0; s < SEQUENCES; s++) {
        real *alone = logits_of(&b, ids, layout, s, 1);
        if (memcmp(alone, together + (size_t)s * each, each * sizeof *alone))
            fail_msg("%s %s: sequence %d has other bits alone", cell, more, s);
        free(alone);
    }
    free(together);
    bench_close(&b);
}

/* The task's input tokens are 0, 1 and the empty token. Here, sequences are random sequences of these tokens. */
static void a_sequence_has_the_same_bits_alone(void **state) {
    (void)state;
    for (int c = 0; c < 2; c++) {
        alone_and_among_neighbours(cells[c], "task=reverse_string architecture.hidden=24");
        alone_and_among_neighbours(cells[c], "task=reverse_string architecture.hidden=7");
        if (sizeof(real) == 4)
            alone_and_among_neighbours(cells[c], "task=reverse_string architecture.hidden=24 model.precision=bf16");
        for (int s = 0; s < STORES; s++) {
            char more[160];
            snprintf(more, sizeof more, "task=reverse_string architecture.hidden=10 %s", stores[s]);
            alone_and_among_neighbours(cells[c], more);
        }
    }
}

/* Asserts that changing token t, for any t >= `from`, changes the outputs at token t and at all later tokens, and no
 * outputs before. Every token except the first has an output. */
static void expect_causal(const char *cell, const char *store, int from) {
    const lg_sequence_layout layout = {.n = 1, .m = LENGTH, .T = LENGTH + 1, .first = 1, .rows = LENGTH};
    int32_t ids[LENGTH + 1];
    char settings[160];
    snprintf(settings, sizeof settings, "task=reverse_string architecture.hidden=24 %s", store);
    bench b = open_cell(cell, settings);
    draw_ids(ids, layout.T);
    ids[1] = 2;
    real *before = logits_of(&b, ids, layout, 0, 1);
    for (int t = from; t < layout.T; t++) {
        const int32_t kept = ids[t];
        ids[t] = (kept + 1) % 3;
        real *after = logits_of(&b, ids, layout, 0, 1);
        ids[t] = kept;
        for (int j = 0; j < LENGTH; j++)
            if (!memcmp(before + 2 * j, after + 2 * j, 2 * sizeof *before) != (j + 1 < t))
                fail_msg("%s %s: token %d %s the output at token %d", cell, store, t,
                         j + 1 < t ? "changes" : "does not change", j + 1);
        free(after);
    }
    free(before);
    bench_close(&b);
}

/* The length of a tape's jumps depends on where the input ends. It depends on no later token. */
static void outputs_depend_on_no_later_token(void **state) {
    (void)state;
    for (int c = 0; c < 2; c++) {
        expect_causal(cells[c], "", 0);
        for (int s = 0; s < STORES; s++) expect_causal(cells[c], stores[s], strstr(stores[s], "tape") ? 2 : 0);
    }
}

/* A stack with as many cells as the sequence has tokens gives the same logits as a larger stack. A smaller stack gives
 * other logits, since it drops values. */
static void a_stack_of_all_tokens_is_never_full(void **state) {
    (void)state;
    const lg_sequence_layout layout = {.n = LENGTH, .m = LENGTH, .T = 2 * LENGTH, .first = LENGTH, .rows = LENGTH};
    static const int sizes[] = {0, 2 * LENGTH, 100, 3};
    int32_t ids[2 * LENGTH];
    real *logits[4];
    draw_ids(ids, layout.T);
    for (int i = 0; i < 4; i++) {
        char settings[120];
        snprintf(settings, sizeof settings, "task=reverse_string architecture.hidden=24 store=stack store.cells=%d",
                 sizes[i]);
        bench b = open_cell("elman", settings);
        logits[i] = logits_of(&b, ids, layout, 0, 1);
        bench_close(&b);
    }
    for (int i = 1; i < 4; i++)
        if (!memcmp(logits[0], logits[i], 2 * LENGTH * sizeof **logits) != (i < 3))
            fail_msg("a stack of %d cells and one of all tokens: %s logits", sizes[i], i < 3 ? "different" : "equal");
    for (int i = 0; i < 4; i++) free(logits[i]);
}

/* ---- refusals ---- */

static const char *refuse(lg_tensor *(*step)(lg_scan *s), lg_error *err) {
    lg_parameters *p = lg_parameters_new();
    lg_graph *g = lg_graph_new(p, lg_kernels_find(NULL), 2, 5, true);
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){3, 4}), lg_graph_batch(g, 5), 1);
    lg_scan s = lg_scan_begin(g, x, 1, (int[]){4});
    lg_scan_end(g, &s, step(&s));
    assert_false(lg_graph_plan(g, err));
    lg_graph_free(g);
    lg_parameters_free(p);
    return err->text;
}

static lg_tensor *with_dropout(lg_scan *s) {
    return s->after[0] = lg_op_dropout(s->step, lg_op_add_activate(s->step, s->x, s->before[0], LG_RELU), 0.5);
}

static lg_tensor *without_state(lg_scan *s) {
    return s->after[0] = lg_op_add_activate(s->step, s->x, NULL, LG_RELU);
}

static lg_tensor *with_other_width(lg_scan *s) {
    lg_tensor *w = lg_example_parameter(s->step, 2, (int[]){4, 5});
    return s->after[0] =
               lg_op_linear(s->step, lg_op_add_activate(s->step, s->x, s->before[0], LG_RELU), w, NULL, LG_LINEAR);
}

static lg_tensor *with_constant(lg_scan *s) {
    lg_tensor *c = lg_example_numbers(s->step, 3, (int[]){2, 1, 4}, 0, 0);
    return s->after[0] =
               lg_op_add_activate(s->step, lg_op_add_activate(s->step, s->x, s->before[0], LG_RELU), c, LG_LINEAR);
}

static lg_tensor *unchanged(lg_scan *s) {
    return s->after[0] = s->before[0];
}

static lg_tensor *with_two_of_the_batch(lg_scan *s) {
    lg_graph *outside = lg_graph_new(lg_parameters_new(), lg_kernels_find(NULL), 2, 5, true);
    lg_scan_borrow(s, lg_graph_batch(outside, 5));
    lg_scan_borrow(s, lg_graph_batch(outside, 5));
    lg_parameters_free(outside->parameters);
    lg_graph_free(outside);
    return s->after[0] = lg_op_add_activate(s->step, s->x, s->before[0], LG_RELU);
}

static void steps_that_cannot_be_scanned(void **state) {
    (void)state;
    static const struct {
        lg_tensor *(*step)(lg_scan *s);
        const char *words;
    } cases[] = {{with_dropout, "dropout"},
                 {without_state, "does not read its input"},
                 {with_other_width, "expected a computed state"},
                 {with_constant, "record it outside"},
                 {unchanged, "must be computed"},
                 {with_two_of_the_batch, "one tensor of the batch"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lg_error err = {0};
        if (!strstr(refuse(cases[i].step, &err), cases[i].words)) fail_msg("%s: %s", cases[i].words, err.text);
    }
}

static void cells_are_for_recurrent_networks(void **state) {
    (void)state;
    bench b = bench_open("cell=elman", 1, NULL);
    assert_null(b.trainer);
    assert_non_null(strstr(b.err.text, "architecture: encoder"));
    bench_close(&b);
    b = bench_open("store=tape", 1, NULL);
    assert_null(b.trainer);
    assert_non_null(strstr(b.err.text, "store: tape has no effect: architecture: encoder"));
    bench_close(&b);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_those_of_the_study),
        cmocka_unit_test(both_parts_of_a_map_have_one_fan_in),
        cmocka_unit_test(parameters_of_stores),
        cmocka_unit_test(a_stack_of_all_tokens_is_never_full),
        cmocka_unit_test(a_sequence_has_the_same_bits_alone),
        cmocka_unit_test(outputs_depend_on_no_later_token),
        cmocka_unit_test(steps_that_cannot_be_scanned),
        cmocka_unit_test(cells_are_for_recurrent_networks),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("recurrent networks", tests, NULL, NULL);
}
