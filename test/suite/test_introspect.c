/* test_introspect.c: attention weights and activations, for combinations of all axes and options (pairwise.h). Weights
 * must be positive and respect the mask. Applied to the values of the evaluation network, they must give its attention
 * output. Activations must be those of the pass that computes the output. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "config/values.h"
#include "evaluate/evaluate.h"
#include "graph/ops.h"
#include "metrics.h"
#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/head.h"
#include "nn/axes/mask.h"
#include "nn/axes/mixer.h"
#include "opened_models.h"
#include "pairwise.h"
#include "train/attention_pass.h"
#include "train/eval_records.h"
#include "train/state.h"
#include "train/units.h"

#include <cmocka.h>

#define NEAR (sizeof(real) == 8 ? 1e-11 : 3e-5)

enum { LENGTH = 9 };

static real *capacity(size_t count) {
    real *x = calloc(count, sizeof *x);
    assert_non_null(x);
    return x;
}

static const char *const taps[] = {"hidden", "weights", "cross_weights", NULL};

/* A forward pass of one test sequence through a network that keeps weights. */
typedef struct pass {
    lg_network n;
    lg_frame f;
} pass;

static pass run(lg_trainer *t, bool weights) {
    pass p;
    lg_error err = {0};
    lg_engine *e = &t->engine;
    const lg_key key = lg_trainer_eval_key(t, LENGTH);
    const lg_key positions = lg_key_fold(lg_key_fold(key, LG_KEY_POSITIONS), 0);
    const lg_sequence_layout layout = lg_model_sequence_layout(t->model, LENGTH);
    assert_true(lg_model_instrumented(t->model, layout, 1, taps, weights, &p.n, &err));
    const lg_batch_record x = {.split = LG_SPLIT_TEST, .length = LENGTH, .key = lg_key_fold(key, LG_KEY_DATA)};
    assert_true(lg_engine_reserve(e, &p.n, &err) && lg_pass_open(&t->pass, e, &e->buffers, &p.n, 1, false, &err));
    assert_true(lg_pass_prepare(&t->pass, positions, false, &err));
    lg_pass_draw(&t->pass, &x, 0, 0);
    p.f = lg_pass_frame(&t->pass, &p.n, 0, 0, 0);
    lg_graph_forward(p.n.graph, &p.f);
    return p;
}

static const real *value(const pass *p, const lg_tensor *t) {
    return lg_value(&p->f, t).data;
}

static void expect_near(const char *what, const char *settings, double x, double y) {
    if (fabs(x - y) > NEAR * (1 + fabs(y))) fail_msg("%s: %s: %.9g, wanted %.9g", settings, what, x, y);
}

/* ---- attention ---- */

typedef struct watch {
    const char *settings;
    lg_attention_kind kind;
    int Q, K; /* queries and keys */
    lg_trainer *t;
    pass keeping;
    real *evaluated; /* [attentions, Q, width]: the output of attention in a network that keeps no weights */
    int seen;
} watch;

/* Ranges for queries that see all keys, because the keys are of another stream or the stream has no mask. */
static void find_all_keys(const watch *w, int32_t key_begin[128], int32_t key_end[128]) {
    for (int i = 0; i < w->Q; i++) key_begin[i] = 0, key_end[i] = w->K;
}

/* Asserts that the weights of each query are positive and sum to 1 (at most 1 for some attention functions), and that
 * masked weights are 0. */
static void check_rows(const watch *w, int block, const real *weights) {
    const lg_pattern *p = &w->t->model->pattern;
    const lg_block_choice *m = &p->choices[lg_pattern_choice(p, block)];
    const lg_attention_function *f = m->attention_function.entry;
    const bool self = w->kind == LG_ATTENTION_SELF, cross = w->kind == LG_ATTENTION_CROSS,
               geometric = !cross && !strcmp(f->name, "geometric"),
               one = cross || !strcmp(f->name, "softmax") || strstr(w->settings, "attention.l1=true");
    int32_t key_begin[128], key_end[128];
    find_all_keys(w, key_begin, key_end);
    if (self && !lg_mask_shows_all(&m->mask)) lg_mask_range(&m->mask, 0, w->Q, key_begin, key_end, NULL);
    const int prefix = self ? lg_mask_prefix(&m->mask) : 0;
    for (int i = 0; i < w->Q; i++) {
        const int others = key_end[i] - key_begin[i] - (geometric ? 1 : 0);
        double sum = 0;
        for (int j = 0; j < w->K; j++) {
            const double x = (double)weights[i * w->K + j];
            if ((j >= prefix && j < key_begin[i]) || j >= key_end[i] || (geometric && i == j))
                expect_near("a hidden key", w->settings, x, 0);
            else
                assert_true(x >= 0);
            sum += x;
        }
        if (one && others > 0) expect_near("sum of weights", w->settings, sum, 1);
        if (sum > 1 + NEAR && (cross || !f->experimental)) fail_msg("%s: weights sum to %.9g", w->settings, sum);
    }
}

