/* test_stepping.c: reading a sequence piece by piece gives the logits of one pass over all tokens, bit for bit. The
 * tests cover combinations of all axes and options with causal masks (pairwise.h), pieces of one or more tokens, and
 * one or all sequences at a time. For every encoding with every scale, they also cover caches that keep only visible
 * tokens, in ring buffers that are filled several times; such caches do not grow with the sequence. In models that can
 * use caches, a pass over the first tokens has the same logits for these tokens as a pass over all tokens. Also tests
 * what a network refuses. In bfloat16, the caches of wide heads round keys and values: logits then have the same bits
 * for all pieces, and are close to those of one pass. */
#include <math.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "decode/decode.h"
#include "kernel/kernel.h"
#include "nn/axes/encoding.h"
#include "nn/axes/scale.h"
#include "nn/model/padding.h"
#include "nn/model/stepping.h"
#include "pairwise.h"
#include "train/state.h"

#include <cmocka.h>

enum { SOURCES = 13, SEQUENCES = 3, MOST = 75, PLANS = 4 };

/* How a sequence is read. */
typedef struct reading {
    int tokens, piece;    /* T and piece of the sequence's layout */
    int pieces[PLANS][4]; /* four ways to cut the tokens; the last size repeats */
} reading;

static const reading all_kept = {21, 0, {{1, 0}, {3, 1, 0}, {17, 2, 0}, {7, 0}}};
static const reading decoded = {580, 0, {{0}}};
static const reading round_and_round = {MOST, 8, {{1, 0}, {8, 1, 0}, {5, 3, 0}, {7, 0}}};

/* A network with its memory. */
typedef struct machine {
    lg_engine *engine;
    lg_network network;
    lg_batch_buffers buffers;
} machine;

static const char *trial;
static const reading *how = &all_kept;

#define must(call)                                                                                                     \
    do {                                                                                                               \
        if (!(call)) fail_msg("%s: %s", trial, err.text);                                                              \
    } while (0)

static void prepare_for(machine *m, lg_graph_states *states, bool training) {
    lg_error err = {0};
    m->buffers.states = states;
    if (states) must(lg_graph_states_reserve(states, m->network.graph, SEQUENCES, &err));
    must(lg_batch_buffers_reserve(&m->buffers, &m->network, SEQUENCES, &err));
    must(lg_engine_reserve(m->engine, &m->network, &err));
    must(lg_engine_prepare(m->engine, &m->buffers, &m->network, lg_key_root(5), training, &err));
}

static void prepare(machine *m, lg_graph_states *states) {
    prepare_for(m, states, true);
}

/* The layout of a sequence of how->tokens tokens. These do not include a separate source stream: write_source fills the
 * source with copies of some of the tokens. */
static lg_sequence_layout layout_of(const lg_model *m) {
    const int T = how->tokens;
    return (lg_sequence_layout){
        .n = T, .m = T, .sources = m->format.sources > 0 ? SOURCES : 0, .piece = how->piece, .T = T, .rows = T};
}

static machine whole(lg_engine *e) {
    machine m = {.engine = e};
    lg_error err = {0};
    const lg_sequence_layout layout = layout_of(e->model);
    must(lg_model_network_of_logits(e->model, layout, SEQUENCES, false, &m.network, &err));
    prepare(&m, NULL);
    return m;
}

/* A network that reads Q tokens of S sequences at once. If `begins`, these are the first tokens; otherwise they are
 * later tokens. */
