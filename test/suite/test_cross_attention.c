/* test_cross_attention.c: the op attention with queries and keys on separate timelines: target tokens attend to source
 * tokens. If the op runs token by token, with keys and values from a cache and with spans, its output has the same bits
 * as in one pass. Its attention weights reproduce its output, also with more queries than keys. Terms that need queries
 * and keys on the same timeline are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "graph/ops.h"

enum { S = 3, SOURCE = 19, TARGET = 23, HEADS = 2, COLUMNS = 12, SYMBOLS = 4 };

/* A graph, and the memory to run it. */
typedef struct rig {
    lg_graph *graph;
    lg_parameters *parameters;
    lg_frame frame;
    lg_tensor *ids, *span, *keys, *values, *o;
} rig;

static rig rig_new(const lg_kernels *k, lg_parameters *p, bool training, bool stepping) {
    rig r = {.graph = lg_graph_new(p, k, S, TARGET, training), .parameters = p};
    assert_non_null(r.graph);
    r.graph->stepping = stepping;
    return r;
}

/* Adds to the graph the attention of `queries` target tokens to the source. Keys and values of the source are rows or,
 * if target tokens are run piece by piece (stepping), a cache. */
static void record(rig *r, int queries) {
    lg_graph *g = r->graph;
    lg_attend a = {.heads = HEADS, .cross = true};
    r->ids = lg_graph_batch(g, queries), r->span = lg_graph_batch(g, 2);
    a.q = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){SYMBOLS, COLUMNS}), r->ids, 1);
    a.k = r->keys =
        g->stepping ? lg_graph_cache(g, "keys", LG_CACHED_KEYS, SOURCE, (lg_cache_layout){0}, HEADS, COLUMNS / HEADS)
                    : lg_graph_state(g, "keys", SOURCE, COLUMNS);
    a.v = r->values = g->stepping ? lg_graph_cache(g, "values", LG_CACHED_VALUES, SOURCE, (lg_cache_layout){0}, HEADS,
                                                   COLUMNS / HEADS)
                                  : lg_graph_state(g, "values", SOURCE, COLUMNS);
    a.scale = lg_example_numbers(g, 1, (int[]){TARGET}, 0, LG_LANES);
    a.span = r->span;
    r->o = lg_op_attention(g, &a);
    r->o->keep = true;
}

static char *block(size_t bytes) {
    char *p = aligned_alloc(LG_ALIGN, lg_aligned(bytes + LG_ALIGN));
    assert_non_null(p);
    return memset(p, 0, lg_aligned(bytes + LG_ALIGN));
}

static void fill_normal(const rig *r, const lg_tensor *t, int seed) {
    static real rows[S * SOURCE * COLUMNS];
    lg_random dice = lg_random_from(lg_key_root((uint64_t)seed));
    const lg_view to = lg_value(&r->frame, t);
    for (int i = 0; i < S * SOURCE * COLUMNS; i++) rows[i] = (real)lg_random_normal(&dice);
    const lg_append a = {.S = S,
                         .T = SOURCE,
                         .H = HEADS,
                         .D = COLUMNS / HEADS,
                         .Q = SOURCE,
                         .keys = t->cached == LG_CACHED_KEYS,
                         .cache = to,
                         .rows = {rows, 0}};
    if (t->cached)
        r->frame.kernels->append(r->frame.kernels, &a);
    else
        memcpy(to.data, rows, sizeof rows);
}

/* Plans the graph and fills all its inputs except the ids. The last source tokens of two sequences are padding. */
static void rig_plan(rig *r) {
    lg_error err = {0};
    if (!lg_graph_plan(r->graph, &err)) fail_msg("%s", err.text);
    size_t bytes[LG_SPACES];
    memcpy(bytes, r->graph->bytes, sizeof bytes);
    bytes[LG_SPACE_PARAMETER] = r->parameters->bytes;
    bytes[LG_SPACE_GRADIENT] += r->parameters->bytes;
    bytes[LG_SPACE_BATCH] *= S;
    bytes[LG_SPACE_STATE] *= S;
    r->frame = (lg_frame){.graph = r->graph, .kernels = r->graph->kernels, .batch = S};
    for (int i = 0; i < LG_SPACES; i++) r->frame.base[i].data = block(bytes[i]);
    lg_parameters_initialise(r->parameters, lg_key_root(3), r->frame.base[LG_SPACE_PARAMETER].data);
    lg_graph_fill(r->graph, NULL, r->frame.base[LG_SPACE_CONSTANT].data);
    fill_normal(r, r->keys, 1);
    fill_normal(r, r->values, 2);
    static const int32_t span[S][2] = {{0, SOURCE}, {0, 7}, {3, SOURCE - 4}};
    memcpy(lg_value(&r->frame, r->span).data, span, sizeof span);
}

