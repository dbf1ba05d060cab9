/* test_memory.c: memory over segments of a text (nn/stream/memory.h, train/segments.h). A sequence that is read in
 * segments, with a memory of all earlier tokens, has the same rows at every layer as in one pass. No gradient flows
 * into memory. Text streams are read in order, and memory is cleared when a stream starts again. Evaluation reads every
 * token once, with any number of threads. Also tests which settings are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "alloc_fail_after.h"
#include "config/describe.h"
#include "evaluate/evaluate.h"
#include "kernel/kernel.h"
#include "metrics.h"
#include "models.h"
#include "nn/axes/mask.h"
#include "nn/stream/memory.h"
#include "scratch.h"
#include "train/state.h"

#include <cmocka.h>

#ifdef LG_DOUBLE
static const double tolerance = 1e-12;
#else
static const double tolerance = 1e-6;
#endif

enum { BYTES = 640, TEST = 160, TRAIN = BYTES - TEST, SMALL = 2048 };

/* Writes a random text, and the settings of a small model of it. */
static void make_text(scratch *s, const char *more, char settings[SMALL]) {
    FILE *f = fopen(scratch_path(s, "text"), "w");
    assert_non_null(f);
    for (int i = 0; i < BYTES; i++) fputc('a' + (int)(lg_key_fold(lg_key_root(9), (uint64_t)i).k[0] % 20), f);
    assert_int_equal(fclose(f), 0);
    snprintf(settings, SMALL,
             "data=text data.file=%s data.test_fraction=0.25 curriculum=segments curriculum.lengths=16 train.batch=6 "
             "encoding=relative model.dropout=0 eval.lengths=16 eval.targets=96 %s",
             s->path, more);
}

static bench open_text(scratch *s, const char *more, int threads, const lg_kernels *k) {
    char settings[SMALL];
    make_text(s, more, settings);
    bench b = bench_open(settings, threads, k);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    return b;
}

#define must(call)                                                                                                     \
    do {                                                                                                               \
        if (!(call)) fail_msg("%s", err.text);                                                                         \
    } while (0)

/* ---- segments are one pass ---- */

enum { TOKENS = 24, LANES = 2 };

/* A network and the memory to run it. */
typedef struct machine {
    lg_engine *engine;
    lg_network network;
    lg_batch_buffers buffers;
} machine;

static void prepare(machine *m, lg_graph_states *states) {
    lg_error err = {0};
    m->buffers.states = states;
    if (states) must(lg_graph_states_reserve(states, m->network.graph, LANES, &err));
    must(lg_batch_buffers_reserve(&m->buffers, &m->network, LANES, &err));
    must(lg_engine_reserve(m->engine, &m->network, &err));
    must(lg_engine_prepare(m->engine, &m->buffers, &m->network, lg_key_root(5), true, &err));
}

/* Runs tokens at..at+L-1 of all text streams. Returns the frame. */
static lg_frame feed(machine *m, const int32_t *ids, int at) {
    const int L = m->network.layout.T;
    int32_t *to = lg_batch_buffers_ids(&m->buffers, &m->network, LANES);
    memset(lg_batch_buffers_of(&m->buffers, m->network.targets, LANES), 0, sizeof *to * LANES * (size_t)L);
    for (int s = 0; s < LANES; s++) memcpy(to + s * L, ids + s * TOKENS + at, sizeof *to * (size_t)L);
    const lg_frame f = lg_engine_frame(m->engine, &m->buffers, &m->network, 0, 0, LANES);
    lg_graph_forward(m->network.graph, &f);
    return f;
}

static void drop(machine *m) {
    lg_batch_buffers_free(&m->buffers);
    lg_network_free(&m->network);
}

static lg_sequence_layout layout_of(int L) {
    return (lg_sequence_layout){.n = 1, .m = L, .T = L, .rows = L};
}

static void close_to(const char *what, const real *x, const real *y, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabs((double)x[i] - (double)y[i]) <= tolerance * (fabs((double)y[i]) + 1)))
            fail_msg("%s: number %d is %.12g, not %.12g", what, i, (double)x[i], (double)y[i]);
}

/* Runs all text streams in segments of L tokens. Writes their logits into out [LANES,TOKENS,classes] and leaves the
 * memory in states. */
static void read_segments(lg_engine *e, int L, int kept, const int32_t *ids, lg_graph_states *states, real *out) {
    lg_error err = {0};
    for (int at = 0; at < TOKENS; at += L) {
        machine m = {.engine = e};
        const lg_sequence_layout layout = lg_memory_layout(e->model, layout_of(L), kept, at);
        assert_int_equal(layout.memory, at < kept ? at : kept);
        must(lg_model_network(e->model, layout, LANES, false, false, &m.network, &err));
        prepare(&m, states);
        const lg_frame f = feed(&m, ids, at);
        const size_t row = (size_t)lg_columns(m.network.logits);
        const real *logits = lg_value(&f, m.network.logits).data;
        for (int s = 0; s < LANES; s++)
            memcpy(out + (size_t)(s * TOKENS + at) * row, logits + (size_t)(s * L) * row,
                   sizeof *out * (size_t)L * row);
        drop(&m);
    }
}

/* The results of a pass over all tokens: logits, and the inputs of all blocks one after another. */
static void read_whole(lg_engine *e, const int32_t *ids, real *logits, real *hidden) {
    lg_error err = {0};
    machine whole = {.engine = e};
    const size_t rows = (size_t)(LANES * TOKENS), width = (size_t)e->model->width;
    static const char *const taps[] = {"hidden", NULL};
    must(lg_model_instrumented(e->model, layout_of(TOKENS), LANES, taps, false, &whole.network, &err));
    prepare(&whole, NULL);
    const lg_frame f = feed(&whole, ids, 0);
    memcpy(logits, lg_value(&f, whole.network.logits).data,
           sizeof *logits * rows * (size_t)lg_columns(whole.network.logits));
    for (int block = 0; block < e->model->blocks; block++)
        memcpy(hidden + (size_t)block * rows * width,
               lg_value(&f, lg_tap_find(&whole.network.taps, block, "hidden")->tensor).data,
               sizeof *hidden * rows * width);
    drop(&whole);
}