/* The tap of attention number i of a kind; NULL after the last one. */
static const lg_tap *attention_tap(const lg_network *n, const lg_model *m, lg_attention_kind kind, int i) {
    const lg_taps *offered = kind == LG_ATTENTION_ENCODER ? &n->source_taps : &n->taps;
    for (int b = 0; b < m->blocks; b++) {
        const lg_tap *tap = lg_tap_find(offered, b, kind == LG_ATTENTION_CROSS ? "cross_weights" : "weights");
        if (tap && i-- == 0) return tap;
    }
    return NULL;
}

/* The number that a pair of tokens adds to column c of a head's values. It depends on the pair's class. Input 13 of
 * softmax attention is the vectors of the classes; input 14 is the class of each pair. */
static double pair_value(const pass *p, const lg_tensor *y, int i, int j, int c) {
    const lg_tensor *values = y->in[13], *classes = y->in[14];
    if (y->op != &lg_op_desc_attention || !values) return 0;
    const int T = y->in[1]->shape[1], place = classes->rank == 2 ? LG_BIAS_ZERO(T) + i - j : j * LG_PAD(T) + i;
    const int32_t *class = lg_value(&p->f, classes).data;
    return (double)value(p, values)[class[place] * lg_columns(values) + c];
}

/* Asserts o[i] = sum_j P[i,j] (v[j] + pair_value) for head h, where o is once the output of the pass that keeps weights
 * and once that of the evaluation network. */
static void check_output(const watch *w, int block, int h, const real *weights) {
    const lg_model *m = w->t->model;
    const lg_tensor *y = attention_tap(&w->keeping.n, m, w->kind, block)->tensor;
    const real *o = value(&w->keeping, y), *v = value(&w->keeping, y->in[2]);
    for (int i = 0; i < w->Q; i++)
        for (int c = h * m->head_width; c < (h + 1) * m->head_width; c++) {
            double sum = 0;
            for (int j = 0; j < w->K; j++)
                sum += (double)weights[i * w->K + j] *
                       ((double)v[j * m->width + c] + pair_value(&w->keeping, y, i, j, c - h * m->head_width));
            expect_near("weighed values", w->settings, sum, (double)o[i * m->width + c]);
            expect_near("weighed values, evaluating", w->settings, sum,
                        (double)w->evaluated[(block * w->Q + i) * m->width + c]);
        }
}

static void watch_head(void *user, int block, int head, const real *weights) {
    watch *w = user;
    assert_int_equal(w->seen, block * w->t->model->heads + head);
    w->seen++;
    check_rows(w, block, weights);
    check_output(w, block, head, weights);
}

static void check_kind(const char *settings, lg_attention_kind kind) {
    bench b = bench_open_well(settings, 1), c = bench_open_well(settings, 1), d = bench_open_well(settings, 2);
    const lg_model *m = b.trainer->model;
    pass evaluating = run(b.trainer, false);
    const lg_sequence_layout *t = &evaluating.n.layout;
    watch w = {.settings = settings, .kind = kind, .t = c.trainer};
    w.Q = kind == LG_ATTENTION_ENCODER ? t->sources : t->T;
    w.K = kind == LG_ATTENTION_SELF ? t->T : t->sources;
    const size_t each = (size_t)w.Q * (size_t)m->width;
    w.evaluated = capacity(each * (size_t)m->blocks);
    int attentions = 0;
    for (const lg_tap *tap; (tap = attention_tap(&evaluating.n, m, kind, attentions)); attentions++)
        memcpy(w.evaluated + (size_t)attentions * each, value(&evaluating, tap->tensor), each * sizeof(real));
    w.keeping = run(c.trainer, true);
    if (!lg_trainer_attention(d.trainer, kind, LENGTH, 0, watch_head, &w, &d.err))
        fail_msg("%s: %s", settings, d.err.text);
    assert_int_equal(w.seen, attentions * m->heads);
    free(w.evaluated);
    lg_network_free(&evaluating.n);
    lg_network_free(&w.keeping.n);
    bench_close(&b);
    bench_close(&c);
    bench_close(&d);
}