static void rig_free(rig *r) {
    for (int i = 0; i < LG_SPACES; i++) free(r->frame.base[i].data);
    lg_graph_free(r->graph);
}

/* Runs as many target tokens as the graph has, starting with token `at`. */
static void rig_run(rig *r, int at) {
    const int Q = r->ids->shape[1];
    int32_t *ids = lg_value(&r->frame, r->ids).data;
    for (int i = 0; i < S * Q; i++) ids[i] = (i / Q + (at + i % Q) * 3) % SYMBOLS;
    r->frame.at = at;
    lg_graph_run_shared(r->graph, &r->frame);
    lg_graph_forward(r->graph, &r->frame);
}

static const real *output(const rig *r, int s) {
    return (const real *)lg_value(&r->frame, r->o).data + s * r->o->shape[1] * COLUMNS;
}

static void try_steps(const lg_kernels *k, int queries) {
    lg_parameters *p = lg_parameters_new();
    rig whole = rig_new(k, p, false, false), steps = rig_new(k, p, false, true);
    record(&whole, TARGET);
    record(&steps, queries);
    rig_plan(&whole);
    rig_plan(&steps);
    rig_run(&whole, 0);
    for (int at = 0; at + queries <= TARGET; at += queries) {
        rig_run(&steps, at);
        for (int s = 0; s < S; s++)
            if (memcmp(output(&steps, s), output(&whole, s) + at * COLUMNS, sizeof(real) * (size_t)queries * COLUMNS))
                fail_msg("%s: tokens %d.. of sequence %d have other bits in steps of %d", k->name, at, s, queries);
    }
    rig_free(&whole);
    rig_free(&steps);
    lg_parameters_free(p);
}

static void steps_have_the_bits_of_one_pass(void **state) {
    (void)state;
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++)
        for (int queries = 1; queries <= 3; queries++) try_steps(*k, queries);
}

static void weights_give_the_output(void **state) {
    (void)state;
    lg_parameters *p = lg_parameters_new();
    rig r = rig_new(lg_kernels_find(NULL), p, true, false);
    record(&r, TARGET);
    rig_plan(&r);
    rig_run(&r, 0);
    const double tolerance = sizeof(real) == 8 ? 1e-12 : 1e-5;
    static real weights[SOURCE * LG_PAD(TARGET)];
    const real *v = lg_value(&r.frame, r.values).data;
    for (int s = 0; s < S; s++)
        for (int e = 0; e < TARGET * COLUMNS; e++) {
            const int i = e / COLUMNS, c = e % COLUMNS;
            if (c % (COLUMNS / HEADS) == 0) r.o->op->weights(&r.frame, r.o, s, c / (COLUMNS / HEADS), weights);
            double sum = 0, all = 0;
            for (int j = 0; j < SOURCE; j++) {
                sum += (double)weights[j * LG_PAD(TARGET) + i] * (double)v[(s * SOURCE + j) * COLUMNS + c];
                all += (double)weights[j * LG_PAD(TARGET) + i];
            }
            if (!(fabs(all - 1) < tolerance && fabs(sum - (double)output(&r, s)[e]) < tolerance))
                fail_msg("sequence %d, query %d, column %d: %.9g, not %.9g", s, i, c, sum, (double)output(&r, s)[e]);
        }
    rig_free(&r);
    lg_parameters_free(p);
}

