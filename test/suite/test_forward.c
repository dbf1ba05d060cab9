/* test_forward.c: compares whole models with reference_model.h, which computes training and evaluation a second time,
 * from the formulas. The comparison covers samples, draws of positions, every dropout site and every block, from the
 * seed to the loss. Widths are odd where the encoding allows it. */
#include "data/task.h"

#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/ops.h"
#include "models.h"

#include <cmocka.h>

#include "config/describe.h"
#include "config/values.h"
#include "evaluate/evaluate.h"
#include "metrics.h"
#include "nn/axes/encoding.h"
#include "reference_model.h"

/* How the reference model interprets a position sample. */
typedef enum reading { STANDARD, POSITIONS, UNSORTED, DISTANCES, RELEASED } reading;

typedef struct setup {
    const char *settings;
    reading reading;
    bool per_block; /* a position sample for each block */
} setup;

#define ODD  "model.width=15 model.heads=3 model.feed_forward=21 "
#define EVEN "model.width=18 model.heads=3 model.feed_forward=21 "
#define HALF "model.width=18 model.heads=2 model.feed_forward=21 " /* heads of nine columns */
#define RAND "positions=randomized positions.L=40 "
#define T5   "head=tied head.scaled=true initialisation=t5 model.embedding_scale=one"
static const setup setups[] = {
    {ODD "encoding=none", STANDARD, false},
    {HALF "encoding=sinusoid", STANDARD, false},
    {ODD "encoding=learned encoding.rows=50", STANDARD, false},
    {HALF "encoding=relative", STANDARD, false},
    {ODD "encoding=alibi", STANDARD, false},
    {EVEN "encoding=rope", STANDARD, false},
    {HALF "encoding=sinusoid " RAND, POSITIONS, false},
    {HALF "encoding=sinusoid positions=unsorted positions.L=40", UNSORTED, false},
    {ODD "encoding=learned encoding.rows=50 " RAND, POSITIONS, false},
    {HALF "encoding=relative " RAND, DISTANCES, true},
    {HALF "encoding=relative positions.per=pass " RAND, DISTANCES, false},
    {HALF "encoding=relative positions.draw=positions " RAND, POSITIONS, true},
    {HALF "encoding=relative positions=released positions.L=40", RELEASED, true},
    {ODD "encoding=alibi " RAND, DISTANCES, true},
    {ODD "encoding=alibi positions.draw=positions " RAND, POSITIONS, true},
    {EVEN "encoding=rope " RAND, POSITIONS, true},
    {EVEN "encoding=rope positions.per=pass " RAND, POSITIONS, false},
    {ODD "encoding=shaw encoding.clip=4", STANDARD, false},
    {ODD "encoding=shaw encoding.clip=4 " RAND, DISTANCES, false},
    {ODD "encoding=shaw encoding.clip=4 positions.draw=positions " RAND, POSITIONS, false},
    {ODD "encoding=none block=pre_norm mixer=gelu", STANDARD, false},
    {HALF "encoding=sinusoid block=pre_norm mixer=squared_relu head=tied", STANDARD, false},
    {EVEN "encoding=rope block=pre_norm norm=rms_norm mixer=swiglu model.bias=false " T5, STANDARD, false},
    {ODD "encoding=alibi norm=rms_norm norm.epsilon=0.1 mixer=geglu head=tied", STANDARD, false},
    {ODD "encoding=none model.bias=false mixer=gelu_tanh", STANDARD, false},
    {ODD "encoding=none initialisation=t5 mixer=swish", STANDARD, false},
    {ODD "encoding=none mixer=glu", STANDARD, false},
    {ODD "encoding=none mixer=bilinear", STANDARD, false},
    {ODD "encoding=none mixer=reglu model.embedding_scale=one", STANDARD, false},
    {ODD "encoding=none block=no_norm", STANDARD, false},
    {ODD "encoding=alibi block=primer mixer=squared_relu norm.epsilon=1e-06", STANDARD, false},
    {ODD "encoding=alibi residual=b2t", STANDARD, false},
    {ODD "encoding=alibi residual=scalar", STANDARD, false},
    {EVEN "encoding=rope residual=rezero", STANDARD, false},
    {HALF "encoding=sinusoid residual=rezero block=pre_norm", STANDARD, false},
    {ODD "encoding=none residual=channel block=pre_norm", STANDARD, false},
    {ODD "encoding=none residual=channel norm=rms_norm", STANDARD, false},
    {ODD "encoding=none residual=deepnorm", STANDARD, false},
    {ODD "encoding=none block=normformer", STANDARD, false},
    {EVEN "encoding=rope block=pre_norm block.hidden_norm=true mixer=swiglu norm=rms_norm", STANDARD, false},
    {ODD "encoding=alibi block.head_scale=output block.attention_norm=true", STANDARD, false},
    {ODD "encoding=none block=dual_norm", STANDARD, false},
    {HALF "encoding=sinusoid block=dual_norm residual=rezero norm=rms_norm", STANDARD, false},
    {ODD "encoding=none block=dual_norm residual=channel", STANDARD, false},
    {HALF "encoding=sinusoid model.embedding_norm=before_positions", STANDARD, false},
    {ODD "encoding=learned encoding.rows=50 block=pre_norm model.embedding_norm=after_positions", STANDARD, false},
    {HALF "encoding=sinusoid initialisation=t_fixup initialisation.scale_positions=true", STANDARD, false},
    {ODD "encoding=none initialisation=depth_rescale residual=b2t", STANDARD, false},
    {HALF "encoding=none model.share=all initialisation=xavier", STANDARD, false},
    {HALF "encoding=sinusoid model.share=all model.step_signal=true " RAND, POSITIONS, false},
};