/* Asserts that convolutions, which have no weights of token pairs, refuse to return attention. */
static void refuses_attention(const char *settings) {
    bench b = bench_open_well(settings, 1);
    assert_false(lg_trainer_attention(b.trainer, LG_ATTENTION_SELF, LENGTH, 0, watch_head, NULL, &b.err));
    if (!strstr(b.err.text, "has no attention weights")) fail_msg("%s: %s", settings, b.err.text);
    bench_close(&b);
}

/* False for an experimental attention function if its ops have no weights of pairs. */
static bool has_weights(const char *settings) {
    if (!is_tried(settings, "attention")) return true;
    bench b = bench_open_well(settings, 1);
    pass p = run(b.trainer, true);
    const bool has = attention_tap(&p.n, b.trainer->model, LG_ATTENTION_SELF, 0);
    lg_network_free(&p.n);
    bench_close(&b);
    return has;
}

static void check_attention(const char *settings) {
    if (strstr(settings, "architecture=recurrent")) return;
    if (strstr(settings, "model.order=lf") || strstr(settings, "model.order=df") || !has_weights(settings)) {
        refuses_attention(settings);
        return;
    }
    check_kind(settings, LG_ATTENTION_SELF);
    if (!strstr(settings, "architecture=encoder_decoder")) return;
    check_kind(settings, LG_ATTENTION_ENCODER);
    check_kind(settings, LG_ATTENTION_CROSS);
}

/* A model with one stack has only one kind of attention. */
static void one_stack_has_one_kind(void **state) {
    (void)state;
    bench b = bench_open_well("architecture=decoder", 1);
    for (lg_attention_kind kind = LG_ATTENTION_ENCODER; kind <= LG_ATTENTION_CROSS; kind++) {
        b.err = (lg_error){0};
        assert_false(lg_trainer_attention(b.trainer, kind, LENGTH, 0, watch_head, NULL, &b.err));
        assert_non_null(strstr(b.err.text, "architecture: decoder has no "));
    }
    bench_close(&b);
}

static void weights_of_all_combinations(void **state) {
    (void)state;
    assert_each_combination("", check_attention);
    each_left_out("", check_attention);
    each_pattern("", check_attention);
}

static void weights_of_a_model_with_one_head(void **state) {
    (void)state;
    check_attention("encoding=rope task=parity_check model.heads=1 model.blocks=3");
}

static void add_up(void *user, int block, int head, const real *weights) {
    (void)block, (void)head;
    *(double *)user += (double)weights[1];
}

/* Another sequence has other weights; the same sequence has the same bits. */
static void sequences_differ(void **state) {
    (void)state;
    bench b = bench_open_well("encoding=relative positions=randomized", 2);
    double first = 0, again = 0, other = 0;
    assert_true(lg_trainer_attention(b.trainer, LG_ATTENTION_SELF, LENGTH, 0, add_up, &first, &b.err));
    assert_true(lg_trainer_attention(b.trainer, LG_ATTENTION_SELF, LENGTH, 7, add_up, &other, &b.err));
    assert_true(lg_trainer_attention(b.trainer, LG_ATTENTION_SELF, LENGTH, 0, add_up, &again, &b.err));
    assert_true(first == again && first != other);
    bench_close(&b);
}

/* Returns the weights of all heads, [blocks, heads, T, T]. Writes T to *tokens. */
static real *read_all(lg_trainer *t, bool whole, int *tokens, int *first, int32_t *ids) {
    lg_attention_pass p = {0};
    lg_error err = {0};
    lg_attention_record x = lg_attention_eval_record(t, LENGTH, 3);
    x.whole = whole;
    if (!lg_attention_pass_open(&p, t, LG_ATTENTION_SELF, &x, &err)) fail_msg("%s", err.text);
    assert_true(p.queries <= 64 && p.keys == p.queries);
    const size_t each = (size_t)p.queries * (size_t)p.queries;
    real *out = capacity(each * (size_t)(p.blocks * p.heads)), *scratch = capacity(lg_attention_pass_scratch(&p));
    lg_attention_pass_run(&p);
    for (int i = p.blocks * p.heads; i-- > 0;)
        lg_attention_pass_read(&p, i / p.heads, i % p.heads, scratch, out + (size_t)i * each);
    *tokens = p.queries, *first = p.first;
    memcpy(ids, p.ids, sizeof *ids * (size_t)p.queries);
    for (int j = 0; j + 1 < p.record->m; j++) assert_int_equal(ids[p.first + j], p.record->target[j]);
    free(scratch);
    lg_attention_pass_close(&p);
    return out;
}