/* Asserts that attention with arguments changed by `spoil` is refused, with these words in the message. */
static void expect_refusal(void (*spoil)(lg_graph *g, lg_attend *a), const char *words) {
    lg_error err = {0};
    rig r = rig_new(&lg_kernels_ref, lg_parameters_new(), false, false);
    lg_graph *g = r.graph;
    lg_attend a = {.heads = HEADS, .cross = true};
    a.q = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){SYMBOLS, COLUMNS}), lg_graph_batch(g, TARGET), 1);
    a.k = a.v = lg_graph_state(g, "keys", SOURCE, COLUMNS);
    a.scale = lg_example_numbers(g, 1, (int[]){TARGET}, 0, LG_LANES);
    spoil(g, &a);
    lg_op_attention(g, &a);
    assert_false(lg_graph_plan(g, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' is not in '%s'", words, err.text);
    lg_parameters_free(r.parameters);
    lg_graph_free(g);
}

static void give_offsets(lg_graph *g, lg_attend *a) {
    a->r = lg_example_parameter(g, 2, (int[]){2 * SOURCE - 1, COLUMNS});
}

static void give_classes(lg_graph *g, lg_attend *a) {
    a->pair_values = lg_example_parameter(g, 2, (int[]){3, COLUMNS / HEADS});
    a->classes = lg_example_integers(g, 2, (int[]){1, LG_BIAS_ROW(SOURCE)}, 3);
}

/* Gives a vector for each class, but not the class of each pair of query and key. */
static void forget_classes(lg_graph *g, lg_attend *a) {
    a->pair_keys = lg_example_parameter(g, 2, (int[]){3, COLUMNS / HEADS});
}

static void give_bias(lg_graph *g, lg_attend *a) {
    a->bias = lg_example_numbers(g, 2, (int[]){HEADS, LG_BIAS_ROW(SOURCE)}, 0, 0);
}

/* Gives a bias with as many keys as there are queries. */
static void give_bias_of_targets(lg_graph *g, lg_attend *a) {
    a->bias = lg_example_numbers(g, 3, (int[]){HEADS, TARGET, LG_PAD(TARGET)}, 0, LG_LANES);
}

static void give_long_mask(lg_graph *g, lg_attend *a) {
    a->visible = lg_example_integers(g, 2, (int[]){2, SOURCE}, 3);
}

static void give_short_scale(lg_graph *g, lg_attend *a) {
    a->scale = lg_example_numbers(g, 1, (int[]){SOURCE}, 0, LG_LANES);
}

static void give_wide_span(lg_graph *g, lg_attend *a) {
    a->span = lg_graph_batch(g, 3);
}

static void give_rows_beside_a_cache(lg_graph *g, lg_attend *a) {
    a->k = lg_graph_cache(g, "cache", LG_CACHED_KEYS, SOURCE, (lg_cache_layout){0}, HEADS, COLUMNS / HEADS);
}

static void give_one_timeline(lg_graph *g, lg_attend *a) {
    give_short_scale(g, a);
    a->cross = false;
}

static void impossible_arguments_are_refused(void **state) {
    (void)state;
    static const char one_timeline[] = "queries with their own timeline cannot have r, extra or classes";
    expect_refusal(give_offsets, one_timeline);
    expect_refusal(give_bias, "queries with their own timeline need a dense bias");
    expect_refusal(give_bias_of_targets, "bias must be for 23 queries and 19 keys");
    expect_refusal(give_classes, one_timeline);
    expect_refusal(forget_classes, "pair_keys and pair_values must be [3,");
    expect_refusal(give_long_mask, "visible must be int32 [2,23]");
    expect_refusal(give_short_scale, "queries 0..22 are not within 19 tokens");
    expect_refusal(give_one_timeline, "queries 0..22 are not within 19 tokens");
    expect_refusal(give_rows_beside_a_cache, "keys and values must be rows, or caches for 2 heads");
    expect_refusal(give_wide_span, "span must be int32 [3,2] of the batch");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_have_the_bits_of_one_pass),
        cmocka_unit_test(weights_give_the_output),
        cmocka_unit_test(impossible_arguments_are_refused),
    };
    return cmocka_run_group_tests_name("cross-attention", tests, NULL, NULL);
}