enum { L = 40, BATCH = 5, BLOCKS = 2, LENGTH = 5, TOKENS = 2 * LENGTH + 1, CLASSES = 3 };

static double tolerance(void) {
    return sizeof(real) == 8 ? 1e-12 : 1e-5;
}

/* ---- the two models ---- */

/* Randomizes biases, offsets and scales: their constant initial values might hide mistakes. */
static void shake(lg_trainer *t) {
    lg_random r = lg_random_from(lg_key_root(77));
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) {
        lg_named_array a = lg_trainer_array(t, i);
        for (size_t e = 0; e < a.count; e++) a.value[e] += (real)(0.1 * lg_random_normal(&r));
    }
    lg_trainer_resume(t, lg_trainer_steps(t));
}

static bench open_shaken(const char *settings) {
    char more[600];
    snprintf(more, sizeof more,
             "model.blocks=%d task=binary_addition curriculum=fixed curriculum.length=%d train.batch=%d "
             "train.lr=0.01 eval.lengths=%d eval.sequences=7 eval.seed=3 train.seed=4 %s",
             BLOCKS, LENGTH, BATCH, LENGTH, settings);
    bench b = bench_open(more, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", more, b.err.text);
    shake(b.trainer);
    return b;
}

static bool is_on(const lg_values *v, const char *key) {
    return lg_values_has(v, key) && lg_bool(v, key);
}

static straight straight_of(const bench *b) {
    const lg_values *v = b->resolved->values;
    const double root = sqrt((double)lg_int(v, "model.width"));
    return (straight){
        .trainer = b->trainer,
        .encoding = lg_text(v, "encoding"),
        .residual = lg_text(v, "residual"),
        .block = lg_text(v, "block"),
        .norm = lg_text(v, "norm"),
        .embedding_norm = lg_text(v, "model.embedding_norm"),
        .head_scale = lg_values_has(v, "block.head_scale") ? lg_text(v, "block.head_scale") : "none",
        .channels = lg_values_has(v, "residual.sublayers") ? lg_text(v, "residual.sublayers") : "none",
        .attention_norm = is_on(v, "block.attention_norm"),
        .hidden_norm = is_on(v, "block.hidden_norm"),
        .shared = !strcmp(lg_text(v, "model.share"), "all"),
        .step_signal = lg_bool(v, "model.step_signal"),
        .position_factor = is_on(v, "initialisation.scale_positions") ? pow(9 * BLOCKS, -0.25) : 1,
        .mixer = lg_text(v, "mixer"),
        .tied = !strcmp(lg_text(v, "head"), "tied"),
        .epsilon = lg_real(v, "norm.epsilon"),
        .embedding_factor = !strcmp(lg_text(v, "model.embedding_scale"), "one") ? 1 : root,
        .head_factor = is_on(v, "head.scaled") ? 1 / root : 1,
        .width = (int)lg_int(v, "model.width"),
        .heads = (int)lg_int(v, "model.heads"),
        .feed_forward = (int)lg_int(v, "model.feed_forward"),
        .blocks = BLOCKS,
        .classes = CLASSES,
        .T = TOKENS,
        .first = LENGTH,
        .outputs = LENGTH + 1,
    };
}

/* Fills the distances from r_1 < r_2 < .... If `released`, clamps them as the official code does. */
static void from_ranks(straight *s, int block, const double *r, bool released) {
    for (int t = 0; t < s->T; t++)
        for (int key = 0; key < s->T; key++) {
            const double rank = key == t ? 0 : r[abs(key - t) - 1];
            s->distance[block][t][key] = !released ? (key < t ? -rank : rank) : key < t ? L - rank : L - 1;
        }
}

static void from_positions(straight *s, int block, const double *p) {
    for (int t = 0; t < s->T; t++) {
        s->position[block][t] = p[t];
        for (int key = 0; key < s->T; key++) s->distance[block][t][key] = p[key] - p[t];
    }
}

static void number_block(straight *s, const lg_values *v, reading how, lg_key key, int block) {
    double x[STRAIGHT_TOKENS];
    for (int t = 0; t < s->T; t++) x[t] = t;
    if (how == POSITIONS) lg_sorted_subset(key, L, s->T, x);
    if (how == UNSORTED) {
        lg_chosen_position_sampler unsorted;
        LG_CHOOSE(unsorted, lg_positions, v, "positions");
        unsorted.entry->positions(&unsorted.own, &(lg_position_draw){key, s->T, true}, x);
    }
    if (how == DISTANCES || how == RELEASED) {
        lg_sorted_subset(key, L - 1, s->T - 1, x);
        for (int k = 0; k < s->T - 1; k++) x[k] += 1;
        from_ranks(s, block, x, how == RELEASED);
        return;
    }
    from_positions(s, block, x);
}

static void number_tokens(straight *s, const bench *b, const setup *u, lg_key key) {
    for (int i = 0; i < s->blocks; i++)
        number_block(s, b->resolved->values, u->reading, lg_key_fold(key, u->per_block ? (uint64_t)i : 0), i);
}

/* ---- batches ---- */

typedef struct tally {
    double loss; /* sum over all output tokens */
    int tokens, counted, right;
} tally;

/* Draws sequence i with the key `data`, and adds its results to *sum: its number of output tokens, their loss, and its
 * numbers of counted and of right outputs. The terminator is the last counted output. */
static void add_sequence(straight *s, lg_key data, int i, tally *sum) {
    int32_t ids[TOKENS], target[LENGTH + 1];
    uint8_t ignored[LENGTH + 1];
    double logits[(LENGTH + 1) * CLASSES];
    lg_sample sample = {.input = ids, .target = target, .mask = ignored};
    lg_task_find("binary_addition")->sample(lg_key_fold(data, (uint64_t)i), LENGTH, &sample);
    for (int t = LENGTH; t < TOKENS; t++) ids[t] = 3; /* the empty token; the ids 0 to 2 are the symbols 0, 1, + */
    s->sequence = (uint32_t)i;
    straight_forward(s, ids, logits);
    bool ended = false;
    for (int j = 0; j <= LENGTH; j++) {
        int best;
        sum->loss += straight_loss(logits + j * CLASSES, CLASSES, target[j], &best);
        sum->tokens++;
        sum->counted += !ended;
        sum->right += !ended && best == target[j];
        ended = ended || target[j] == 2;
    }
}

static double share_of(const tally *x) {
    return (double)x->right / x->counted;
}

static void compare(const char *what, const char *settings, double mean, double share, double loss, double accuracy) {
    if (!(fabs(loss - mean) < tolerance() * (1 + mean)))
        fail_msg("%s: %s: loss %.15g, the reference model has %.15g", settings, what, loss, mean);
    if (!(fabs(accuracy - share) < 1e-12))
        fail_msg("%s: %s: accuracy %g, the reference model has %g", settings, what, accuracy, share);
}

/* ---- training ---- */

/* Compares step number `step`, from 0. Its samples, positions and dropout are functions of the seed and the step. */
static void compare_step(bench *b, const setup *u, double rate, uint64_t step) {
    const lg_key root = lg_key_root(4);
    straight s = straight_of(b);
    s.rate = rate, s.weight_rate = lg_real(b->resolved->values, "model.dropout_attention");
    s.key = lg_key_fold(lg_key_fold(root, LG_KEY_DROPOUT), step);
    number_tokens(&s, b, u, lg_key_fold(lg_key_fold(root, LG_KEY_POSITIONS), step));
    tally want = {0};
    for (int i = 0; i < BATCH; i++) add_sequence(&s, lg_key_fold(lg_key_fold(root, LG_KEY_DATA), step), i, &want);
    lg_step got;
    if (!lg_trainer_step(b->trainer, &got, &b->err)) fail_msg("%s: %s", u->settings, b->err.text);
    assert_int_equal(got.step, step + 1);
    compare(rate > 0 ? "training step with dropout" : "training step", u->settings, want.loss / want.tokens,
            share_of(&want), got.loss, got.accuracy);
}

static void training_agrees(void **state) {
    (void)state;
    static const char *const rates[] = {"0", "0.1", "0.4"}, *const weights[] = {"0.25", "0", "0.1"};
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
        for (int r = 0; r < 3; r++) {
            char more[300];
            snprintf(more, sizeof more, "%s model.dropout=%s model.dropout_attention=%s", setups[i].settings, rates[r],
                     weights[r]);
            bench b = open_shaken(more);
            for (uint64_t step = 0; step < 3; step++) compare_step(&b, &setups[i], atof(rates[r]), step);
            lg_trainer_resume(b.trainer, 1000);
            compare_step(&b, &setups[i], atof(rates[r]), 1000);
            bench_close(&b);
        }
}

/* Tests that norms use the epsilon 1e-5: here the variance of activations is about that small. */
static void norms_have_their_epsilon(void **state) {
    (void)state;
    bench b = open_shaken(setups[0].settings);
    for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++) {
        lg_named_array a = lg_trainer_array(b.trainer, i);
        const bool small = !strcmp(a.name, "embedding.weight") || strstr(a.name, "norm1.scale") ||
                           strstr(a.name, "feed_forward.2") || strstr(a.name, "offset") ||
                           strstr(a.name, "attention.output");
        for (size_t e = 0; small && e < a.count; e++) a.value[e] *= (real)0.003;
    }
    lg_trainer_resume(b.trainer, 0);
    compare_step(&b, &setups[0], 0.1, 0);
    bench_close(&b);
}