enum { CLASSES = 256, WIDTH = 16, BLOCKS = 2 }; /* of the small model */

/* Asserts that segments have the logits of one pass. If the memory keeps all tokens, it must equal the inputs of all
 * blocks in that pass. */
static void expect_one_pass(lg_engine *e, const char *what, int L, int kept, bool bits) {
    static real logits[LANES * TOKENS * CLASSES], pieces[LANES * TOKENS * CLASSES];
    static real hidden[BLOCKS * LANES * TOKENS * WIDTH];
    int32_t ids[LANES * TOKENS];
    lg_graph_states states = {0};
    for (int i = 0; i < LANES * TOKENS; i++) ids[i] = (i * i + 3 * i) % CLASSES;
    read_whole(e, ids, logits, hidden);
    read_segments(e, L, kept, ids, &states, pieces);
    close_to(what, pieces, logits, LANES * TOKENS * CLASSES);
    if (bits) assert_memory_equal(pieces, logits, sizeof logits);
    assert_int_equal(states.count, e->model->memorized > 0 ? 2 * BLOCKS : BLOCKS);
    for (int i = 0; kept >= TOKENS && i < BLOCKS * LANES; i++) {
        const real *rows = lg_graph_states_view(&states, i / LANES).data;
        close_to(what, rows + ((i % LANES + 1) * kept - TOKENS) * WIDTH, hidden + i * TOKENS * WIDTH, TOKENS * WIDTH);
    }
    lg_graph_states_free(&states);
}

static const char *const models[] = {"encoding=relative",
                                     "encoding=relative block=pre_norm scale=log_n",
                                     "encoding=relative positions=augmented positions.center=false",
                                     "encoding=relative encoding.terms=bcd",
                                     "encoding=relative encoding.terms=acd",
                                     "encoding=relative encoding.terms=ab positions=augmented positions.center=false",
                                     "encoding=rope norm=rms_norm",
                                     "encoding=rope encoding.clip=6 encoding.compress=3",
                                     "encoding=alibi",
                                     "encoding=alibi encoding.sides=symmetric encoding.trained_slopes=true",
                                     "encoding=t5 encoding.buckets=8 encoding.max_distance=12",
                                     "encoding=kerple",
                                     "encoding=sandwich",
                                     "encoding=tupe encoding.relative=true",
                                     "encoding=xpos encoding.scale_base=32",
                                     "encoding=shaw encoding.clip=5",
                                     "encoding=cope encoding.max_position=4",
                                     "encoding=fox",
                                     "encoding=hard_alibi",
                                     "encoding=fire encoding.threshold=9",
                                     "encoding=rope projection=primer",
                                     "encoding=relative projection=primer projection.shared=true block=pre_norm",
                                     "encoding=none model.order=lf convolution.taps=5",
                                     "encoding=none model.order=df convolution.taps=3,7 block=pre_norm",
                                     "encoding=none model.order=lf convolution.renorm_padding=true",
                                     "encoding=none model.order=df convolution.renorm_padding=true",
                                     "encoding=none mixer=geglu block=pre_norm",
                                     "encoding=none attention=geometric"};

static void segments_are_one_pass(void **state) {
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (int reference = 0; reference < 2; reference++) {
            const lg_kernels *k = reference ? &lg_kernels_ref : lg_kernels_find(NULL);
            char what[200];
            bench b = open_text(*state, models[i], 1, k);
            bench_move_residuals(&b);
            static const int cut[][2] = {{8, 16}, {4, 24}, {1, 24}, {6, 31}, {24, 24}};
            for (int c = 0; c < 5; c++) {
                snprintf(what, sizeof what, "%s, kernels %s, segments of %d, %d rows of memory", models[i], k->name,
                         cut[c][0], cut[c][1]);
                expect_one_pass(&b.trainer->engine, what, cut[c][0], cut[c][1], reference);
            }
            bench_close(&b);
        }
}

/* Absolute positions start again with each segment, so equal tokens in two segments have equal rows in the memory (Dai
 * et al. 2019, section 3.3). */
static void absolute_positions_repeat(void **state) {
    static const char *const encodings[] = {"encoding=sinusoid", "encoding=learned encoding.rows=8"};
    enum { L = 8, KEPT = 16 };
    static real logits[LANES * TOKENS * CLASSES];
    int32_t ids[LANES * TOKENS];
    for (int i = 0; i < LANES * TOKENS; i++) ids[i] = i % L * 3 + 1;
    for (int c = 0; c < 2; c++) {
        bench b = open_text(*state, encodings[c], 1, NULL);
        lg_graph_states states = {0};
        read_segments(&b.trainer->engine, L, KEPT, ids, &states, logits);
        const real *rows = lg_graph_states_view(&states, 0).data;
        assert_memory_equal(rows, rows + L * WIDTH, sizeof *rows * L * WIDTH);
        assert_true(memcmp(rows, rows + WIDTH, sizeof *rows * WIDTH));
        lg_graph_states_free(&states);
        bench_close(&b);
    }
}

/* The store keeps all tokens, and queries read all of them, in one softmax with the segment. If nothing depends on
 * positions, results equal those of one pass. */
static void stores_are_one_pass(void **state) {
    static const char *const stores[] = {
        "encoding=none model.order=kf memorizing.size=24 memorizing.read=24 memorizing.combine=joint",
        "encoding=none model.order=k memorizing.size=40 memorizing.read=99 memorizing.combine=joint block=pre_norm"};
    static const int segments[] = {8, 1, 6};
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < 3; c++) {
            bench b = open_text(*state, stores[i], 1, NULL);
            expect_one_pass(&b.trainer->engine, stores[i], segments[c], 0, false);
            bench_close(&b);
        }
}

