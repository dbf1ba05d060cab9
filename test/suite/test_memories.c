/* test_memories.c: what sequences can read besides their tokens: persistent vectors, stores and memory tokens. A model
 * without any of them equals a plain model. Also tests the initial values of these parts, and which settings are
 * refused. tools/oracle.py checks formulas, test_model_gradients.c gradients. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "models.h"
#include "train/decay.h"
#include "train/state.h"

#include <cmocka.h>

#include "evaluate/evaluate.h"
#include "same_models.h"

static size_t parameters_of(const char *settings) {
    bench b = bench_open_well(settings, 1);
    const size_t count = bench_parameters(b.trainer);
    bench_close(&b);
    return count;
}

/* The root mean square of a parameter's elements. */
static double deviation_of(const char *settings, const char *name) {
    bench b = bench_open_well(settings, 1);
    const int i = lg_parameters_find(b.trainer->model->parameters, name);
    if (i < 0) fail_msg("%s: there is no parameter %s", settings, name);
    const lg_named_array a = lg_trainer_array(b.trainer, (size_t)i);
    double squares = 0;
    for (size_t e = 0; e < a.count; e++) squares += (double)a.value[e] * (double)a.value[e];
    bench_close(&b);
    return sqrt(squares / (double)a.count);
}

static void expect(const char *what, double got, double want, double error) {
    if (!(fabs(got - want) <= error)) fail_msg("%s: %.9g, not %.9g", what, got, want);
}

/* ---- all-attention ---- */

static void no_pairs_are_plain_attention(void **state) {
    (void)state;
    static const char *const rest[] = {"encoding=relative", "encoding=rope mask=causal block=pre_norm",
                                       "encoding=t5 mask=window mask.width=3 scale=log_n"};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        char plain[200], own[200], pairs[200];
        snprintf(plain, sizeof plain, "model.order=sfs %s", rest[i]);
        snprintf(own, sizeof own, "model.order=afa persistent.pairs=0 %s", rest[i]);
        snprintf(pairs, sizeof pairs, "model.order=afa persistent.pairs=2 %s", rest[i]);
        assert_true(same_bits(plain, own));
        assert_false(same_bits(plain, pairs));
    }
}

/* Persistent vectors have as many parameters as the maps of the feed-forward network that they replace. The model with
 * the feed-forward network has one more parameter: the factor of the residual of its second sublayer. */
static void pairs_have_the_size_of_a_feed_forward_network(void **state) {
    (void)state;
    const char *rest = "model.width=24 model.heads=3 model.blocks=1 model.feed_forward=40 model.bias=false block=";
    char settings[2][200];
    snprintf(settings[0], sizeof settings[0], "model.order=sf residual=rezero %sno_norm", rest);
    snprintf(settings[1], sizeof settings[1], "model.order=a residual=rezero %sno_norm", rest);
    assert_int_equal(parameters_of(settings[0]) - parameters_of(settings[1]), 1);
    snprintf(settings[0], sizeof settings[0], "model.order=a persistent.pairs=39 residual=rezero %sno_norm", rest);
    assert_int_equal(parameters_of(settings[1]) - parameters_of(settings[0]), 2 * 24);
}

/* Tests the initial values for heads of 8 columns and 300 pairs of vectors. */
static void pairs_begin_as_vectors_of_unit_variance(void **state) {
    (void)state;
    const char *settings = "model.width=32 model.heads=4 model.order=a persistent.pairs=300";
    expect("keys", deviation_of(settings, "block.0.attention.persistent_keys"), 1 / sqrt(8), 0.02 / sqrt(8));
    expect("values", deviation_of(settings, "block.1.attention.persistent_values"), 1 / sqrt(300), 0.02 / sqrt(300));
}

/* Weight decay skips persistent vectors, even if it covers all matrices. */
static void pairs_do_not_decay(void **state) {
    (void)state;
    bench b = bench_open_well(
        "model.order=a persistent.pairs=3 optimizer=adamw optimizer.decay=0.1 optimizer.decay_on=matrices", 1);
    const lg_parameters *p = b.trainer->model->parameters;
    static const char *const names[] = {"block.0.attention.persistent_keys", "block.0.attention.persistent_values"};
    for (int i = 0; i < 2; i++) {
        const int n = lg_parameters_find(p, names[i]);
        assert_true(n >= 0 && lg_decay_of(&b.trainer->settings, &p->rows[n]) == 0);
    }
    const int n = lg_parameters_find(p, "block.0.attention.query");
    assert_true(n >= 0 && lg_decay_of(&b.trainer->settings, &p->rows[n]) > 0);
    bench_close(&b);
}