/* Reading a record whole adds its last target as a token; earlier tokens see the same as before. By default decoders
 * omit the last target. An encoder that reads its targets omits nothing. */
static void whole_records(void **state) {
    (void)state;
    static const char *const ways[] = {"architecture=decoder encoding=rope",
                                       "architecture=encoder mask=causal model.decode=autoregressive encoding=alibi"};
    for (int way = 0; way < 2; way++) {
        bench b = bench_open_well(ways[way], 1);
        const int heads = b.trainer->model->blocks * b.trainer->model->heads;
        int T, more, first, same;
        int32_t ids[64], whole_ids[64];
        real *plain = read_all(b.trainer, false, &T, &first, ids),
             *whole = read_all(b.trainer, true, &more, &same, whole_ids);
        assert_true(more == T + (way == 0) && first == same && more == first + LENGTH);
        assert_memory_equal(ids, whole_ids, sizeof *ids * (size_t)T);
        for (int i = 0; i < heads * T * T; i++) {
            const int h = i / (T * T), q = i / T % T, k = i % T;
            expect_near("a weight", ways[way], (double)whole[(h * more + q) * more + k], (double)plain[i]);
        }
        free(plain);
        free(whole);
        bench_close(&b);
    }
}

/* Taps for weights and activations add no tensors to a graph. */
static void taps_record_no_more(void **state) {
    (void)state;
    bench b = bench_open_well("encoding=relative positions=unsorted", 1);
    lg_model *m = b.trainer->model;
    lg_network plain, n;
    m->no_pruning = true;
    assert_true(lg_model_instrumented(m, lg_model_sequence_layout(m, LENGTH), 1, taps, true, &n, &b.err));
    assert_true(lg_model_network(m, lg_model_sequence_layout(m, LENGTH), 1, true, false, &plain, &b.err));
    assert_int_equal(n.taps.count, 2 * m->blocks + 1);
    assert_null(lg_tap_find(&n.taps, 0, "vectors"));
    assert_int_equal(n.graph->count, plain.graph->count);
    lg_network_free(&plain);
    lg_network_free(&n);
    bench_close(&b);
}

static void too_long_sequences_are_refused(void **state) {
    (void)state;
    bench b = bench_open_well("encoding=rope positions=randomized positions.L=32", 1);
    double sum = 0;
    real out = 0;
    assert_false(lg_trainer_attention(b.trainer, LG_ATTENTION_SELF, 17, 0, add_up, &sum, &b.err));
    assert_non_null(strstr(b.err.text, "positions.L"));
    b.err = (lg_error){0};
    assert_false(
        lg_trainer_activations(b.trainer, &(lg_activation_request){.length = 17, .count = 1}, 0, 1, &out, &b.err));
    assert_non_null(strstr(b.err.text, "positions.L"));
    bench_close(&b);
}

static void recurrent_networks_have_no_blocks(void **state) {
    (void)state;
    bench b = bench_open_well("architecture=recurrent architecture.hidden=8", 1);
    double sum = 0;
    real out = 0;
    assert_false(lg_trainer_attention(b.trainer, LG_ATTENTION_SELF, 7, 0, add_up, &sum, &b.err));
    assert_non_null(strstr(b.err.text, "recurrent has no blocks"));
    b.err = (lg_error){0};
    assert_false(
        lg_trainer_activations(b.trainer, &(lg_activation_request){.length = 7, .count = 1}, 0, 1, &out, &b.err));
    assert_non_null(strstr(b.err.text, "recurrent has no blocks"));
    bench_close(&b);
}

/* ---- any tokens ---- */