/* ---- a filled store ---- */

static void write_parameter(const bench *b, const char *name, const double *values) {
    const int i = lg_parameters_find(b->trainer->model->parameters, name);
    if (i < 0) fail_msg("there is no parameter %s", name);
    const lg_named_array a = lg_trainer_array(b->trainer, (size_t)i);
    for (size_t e = 0; e < a.count; e++) a.value[e] = (real)values[e];
}

/* Asserts the output of sublayer k for a token (1, 0) whose value is (.2, .8). The store has three pairs, of which the
 * sublayer reads two. The block has no norms, so the sublayer's output is the block's output minus its input. */
static void expect_read(scratch *s, double gate, const double *wanted) {
    static const char *const taps[] = {"hidden", NULL};
    static const double one[4] = {1, 0, 0, 1}, value[4] = {0.2, 0.8, 0, 0}, keys[6] = {1, 0, 0, 1, -1, 0},
                        values[6] = {1, 0, 0, 1, 5, 5};
    double tokens[2 * 257] = {0};
    int32_t ids[LANES * TOKENS] = {0};
    lg_error err = {0};
    lg_graph_states states = {0};
    bench b = open_text(s,
                        "encoding=none model.order=k model.width=2 model.heads=1 model.blocks=1 block=no_norm "
                        "model.bias=false model.embedding_scale=one memorizing.size=3 memorizing.read=2",
                        1, NULL);
    machine m = {.engine = &b.trainer->engine};
    const lg_sequence_layout layout = lg_memory_layout(b.trainer->model, layout_of(1), 0, 3);
    const int at = lg_parameters_find(b.trainer->model->parameters, "embedding.weight");
    assert_true(at >= 0 && lg_trainer_array(b.trainer, (size_t)at).count <= 2 * 257);
    tokens[0] = 1;
    write_parameter(&b, "embedding.weight", tokens);
    write_parameter(&b, "block.0.attention.query", one);
    write_parameter(&b, "block.0.attention.key", one);
    write_parameter(&b, "block.0.attention.value", value);
    write_parameter(&b, "block.0.attention.output", one);
    write_parameter(&b, "block.0.attention.gate", &gate);
    lg_engine_repack(m.engine);
    must(lg_model_instrumented(b.trainer->model, layout, LANES, taps, false, &m.network, &err));
    prepare(&m, &states);
    for (int i = 0; i < 2; i++)
        for (int e = 0; e < LANES * 6; e++)
            ((real *)lg_graph_states_view(&states, i).data)[e] = (real)(i ? values : keys)[e % 6];
    const lg_frame f = feed(&m, ids, 0);
    const real *y = lg_value(&f, lg_tap_find(&m.network.taps, 1, "hidden")->tensor).data;
    for (int c = 0; c < 2; c++)
        if (!(fabs((double)y[c] - one[c] - wanted[c]) <= 2e-6)) fail_msg("gate %g: %.7g", gate, (double)y[c] - one[c]);
    drop(&m);
    lg_graph_states_free(&states);
    bench_close(&b);
}

/* Wu et al. 2022, computed by hand. The two pairs have the attention weights .731059 and .268941. The gate mixes their
 * output with the output of the attention to the segment. */
static void a_gate_shares_what_is_stored(void **state) {
    expect_read(*state, 0, (double[]){0.465529, 0.534471});
    expect_read(*state, -2, (double[]){0.263304, 0.736696});
}

/* Computes the logits of the last segment, which has 8 tokens, with the earlier tokens in a store. If `changed` is not
 * negative, replaces token `changed` of the segment. */
static void read_behind_store(lg_engine *e, int changed, real *out) {
    enum { SEGMENT = 8 };
    int32_t ids[LANES * TOKENS];
    lg_error err = {0};
    lg_graph_states states = {0};
    for (int i = 0; i < LANES * TOKENS; i++) ids[i] = (i * i + 3 * i) % CLASSES;
    if (changed >= 0) ids[2 * SEGMENT + changed] = 200;
    for (int at = 0; at < TOKENS; at += SEGMENT) {
        machine m = {.engine = e};
        must(lg_model_network(e->model, lg_memory_layout(e->model, layout_of(SEGMENT), 0, at), LANES, false, false,
                              &m.network, &err));
        prepare(&m, &states);
        const lg_frame f = feed(&m, ids, at);
        memcpy(out, lg_value(&f, m.network.logits).data, sizeof *out * SEGMENT * CLASSES);
        drop(&m);
    }
    lg_graph_states_free(&states);
}

/* With a filled store, a token sees all earlier tokens of its segment and no later one, bit for bit. */
static void a_filled_store_hides_the_future(void **state) {
    static real plain[8 * CLASSES], other[8 * CLASSES];
    static const char *const stores[] = {
        "encoding=relative model.order=kf memorizing.size=12 memorizing.read=3",
        "encoding=none model.order=k memorizing.size=16 memorizing.read=5 memorizing.combine=joint block=pre_norm"};
    for (int i = 0; i < 2; i++) {
        bench b = open_text(*state, stores[i], 1, NULL);
        read_behind_store(&b.trainer->engine, -1, plain);
        for (int t = 0; t < 8; t++) {
            read_behind_store(&b.trainer->engine, t, other);
            assert_memory_equal(plain, other, sizeof *plain * (size_t)(t * CLASSES));
            for (int row = t; row < 8; row++)
                assert_true(memcmp(plain + row * CLASSES, other + row * CLASSES, sizeof *plain * CLASSES) != 0);
        }
        bench_close(&b);
    }
}

/* ---- mask.same_length: equally many keys for every query ---- */

/* The keys that three queries see after three rows of memory, as in the two published programs that implement
 * same_length. */
