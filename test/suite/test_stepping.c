/* test_stepping.c: a sequence that is read piece by piece has the logits of one pass over the whole of it: for the
 * combinations of all axes and options with causal masks (pairwise.h), token by token and in pieces, one sequence
 * after the other and together, bit for bit. And what a network refuses; and memory of states. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "nn/stepping.h"
#include "pairwise.h"
#include "train/state.h"

#include <cmocka.h>

enum { TOKENS = 21, SOURCES = 13, SEQUENCES = 3 };

/* A network with its memory. */
typedef struct machine {
    lg_engine *engine;
    lg_network network;
    lg_batch_buffers buffers;
} machine;

static const char *trial;

#define must(call)                                                                                                     \
    do {                                                                                                               \
        if (!(call)) fail_msg("%s: %s", trial, err.text);                                                              \
    } while (0)

static void prepare(machine *m, lg_states *states) {
    lg_error err = {0};
    m->buffers.states = states;
    if (states) must(lg_states_reserve(states, m->network.graph, SEQUENCES, &err));
    must(lg_batch_buffers_reserve(&m->buffers, &m->network, SEQUENCES, &err));
    must(lg_engine_reserve(m->engine, &m->network, &err));
    must(lg_engine_prepare(m->engine, &m->buffers, &m->network, lg_key_root(5), true, &err));
}

/* Sources of a sequence of their own have some of the tokens, which are no part of it. */
static lg_sequence_layout layout_of(const lg_model *m) {
    return (lg_sequence_layout){
        .n = TOKENS, .m = TOKENS, .sources = m->format.sources > 0 ? SOURCES : 0, .T = TOKENS, .rows = TOKENS};
}

static machine whole(lg_engine *e) {
    machine m = {.engine = e};
    lg_error err = {0};
    const lg_sequence_layout layout = layout_of(e->model);
    must(lg_model_network_of_logits(e->model, layout, SEQUENCES, false, &m.network, &err));
    prepare(&m, NULL);
    return m;
}

/* For Q tokens of S sequences at once, the first ones or later ones. */
static machine stepping(lg_engine *e, bool begins, int S, int Q, lg_states *states) {
    machine m = {.engine = e};
    lg_error err = {0};
    const lg_sequence_layout layout = layout_of(e->model);
    must(lg_model_stepping(e->model, &layout, begins, S, Q, &m.network, &err));
    prepare(&m, states);
    return m;
}

static void drop(machine *m) {
    lg_batch_buffers_free(&m->buffers);
    lg_network_free(&m->network);
}

/* Tokens at..at+Q-1 of all sequences go through the network; their logits go to `out`, [SEQUENCES,TOKENS,classes]. */
static void feed(machine *m, const int32_t *ids, int at, real *out) {
    const int S = m->network.graph->S, Q = m->network.ids->shape[1], classes = lg_columns(m->network.logits);
    int32_t *to = lg_batch_buffers_ids(&m->buffers, &m->network, SEQUENCES);
    int32_t *sources = lg_batch_buffers_of(&m->buffers, m->network.sources, SEQUENCES);
    for (int s = 0; s < SEQUENCES; s++) {
        memcpy(to + s * Q, ids + s * TOKENS + at, sizeof *ids * (size_t)Q);
        for (int j = 0; sources && j < SOURCES; j++)
            sources[s * SOURCES + j] = ids[s * TOKENS + TOKENS - 1 - j] % m->engine->model->format.sources;
    }
    for (int first = 0; first < SEQUENCES; first += S) {
        lg_frame f = lg_engine_frame(m->engine, &m->buffers, &m->network, 0, 0, SEQUENCES);
        f.first = first;
        f.at = at;
        lg_graph_forward(m->network.graph, &f);
        const real *logits = lg_value(&f, m->network.logits).data;
        for (int s = 0; s < S; s++)
            memcpy(out + ((first + s) * TOKENS + at) * classes, logits + s * Q * classes,
                   sizeof(real) * (size_t)(Q * classes));
    }
}

/* The largest difference, as a share of the largest number. */
static double difference(const real *x, const real *y, size_t n) {
    double worst = 0, largest = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs((double)y[i]));
        worst = fmax(worst, fabs((double)x[i] - (double)y[i]));
    }
    return isfinite(largest) ? worst / largest : INFINITY;
}