static machine stepping(lg_engine *e, bool begins, int S, int Q, lg_graph_states *states) {
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

/* Writes the source for a sequence with these tokens. */
static void write_source(const lg_model *m, const int32_t *ids, int32_t *source) {
    for (int j = 0; j < SOURCES; j++) source[j] = ids[SOURCES - 1 - j] % m->format.sources;
}

/* Runs tokens at..at+Q-1 of all sequences; the logits go to `out`, [SEQUENCES,tokens,classes]. */
static void feed(machine *m, const int32_t *ids, int at, real *out) {
    const int S = m->network.graph->S, Q = m->network.ids->shape[1], classes = lg_columns(m->network.logits);
    const int T = how->tokens, rows = m->network.layout.rows;
    int32_t *to = lg_batch_buffers_ids(&m->buffers, &m->network, SEQUENCES);
    int32_t *sources = lg_batch_buffers_of(&m->buffers, m->network.sources, SEQUENCES);
    for (int s = 0; s < SEQUENCES; s++) {
        memcpy(to + s * Q, ids + s * T + at, sizeof *ids * (size_t)Q);
        if (sources) write_source(m->engine->model, ids + s * T, sources + s * SOURCES);
    }
    for (int first = 0; first < SEQUENCES; first += S) {
        lg_frame f = lg_engine_frame(m->engine, &m->buffers, &m->network, 0, 0, SEQUENCES);
        f.first = first;
        f.at = at;
        lg_graph_forward(m->network.graph, &f);
        const real *logits = lg_value(&f, m->network.logits).data;
        for (int s = 0; s < S; s++)
            memcpy(out + ((first + s) * T + at) * classes, logits + s * rows * classes,
                   sizeof(real) * (size_t)(rows * classes));
    }
}

/* The largest difference, relative to the largest number. */
static double difference(const real *x, const real *y, size_t n) {
    double worst = 0, largest = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs((double)y[i]));
        worst = fmax(worst, fabs((double)x[i] - (double)y[i]));
    }
    return isfinite(largest) ? worst / largest : INFINITY;
}

/* Runs S sequences at once. `pieces` gives the number of tokens of each piece; the last size repeats. */
static void in_pieces(lg_engine *e, const int32_t *ids, int S, const int *pieces, real *out) {
    lg_graph_states states = {0};
    for (int at = 0, Q; at < how->tokens; at += Q) {
        Q = *pieces < how->tokens - at ? *pieces : how->tokens - at;
        machine m = stepping(e, at == 0, S, Q, &states);
        if (m.network.graph->rings != (how->piece > 0)) fail_msg("%s: rings: %d", trial, m.network.graph->rings);
        feed(&m, ids, at, out);
        drop(&m);
        if (pieces[1]) pieces++;
    }
    lg_graph_states_free(&states);
}

static void draw_tokens(const lg_model *m, int32_t *ids, int tokens) {
    for (int i = 0; i < tokens; i++)
        ids[i] = (int32_t)(lg_key_fold(lg_key_root(7), (uint64_t)i).k[0] % (uint32_t)m->format.symbols);
}

/* Asserts that pieces of all sizes give logits with the same bits. If the tolerance is 0, these are the bits of a pass
 * over all tokens. Otherwise they may differ from that pass by `tolerance` times the largest logit. */
static void agrees(lg_engine *e, const char *set, double tolerance) {
    machine m = whole(e);
    const int tokens = SEQUENCES * how->tokens;
    const size_t classes = (size_t)lg_columns(m.network.logits), n = (size_t)tokens * classes;
    int32_t ids[SEQUENCES * MOST];
    real *all = malloc(sizeof *all * n), *out = malloc(sizeof *out * n);
    draw_tokens(e->model, ids, tokens);
    feed(&m, ids, 0, all);
    drop(&m);
    if (!(difference(all, all + classes, n - classes) > 1e-3))
        fail_msg("%s, kernels %s: all tokens have the same logits", trial, set);
    for (int p = 0; p < PLANS; p++) {
        in_pieces(e, ids, p % 2 ? SEQUENCES : 1, how->pieces[p], out);
        if (p == 0 && tolerance > 0 && difference(out, all, n) <= tolerance) memcpy(all, out, n * sizeof *all);
        if (memcmp(out, all, n * sizeof *all))
            fail_msg("%s, kernels %s: in pieces of %d, %d.. logits differ by %g of the largest", trial, set,
                     how->pieces[p][0], how->pieces[p][1], difference(out, all, n));
    }
    free(all), free(out);
}