static void same_length_has_the_published_rows(void **state) {
    static const char *const settings[] = {"no", "memory", "memory_and_self"};
    static const char *const rows[] = {"####..#####.######", ".###....###....###", "####...####...####"};
    (void)state;
    for (int k = 0; k < 3; k++) {
        char text[100], found[19] = "";
        int32_t key_begin[6], key_end[6];
        lg_error err = {0};
        snprintf(text, sizeof text, "architecture=decoder encoding=relative mask=causal mask.same_length=%s",
                 settings[k]);
        lg_resolved_config *d = bench_resolve(text, &err);
        assert_non_null(d);
        lg_model_description m;
        lg_describe_model(d->values, &m);
        lg_mask_range(&m.mask, 3, 6, key_begin, key_end, NULL);
        for (int i = 0; i < 18; i++) {
            const int query = 3 + i / 6, key = i % 6;
            found[i] = key >= key_begin[query] && key < key_end[query] ? '#' : '.';
        }
        assert_string_equal(found, rows[k]);
        lg_mask_range(&m.mask, 0, 6, key_begin, key_end, NULL);
        assert_true(key_begin[5] == 0 && key_end[5] == 6);
        lg_resolved_config_free(d);
    }
}

/* ---- training ---- */

static void step(bench *b, lg_step *out) {
    if (!lg_trainer_step(b->trainer, out, &b->err)) fail_msg("%s", b->err.text);
}

/* Copies the memory that is carried between training steps into one array. */
static size_t carried(const lg_trainer *t, real *out) {
    size_t count = 0;
    for (size_t i = 0; i < lg_trainer_states(t); i++) {
        const lg_named_array a = lg_trainer_state(t, i);
        memcpy(out + count, a.value, sizeof *out * a.count);
        count += a.count;
    }
    return count;
}

static void restore(const lg_trainer *t, const real *from) {
    for (size_t i = 0; i < lg_trainer_states(t); i++) {
        const lg_named_array a = lg_trainer_state(t, i);
        memcpy(a.value, from, sizeof *from * a.count);
        from += a.count;
    }
}

/* The numbers of elements of the memory, and of the stores. Stores have twice as many: keys and values. */
enum { CARRIED = 2 * 6 * 20 * 16, STORED = 2 * CARRIED }; /* two blocks, six streams, up to 20 rows of 16 columns */

/* Each of the six text streams has 80 bytes, which are 4 segments of 16 targets. The fifth step reads the first
 * segments again, with an empty memory. */
static void memory_begins_anew_with_the_streams(void **state) {
    real first[CARRIED], now[CARRIED];
    lg_step one, s;
    bench b = open_text(*state, "architecture.memory=20 train.lr=0", 2, NULL);
    assert_int_equal(lg_trainer_states(b.trainer), 2);
    const lg_named_array a = lg_trainer_state(b.trainer, 1);
    assert_string_equal(a.name, "block.1.memory");
    assert_true(a.rank == 3 && a.shape[0] == 6 && a.shape[1] == 20 && a.shape[2] == 16 && a.count == 6 * 20 * 16);
    step(&b, &one);
    assert_int_equal(carried(b.trainer, first), CARRIED);
    for (int i = 0; i < 3; i++) {
        step(&b, &s);
        carried(b.trainer, now);
        assert_true(memcmp(first, now, sizeof now));
    }
    step(&b, &s);
    carried(b.trainer, now);
    assert_memory_equal(first, now, sizeof now);
    assert_true(s.loss == one.loss);
    bench_close(&b);
}

/* After each of the first four steps, a text stream has had 16, 32, 48 and 64 tokens. Its stores keep at most the last
 * 20 of them. Then the text streams start again, with empty stores. */
static void stores_begin_anew_with_the_streams(void **state) {
    static real first[STORED], second[STORED], now[STORED];
    lg_step one, s;
    bench b = open_text(*state, "model.order=kf memorizing.size=20 memorizing.read=3 train.lr=0", 2, NULL);
    assert_int_equal(lg_trainer_states(b.trainer), 4);
    const lg_named_array keys = lg_trainer_state(b.trainer, 2);
    assert_string_equal(keys.name, "block.1.store.keys");
    assert_string_equal(lg_trainer_state(b.trainer, 3).name, "block.1.store.values");
    assert_true(keys.shape[0] == 6 && keys.shape[1] == 20 && keys.shape[2] == 16);
    step(&b, &one);
    assert_int_equal(carried(b.trainer, first), STORED);
    for (int i = 0; i < 4 * 16; i++) assert_true(first[i] == 0); /* four of 20 rows are still empty */
    step(&b, &s);
    carried(b.trainer, second);
    assert_memory_equal(second, first + 16 * 16, sizeof *first * 4 * 16); /* the oldest rows are dropped */
    for (int row = 0; row < 20; row++)
        for (int h = 0; h < 2; h++) {
            double square = 0;
            for (int d = 0; d < 8; d++) square += (double)second[row * 16 + h * 8 + d] * second[row * 16 + h * 8 + d];
            assert_true(fabs(square - 1) < 1e-2); /* keys have unit length, apart from an epsilon */
        }
    for (int i = 0; i < 3; i++) step(&b, &s);
    carried(b.trainer, now);
    assert_memory_equal(first, now, sizeof now);
    assert_true(s.loss == one.loss);
    bench_close(&b);
}

/* With an empty store, a sublayer outputs half of its attention to the segment, since gates start at a half. With
 * memorizing.empty=bypass it outputs the whole attention. From the second step on, only stores of size 0 are still
 * empty. */