/* ---- evaluation ---- */

/* Compares the evaluation of seven sequences. If `draws` is 1, all sequences have the same position sample. If `draws`
 * is 2, three sequences have the first sample and four the second; the accuracy is the mean of the accuracies with each
 * sample. `dropout`: evaluation with dropout. */
static void compare_test(const setup *u, int draws, bool dropout) {
    char more[300];
    snprintf(more, sizeof more, "%s eval.position_samples=%d eval.dropout=%s eval.batch=3 model.dropout_attention=0.2",
             u->settings, draws, dropout ? "true" : "false");
    bench b = open_shaken(more);
    const lg_key key = lg_key_fold(lg_key_fold(lg_key_root(3), LG_KEY_EVAL), LENGTH);
    straight s = straight_of(&b);
    if (dropout) s.rate = 0.1, s.weight_rate = 0.2;
    s.key = lg_key_fold(key, LG_KEY_DROPOUT);
    tally want[2] = {0};
    for (int i = 0; i < 7; i++) {
        const int draw = draws == 2 && i >= 3;
        number_tokens(&s, &b, u, lg_key_fold(lg_key_fold(key, LG_KEY_POSITIONS), (uint64_t)draw));
        add_sequence(&s, lg_key_fold(key, LG_KEY_DATA), i, &want[draw]);
    }
    const int tokens = want[0].tokens + want[1].tokens, counted = want[0].counted + want[1].counted;
    const double share = draws == 1 ? share_of(&want[0]) : (share_of(&want[0]) + share_of(&want[1])) / 2;
    lg_eval_result got;
    if (!lg_trainer_eval(b.trainer, LENGTH, &got, &b.err)) fail_msg("%s: %s", u->settings, b.err.text);
    assert_int_equal(got.sequences, 7);
    assert_int_equal(got.tokens, counted);
    assert_true(counted < tokens);
    compare(dropout ? "test with dropout" : "test", u->settings, (want[0].loss + want[1].loss) / tokens, share,
            got.values[CROSS_ENTROPY], got.values[ACCURACY]);
    bench_close(&b);
}