/* If nothing depends on the number of tokens, a pass over the first tokens has the bits of a pass over all tokens. */
static void prefix_agrees(lg_engine *e, int tokens) {
    const size_t classes = (size_t)e->model->format.classes, n = (size_t)(SEQUENCES * how->tokens) * classes;
    int32_t ids[SEQUENCES * MOST];
    real *all = malloc(sizeof *all * n), *out = malloc(sizeof *out * n);
    machine m = {.engine = e}, last = {.engine = e};
    lg_sequence_layout layout = layout_of(e->model);
    lg_error err = {0};
    draw_tokens(e->model, ids, SEQUENCES * how->tokens);
    must(lg_model_network_of_logits(e->model, layout, SEQUENCES, false, &m.network, &err));
    prepare_for(&m, NULL, false);
    feed(&m, ids, 0, all);
    layout.n = layout.m = layout.T = tokens;
    must(lg_model_network_of_last(e->model, layout, SEQUENCES, &last.network, &err));
    prepare_for(&last, NULL, false);
    feed(&last, ids, 0, out);
    for (int s = 0; s < SEQUENCES; s++)
        if (memcmp(out + (size_t)(s * how->tokens) * classes, all + (size_t)(s * how->tokens + tokens - 1) * classes,
                   classes * sizeof *all))
            fail_msg("%s: after %d of %d tokens logits are not those after %d", trial, tokens, how->tokens, tokens);
    drop(&m), drop(&last);
    free(all), free(out);
}

static void prefixes_agree(lg_engine *e) {
    if (lg_model_same_up_to(e->model) >= how->tokens) prefix_agrees(e, how->tokens - 5);
}

static void steps_within(const char *settings, double tolerance) {
    if (strstr(settings, "architecture=recurrent")) return; /* refused: see the end of this file */
    trial = settings;
    for (int reference = 0; reference < 2; reference++) {
        const lg_kernels *k = reference ? &lg_kernels_ref : lg_kernels_find(NULL);
        bench b = bench_open(settings, 1, k);
        if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
        bench_move_residuals(&b);
        agrees(&b.trainer->engine, k->name, tolerance);
        if (!reference) prefixes_agree(&b.trainer->engine);
        bench_close(&b);
    }
}

static void steps(const char *settings) {
    steps_within(settings, 0);
}

static void every_combination(void **state) {
    (void)state;
    assert_each_combination("mask=causal", steps);
    assert_each_combination("mask=lambda", steps);
    assert_each_combination("mask=bca", steps);
    each_left_out("architecture=decoder", steps);
    each_of_streams("", steps);
    each_pattern("architecture=decoder", steps);
    each_pattern("architecture=decoder block=post_norm model.heads=3 model.width=24", steps);
    steps("architecture=encoder_decoder model.blocks=2 encoding=rope,t5 mask=causal,window:4:form=causal");
    steps("architecture=encoder_decoder architecture.memory_tokens=3 encoding=rope");
    steps("architecture=decoder encoding=rope model.order=kf memorizing.size=0");
    steps("architecture=decoder encoding=t5 model.order=ska memorizing.size=0 memorizing.empty=bypass");
    steps("architecture=perceiver_ar encoding=none");
    steps("architecture=perceiver_ar encoding=rope scale=log_n");
    steps("architecture=perceiver_ar encoding=relative block=post_norm model.blocks=3");
    steps("architecture=perceiver_ar encoding=t5 mask=window mask.form=causal mask.width=4 norm=rms_norm");
    steps("architecture=perceiver_ar encoding=sinusoid positions=randomized positions.L=210");
}

/* Tests window masks, which every_combination lacks. Windows are shorter than the sequence; their widths are odd, even
 * and one. */