static void stores_are_empty_at_first(void **state) {
    static const char *const settings[] = {"memorizing.size=20", "memorizing.size=0",
                                           "memorizing.size=20 memorizing.empty=bypass",
                                           "memorizing.size=0 memorizing.empty=bypass"};
    lg_step s[4], later[4];
    for (int i = 0; i < 4; i++) {
        char more[200];
        snprintf(more, sizeof more, "model.order=kf %s protocol=pass", settings[i]);
        bench b = open_text(*state, more, 1, NULL);
        step(&b, &s[i]), step(&b, &later[i]);
        bench_close(&b);
    }
    assert_true(s[0].loss == s[1].loss && s[2].loss == s[3].loss && fabs(s[0].loss - s[2].loss) > 1e-5);
    assert_true(later[0].loss != later[1].loss && later[2].loss != later[3].loss);
}

/* The memory of the first segment is empty or, with architecture.memory_start=zeros, filled with zeros. With an empty
 * memory, the loss is that of a model without memory. */
static void memory_is_empty_or_zeros(void **state) {
    static const char *const starts[] = {"architecture.memory=20", "architecture.memory=7",
                                         "architecture.memory=20 architecture.memory_start=zeros",
                                         "architecture.memory=7 architecture.memory_start=zeros", ""};
    lg_step s[5];
    for (int i = 0; i < 5; i++) {
        bench b = open_text(*state, starts[i], 1, NULL);
        step(&b, &s[i]);
        bench_close(&b);
    }
    assert_true(s[0].loss == s[4].loss && s[1].loss == s[4].loss);
    assert_true(fabs(s[2].loss - s[4].loss) > 1e-4 && fabs(s[3].loss - s[4].loss) > 1e-4);
    assert_true(fabs(s[2].loss - s[3].loss) > 1e-4);
}

/* The loss of step 2 with the memory after step 1, and with `change` added to one number of a parameter. */
static double loss_with(bench *b, const real *memory, real *number, double change) {
    lg_step s;
    const real was = *number;
    *number = (real)((double)was + change);
    lg_trainer_resume(b->trainer, 1);
    restore(b->trainer, memory);
    step(b, &s);
    *number = was;
    return s.loss;
}

/* The gradients equal central differences of the loss with fixed memory. With beta1 0, the first moment is the
 * gradient. Differences need double precision. */
static void no_gradient_flows_into_memory(void **state) {
    if (sizeof(real) < sizeof(double)) skip();
    const double change = 1e-6, error = 1e-6;
    static const char *const settings[] = {"architecture.memory=20", "architecture.memory=16 block=pre_norm",
                                           ("architecture.memory=9 mask.same_length=memory positions=clipped "
                                            "positions.width=5"),
                                           "model.order=kf memorizing.size=20 memorizing.read=3",
                                           ("model.order=memorizing memorizing.size=13 memorizing.read=5 "
                                            "memorizing.combine=joint architecture.memory=9")};
    for (int i = 0; i < 5; i++) {
        static real memory[STORED];
        lg_step s;
        char more[200];
        snprintf(more, sizeof more, "%s train.lr=0 optimizer.beta1=0 train.clip=0", settings[i]);
        bench b = open_text(*state, more, 1, NULL);
        step(&b, &s);
        carried(b.trainer, memory);
        step(&b, &s);
        for (size_t p = 0; p < lg_trainer_arrays(b.trainer); p++) {
            const lg_named_array a = lg_trainer_array(b.trainer, p);
            real *number = &a.value[a.count / 3];
            const double gradient = (double)bench_moment(b.trainer, "moment1.", a.name).value[a.count / 3];
            const double up = loss_with(&b, memory, number, change), down = loss_with(&b, memory, number, -change);
            const double slope = (up - down) / (2 * change);
            if (!(fabs(slope - gradient) <= error)) fail_msg("%s: %g, not %g", a.name, gradient, slope);
        }
        bench_close(&b);
    }
}

/* The loss of step 2 with one element changed before step 1. The change also affects the memory. */
static double loss_through(bench *b, real *number, double change) {
    lg_step s;
    const real was = *number;
    *number = (real)((double)was + change);
    lg_trainer_resume(b->trainer, 0);
    step(b, &s), step(b, &s);
    *number = was;
    return s.loss;
}

/* A parameter also changes the loss through the memory. Gradients omit this effect. */
static void gradients_are_not_those_of_one_pass(void **state) {
    if (sizeof(real) < sizeof(double)) skip();
    const double change = 1e-6;
    int differ = 0;
    lg_step s;
    bench b = open_text(*state, "architecture.memory=16 train.lr=0 optimizer.beta1=0 train.clip=0", 1, NULL);
    step(&b, &s), step(&b, &s);
    for (size_t p = 0; p < lg_trainer_arrays(b.trainer); p++) {
        const lg_named_array a = lg_trainer_array(b.trainer, p);
        real *number = &a.value[a.count / 3];
        const double gradient = (double)bench_moment(b.trainer, "moment1.", a.name).value[a.count / 3];
        const double whole = (loss_through(&b, number, change) - loss_through(&b, number, -change)) / (2 * change);
        const bool before = !strncmp(a.name, "embedding", 9) || !strncmp(a.name, "block.0", 7);
        differ += fabs(whole - gradient) > 1e-5;
        if (!before && fabs(whole - gradient) > 1e-6) fail_msg("%s: %g, not %g", a.name, gradient, whole);
        lg_trainer_resume(b.trainer, 0);
        step(&b, &s), step(&b, &s);
    }
    assert_true(differ > 5);
    bench_close(&b);
}

static void bits_do_not_depend_on_threads(void **state) {
    static const char *const settings[] = {"architecture.memory=20 model.dropout=0.2",
                                           "model.order=kf memorizing.size=20 memorizing.read=3 model.dropout=0.2"};
    for (int i = 0; i < 2; i++) {
        bench one = open_text(*state, settings[i], 1, NULL);
        bench three = open_text(*state, settings[i], 3, NULL);
        static real a[STORED], b[STORED];
        lg_step s;
        for (int n = 0; n < 6; n++) step(&one, &s), step(&three, &s);
        const size_t count = carried(one.trainer, a);
        assert_true(carried(three.trainer, b) == count && count > 0);
        assert_true(same_state(one.trainer, three.trainer));
        assert_memory_equal(a, b, sizeof *a * count);
        bench_close(&one);
        bench_close(&three);
    }
}