static void pairs_that_mean_nothing_are_refused(void **state) {
    (void)state;
    bench_expect_refusal("model.order=sf persistent.pairs=3", "persistent.pairs has no effect: model.order: sf has no "
                                                              "all-attention (use --model.order af)");
    bench_expect_refusal("model.order=a attention=geometric encoding=none", "but attention: geometric has no softmax");
    bench_expect_refusal("model.order=a block=pre_norm block.hidden_norm=true",
                         "block.hidden_norm: model.order: ");
}

/* ---- stores ---- */

/* test_memory.c tests further settings of stores, which need a text. */
static void stores_that_mean_nothing_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"model.order=kf", "architecture: encoder reads no segments (use --architecture decoder)"},
        {"architecture=decoder encoding=none model.order=kf memorizing.size=0 scale=log_n",
         "scale: log_n has no effect: sublayer k of model.order: kf"},
        {"architecture=decoder encoding=none model.order=kf memorizing.size=0 attention=geometric",
         "but attention: geometric has no softmax"},
        {"memorizing.read=5", "memorizing.read has no effect: model.order: sf has no memorizing attention"},
    };
    bench_expect_refusals(cases, sizeof cases / sizeof *cases);
}

/* Writes unit vectors of two columns into the rows of a table, or a rotation of the plane into a map. */
static void write_vectors(const bench *b, const char *name, double step, bool turn) {
    const int i = lg_parameters_find(b->trainer->model->parameters, name);
    if (i < 0) fail_msg("there is no parameter %s", name);
    const lg_named_array a = lg_trainer_array(b->trainer, (size_t)i);
    for (size_t row = 0; 2 * row < a.count; row++) {
        const double angle = turn ? step + (double)row * acos(0) : step * (double)row;
        a.value[2 * row] = (real)cos(angle), a.value[2 * row + 1] = (real)sin(angle);
    }
}

/* Logits of a model with one head of two columns. Its queries and keys have unit length before any normalization. */
static void read_unit_vectors(const char *order, real *out, size_t count) {
    char settings[400];
    const int32_t source[4] = {2, 0, 3, 1};
    snprintf(settings, sizeof settings,
             "architecture=decoder data=copy_cmc data.alphabet=5 encoding=none block=no_norm model.width=2 "
             "model.heads=1 model.blocks=1 model.bias=false model.embedding_scale=one %s",
             order);
    bench b = bench_open_well(settings, 1);
    write_vectors(&b, "embedding.weight", 0.7, false);
    write_vectors(&b, "block.0.attention.query", 0.4, true);
    write_vectors(&b, "block.0.attention.key", -0.3, true);
    lg_trainer_resume(b.trainer, 0);
    assert_int_equal(count, 4 * (size_t)b.trainer->model->format.classes);
    if (!lg_trainer_logits(b.trainer, &(lg_logits_request){4, 4, 4, source, NULL}, out, &b.err))
        fail_msg("%s: %s", settings, b.err.text);
    bench_close(&b);
}

/* Sublayer k normalizes queries and keys to unit length. If its store is empty and gets no share of the output
 * (memorizing.empty=bypass), it is attention of scale 1. */
static void no_store_is_plain_attention(void **state) {
    (void)state;
    enum { COUNT = 4 * 11 };
    real plain[COUNT], own[COUNT], gated[COUNT];
    double apart = 0;
    read_unit_vectors("model.order=s scale=one", plain, COUNT);
    read_unit_vectors("model.order=k memorizing.size=0 memorizing.empty=bypass", own, COUNT);
    read_unit_vectors("model.order=k memorizing.size=0", gated, COUNT);
    for (int i = 0; i < COUNT; i++) {
        expect("logit", (double)own[i], (double)plain[i], 2e-6);
        apart = fmax(apart, fabs((double)gated[i] - (double)plain[i]));
    }
    assert_true(apart > 1e-3);
}

/* ---- memory tokens ---- */

static void no_memory_tokens_are_a_plain_encoder(void **state) {
    (void)state;
    assert_true(same_bits("encoding=relative architecture.memory_tokens=0", "encoding=relative"));
    assert_false(same_bits("encoding=relative architecture.memory_tokens=1", "encoding=relative"));
}