static void causal_windows(void **state) {
    (void)state;
    steps("encoding=rope mask=window mask.form=causal mask.width=4");
    steps("encoding=rope mask=window mask.width=5 architecture=decoder scale=log_n model.heads=2");
    steps("encoding=rope encoding.clip=3 encoding.compress=2 mask=window mask.width=6 architecture=decoder");
    steps("encoding=relative mask=window mask.form=causal mask.width=5 scale=log_n");
    steps("encoding=relative encoding.terms=bcd mask=window mask.form=causal mask.width=5");
    steps("encoding=relative encoding.terms=ad architecture=decoder positions=randomized positions.L=210");
    steps("encoding=relative mask=window mask.width=4 architecture=decoder positions=randomized positions.L=210");
    steps("encoding=alibi mask=window mask.form=causal mask.width=4 model.heads=3 model.width=24");
    steps("encoding=alibi mask=window mask.width=3 architecture=decoder scale=log_n");
    steps("encoding=xpos encoding.scale_base=64 mask=window mask.width=5");
    steps("encoding=none mask=window mask.width=4 architecture=decoder scale=log_n");
    steps("encoding=t5 encoding.buckets=8 encoding.max_distance=12 mask=window mask.width=1 architecture=decoder");
    steps("encoding=hard_alibi encoding.local_heads=3 model.heads=4 mask=window mask.width=5");
    steps("encoding=rope mask=chunk mask.chunk=4 mask.form=causal");
    steps("encoding=relative mask=chunk mask.chunk=5 architecture=decoder scale=log_n");
    steps("encoding=sinusoid mask=chunk mask.chunk=3 architecture=decoder positions=randomized positions.L=210");
    steps("encoding=hard_alibi mask=chunk mask.chunk=4 architecture=decoder model.heads=4 model.width=24");
}

/* ---- decoding ---- */

/* Decodes all sequences greedily after their first `begun` tokens, and writes the output to ids. */
static void say(lg_engine *e, int begun, int32_t *ids, double *probabilities, size_t *state_bytes) {
    const int T = how->tokens, limit = T - begun;
    const lg_sequence_layout layout = layout_of(e->model);
    lg_error err = {0};
    lg_decoding d = {0};
    int32_t sources[SEQUENCES][SOURCES];
    must(lg_decoding_begin(&d, e, SEQUENCES, (lg_beam_rules){0}, &err));
    for (int s = 0; s < SEQUENCES; s++) {
        if (layout.sources > 0) write_source(e->model, ids + s * T, sources[s]);
        lg_decoding_add(&d, (lg_decoded_sequence){.prompt = ids + s * T,
                                                  .source = sources[s],
                                                  .answer = ids + s * T + begun,
                                                  .limit = limit,
                                                  .probabilities = probabilities + s * limit});
    }
    must(lg_decoding_open(&d, &layout, begun, lg_key_root(5), &err));
    *state_bytes = d.states.memory.bytes;
    assert_true(d.step[0].graph->rings && !d.piece.graph == (begun <= LG_PROMPT_PIECE));
    lg_pool_run(e->pool, lg_decoding_groups(&d), lg_decoding_run, &d);
    lg_decoding_free(&d);
}

/* Is this the most probable token, with this probability? */
static bool is_likeliest(const real *logits, int classes, int token, double probability) {
    double sum = 0;
    for (int c = 0; c < classes; c++) {
        if (logits[c] > logits[token]) return false;
        sum += exp((double)logits[c] - (double)logits[token]);
    }
    return probability == 1 / sum;
}

/* Checks the output tokens of each sequence up to the end token, if any. Returns the number of checked tokens. */
static int check_tokens(const bench *b, int begun, const int32_t *ids, const double *probabilities,
                        const real *logits) {
    const lg_model *m = b->trainer->model;
    const int T = how->tokens, limit = T - begun, classes = m->format.classes;
    int answer = 0;
    for (int s = 0; s < SEQUENCES; s++)
        for (int j = 0; j < limit; j++, answer++) {
            const int token = ids[s * T + begun + j];
            if (!is_likeliest(logits + (ptrdiff_t)(s * T + begun + j - 1) * classes, classes, token,
                              probabilities[s * limit + j]))
                fail_msg("%s: token %d of sequence %d is not that of a pass", trial, begun + j, s);
            if (token == m->data->end) break;
        }
    return answer;
}