/* ---- evaluation ---- */

/* Evaluates at one length, and returns the number of scored targets. */
static double evaluated_targets(scratch *s, const char *more, int threads, int length, int64_t targets) {
    char settings[SMALL];
    lg_eval_result x;
    snprintf(settings, sizeof settings, "eval.lengths=%d eval.targets=%d %s", length, (int)targets, more);
    bench b = open_text(s, settings, threads, NULL);
    if (!lg_trainer_eval(b.trainer, length, &x, &b.err)) fail_msg("%s: %s", more, b.err.text);
    if (x.tokens != targets || x.targets.count != targets || x.targets.first != TEST - targets)
        fail_msg("%s: %d tokens, %d targets from %d on", more, (int)x.tokens, (int)x.targets.count,
                 (int)x.targets.first);
    bench_close(&b);
    return x.values[CROSS_ENTROPY];
}

static double evaluated(scratch *s, const char *more, int threads, int length) {
    return evaluated_targets(s, more, threads, length, 96);
}

static void expect_near(double x, double y) {
    if (!(fabs(x - y) <= 10 * tolerance * y)) fail_msg("%.12g, not %.12g", x, y);
}

/* The test split has 160 bytes. If a segment's memory holds all earlier tokens, the segment has the loss of the last
 * targets of a window that contains these tokens and the segment. With at least as many text streams as scored
 * segments, this is true for every segment. With a single text stream, later blocks see further back than the window,
 * through the memory. */
static void evaluation_is_a_pass_over_each_stream(void **state) {
    const double window = evaluated_targets(*state, "protocol=pass eval.stride=16", 1, 112, 32);
    expect_near(evaluated_targets(*state, "protocol=memory eval.memory=96 eval.lanes=2", 1, 16, 32), window);
    expect_near(evaluated_targets(*state, "protocol=memory eval.memory=96 eval.lanes=9", 2, 16, 32), window);
    const double stream = evaluated_targets(*state, "protocol=memory eval.memory=96", 1, 16, 32);
    if (!(fabs(stream - window) > 1e-6 && fabs(stream - window) < 0.1)) fail_msg("%.12g and %.12g", stream, window);
    expect_near(evaluated_targets(*state, "protocol=memory eval.memory=112", 1, 16, 16),
                evaluated_targets(*state, "protocol=pass eval.stride=16", 1, 128, 16));
    const double trained = evaluated(*state, "architecture.memory=20 eval.lanes=2", 1, 16);
    assert_true(trained == evaluated(*state, "architecture.memory=20 eval.memory=20 eval.lanes=2", 1, 16));
    assert_true(evaluated(*state, "architecture.memory=20 protocol=pass", 1, 16) ==
                evaluated(*state, "protocol=pass", 1, 16));
}

/* In a model of one block, memory holds embeddings and every query sees equally many keys. So the loss is that of a
 * window that slides token by token. The first of the 7 segments of 16 tokens scores only 4 targets. */
static void same_length_is_a_sliding_window(void **state) {
    static const char *const blocks[] = {"encoding=relative", "encoding=alibi scale=log_n block=pre_norm"};
    for (int i = 0; i < 2; i++) {
        char text[300];
        const char *model = blocks[i];
        snprintf(text, sizeof text, "model.blocks=1 %s protocol=pass eval.stride=1", model);
        const double window = evaluated_targets(*state, text, 1, 20, 100);
        const double wider = evaluated_targets(*state, text, 1, 21, 100);
        const char *const read = "protocol=memory eval.memory=20";
        snprintf(text, sizeof text, "model.blocks=1 %s %s mask.same_length=memory", model, read);
        expect_near(evaluated_targets(*state, text, 1, 16, 100), window);
        snprintf(text, sizeof text, "model.blocks=1 %s %s mask.same_length=memory_and_self", model, read);
        expect_near(evaluated_targets(*state, text, 1, 16, 100), wider);
        snprintf(text, sizeof text, "model.blocks=1 %s %s", model, read);
        assert_true(fabs(evaluated_targets(*state, text, 1, 16, 100) - window) > 1e-5 && fabs(window - wider) > 1e-5);
    }
}

/* The loss with mask.same_length equals that with a causal window mask of the same width, for any number of blocks and
 * from the first segment on. */
static void same_length_is_a_causal_window(void **state) {
    static const char *const start[] = {"empty", "zeros"};
    for (int i = 0; i < 2; i++)
        for (int more = 0; more < 2; more++) {
            char text[300];
            snprintf(text, sizeof text,
                     "architecture.memory=20 architecture.memory_start=%s eval.lanes=2 mask.same_length=%s", start[i],
                     more ? "memory_and_self" : "memory");
            const double same = evaluated(*state, text, 1, 16);
            snprintf(text, sizeof text,
                     "architecture.memory=20 architecture.memory_start=%s eval.lanes=2 mask=window mask.form=causal "
                     "mask.width=%d",
                     start[i], 20 + more);
            assert_true(evaluated(*state, text, 1, 16) == same);
        }
}

/* ---- half loss ---- */

/* loss.half scores only the later half of a window. With windows of 16 targets, the loss is that of 8 targets after 9
 * tokens of context. */
static void half_loss_is_more_context(void **state) {
    bench b[2];
    b[0] = open_text(*state, "curriculum=uniform protocol=pass loss.half=true", 1, NULL);
    b[1] = open_text(*state, "curriculum=uniform protocol=pass data.context=9 curriculum.lengths=8", 1, NULL);
    for (int s = 0; s < 5; s++) {
        lg_step x[2];
        for (int i = 0; i < 2; i++) step(&b[i], &x[i]);
        assert_true(fabs(x[0].loss - x[1].loss) < 10 * tolerance * x[1].loss);
        assert_true(fabs(x[0].grad_norm - x[1].grad_norm) < 10 * tolerance * x[1].grad_norm);
    }
    for (int i = 0; i < 2; i++) bench_close(&b[i]);
}