/* Inspecting given token ids returns the same as inspecting a test record with these ids. */
static void looks_at_any_tokens(void **state) {
    (void)state;
    bench b = bench_open_well("architecture=decoder encoding=rope", 2);
    pass p = run(b.trainer, true);
    const int T = p.n.layout.T, width = b.trainer->model->width;
    const size_t count = (size_t)(T * width);
    int32_t ids[128];
    double *hidden = calloc(count, sizeof *hidden), *behind = calloc(count, sizeof *behind);
    assert_true(T <= 128 && hidden && behind);
    memcpy(ids, b.trainer->pass.rows.ids, sizeof *ids * (size_t)T);
    const real *shown = value(&p, lg_tap_find(&p.n.taps, 1, "hidden")->tensor);
    real *kept = capacity(count);
    memcpy(kept, shown, count * sizeof *kept);
    const lg_look looks[] = {{1, "hidden", hidden}, {0, "feed_forward", behind}};
    if (!lg_trainer_look(b.trainer, ids, T, looks, 2, &b.err)) fail_msg("%s", b.err.text);
    for (size_t i = 0; i < count; i++) assert_true(hidden[i] == (double)kept[i] && behind[i] == hidden[i]);
    free(hidden);
    free(behind);
    free(kept);
    lg_network_free(&p.n);
    bench_close(&b);
}

static void looks_that_are_refused(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"architecture=encoder_decoder", "encoder_decoder has two streams"},
        {"architecture=recurrent architecture.hidden=8", "recurrent has no hidden in block 0"},
        {"encoding=rope positions=randomized positions.L=4", "positions.L"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double out[8 * 16];
        const lg_look look = {0, "hidden", out};
        bench b = bench_open_well(wrong[i][0], 1);
        assert_false(lg_trainer_look(b.trainer, (int32_t[8]){0}, 8, &look, 1, &b.err));
        if (!strstr(b.err.text, wrong[i][1])) fail_msg("%s", b.err.text);
        bench_close(&b);
    }
}

/* ---- activations ---- */

/* A parameter by name. The prefix of the stream that the head reads may be omitted. */
static const real *array_of(const lg_trainer *t, const char *name) {
    const char *prefix = t->model->architecture.entry->prefix;
    const size_t length = prefix ? strlen(prefix) : 0;
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) {
        const lg_named_array a = lg_trainer_array(t, i);
        const bool own = length > 0 && !strncmp(a.name, prefix, length);
        if (!strcmp(a.name + (own ? length : 0), name)) return a.value;
    }
    return NULL;
}

/* Column n of the embedding of token k, read from the token table, or from narrow vectors and a map. */
static double token_column(const lg_trainer *t, int k, int n) {
    const lg_model *m = t->model;
    const real *table = array_of(t, "embedding.weight"), *map = array_of(t, "embedding.projection");
    double sum = map ? 0 : (double)table[k * m->width + n];
    for (int j = 0; map && j < m->settings.embedding_width; j++)
        sum += (double)table[k * m->settings.embedding_width + j] * (double)map[j * m->width + n];
    return sum;
}

/* The logit of class k for a row, computed by a map with or without bias, or from a row of the token table. */
static double logit(const lg_trainer *t, const real *h, int k, int classes) {
    const lg_model *m = t->model;
    const real *weight = array_of(t, m->settings.bias ? "readout.weight" : "readout");
    const real *bias = array_of(t, "readout.bias");
    const bool scaled = m->head.entry->factor && m->head.entry->factor(m) != 1;
    double sum = bias ? (double)bias[k] : 0;
    assert_true(m->head.entry->ties ? !weight && !bias : weight && m->settings.bias == !!bias);
    for (int n = 0; n < m->width; n++)
        sum += (double)h[n] * (m->head.entry->ties ? token_column(t, k, n) : (double)weight[n * classes + k]);
    return scaled ? sum / sqrt(m->width) : sum;
}

/* The head applied to the last layer at the output tokens gives the model's output. Experimental entries are skipped,
 * since they may compute more. */