static void evaluation_agrees(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
        for (int draws = 1; draws <= 2; draws++) {
            compare_test(&setups[i], draws, false);
            compare_test(&setups[i], draws, true);
        }
}

/* ---- dropout ---- */

/* A pass has one dropout site at the embedding, where positions are added, and two sites in each block. */
static void sites_are_where_they_belong(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        bench b = open_shaken(setups[i].settings);
        lg_model *m = lg_model_of(b.resolved->values, lg_kernels_find(NULL), &b.err);
        const bool additive = !strcmp(m->positional[0]->encoding.entry->name, "sinusoid") ||
                              !strcmp(m->positional[0]->encoding.entry->name, "learned");
        const lg_sequence_layout layout = lg_model_sequence_layout(m, LENGTH);
        for (int dropout = 0; dropout < 2; dropout++) {
            lg_network n;
            assert_true(lg_model_network(m, layout, 1, true, dropout, &n, &b.err));
            assert_int_equal(n.graph->sites, dropout ? 2 * BLOCKS + additive : 0);
            lg_network_free(&n);
        }
        lg_model_free(m);
        bench_close(&b);
    }
}

/* The number of dropout sites of a pass. Each rate is set on its own. */
static int count_sites(const char *settings) {
    bench b = open_shaken(settings);
    lg_model *m = lg_model_of(b.resolved->values, lg_kernels_find(NULL), &b.err);
    lg_network n;
    assert_true(lg_model_network(m, lg_model_sequence_layout(m, LENGTH), 1, true, true, &n, &b.err));
    const int sites = (int)n.graph->sites;
    lg_network_free(&n);
    lg_model_free(m);
    bench_close(&b);
    return sites;
}