/* ---- distances, and length of memory ---- */

/* The vectors of all distances -(TOKENS-1)..TOKENS-1 in block 1. */
static void read_vectors(scratch *s, const char *more, real out[(2 * TOKENS - 1) * WIDTH]) {
    static const char *const taps[] = {"vectors", NULL};
    const int32_t ids[LANES * TOKENS] = {0};
    lg_error err = {0};
    bench b = open_text(s, more, 1, NULL);
    machine m = {.engine = &b.trainer->engine};
    must(lg_model_instrumented(b.trainer->model, layout_of(TOKENS), LANES, taps, false, &m.network, &err));
    prepare(&m, NULL);
    const lg_frame f = feed(&m, ids, 0);
    const lg_tensor *t = lg_tap_find(&m.network.taps, 1, "vectors")->tensor;
    assert_true(lg_rows(t) == 2 * TOKENS - 1 && lg_columns(t) == WIDTH);
    memcpy(out, lg_value(&f, t).data, sizeof *out * (2 * TOKENS - 1) * WIDTH);
    drop(&m);
    bench_close(&b);
}

/* Distances beyond C use the vector of distance C. The programs of Dai et al. call this clamp_len; here it is
 * positions=clipped. */
static void clipped_distances_reuse_a_vector(void **state) {
    static real plain[(2 * TOKENS - 1) * WIDTH], clipped[(2 * TOKENS - 1) * WIDTH];
    read_vectors(*state, "", plain);
    read_vectors(*state, "positions=clipped positions.width=7", clipped);
    for (int distance = 0; distance < TOKENS; distance++) {
        const int reused = distance < 7 ? distance : 7;
        assert_memory_equal(clipped + (TOKENS - 1 - distance) * WIDTH, plain + (TOKENS - 1 - reused) * WIDTH,
                            sizeof *plain * WIDTH);
    }
    const char *const settings = "architecture.memory=20 eval.lanes=1 positions=clipped positions.width=";
    const double whole = evaluated(*state, "architecture.memory=20 eval.lanes=1", 1, 16);
    for (int width = 34; width <= 36; width++) {
        char text[200];
        snprintf(text, sizeof text, "%s%d", settings, width);
        assert_true((evaluated(*state, text, 1, 16) == whole) == (width >= 35));
    }
}

/* Training uses a memory of 20 tokens and segments of 16. With eval.same_span, shorter segments in evaluation get a
 * longer memory: the sum remains 36 tokens. */
static void memory_and_segment_span_as_much(void **state) {
    const char *const settings = "architecture.memory=20";
    const char *const more[] = {" eval.same_span=true", " eval.memory=28", ""};
    double found[3];
    for (int i = 0; i < 3; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s%s", settings, more[i]);
        found[i] = evaluated_targets(*state, text, 1, 8, 80);
    }
    assert_true(found[0] == found[1] && found[1] != found[2]);
    assert_true(evaluated_targets(*state, "architecture.memory=20 eval.same_span=true", 1, 16, 80) ==
                evaluated_targets(*state, "architecture.memory=20", 1, 16, 80));
}

/* The protocol reads the split that is evaluated. Here the validation split is another text than the test split, with
 * another loss. */
static void validation_reads_its_own_split(void **state) {
    lg_eval_result test, own, same;
    bench b = open_text(*state, "architecture.memory=20 data.validation_fraction=0.25", 1, NULL);
    assert_true(lg_trainer_eval(b.trainer, 16, &test, &b.err));
    lg_trainer_evaluate_split(b.trainer, LG_SPLIT_VALIDATION);
    assert_true(lg_trainer_eval(b.trainer, 16, &own, &b.err));
    lg_trainer_evaluate_split(b.trainer, LG_SPLIT_TEST);
    assert_true(lg_trainer_eval(b.trainer, 16, &same, &b.err));
    assert_int_equal(test.sequences, 6); /* eval.targets only applies to the test split */
    assert_int_equal(own.sequences, 7);
    assert_true(own.values[CROSS_ENTROPY] != test.values[CROSS_ENTROPY]);
    assert_true(same.values[CROSS_ENTROPY] == test.values[CROSS_ENTROPY]);
    bench_close(&b);
}

/* A model trained without memory can be evaluated with memory, including a memory that starts as zeros. */
static void evaluation_begins_with_zeros(void **state) {
    const char *const zeros = "protocol=memory eval.memory=20 architecture.memory_start=zeros eval.lanes=1";
    const double empty = evaluated(*state, "protocol=memory eval.memory=20 eval.lanes=1", 1, 16);
    assert_true(fabs(evaluated(*state, zeros, 1, 16) - empty) > 1e-5);
}

static void count_sequences(void *user, const lg_sequence_sums *x) {
    assert_true(x->sums[LG_SUM_TOKENS] == 7);
    ++*(int *)user;
}

/* 14 segments of 7 tokens in 4 text streams: two streams have one segment more than the other two. Any number of
 * threads gives the same number of sequences, and a loss with the same bits. */
static void evaluation_does_not_depend_on_threads(void **state) {
    double found = 0;
    for (int threads = 1; threads <= 5; threads += 2) {
        int sequences = 0;
        lg_eval_result x;
        bench b =
            open_text(*state, "architecture.memory=10 eval.lanes=4 eval.dropout=true model.dropout=0.2 eval.targets=98",
                      threads, NULL);
        lg_trainer_on_sequence(b.trainer, count_sequences, &sequences);
        assert_true(lg_trainer_eval(b.trainer, 7, &x, &b.err));
        assert_int_equal(sequences, 14);
        if (threads == 1) found = x.values[CROSS_ENTROPY];
        assert_true(x.values[CROSS_ENTROPY] == found);
        bench_close(&b);
    }
}