/* Pieces of this many tokens, the last one again and again; S sequences at once. */
static void in_pieces(lg_engine *e, const int32_t *ids, int S, const int *pieces, real *out) {
    lg_states states = {0};
    for (int at = 0, Q; at < TOKENS; at += Q) {
        Q = *pieces < TOKENS - at ? *pieces : TOKENS - at;
        machine m = stepping(e, at == 0, S, Q, &states);
        feed(&m, ids, at, out);
        drop(&m);
        if (pieces[1]) pieces++;
    }
    lg_states_free(&states);
}

static void agrees(lg_engine *e, const char *set) {
    static const int pieces[][4] = {{1, 0}, {3, 1, 0}, {17, 2, 0}, {7, 0}};
    machine m = whole(e);
    const size_t classes = (size_t)lg_columns(m.network.logits), n = SEQUENCES * TOKENS * classes;
    int32_t ids[SEQUENCES * TOKENS];
    real *all = malloc(sizeof *all * n), *out = malloc(sizeof *out * n);
    for (int i = 0; i < SEQUENCES * TOKENS; i++)
        ids[i] = (int32_t)(lg_key_fold(lg_key_root(7), (uint64_t)i).k[0] % (uint32_t)e->model->format.symbols);
    feed(&m, ids, 0, all);
    drop(&m);
    if (!(difference(all, all + classes, n - classes) > 1e-3))
        fail_msg("%s, kernels %s: all tokens have the same logits", trial, set);
    for (int p = 0; p < 4; p++) {
        in_pieces(e, ids, p % 2 ? SEQUENCES : 1, pieces[p], out);
        if (memcmp(out, all, n * sizeof *all))
            fail_msg("%s, kernels %s: in pieces of %d, %d.. logits differ by %g of the largest", trial, set,
                     pieces[p][0], pieces[p][1], difference(out, all, n));
    }
    free(all), free(out);
}

static void steps(const char *settings) {
    if (strstr(settings, "architecture=recurrent")) return; /* refused, see below */
    trial = settings;
    for (int reference = 0; reference < 2; reference++) {
        const lg_kernels *k = reference ? &lg_kernels_ref : lg_kernels_find(NULL);
        bench b = bench_open(settings, 1, k);
        if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
        bench_move_residuals(&b);
        agrees(&b.trainer->engine, k->name);
        bench_close(&b);
    }
}

static void every_combination(void **state) {
    (void)state;
    assert_each_combination("mask=causal", steps);
    assert_each_combination("mask=lambda", steps);
    assert_each_combination("mask=bca", steps);
    each_left_out("architecture=decoder", steps);
    each_of_streams("", steps);
    steps("architecture=encoder_decoder architecture.memory_tokens=3 encoding=rope");
    steps("architecture=decoder encoding=rope model.order=kf memorizing.size=0");
    steps("architecture=decoder encoding=t5 model.order=ska memorizing.size=0 memorizing.empty=bypass");
    steps("architecture=perceiver_ar encoding=none");
    steps("architecture=perceiver_ar encoding=rope scale=log_n");
    steps("architecture=perceiver_ar encoding=relative block=post_norm model.blocks=3");
    steps("architecture=perceiver_ar encoding=t5 mask=window mask.form=causal mask.width=4 norm=rms_norm");
    steps("architecture=perceiver_ar encoding=sinusoid positions=randomized positions.L=210");
}

/* No walk of combinations has them. They leave the first tokens behind, with odd and even widths, and with one key. */
static void causal_windows(void **state) {
    (void)state;
    steps("encoding=rope mask=window mask.form=causal mask.width=4");
    steps("encoding=rope mask=window mask.width=5 architecture=decoder scale=log_n model.heads=2");
    steps("encoding=rope encoding.clip=3 encoding.compress=2 mask=window mask.width=6 architecture=decoder");
    steps("encoding=relative mask=window mask.form=causal mask.width=5 scale=log_n");
    steps("encoding=relative mask=window mask.width=4 architecture=decoder positions=randomized positions.L=210");
    steps("encoding=alibi mask=window mask.form=causal mask.width=4 model.heads=3 model.width=24");
    steps("encoding=alibi mask=window mask.width=3 architecture=decoder scale=log_n");
    steps("encoding=xpos encoding.scale_base=64 mask=window mask.width=5");
    steps("encoding=none mask=window mask.width=4 architecture=decoder scale=log_n");
    steps("encoding=t5 encoding.buckets=8 encoding.max_distance=12 mask=window mask.width=1 architecture=decoder");
}