static void count_heads(void *user, int block, int head, const real *weights) {
    (void)block, (void)head, (void)weights;
    ++*(int *)user;
}

/* The number of parameters that these settings add to a model of width 24. */
static size_t memory_adds(const char *settings) {
    char with[200];
    snprintf(with, sizeof with, "model.width=24 model.heads=3 model.blocks=2 %s", settings);
    return parameters_of(with) - parameters_of("model.width=24 model.heads=3 model.blocks=2");
}

/* The only parameters of memory tokens are their vectors. A controller or a bottleneck also adds as many parameters as
 * the model's two blocks have, positions excepted. */
static void memory_tokens_are_vectors_and_may_have_blocks(void **state) {
    (void)state;
    const size_t block = parameters_of("model.width=24 model.heads=3 model.blocks=2") -
                         parameters_of("model.width=24 model.heads=3 model.blocks=1");
    assert_int_equal(memory_adds("architecture.memory_tokens=5"), 5 * 24);
    assert_int_equal(memory_adds("architecture.memory_tokens=5 architecture.memory_form=controller"),
                     5 * 24 + 2 * block);
    assert_int_equal(memory_adds("architecture.memory_tokens=5 architecture.memory_form=bottleneck"),
                     5 * 24 + 2 * block);
}

static void memory_tokens_that_mean_nothing_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"architecture.memory_form=controller", "architecture.memory_form has no effect without memory tokens"},
        {"mask=causal architecture.memory_tokens=2",
         "with mask: causal, memory tokens could not attend to the sequence"},
        {"attention=geometric encoding=none architecture.memory_tokens=2", "a plain softmax, not attention: geometric"},
        {"attention=sink architecture.memory_tokens=2", "need a plain softmax, not attention: sink"},
        {"projection=primer architecture.memory_tokens=2", "no neighbours for projection: primer to read"},
        {"model.step_signal=true architecture.memory_tokens=2", "model.step_signal: true is added to tokens"},
        {"model.order=se architecture.memory_tokens=2", "sublayer e of model.order (mixture of experts)"},
        {"model.order=sfaf architecture.memory_tokens=2", "sublayer a of model.order (all-attention)"},
        {"encoding=none model.order=lf architecture.memory_tokens=2", "sublayer l of model.order (light convolution)"},
        {"encoding=rope architecture.memory_form=bottleneck architecture.memory_tokens=2",
         "in a bottleneck, tokens read only memory tokens, so encoding: rope does not apply (use --encoding sinusoid)"},
        {"mask=window architecture.memory_form=bottleneck architecture.memory_tokens=2", "mask: window does not apply"},
        {"architecture=decoder architecture.memory_tokens=2", "architecture.memory_tokens"},
    };
    bench_expect_refusals(cases, sizeof cases / sizeof *cases);
}

/* Attention weights between tokens can be read. The exception is a bottleneck, where tokens attend only to memory. */
static void a_bottleneck_has_no_weights_of_tokens(void **state) {
    (void)state;
    static const char *const forms[] = {"plain", "controller", "bottleneck"};
    for (int i = 0; i < 3; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "architecture.memory_tokens=2 architecture.memory_form=%s", forms[i]);
        bench b = bench_open_well(settings, 1);
        int seen = 0;
        const bool good = lg_trainer_attention(b.trainer, LG_ATTENTION_SELF, 5, 0, count_heads, &seen, &b.err);
        assert_true(good == (i < 2) && (seen > 0) == good);
        if (!good) assert_non_null(strstr(b.err.text, "in a bottleneck, tokens attend to memory only"));
        bench_close(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_pairs_are_plain_attention),
        cmocka_unit_test(pairs_have_the_size_of_a_feed_forward_network),
        cmocka_unit_test(pairs_begin_as_vectors_of_unit_variance),
        cmocka_unit_test(pairs_do_not_decay),
        cmocka_unit_test(pairs_that_mean_nothing_are_refused),
        cmocka_unit_test(stores_that_mean_nothing_are_refused),
        cmocka_unit_test(no_store_is_plain_attention),
        cmocka_unit_test(no_memory_tokens_are_a_plain_encoder),
        cmocka_unit_test(memory_tokens_are_vectors_and_may_have_blocks),
        cmocka_unit_test(memory_tokens_that_mean_nothing_are_refused),
        cmocka_unit_test(a_bottleneck_has_no_weights_of_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