static void check_activations(const char *settings) {
    if (is_tried(settings, "architecture") || is_tried(settings, "head")) return;
    if (strstr(settings, "architecture=recurrent") || strstr(settings, "head=adaptive")) return;
    enum { SEQUENCES = 5 };
    bench b = bench_open_well(settings, 1), c = bench_open_well(settings, 3);
    const lg_model *m = b.trainer->model;
    const lg_sizes z = lg_trainer_sizes(b.trainer, LENGTH);
    const size_t layer = (size_t)z.m * (size_t)m->width, count = layer * SEQUENCES * (size_t)(m->blocks + 1);
    real *one = capacity(count), *three = capacity(count);
    assert_true(lg_trainer_activations(b.trainer, &(lg_activation_request){.length = LENGTH, .count = SEQUENCES},
                                       z.first, z.first + z.m, one, &b.err));
    assert_true(lg_trainer_activations(c.trainer, &(lg_activation_request){.length = LENGTH, .count = SEQUENCES},
                                       z.first, z.first + z.m, three, &c.err));
    if (memcmp(one, three, count * sizeof *one)) fail_msg("%s: threads change activations", settings);

    pass p = run(b.trainer, true);
    const real *logits = value(&p, p.n.logits) + (z.first - p.n.layout.first) * z.classes;
    const real *h = one + (size_t)m->blocks * SEQUENCES * layer;
    for (int j = 0; j < z.m; j++)
        for (int k = 0; k < z.classes; k++)
            expect_near("a logit", settings, logit(b.trainer, h + j * m->width, k, z.classes),
                        (double)logits[j * z.classes + k]);
    lg_network_free(&p.n);
    free(one);
    free(three);
    bench_close(&b);
    bench_close(&c);
}

static void activations_of_all(void **state) {
    (void)state;
    assert_each_combination("model.precision=fp32", check_activations);
    each_left_out("model.precision=fp32", check_activations);
    each_with_gating("model.precision=fp32", check_activations);
}

/* Layer 0 is the row of the token table times the square root of the width. */
static void embedding_is_layer_zero(void **state) {
    (void)state;
    bench b = bench_open_well("encoding=none", 1);
    const lg_model *m = b.trainer->model;
    const lg_sizes z = lg_trainer_sizes(b.trainer, LENGTH);
    const size_t count = (size_t)z.tokens * (size_t)m->width;
    real *x = capacity(count * (size_t)(m->blocks + 1));
    assert_true(lg_trainer_activations(b.trainer, &(lg_activation_request){.length = LENGTH, .count = 1}, 0, z.tokens,
                                       x, &b.err));
    const lg_named_array table = lg_trainer_array(b.trainer, 0);
    assert_string_equal(table.name, "embedding.weight");
    const real *empty = table.value + (size_t)m->format.empty * (size_t)m->width;
    for (int c = 0; c < m->width; c++)
        expect_near("embedding", "none", (double)x[count - (size_t)m->width + (size_t)c],
                    sqrt(m->width) * (double)empty[c]);
    free(x);
    bench_close(&b);
}

/* ---- sequences of a test ---- */

typedef struct tally {
    int sequences, draws;
    int64_t last;
    lg_sequence_sums all, draw;
    double accuracies;
} tally;

static void end_draw(tally *h) {
    h->accuracies += h->draw.sums[LG_SUM_RIGHT] / h->draw.sums[LG_SUM_COUNTED];
    h->draws++;
    lg_sequence_sums_add(&h->all, &h->draw);
    h->draw = (lg_sequence_sums){0};
}

static void add_sequence(void *user, const lg_sequence_sums *x) {
    tally *h = user;
    if (h->sequences > 0 && x->position_sample != h->last) end_draw(h);
    h->last = x->position_sample;
    h->sequences++;
    lg_sequence_sums_add(&h->draw, x);
}

/* The results of the sequences of a test add up to the result of their length. */
static void sequences_make_the_test(void **state) {
    (void)state;
    static const char *const ways[] = {"eval.position_samples=1", "eval.position_samples=4 eval.batch=3",
                                       "task=stack_manipulation"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        bench b = bench_open_well(ways[i], 3);
        tally h = {0};
        lg_eval_result x;
        lg_trainer_on_sequence(b.trainer, add_sequence, &h);
        assert_true(lg_trainer_eval(b.trainer, LENGTH, &x, &b.err));
        end_draw(&h);
        assert_int_equal(h.sequences, 20);
        const double *sums = h.all.sums;
        assert_true(x.values[ACCURACY] == h.accuracies / h.draws);
        assert_true(x.values[CROSS_ENTROPY] == sums[LG_SUM_NLL] / sums[LG_SUM_TOKENS]);
        assert_true(x.values[EXACT_MATCH] == sums[LG_SUM_EXACT] / sums[LG_SUM_ANSWERS]);
        lg_trainer_on_sequence(b.trainer, NULL, NULL);
        assert_true(lg_trainer_eval(b.trainer, LENGTH, &x, &b.err));
        assert_int_equal(h.sequences, 20);
        bench_close(&b);
    }
}