/* Each output token is the most probable token of a pass over all tokens before it. */
static void says_what_a_pass_says(const char *settings, int begun) {
    trial = settings;
    how = &decoded;
    bench b = bench_open(settings, 2, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    const int tokens = SEQUENCES * how->tokens, classes = b.trainer->model->format.classes;
    int32_t *ids = malloc(sizeof *ids * (size_t)tokens);
    double *probabilities = malloc(sizeof *probabilities * (size_t)tokens);
    real *logits = malloc(sizeof *logits * (size_t)(tokens * classes));
    size_t bytes;
    draw_tokens(b.trainer->model, ids, tokens);
    say(&b.trainer->engine, begun, ids, probabilities, &bytes);
    machine m = whole(&b.trainer->engine);
    feed(&m, ids, 0, logits);
    drop(&m);
    if (check_tokens(&b, begun, ids, probabilities, logits) < 60) fail_msg("%s: fewer than 60 tokens", trial);
    const int kept = 32 + LG_PROMPT_PIECE; /* tokens in a cache, including sources; buffers may be an eighth larger */
    assert_true(bytes <= sizeof(real) * 2 * 9 / 8 * SEQUENCES * 2 *
                             (size_t)(b.trainer->model->blocks * b.trainer->model->width * kept));
    free(ids), free(probabilities), free(logits);
    bench_close(&b);
    how = &all_kept;
}

/* Prompts are read in one piece or in several. The first of several pieces is full or has one token. */
static void decoding_says_what_a_pass_says(void **state) {
    (void)state;
    says_what_a_pass_says("architecture=decoder encoding=rope mask=window mask.width=12 scale=log_n", 30);
    says_what_a_pass_says("architecture=decoder encoding=relative mask=window mask.width=7", 300);
    says_what_a_pass_says("architecture=decoder encoding=alibi mask=bca mask.block=8", 512);
    says_what_a_pass_says("architecture=decoder encoding=none mask=window mask.width=9 model.order=sldf "
                          "convolution.taps=3",
                          513);
    says_what_a_pass_says("architecture=decoder encoding=xpos mask=window mask.width=10 projection=primer", 200);
    says_what_a_pass_says("architecture=encoder_decoder encoding=rope mask=window mask.width=6", 270);
    says_what_a_pass_says("architecture=decoder encoding=relative mask=window mask.width=30 model.width=64 "
                          "model.heads=2",
                          500);
}

/* ---- stopped decoding ---- */

/* The state of a stop function that returns true after `left` calls by worker 0. */
typedef struct patience {
    atomic_int left;
} patience;

static bool lose_patience(void *user, int worker) {
    patience *p = user;
    return worker == 0 ? atomic_fetch_sub(&p->left, 1) <= 0 : atomic_load(&p->left) < 0;
}

/* The number of output tokens of sequence 0 if the stop function, which is called once per token, stops decoding after
 * `patience_of` calls. */
static int generated_until(const char *settings, int width, int patience_of) {
    enum { BEGUN = 2, LIMIT = 15, NONE = -7 };
    trial = settings;
    bench b = bench_open(settings, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    patience p = {patience_of};
    lg_error err = {0};
    lg_decoding d = {.stop = lose_patience, .stop_user = &p};
    int32_t prompt[BEGUN] = {0, 1}, answer[SEQUENCES][LIMIT];
    const lg_sequence_layout layout = {.n = BEGUN, .m = LIMIT, .T = BEGUN + LIMIT, .rows = LIMIT};
    must(lg_decoding_begin(&d, &b.trainer->engine, SEQUENCES, (lg_beam_rules){.width = width}, &err));
    d.end = -1; /* no token ends a sequence */
    for (int s = 0; s < SEQUENCES; s++) {
        for (int j = 0; j < LIMIT; j++) answer[s][j] = NONE;
        lg_decoding_add(&d, (lg_decoded_sequence){.prompt = prompt, .answer = answer[s], .limit = LIMIT});
    }
    must(lg_decode_sequences(&d, &layout, BEGUN, lg_key_root(5), &err));
    int count = 0;
    while (count < LIMIT && answer[0][count] != NONE) count++;
    lg_decoding_free(&d);
    bench_close(&b);
    return count;
}

static void decoding_stops_between_tokens(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) { /* with caches and without */
        const char *settings = i == 0 ? "architecture=decoder encoding=rope"
                                      : "architecture=decoder encoding=rope positions=randomized positions.L=60";
        assert_int_equal(generated_until(settings, 0, 1000), 15);
        assert_in_range(generated_until(settings, 0, 5), 1, 6);
        assert_int_equal(generated_until(settings, 3, 1000), 15);
        assert_int_equal(generated_until(settings, 3, 5), 0); /* a search returns nothing until it ends */
    }
}

/* The memory for searches of many sequences is bounded, even without caches. */
static void many_searches_share_memory(void **state) {
    (void)state;
    enum { LANES = 400, WIDTH = 500, LIMIT = 40, BOUND = 64 << 20 };
    trial = "architecture=decoder encoding=rope positions=randomized positions.L=60";
    bench b = bench_open(trial, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", trial, b.err.text);
    patience p = {0}; /* stops before the first token */
    lg_error err = {0};
    lg_decoding d = {.stop = lose_patience, .stop_user = &p};
    const lg_beam_rules rules = {.width = WIDTH};
    int32_t prompt[1] = {0};
    static int32_t answer[LIMIT];
    const lg_sequence_layout layout = {.n = 1, .m = LIMIT, .T = 1 + LIMIT, .rows = LIMIT};
    assert_true(LANES * lg_beam_bytes(&rules, LIMIT) > (size_t)2 * BOUND);
    must(lg_decoding_begin(&d, &b.trainer->engine, LANES, rules, &err));
    for (int s = 0; s < LANES; s++)
        lg_decoding_add(&d, (lg_decoded_sequence){.prompt = prompt, .answer = answer, .limit = LIMIT});
    must(lg_decode_sequences(&d, &layout, 1, lg_key_root(5), &err));
    assert_true(d.searches.bytes > 0 && d.searches.bytes <= (size_t)BOUND / 8 * 9);
    assert_int_equal(d.count, LANES);
    lg_decoding_free(&d);
    bench_close(&b);
}

/* ---- caches that keep some tokens ---- */

static void turns(const char *settings) {
    how = &round_and_round;
    steps(settings);
    how = &all_kept;
}

/* Every encoding with every scale that is compatible with a causal mask. */
static void each_encoding(const char *more) {
    for (int e = 0; lg_encodings[e]; e++)
        for (int s = 0; lg_scales[s]; s++) {
            char settings[200];
            snprintf(settings, sizeof settings, "encoding=%s scale=%s %s", lg_encodings[e]->name, lg_scales[s]->name,
                     more);
            turns(settings);
        }
}

static void rings_of_windows(void **state) {
    (void)state;
    each_encoding("mask=window mask.form=causal mask.width=6");
    each_encoding("mask=window mask.width=9 architecture=decoder model.heads=2");
}

static void rings_of_prefixes_and_blocks(void **state) {
    (void)state;
    each_encoding("mask=lambda mask.width=6 mask.sinks=3");
    each_encoding("mask=bca mask.block=4 architecture=decoder");
    each_encoding("mask=chunk mask.chunk=6 architecture=decoder");
}

/* Tests options of encodings, other architectures and attention functions. Windows have one key, or as many keys as a
 * ring buffer can hold. One case has 17 sinks (first tokens that all queries see), since caches store keys in groups of
 * LG_LANES = 16 rows. */
static void rings_of_the_rest(void **state) {
    (void)state;
    turns("encoding=none attention=geometric mask=window mask.form=causal mask.width=5");
    turns("encoding=none attention=geometric mask=lambda mask.width=5 mask.sinks=2 architecture=decoder");
    turns("encoding=rope encoding.clip=3 encoding.compress=2 mask=window mask.width=6 architecture=decoder");
    turns("encoding=rope encoding.clip=3 mask=lambda mask.width=6 mask.sinks=2 architecture=decoder scale=log_n");
    turns("encoding=xpos encoding.scale_base=64 encoding.center=30 mask=window mask.width=6 architecture=decoder");
    turns("encoding=relative mask=window mask.width=6 architecture=decoder positions=randomized positions.L=210");
    turns("encoding=alibi mask=lambda mask.width=1 mask.sinks=0 architecture=decoder");
    turns("encoding=t5 mask=window mask.width=1 mask.form=causal");
    turns("encoding=rope mask=window mask.width=17 mask.form=causal");
    turns("encoding=rope mask=window mask.width=25 mask.form=causal scale=log_n");
    turns("encoding=alibi mask=lambda mask.width=20 mask.sinks=17 architecture=decoder");
    turns("encoding=rope mask=bca mask.block=12 architecture=encoder_decoder");
    turns("encoding=relative mask=window mask.width=6 architecture=encoder_decoder");
    turns("encoding=rope mask=window mask.width=6 mask.form=causal architecture=perceiver_ar");
    turns("encoding=rope mask=window mask.width=6 architecture=decoder model.order=kf memorizing.size=0");
    turns("encoding=none mask=window mask.width=6 architecture=decoder model.order=sldf convolution.taps=3");
}

/* Tests caches with fewer heads than queries have. The caches keep all tokens, or only visible tokens. */
static void grouped_keys(void **state) {
    static const char *const choices[] = {"encoding=rope mask=causal",
                                          "encoding=alibi mask=causal",
                                          "encoding=t5 mask=causal",
                                          "encoding=fox",
                                          "encoding=cope encoding.max_position=5",
                                          "encoding=xpos mask=causal",
                                          "encoding=relative mask=causal",
                                          "encoding=none attention=geometric mask=causal",
                                          "encoding=rope encoding.clip=3 mask=causal",
                                          "encoding=shaw mask=causal projection=primer projection.shared=true"};
    (void)state;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        for (int heads = 1; heads <= 4; heads *= 2) {
            char settings[200], *mask = NULL;
            snprintf(settings, sizeof settings,
                     "architecture=decoder model.width=48 model.heads=8 model.key_heads=%d %s", heads, choices[i]);
            steps(settings);
            if ((mask = strstr(settings, " mask=causal"))) *mask = '\0';
            strcat(settings, " mask=window mask.width=6");
            turns(settings);
        }
    steps("architecture=encoder_decoder encoding=rope model.heads=4 model.key_heads=2");
    steps("architecture=encoder_decoder cross.encoding=rope model.heads=4 model.key_heads=1");
    steps("architecture=encoder_decoder architecture.memory_tokens=3 encoding=t5 model.heads=4 model.key_heads=2");
    steps("architecture=decoder encoding=t5 model.order=ska memorizing.size=0 model.heads=4 model.key_heads=2");
    steps("architecture=perceiver_ar encoding=rope model.heads=4 model.key_heads=2");
}

static size_t count_state_bytes(const lg_engine *e, int T, int piece) {
    lg_error err = {0};
    lg_network n;
    must(lg_model_stepping(e->model, &(lg_sequence_layout){.n = T, .m = T, .T = T, .rows = T, .piece = piece}, true, 1,
                           1, &n, &err));
    const size_t bytes = n.graph->bytes[LG_SPACE_STATE];
    lg_network_free(&n);
    return bytes;
}

/* Asserts that each block keeps keys and values of `rows` tokens, however many tokens there are. */
static void expect_rows(const char *settings, int piece, int rows) {
    trial = settings;
    bench b = bench_open(settings, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    const lg_model *m = b.trainer->model;
    const size_t bytes = sizeof(real) * 2 * (size_t)(m->blocks * m->key_heads * m->head_width) * (size_t)rows;
    for (int T = 200; T <= 20000; T *= 10) assert_int_equal(count_state_bytes(&b.trainer->engine, T, piece), bytes);
    assert_int_equal(count_state_bytes(&b.trainer->engine, rows, piece), bytes);
    bench_close(&b);
}

static void memory_does_not_grow(void **state) {
    (void)state;
    expect_rows("architecture=decoder encoding=rope mask=window mask.width=16", 1, 16);
    expect_rows("architecture=decoder encoding=rope mask=window mask.width=17", 1, 32);
    expect_rows("architecture=decoder encoding=alibi mask=window mask.width=64", 64, 128);
    expect_rows("architecture=decoder encoding=alibi mask=lambda mask.width=64 mask.sinks=4", 1, 80);
    expect_rows("architecture=decoder encoding=t5 mask=bca mask.block=24", 1, 48);
    expect_rows("architecture=decoder encoding=rope mask=window mask.width=17 model.heads=4 model.key_heads=2", 1, 32);
}

/* In bfloat16, caches of wide heads round keys and values, and take half the memory. */
static void bfloat16_caches(void **state) {
    static const char *const choices[] = {"encoding=rope",
                                          "encoding=t5 model.key_heads=1",
                                          "encoding=fox",
                                          "encoding=cope encoding.max_position=5",
                                          "encoding=relative",
                                          "encoding=none attention=geometric",
                                          "encoding=rope encoding.clip=3",
                                          "encoding=shaw"};
    enum { WIDE = 64, NARROW = 48 };
    (void)state;
    for (size_t i = 0; i < sizeof choices / sizeof *choices && sizeof(real) == sizeof(float); i++)
        for (int width = NARROW; width <= WIDE; width += WIDE - NARROW) {
            char settings[200];
            size_t bytes[2];
            for (int bf16 = 0; bf16 < 2; bf16++) {
                snprintf(settings, sizeof settings,
                         "architecture=decoder mask=causal model.heads=2 model.width=%d model.precision=%s %s", width,
                         bf16 ? "bf16" : "fp32", choices[i]);
                bench b = bench_open(settings, 1, NULL);
                trial = settings;
                bytes[bf16] = count_state_bytes(&b.trainer->engine, 40, 0);
                bench_close(&b);
            }
            steps_within(settings, width == WIDE ? 0.02 : 0);
            if (!strstr(settings, "fox")) assert_int_equal(bytes[0], bytes[1] * (width == WIDE ? 2 : 1));
        }
    if (sizeof(real) == sizeof(float))
        steps_within("architecture=encoder_decoder encoding=rope model.heads=2 model.width=64 model.precision=bf16",
                     0.02);
}

/* Tests the encoding `xpos` with its growing and shrinking factors centred at a position after the first. Cached keys
 * are scaled relative to this centre. */
static void centred_decay(void **state) {
    (void)state;
    steps("encoding=xpos encoding.scale_base=64 encoding.center=9 architecture=decoder");
    steps("encoding=xpos encoding.scale_base=64 encoding.center=25 scale=log_n");
    steps("encoding=xpos encoding.center=1000 mask=window mask.width=6 architecture=decoder");
}

/* Tests the encoding `cope` with fewer positions than tokens, and with a term that is added after scaling. Tests the
 * encodings `cope` and `fox` with a mask that shows a window and the first two tokens. */
static void contextual_positions(void **state) {
    (void)state;
    steps("encoding=cope encoding.max_position=3");
    steps("encoding=cope encoding.max_position=40 encoding.term_in_scale=false scale=log_n model.heads=2");
    steps("encoding=cope encoding.max_position=5 mask=lambda mask.width=6 mask.sinks=2 architecture=decoder");
    steps("encoding=fox mask=lambda mask.width=6 mask.sinks=2 architecture=decoder");
    steps("encoding=fox scale=log_n model.heads=2 model.order=sf attention=softmax1");
}

/* Frequencies that depend on the length use the length of the whole sequence from the first token on. */
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

/* With clipped distances, caches hold the same keys as without clipping. Keys are rotated again for distant queries. */
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
        "mask: full lets tokens attend to later tokens, so tokens cannot be read one by one (use --mask causal)",
        "mask");
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
        cmocka_unit_test(decoding_says_what_a_pass_says),
        cmocka_unit_test(decoding_stops_between_tokens),
        cmocka_unit_test(many_searches_share_memory),
        cmocka_unit_test(rings_of_windows),
        cmocka_unit_test(rings_of_prefixes_and_blocks),
        cmocka_unit_test(rings_of_the_rest),
        cmocka_unit_test(grouped_keys),
        cmocka_unit_test(memory_does_not_grow),
        cmocka_unit_test(bfloat16_caches),
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