/* Validation during training does not change the memory that training carries. */
static void evaluation_leaves_training_alone(void **state) {
    static const char *const settings[] = {"architecture.memory=20", "model.order=kf memorizing.size=20"};
    for (int i = 0; i < 2; i++) {
        bench b = open_text(*state, settings[i], 2, NULL);
        static real before[STORED], after[STORED];
        lg_step s;
        lg_eval_result x;
        step(&b, &s), step(&b, &s);
        const size_t count = carried(b.trainer, before);
        assert_true(lg_trainer_eval(b.trainer, 16, &x, &b.err));
        assert_true(lg_trainer_eval(b.trainer, 5, &x, &b.err));
        carried(b.trainer, after);
        assert_memory_equal(before, after, sizeof *before * count);
        bench_close(&b);
    }
}

/* ---- refusals ---- */

static void expect_refusal(scratch *s, const char *more, const char *words) {
    char settings[SMALL];
    make_text(s, more, settings);
    bench b = bench_open(settings, 1, NULL);
    if (b.trainer && lg_trainer_can_eval(b.trainer, &b.err)) fail_msg("%s: not refused", more);
    if (!strstr(b.err.text, words)) fail_msg("%s: '%s'", more, b.err.text);
    bench_close(&b);
}

static void refusals(void **state) {
    static const char *const cases[][2] = {
        {"architecture.memory=8 positions=randomized",
         "architecture.memory: positions: randomized draws positions for each segment"},
        {"protocol=memory", "protocol: memory needs a memory"},
        {"protocol=memory eval.memory=8 eval.stride=3", "eval.stride: 3 slides windows"},
        {"architecture.memory=20 eval.same_span=true eval.lengths=36",
         "eval.same_span: segments of 36 tokens leave no room for memory: memory and segment "
         "together have 36 tokens, as in training"},
        {"architecture.memory_start=zeros", "architecture.memory_start: zeros has no effect"},
        {"curriculum=segments curriculum.lengths=3,5",
         "segments of one length, not of 3,5 (use --curriculum.lengths 5)"},
        {"model.order=kf architecture=encoder mask=full", "architecture: encoder reads no segments (use --architecture "
                                                          "decoder)"},
        {"model.order=kf attention=geometric encoding=none", "but attention: geometric has no softmax"},
        {"memorizing.size=5", "memorizing.size has no effect: model.order: sf has no memorizing attention"},
        {"model.order=kf memorizing.size=0 protocol=memory", "protocol: memory needs a memory"},
        {"train.batch=30", "train.batch: each of 30 text streams has 16 of the 480 training tokens of text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_refusal(*state, cases[i][0], cases[i][1]);
    lg_error err = {0};
    lg_resolved_config *d = bench_resolve("curriculum=segments", &err);
    assert_null(d);
    assert_non_null(strstr(err.text, "but data: reverse_string has separate records"));
    err = (lg_error){0};
    d = bench_resolve("protocol=memory", &err);
    assert_null(d);
    assert_non_null(strstr(err.text, "protocol: memory reads one text"));
    err = (lg_error){0};
    d = bench_resolve("architecture=decoder encoding=rope architecture.memory=4 curriculum=uniform", &err);
    assert_null(d);
    assert_non_null(strstr(err.text, "records of curriculum: uniform do not continue each other"));
    err = (lg_error){0};
    d = bench_resolve("architecture=decoder encoding=rope model.order=k curriculum=uniform", &err);
    assert_null(d);
    assert_non_null(strstr(err.text, "memorizing.size: sublayer k stores earlier segments"));
}

/* ---- failing allocations ---- */

/* Trains and evaluates, without and with memory. Returns false and the reason if anything fails. */
static bool use_all(const lg_runtime *w, const lg_values *v, lg_error *err) {
    lg_description d;
    lg_describe(v, NULL, &d);
    lg_trainer *t = lg_trainer_new(w, &d, err);
    lg_step s;
    lg_eval_result x;
    const bool ok = t && lg_trainer_step(t, &s, err) && lg_trainer_step(t, &s, err) && lg_trainer_eval(t, 7, &x, err);
    lg_trainer_free(t);
    return ok;
}

static void every_allocation_may_fail(void **state) {
    if (!CAN_REFUSE) skip();
    bench b = open_text(*state, "architecture.memory=8 eval.lanes=2 eval.targets=21", 1, NULL);
    const lg_runtime w = {lg_kernels_find(NULL), b.pool};
    bool done = false;
    for (long n = 1; !done; n++) {
        lg_error err = {0};
        left = n;
        done = use_all(&w, b.resolved->values, &err);
        left = -1;
        if (!done && !strstr(err.text, " memory")) fail_msg("allocation %ld: '%s'", n, err.text);
        assert_true(n < 5000);
    }
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(segments_are_one_pass, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(absolute_positions_repeat, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(stores_are_one_pass, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(a_gate_shares_what_is_stored, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(a_filled_store_hides_the_future, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(stores_begin_anew_with_the_streams, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(stores_are_empty_at_first, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(memory_begins_anew_with_the_streams, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(memory_is_empty_or_zeros, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(no_gradient_flows_into_memory, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(gradients_are_not_those_of_one_pass, scratch_open, scratch_close),
        cmocka_unit_test(same_length_has_the_published_rows),
        cmocka_unit_test_setup_teardown(same_length_is_a_sliding_window, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(same_length_is_a_causal_window, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(half_loss_is_more_context, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(clipped_distances_reuse_a_vector, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(memory_and_segment_span_as_much, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(validation_reads_its_own_split, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(evaluation_begins_with_zeros, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(bits_do_not_depend_on_threads, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(evaluation_is_a_pass_over_each_stream, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(evaluation_does_not_depend_on_threads, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(evaluation_leaves_training_alone, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(every_allocation_may_fail, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(refusals, scratch_open, scratch_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