/* Generated tokens have the same attention weights, bit for bit, as equal targets of a record. */
static void generated_tokens_attend_as_targets_do(void **state) {
    (void)state;
    bench b = bench_open_well("architecture=encoder_decoder data=copy_cmc data.alphabet=5 encoding=rope "
                              "cross.encoding=t5",
                              1);
    const lg_attention_record x = lg_attention_eval_record(b.trainer, LENGTH, 1);
    lg_attention_pass drawn = {0}, generated = {0};
    assert_true(lg_attention_pass_open(&drawn, b.trainer, LG_ATTENTION_CROSS, &x, &b.err));
    lg_attention_pass_run(&drawn);
    const lg_record *r = drawn.record;
    const size_t elements = (size_t)drawn.queries * (size_t)drawn.keys;
    real *wanted = capacity(elements), *found = capacity(elements),
         *scratch = capacity(lg_attention_pass_scratch(&drawn));
    lg_attention_pass_read(&drawn, 1, 1, scratch, wanted);
    lg_record prompt = {0};
    int32_t targets[64];
    assert_true(r->m <= 64 && lg_record_reserve(&prompt, r->n, 1, &b.err));
    lg_record_begin(&prompt, r->length, r->n, 1);
    memcpy(prompt.source, r->source, sizeof *r->source * (size_t)r->n);
    memcpy(targets, r->target, sizeof *targets * (size_t)r->m);
    const int count = r->m;
    lg_attention_pass_close(&drawn);
    assert_true(
        lg_attention_pass_open_answer(&generated, b.trainer, LG_ATTENTION_CROSS, &prompt, targets, count, &b.err));
    lg_attention_pass_run(&generated);
    assert_int_equal((size_t)generated.queries * (size_t)generated.keys, elements);
    lg_attention_pass_read(&generated, 1, 1, scratch, found);
    assert_memory_equal(wanted, found, sizeof *wanted * elements);
    lg_attention_pass_close(&generated);
    lg_record_free(&prompt);
    free(wanted), free(found), free(scratch);
    bench_close(&b);
}

/* ---- units of feed-forward networks ---- */

static double relu(double x) {
    return x > 0 ? x : 0;
}

static double swish(double x) {
    return x / (1 + exp(-x));
}

static double gelu(double x) {
    return x * 0.5 * (1 + erf(x / sqrt(2)));
}

static const real *array(const lg_trainer *t, const char *name) {
    for (size_t i = 0; i < lg_trainer_arrays(t); i++)
        if (!strcmp(lg_trainer_array(t, i).name, name)) return lg_trainer_array(t, i).value;
    return NULL;
}

/* Element i of x W + b, where W and b are the parameters `name`.weight and `name`.bias of a block. */
static double mapped(const lg_trainer *t, int block, const char *name, const real *x, int width, int units, int i) {
    char full[64];
    snprintf(full, sizeof full, "block.%d.%s%s", block, name, t->model->settings.bias ? ".weight" : "");
    const real *w = array(t, full);
    snprintf(full, sizeof full, "block.%d.%s.bias", block, name);
    const real *bias = array(t, full);
    assert_true(w && !bias == !t->model->settings.bias);
    double sum = bias ? (double)bias[i] : 0;
    for (int j = 0; j < width; j++) sum += (double)x[j] * (double)w[j * units + i];
    return sum;
}

typedef struct unit_watch {
    const char *settings;
    lg_trainer *t;
    double (*act)(double x);
    const real *states; /* [blocks + 1, tokens, width] */
    int seen;
} unit_watch;

static void check_units(void *user, const lg_unit_rows *x) {
    unit_watch *w = user;
    const lg_model *m = w->t->model;
    const int width = m->width, set = m->sets[x->block];
    assert_int_equal(x->block, w->seen++);
    assert_int_equal(x->units, m->feed_forward);
    for (int token = 0; token < x->tokens; token++) {
        const real *h = w->states + (x->block * x->tokens + token) * width;
        for (int i = 0; i < x->units; i++) {
            const char *first = m->mixer.entry->gated ? "feed_forward.gate" : "feed_forward.1";
            double wanted = w->act(mapped(w->t, set, first, h, width, x->units, i));
            if (m->mixer.entry->gated) wanted *= mapped(w->t, set, "feed_forward.1", h, width, x->units, i);
            expect_near("a unit", w->settings, (double)x->rows[token * x->units + i], wanted);
        }
    }
    int units = 0;
    char name[64];
    snprintf(name, sizeof name, "block.%d.feed_forward.2%s", set, m->settings.bias ? ".weight" : "");
    assert_ptr_equal(lg_trainer_unit_vectors(w->t, x->block, &units), array(w->t, name));
    assert_int_equal(units, x->units);
}