/* Growing and shrinking parts meet in a position that is none of the first: keys are cached with it. */
static void centred_decay(void **state) {
    (void)state;
    steps("encoding=xpos encoding.scale_base=64 encoding.center=9 architecture=decoder");
    steps("encoding=xpos encoding.scale_base=64 encoding.center=25 scale=log_n");
    steps("encoding=xpos encoding.center=1000 mask=window mask.width=6 architecture=decoder");
}

/* More tokens than positions; a chosen scale of the term; a window that opens again at the first tokens. */
static void contextual_positions(void **state) {
    (void)state;
    steps("encoding=cope encoding.max_position=3");
    steps("encoding=cope encoding.max_position=40 encoding.term_in_scale=false scale=log_n model.heads=2");
    steps("encoding=cope encoding.max_position=5 mask=lambda mask.width=6 mask.sinks=2 architecture=decoder");
}

/* What depends on the length is that of the whole sequence from the first token on. */
static void frequencies_of_the_length(void **state) {
    (void)state;
    steps("mask=causal encoding=rope encoding.frequencies=ntk encoding.dynamic=true encoding.trained=5");
    steps("mask=causal encoding=rope encoding.frequencies=parts_index encoding.dynamic=true encoding.trained=7 "
          "encoding.temperature=0.1 architecture=decoder");
}

static void slopes_of_sides(void **state) {
    (void)state;
    steps("mask=causal encoding=alibi encoding.sides=symmetric encoding.trained_slopes=true scale=log_n");
    steps("encoding=alibi encoding.sides=two_slopes mask=lambda mask.width=6 mask.sinks=2 architecture=decoder");
}

/* Keys are cached as they are without clipping, and turned for queries far away. */
static void clipped_distances(void **state) {
    (void)state;
    steps("mask=causal encoding=rope encoding.clip=3 encoding.compress=2 encoding.pairs=halves scale=log_n");
    steps("encoding=rope encoding.clip=4 encoding.fraction=0.6 mask=lambda mask.width=6 mask.sinks=2 "
          "architecture=decoder");
    steps("mask=causal encoding=rope encoding.clip=4 encoding.frequencies=ntk encoding.dynamic=true "
          "encoding.trained=5 encoding.temperature=0.1");
}

static void expect_refusal(const char *settings, int T, const char *words, const char *keys) {
    lg_error err = {0};
    lg_network n;
    bench b = bench_open(settings, 1, NULL);
    assert_non_null(b.trainer);
    assert_false(lg_model_stepping(b.trainer->model, &(lg_sequence_layout){.n = T, .T = T}, true, 1, 1, &n, &err));
    assert_string_equal(err.text, words);
    assert_string_equal(err.keys, keys);
    bench_close(&b);
}

static void refusals(void **state) {
    (void)state;
    expect_refusal(
        "mask=full", 8,
        "mask: full lets a token see later ones, so that tokens cannot be read one by one (use --mask causal)", "mask");
    expect_refusal("architecture=recurrent architecture.hidden=8", 8,
                   "architecture: recurrent does not read tokens one by one", "architecture");
    expect_refusal(
        "mask=causal encoding=learned encoding.rows=50", 51,
        "a sequence of 51 tokens needs 51 positions, but encoding.rows is 50 (use --encoding.rows 51 or more)",
        "encoding.rows");
    expect_refusal("mask=causal encoding=rope positions=randomized positions.L=50", 51,
                   "a sequence of 51 tokens needs 51 positions, but positions.L is 50 (use --positions.L 51 or more)",
                   "positions.L");
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination),
        cmocka_unit_test(causal_windows),
        cmocka_unit_test(centred_decay),
        cmocka_unit_test(contextual_positions),
        cmocka_unit_test(frequencies_of_the_length),
        cmocka_unit_test(slopes_of_sides),
        cmocka_unit_test(clipped_distances),
        cmocka_unit_test(refusals),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