static void each_site_has_its_rate(void **state) {
    (void)state;
#define ONE "encoding=none model.blocks=3 model.dropout=0 "
    assert_int_equal(count_sites(ONE), 0);
    assert_int_equal(count_sites(ONE "model.dropout_embedding=0.1"), 1);
    assert_int_equal(count_sites(ONE "model.dropout_attention=0.1"), 3);
    assert_int_equal(count_sites(ONE "model.dropout_attention=0.1 attention=geometric"), 3);
    assert_int_equal(count_sites(ONE "model.dropout_attention=0.1 architecture=encoder_decoder"), 9);
    assert_int_equal(count_sites(ONE "model.dropout_hidden=0.1"), 3);
    assert_int_equal(count_sites(ONE "model.dropout_hidden=0.1 mixer=geglu"), 3);
    assert_int_equal(count_sites(ONE "model.dropout_final=0.1 block=pre_norm"), 1);
    assert_int_equal(count_sites("encoding=sinusoid model.blocks=1 model.dropout_embedding=0"), 2);
#undef ONE
}

enum { DROP_ROWS = 500, DROP_COLUMNS = 32, DROPS = DROP_ROWS * DROP_COLUMNS };

/* The bits of one sequence at one site of one step. */
static void draw_bits(const lg_kernels *k, uint64_t step, uint32_t site, uint32_t sequence, double rate,
                      uint16_t *bits) {
    k->dropout_bits(k, (lg_view){bits, 0}, lg_key_fold(lg_key_root(5), step), site, sequence, 0, 1, DROP_ROWS,
                    DROP_COLUMNS, lg_dropout_threshold(rate));
}

/* Rate p drops a share p of the elements, and divides kept elements by 1 - p. Another step, site or sequence drops
 * other elements: a share p * p of elements is dropped by both. */
static void a_rate_is_a_share(const lg_kernels *k, double rate) {
    static uint16_t first[DROPS / 16], other[DROPS / 16];
    draw_bits(k, 0, 0, 0, rate, first);
    for (int which = 0; which < 4; which++) {
        int dropped = 0, both = 0;
        draw_bits(k, which == 1, which == 2, which == 3, rate, other);
        for (int e = 0; e < DROPS; e++) {
            const bool gone = !(other[e / 16] >> e % 16 & 1);
            dropped += gone;
            both += gone && !(first[e / 16] >> e % 16 & 1);
        }
        const double share = (double)dropped / DROPS, pair = (double)both / DROPS, want = which ? rate * rate : rate;
        if (fabs(share - rate) > 4 * sqrt(rate * (1 - rate) / DROPS)) fail_msg("a rate of %g drops %g", rate, share);
        if (fabs(pair - want) > 4 * sqrt(want * (1 - want) / DROPS))
            fail_msg("a rate of %g drops %g at both of two sites", rate, pair);
    }
    assert_true(fabs((double)lg_dropout_scale(lg_dropout_threshold(rate)) - 1 / (1 - rate)) < 1e-4 / (1 - rate));
}

static void rates_are_shares(void **state) {
    (void)state;
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++) {
        a_rate_is_a_share(*k, 0.1);
        a_rate_is_a_share(*k, 0.5);
    }
}