/* Asserts that in a model without norms the output is the last block's output times the read-out weights, plus the
 * bias. */
static void check_readout(const unit_watch *w, const lg_record *r, const lg_sizes *z) {
    lg_error err = {0};
    int classes;
    double *E = lg_trainer_readout(w->t, &classes, &err);
    real *logits = capacity((size_t)z->m * (size_t)z->classes);
    const real *bias = array(w->t, "readout.bias");
    const lg_model *m = w->t->model;
    assert_true(E && classes == z->classes);
    assert_true(lg_trainer_logits(w->t, &(lg_logits_request){r->n, r->n, r->m, r->source, NULL}, logits, &err));
    for (int j = 0; j < z->m; j++)
        for (int c = 0; c < classes; c++) {
            const real *h = w->states + (m->blocks * z->tokens + z->first + j) * m->width;
            double wanted = bias ? (double)bias[c] : 0;
            for (int k = 0; k < m->width; k++) wanted += (double)h[k] * E[c * m->width + k];
            expect_near("a logit", w->settings, (double)logits[j * classes + c], wanted);
        }
    free(E);
    free(logits);
}

/* In these models the feed-forward network reads the block's input: no norm and no attention come before it. */
#define PLAIN_UNITS "architecture=encoder encoding=none model.order=fs block=no_norm "

static void units_are_those_of_the_formula(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        double (*act)(double x);
    } cases[] = {{PLAIN_UNITS "mixer=relu", relu},
                 {PLAIN_UNITS "mixer=swiglu model.bias=false head=tied", swish},
                 {PLAIN_UNITS "mixer=gelu head=tied head.scaled=true model.embedding_width=5 model.share=all", gelu}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = bench_open(cases[i].settings, 1, NULL);
        if (!b.trainer) fail_msg("%s: %s", cases[i].settings, b.err.text);
        lg_trainer *t = b.trainer;
        for (int step = 0; step < 3; step++) assert_true(lg_trainer_step(t, &(lg_step){0}, &b.err));
        lg_sizes z;
        assert_true(lg_trainer_sequence_sizes(t, LENGTH, 1, &z, &b.err));
        real *states = capacity((size_t)(t->model->blocks + 1) * (size_t)z.tokens * (size_t)t->model->width);
        const lg_activation_request second = {.length = LENGTH, .first = 1, .count = 1};
        assert_true(lg_trainer_activations(t, &second, 0, z.tokens, states, &b.err));
        unit_watch w = {cases[i].settings, t, cases[i].act, states, 0};
        assert_true(lg_trainer_units(t, LENGTH, 1, check_units, &w, &b.err));
        assert_int_equal(w.seen, t->model->blocks);
        check_readout(&w, &t->engine.records[0], &z);
        free(states);
        bench_close(&b);
    }
}

static void missing_units_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"model.order=s", "has no feed-forward network f"},
                                           {"architecture=recurrent", "has no blocks"},
                                           {"architecture=perceiver_io encoding=none", "has blocks over latents"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = bench_open(cases[i][0], 1, NULL);
        assert_non_null(b.trainer);
        assert_false(lg_trainer_units(b.trainer, LENGTH, 0, check_units, NULL, &b.err));
        if (!strstr(b.err.text, cases[i][1])) fail_msg("%s", b.err.text);
        bench_close(&b);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_of_all_combinations),
        cmocka_unit_test(weights_of_a_model_with_one_head),
        cmocka_unit_test(one_stack_has_one_kind),
        cmocka_unit_test(sequences_differ),
        cmocka_unit_test(too_long_sequences_are_refused),
        cmocka_unit_test(recurrent_networks_have_no_blocks),
        cmocka_unit_test(taps_record_no_more),
        cmocka_unit_test(activations_of_all),
        cmocka_unit_test(embedding_is_layer_zero),
        cmocka_unit_test(sequences_make_the_test),
        cmocka_unit_test(looks_at_any_tokens),
        cmocka_unit_test(looks_that_are_refused),
        cmocka_unit_test(units_are_those_of_the_formula),
        cmocka_unit_test(missing_units_are_refused),
        cmocka_unit_test(whole_records),
        cmocka_unit_test(generated_tokens_attend_as_targets_do),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