/* ---- a known draw ---- */

/* The four tokens of the worked examples. Arrays are indexed by query, then by key. */
typedef struct known_draw {
    const char *settings;
    int range, count; /* `count` numbers are drawn from 0..range-1 */
    double drawn[4];
    double position[4], distance[4][4];
} known_draw;

#define FOUR "model.blocks=1 task=reverse_string curriculum.length=2 eval.lengths=2 "
#define R16  "positions=randomized positions.L=16 "
static const known_draw known_draws[] = {
    {HALF "encoding=relative " R16,
     15,
     3,
     {2, 6, 11},
     .distance = {{0, 3, 7, 12}, {-3, 0, 3, 7}, {-7, -3, 0, 3}, {-12, -7, -3, 0}}},
    {HALF "encoding=relative positions=released positions.L=16",
     15,
     3,
     {2, 6, 11},
     .distance = {{15, 15, 15, 15}, {13, 15, 15, 15}, {9, 13, 15, 15}, {4, 9, 13, 15}}},
    {HALF "encoding=relative positions.draw=positions " R16,
     16,
     4,
     {1, 4, 9, 15},
     .distance = {{0, 3, 8, 14}, {-3, 0, 5, 11}, {-8, -5, 0, 6}, {-14, -11, -6, 0}}},
    {ODD "encoding=alibi " R16,
     15,
     3,
     {2, 6, 11},
     .distance = {{0, 3, 7, 12}, {-3, 0, 3, 7}, {-7, -3, 0, 3}, {-12, -7, -3, 0}}},
    {HALF "encoding=sinusoid " R16, 16, 4, {1, 4, 9, 15}, .position = {1, 4, 9, 15}},
    {ODD "encoding=learned encoding.rows=16 " R16, 16, 4, {1, 4, 9, 15}, .position = {1, 4, 9, 15}},
    {EVEN "encoding=rope " R16, 16, 4, {1, 4, 9, 15}, .position = {1, 4, 9, 15}},
};

/* An evaluation seed whose first draw for inputs of length two is the known draw. */
static int seed_drawing(const known_draw *k) {
    for (int seed = 0; seed < 100000; seed++) {
        double x[4];
        const lg_key key = lg_key_fold(lg_key_fold(lg_key_root((uint64_t)seed), LG_KEY_EVAL), 2);
        const lg_key pass = lg_key_fold(lg_key_fold(key, LG_KEY_POSITIONS), 0);
        lg_sorted_subset(lg_key_fold(pass, 0), k->range, k->count, x);
        if (!memcmp(x, k->drawn, sizeof *x * (size_t)k->count)) return seed;
    }
    fail_msg("%s: no seed has the known draw", k->settings);
    return -1;
}

static void known_draws_reach_the_logits(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known_draws / sizeof *known_draws; i++) {
        const known_draw *k = &known_draws[i];
        char more[400];
        snprintf(more, sizeof more, FOUR "eval.seed=%d %s", seed_drawing(k), k->settings);
        bench b = bench_open(more, 1, NULL);
        if (!b.trainer) fail_msg("%s: %s", more, b.err.text);
        shake(b.trainer);
        straight s = straight_of(&b);
        s.blocks = 1, s.T = 4, s.first = s.outputs = s.classes = 2;
        memcpy(s.position[0], k->position, sizeof k->position);
        for (int t = 0; t < 4; t++) memcpy(s.distance[0][t], k->distance[t], sizeof k->distance[t]);
        const int32_t ids[] = {1, 0, 2, 2};
        double want[4];
        real got[4];
        straight_forward(&s, ids, want);
        if (!lg_trainer_logits(b.trainer, &(lg_logits_request){2, 2, 2, ids, NULL}, got, &b.err))
            fail_msg("%s", b.err.text);
        for (int c = 0; c < 4; c++)
            if (!(fabs((double)got[c] - want[c]) < tolerance() * (1 + fabs(want[c]))))
                fail_msg("%s: logit %d is %.15g, the reference model has %.15g", more, c, (double)got[c], want[c]);
        bench_close(&b);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_agrees),
        cmocka_unit_test(norms_have_their_epsilon),
        cmocka_unit_test(evaluation_agrees),
        cmocka_unit_test(sites_are_where_they_belong),
        cmocka_unit_test(each_site_has_its_rate),
        cmocka_unit_test(rates_are_shares),
        cmocka_unit_test(known_draws_reach_the_logits),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("forward", tests, NULL, NULL);
}
