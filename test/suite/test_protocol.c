/* test_protocol.c: the protocol of Ruoss et al. 2023. Tests the defaults and the presets, the lengths for training and
 * testing, how a batch's loss and accuracy are averaged, and how scores are computed. Tables hold published values.
 * Means are counted by hand for models that always output the same token. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "config/describe.h"
#include "data/curriculum.h"
#include "data/task.h"
#include "evaluate/evaluate.h"
#include "lengthen.h"
#include "metrics.h"
#include "opened_models.h"
#include "run/score.h"

#include <cmocka.h>

/* ---- resolved configs ---- */

/* Resolves a preset (NULL: none) and more settings, separated by blanks. */
static lg_resolved_config *resolve(const char *preset, const char *more) {
    lg_error err = {0};
    lg_assignments s = {0};
    if (preset) lg_assignments_load_preset(&s, preset, &err);
    char *copy = strdup(more), *rest = copy, *word;
    while ((word = strsep(&rest, " ")))
        if (*word) bench_put(&s, word, &err);
    free(copy);
    lg_resolved_config *d = err.code ? NULL : lg_assignments_resolve(&s, &err);
    lg_assignments_clear(&s);
    if (!d) fail_msg("%s: %s", preset ? preset : "defaults", err.text);
    return d;
}

typedef struct expected {
    const char *key, *value;
} expected;

static const char *wanted(const expected *table, const char *key) {
    for (; table->key; table++)
        if (!strcmp(table->key, key)) return table->value;
    return NULL;
}

/* Asserts that every key of the config is in `special` or in `table`, with its value. Skips output paths and numbers of
 * threads, which are not part of a protocol. */
static void expect_settings(const char *name, const lg_resolved_config *d, const expected *special,
                            const expected *table) {
    for (const expected *e = special; e->key; e++)
        if (!lg_values_has(d->values, e->key)) fail_msg("%s: there is no %s", name, e->key);
    for (size_t i = 0; i < lg_values_count(d->values); i++) {
        const char *key = lg_values_option(d->values, i)->name, *value = lg_values_text(d->values, key);
        if (!strcmp(key, "out") || !strcmp(key, "threads")) continue;
        const char *want = wanted(special, key);
        if (!want) want = wanted(table, key);
        if (!want) fail_msg("%s: %s is in no table of this test; add its value in the protocol", name, key);
        if (strcmp(value, want)) fail_msg("%s: %s is %s, the protocol has %s", name, key, value, want);
    }
}

/* Settings of model, optimizer and training. Section 4 of the paper and the example program agree in these. */
static const expected common[] = {
    {"eval.label", ""},
    {"residual", "add"},
    {"block", "post_norm"},
    {"norm", "layer_norm"},
    {"norm.epsilon", "1e-05"},
    {"mixer", "relu"},
    {"initialisation", "truncated_normal"},
    {"head", "linear"},
    {"model.bias", "true"},
    {"model.embedding_scale", "sqrt_width"},
    {"mask", "full"},
    {"scale", "inverse_sqrt"},
    {"attention", "softmax"},
    {"encoding.base", "10000"},
    {"encoding.layout", "halves"},
    {"encoding.first", "0"},
    {"encoding.fraction", "1"},
    {"encoding.pairs", "neighbours"},
    {"encoding.shared_terms", "false"},
    {"encoding.terms", "abcd"},
    {"positions.L", "2048"},
    {"positions.draw", "auto"},
    {"positions.per", "auto"},
    {"positions.both_sides", "false"},
    {"eval.score_above", "0"},
    {"positions.even", "false"},
    {"model.width", "64"},
    {"model.heads", "8"},
    {"model.key_heads", "0"},
    {"model.blocks", "5"},
    {"model.feed_forward", "256"},
    {"model.dropout", "0.1"},
    {"model.dropout_embedding", "-1"},
    {"model.dropout_attention", "0"},
    {"model.dropout_hidden", "0"},
    {"model.dropout_final", "0"},
    {"model.precision", "fp32"},
    {"model.order", "sf"},
    {"model.decode", "parallel"},
    {"model.computation_steps", "0"},
    {"curriculum", "uniform"},
    {"curriculum.lengths", "1..40"},
    {"schedule", "constant"},
    {"schedule.warmup", "0"},
    {"optimizer.beta1", "0.9"},
    {"optimizer.beta2", "0.999"},
    {"optimizer.epsilon", "1e-08"},
    {"optimizer.decay", "0"},
    {"optimizer.decay_on", "all"},
    {"train.batch", "128"},
    {"train.clip", "1"},
    {"train.log_every", "100"},
    /* Options that the example program does not have. */
    {"data", "reverse_string"},
    {"architecture", "encoder"},
    {"protocol", "pass"},
    {"cell", "lstm"},
    {"store", "none"},
    {"eval.stride", "0"},
    {"eval.targets", "0"},
    {"eval.with", ""},
    {"eval.max_tokens", "0"},
    {"train.seed", "1"},
    {"train.checkpoint_every", "1000"},
    {"train.keep", "1"},
    {"train.keep_state", "always"},
    {"train.until", "none"},
    {"train.patience", "0"},
    {"train.time", "none"},
    {"train.init", "none"},
    {"log", "none"},
    {"eval.seed", "1"},
    {"eval.batch", "512"},
    {"eval.every", "0"},
    {"eval.validation", "validation"},
    {"eval.checkpoint", "last"},
    {"metric", "token_accuracy"},
    {"seed.init", "-1"},
    {"seed.data", "-1"},
    {"seed.length", "-1"},
    {"seed.dropout", "-1"},
    {"seed.positions", "-1"},
    {"block.attention_norm", "false"},
    {"block.head_scale", "none"},
    {"block.hidden_norm", "false"},
    {"architecture.memory_form", "plain"},
    {"architecture.memory_tokens", "0"},
    {"memorizing.combine", "gate"},
    {"memorizing.empty", "zero"},
    {"memorizing.read", "32"},
    {"memorizing.size", "2048"},
    {"persistent.dropout", "0"},
    {"persistent.pairs", "-1"},
    {"convolution.bias", "false"},
    {"convolution.dropout_input", "0"},
    {"convolution.dropout_weights", "0"},
    {"convolution.gate", "true"},
    {"convolution.heads", "0"},
    {"convolution.renorm_padding", "false"},
    {"convolution.taps", "7"},
    {"experts.balance", "0.01"},
    {"experts.capacity", "1.25"},
    {"experts.capacity_eval", "-1"},
    {"experts.capacity_least", "4"},
    {"experts.count", "8"},
    {"experts.dropout", "-1"},
    {"experts.jitter", "0.01"},
    {"experts.scale", "0.1"},
    {"experts.sublayers", "1"},
    {"experts.width", "0"},
    {"experts.z_loss", "0"},
    {"gating.chunks", "4"},
    {"gating.length", "128"},
    {"gating.width", "0"},
    {"initialisation.scale", "1"},
    {"loss.half", "false"},
    {"loss.smoothing", "0"},
    {"loss.smoothing_over", "all"},
    {"loss.z", "0"},
    {"model.dropout_words", "0"},
    {"model.embedding_norm", "none"},
    {"model.qk_norm", "none"},
    {"model.embedding_width", "0"},
    {"model.share", "none"},
    {"model.share_norms", "true"},
    {"model.step_signal", "false"},
    {"optimizer", "adam"},
    {"optimizer.decay_by", "rate"},
    {"optimizer.epsilon_to", "corrected"},
    {"projection", "linear"},
    {"schedule.warmup_from", "0"},
    {NULL, NULL},
};

static void defaults_are_those_of_the_example(void **state) {
    (void)state;
    static const expected special[] = {
        {"positions", "standard"},
        {"encoding", "sinusoid"},
        {"train.steps", "10000"},
        {"train.lr", "0.001"},
        {"eval.position_samples", "1"},
        {"eval.lengths", "1..100"},
        {"eval.dropout", "false"},
        {"eval.sequences", "500"},
        {"eval.score", "first-ood..max"},
        {"eval.average", "lengths"},
        {NULL, NULL},
    };
    lg_resolved_config *d = resolve(NULL, "");
    expect_settings("defaults", d, special, common);
    lg_resolved_config_free(d);
}

static void the_study_has_its_preset(void **state) {
    (void)state;
    static const expected special[] = {
        {"positions", "randomized"},         {"encoding", "relative"},
        {"train.steps", "2000000"},          {"train.lr", "0.0003"}, /* one of 1e-4, 3e-4, 5e-4 */
        {"train.checkpoint_every", "10000"}, {"eval.lengths", "1..500"},
        {"eval.sequences", "500"},           {"eval.position_samples", "1"},
        {"eval.dropout", "false"},           {"eval.score", "first-ood..max"},
        {"eval.average", "lengths"},         {NULL, NULL},
    };
    lg_resolved_config *d = resolve("randpe-2023", "");
    expect_settings("randpe-2023", d, special, common);
    lg_resolved_config_free(d);
}

static void the_example_has_its_preset(void **state) {
    (void)state;
    static const expected special[] = {
        {"positions", "randomized"},
        {"encoding", "relative"},
        {"train.steps", "10000"},
        {"train.lr", "0.001"},
        {"eval.lengths", "1..100"},
        {"eval.sequences", "512"},
        {"eval.position_samples", "8"},
        {"eval.dropout", "true"},
        {"eval.score", "paper-exact"},
        {"eval.average", "lengths"},
        {NULL, NULL},
    };
    lg_resolved_config *d = resolve("randpe-example", "");
    expect_settings("randpe-example", d, special, common);
    lg_resolved_config_free(d);
}

/* The default of an option can depend on the value of another option. */
static void other_choices_have_their_defaults(void **state) {
    (void)state;
    static const struct {
        const char *choice, *key, *value;
    } known[] = {
        {"positions=randomized", "positions.L", "2048"},
        {"positions=randomized", "positions.both_sides", "false"},
        {"positions=unsorted", "positions.L", "2048"},
        {"positions=released encoding=relative", "positions.L", "2048"},
        {"encoding=learned", "encoding.rows", "2048"},
        {"encoding=relative", "encoding.base", "10000"},
        {"encoding=rope", "encoding.base", "10000"},
        {"encoding=none attention=geometric", "attention.l1", "false"},
        {"curriculum=regular_increase", "curriculum.all_lengths", "false"},
        {"curriculum=fixed", "curriculum.length", "40"},
        {"curriculum=reverse_exponential", "curriculum.lengths", "1..40"},
        {"schedule=cosine", "schedule.floor", "0"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        lg_resolved_config *d = resolve(NULL, known[i].choice);
        const char *value =
            lg_values_has(d->values, known[i].key) ? lg_values_text(d->values, known[i].key) : "not there";
        if (strcmp(value, known[i].value))
            fail_msg("%s: %s is %s, the protocol has %s", known[i].choice, known[i].key, value, known[i].value);
        lg_resolved_config_free(d);
    }
}

/* Presets with the study's names for encodings equal the settings that define them. */
static void encodings_of_the_study_have_presets(void **state) {
    (void)state;
    static const struct {
        const char *preset, *same;
    } known[] = {
        {"noisy_sin_cos", "positions=randomized positions.L=2048 encoding=sinusoid"},
        {"noisy_learnt", "positions=randomized positions.L=2048 encoding=learned encoding.rows=2048"},
        {"label_based", "positions=randomized positions.L=2048 encoding=learned encoding.rows=2048"},
        {"noisy_rope", "positions=randomized positions.L=2048 encoding=rope"},
        {"noisy_alibi", "positions=randomized positions.L=2048 encoding=alibi positions.both_sides=false"},
        {"noisy_relative", "positions=randomized positions.L=2048 encoding=relative positions.draw=auto"},
        {"noisy_relative_positions",
         "positions=randomized positions.L=2048 encoding=relative positions.draw=positions"},
        {"noisy_relative_released", "positions=released positions.L=2048 encoding=relative"},
        {"unsorted", "positions=unsorted positions.L=2048 encoding=sinusoid"},
        {"geometric", "positions=standard encoding=none attention=geometric attention.l1=false"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        lg_resolved_config *a = resolve(known[i].preset, ""), *b = resolve(NULL, known[i].same);
        if (strcmp(a->identity, b->identity)) fail_msg("%s is not %s", known[i].preset, known[i].same);
        lg_resolved_config_free(a);
        lg_resolved_config_free(b);
    }
}

/* ---- lengths of training ---- */

static lg_step step_or_fail(bench *b) {
    lg_step s;
    if (!lg_trainer_step(b->trainer, &s, &b->err)) fail_msg("%s", b->err.text);
    return s;
}

/* Asserts the lengths of the first steps. All sequences of a batch have the same length, with as many empty tokens as
 * outputs. */
static void expect_lengths(const char *settings, const int *want, int steps) {
    char more[300];
    snprintf(more, sizeof more, "task=duplicate_string encoding=none model.blocks=1 train.steps=8 %s", settings);
    bench b = bench_open_well(more, 1);
    for (int i = 0; i < steps; i++) {
        const lg_step s = step_or_fail(&b);
        if (s.length != want[i]) fail_msg("%s: step %d has length %d, want %d", settings, i, s.length, want[i]);
        assert_int_equal(s.tokens, 3 * s.length);
    }
    bench_close(&b);
}

static void steps_follow_the_curriculum(void **state) {
    (void)state;
    expect_lengths("curriculum=fixed curriculum.length=3", (int[]){3, 3, 3, 3}, 4);
    const char *increase = "curriculum=regular_increase curriculum.initial=2 curriculum.every=2 curriculum.amount=3";
    expect_lengths(increase, (int[]){2, 2, 5, 5, 8, 8, 11, 11}, 8);
    static const char *const random[] = {"curriculum=uniform curriculum.lengths=1..9",
                                         "curriculum=reverse_exponential curriculum.lengths=1..9 curriculum.tau=1.2"};
    for (int i = 0; i < 2; i++) { /* depends only on seed and step */
        int want[8];
        lg_resolved_config *d = resolve(NULL, random[i]);
        const lg_chosen_curriculum c = lg_curriculum_choose(d->values);
        const lg_key lengths = lg_key_fold(lg_key_root(1), LG_KEY_LENGTH);
        for (uint64_t step = 0; step < 8; step++)
            want[step] = c.entry->length(&c.own, lg_key_fold(lengths, step), (int64_t)step);
        expect_lengths(random[i], want, 8);
        lg_resolved_config_free(d);
    }
}

/* ---- losses and accuracies of a batch ---- */

/* Makes the model output the same logits for every token. */
static void answer_always(bench *b, const double *logits) {
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++) {
        lg_named_array a = lg_trainer_array(b->trainer, i);
        if (!strcmp(a.name, "readout.weight")) memset(a.value, 0, sizeof(real) * a.count);
        if (!strcmp(a.name, "readout.bias"))
            for (size_t c = 0; c < a.count; c++) a.value[c] = (real)logits[c];
    }
    lg_trainer_resume(b->trainer, 0);
}

static void expect_near(const char *what, double got, double want) {
    if (!(fabs(got - want) < (sizeof(real) == 8 ? 1e-13 : 1e-6))) fail_msg("%s is %.12g, want %.12g", what, got, want);
}

/* The first batch of seed 1 has three additions, low bits first:
 *     1 0 0 + 1 -> 0 1 end 0 0 0          3 tokens count
 *     1 + 0 0 1 -> 1 0 1 end 0 0          4
 *     1 + 1 1 1 -> 0 0 0 1 end 0          5
 * Accuracy counts 12 tokens: 5 are 0, 4 are 1, and 3 are the end. The loss is the mean over all 18 tokens, of which 11
 * are 0. */
static void a_batch_counted_by_hand(void **state) {
    (void)state;
    static const int32_t targets[3][6] = {{0, 1, 2, 0, 0, 0}, {1, 0, 1, 2, 0, 0}, {0, 0, 0, 1, 2, 0}};
    const double a = log(2), b = log(3), c = log(6);
    const struct {
        double logits[3];
        int right;
        double loss; /* times 18 */
    } known[] = {
        {{0, 0, 0}, 5, 18 * b}, /* a tie of all three: the output is 0, the lowest */
        {{b, a, 0}, 5, 11 * a + 4 * b + 3 * c},
        {{0, b, a}, 4, 11 * c + 4 * a + 3 * b},
        {{0, a, b}, 3, 11 * c + 4 * b + 3 * a},
        {{-b, 0, 0}, 4, 11 * log(7) + 7 * log(7 / 3.0)},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bench m = bench_open_well("task=binary_addition curriculum.length=5 train.batch=3 train.seed=1", 1);
        const lg_key data = lg_key_fold(lg_key_fold(lg_key_root(1), LG_KEY_DATA), 0);
        for (uint64_t k = 0; k < 3; k++) { /* if this fails, the sampler draws other numbers: count again */
            int32_t input[5], target[6];
            uint8_t mask[6];
            lg_sample s = {.input = input, .target = target, .mask = mask};
            lg_task_find("binary_addition")->sample(lg_key_fold(data, k), 5, &s);
            assert_memory_equal(target, targets[k], sizeof target);
        }
        answer_always(&m, known[i].logits);
        const lg_step s = step_or_fail(&m);
        expect_near("accuracy", s.accuracy, known[i].right / 12.0);
        expect_near("loss", s.loss, known[i].loss / 18);
        bench_close(&m);
    }
}

/* Tests a model that always outputs 0, for every task. In tasks with a terminator, target tokens count up to the
 * terminator; in other tasks, all target tokens count. */
static void tests_count_up_to_the_terminator(void **state) {
    (void)state;
    static const char *const ended[] = {"stack_manipulation", "binary_addition", "binary_multiplication"};
    enum { N = 9, SEQUENCES = 30 };
    for (const lg_task *const *t = lg_tasks; *t; t++) {
        char more[200];
        snprintf(more, sizeof more, "task=%s eval.lengths=%d eval.sequences=%d encoding=none", (*t)->name, N,
                 SEQUENCES);
        bool terminated = false;
        for (int i = 0; i < 3; i++) terminated = terminated || !strcmp(ended[i], (*t)->name);
        const lg_key key = lg_key_fold(lg_key_fold(lg_key_root(1), LG_KEY_EVAL), N);
        int counted = 0, right = 0, all = 0, zeros = 0;
        for (uint64_t i = 0; i < SEQUENCES; i++) {
            int32_t input[N], target[2 * N];
            uint8_t ignored[2 * N];
            lg_sample s = {.input = input, .target = target, .mask = ignored};
            (*t)->sample(lg_key_fold(lg_key_fold(key, LG_KEY_DATA), i), N, &s);
            bool over = false;
            for (int j = 0; j < s.m; j++) {
                counted += !over, right += !over && target[j] == 0;
                all++, zeros += target[j] == 0;
                over = over || (terminated && target[j] == 2);
            }
        }
        bench b = bench_open_well(more, 1);
        const double logits[5] = {1};
        answer_always(&b, logits);
        lg_eval_result got;
        if (!lg_trainer_eval(b.trainer, N, &got, &b.err)) fail_msg("%s", b.err.text);
        assert_int_equal(got.length, N);
        assert_int_equal(got.sequences, SEQUENCES);
        if (got.tokens != counted) fail_msg("%s: %d tokens count, want %d", more, (int)got.tokens, counted);
        expect_near((*t)->name, got.values[ACCURACY], (double)right / counted);
        expect_near((*t)->name, got.values[CROSS_ENTROPY], log(exp(1) + (*t)->output_size - 1) - (double)zeros / all);
        assert_true(terminated == (counted < all));
        bench_close(&b);
    }
}

/* ---- the score ---- */

typedef struct score_case {
    const char *settings;
    double score;
    int first, last, lengths, trained;
} score_case;

/* `tests` has accuracies at the lengths 5, 39..42 and 45. The score is the mean over the lengths beyond training. Each
 * tested length counts once; untested lengths do not count. */
static void scores_are_means_beyond_training(void **state) {
    (void)state;
    static const lg_eval_result tests[] = {
        {.length = 5, .values = {1}},    {.length = 39, .values = {0.875}}, {.length = 40, .values = {0.75}},
        {.length = 41, .values = {0.5}}, {.length = 42, .values = {0.25}},  {.length = 45, .values = {0.75}},
    };
    static const score_case known[] = {
        {"", 0.5, 41, 45, 3, 40},
        {"eval.score=paper-exact", 0.5, 42, 45, 2, 40},
        {"curriculum.lengths=1..39", 0.5625, 40, 45, 4, 39},
        {"curriculum.lengths=1,5,38 eval.score=paper-exact", 0.5625, 40, 45, 4, 38},
        {"curriculum.lengths=1..41 eval.score=paper-exact", 0.75, 45, 45, 1, 41},
        {"curriculum=fixed curriculum.length=41", 0.5, 42, 45, 2, 41},
        {"curriculum=regular_increase curriculum.initial=2 curriculum.every=10 curriculum.amount=4 train.steps=100",
         0.625, 39, 45, 5, 38},
        {"curriculum.lengths=1..45", NAN, 0, 0, 0, 45},
        {"curriculum.lengths=1..45 eval.score=all", 0.6875, 5, 45, 6, 45},
        {"curriculum.lengths=1..42 eval.score=paper-exact", NAN, 0, 0, 0, 42},
        {"curriculum.lengths=1..45 eval.score_above=40", 0.5, 41, 45, 3, 45},
        {"curriculum.lengths=1..4 eval.score_above=40 eval.score=paper-exact", 0.5, 42, 45, 2, 4},
        {"curriculum.lengths=1..4 eval.score_above=40 eval.score=all", 0.6875, 5, 45, 6, 4},
        {"curriculum.lengths=1..4 eval.score_above=45", NAN, 0, 0, 0, 4},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const score_case *k = &known[i];
        lg_resolved_config *d = resolve(NULL, k->settings);
        const lg_score_report r = lg_score(d->values, tests, sizeof tests / sizeof *tests);
        if (!(isnan(k->score) ? isnan(r.score) : fabs(r.score - k->score) < 1e-12))
            fail_msg("%s: score %g, want %g", k->settings, r.score, k->score);
        assert_int_equal(r.first, k->first);
        assert_int_equal(r.last, k->last);
        assert_int_equal(r.lengths, k->lengths);
        assert_int_equal(r.trained, k->trained);
        assert_string_equal(r.rule, lg_text(d->values, "eval.score"));
        lg_resolved_config_free(d);
    }
}

/* The two protocols score the lengths 41..500 of 1..500, and 42..100 of 1..100. */
static void published_scores_cover_their_lengths(void **state) {
    (void)state;
    static const struct {
        const char *preset;
        int tested, first, last;
    } known[] = {{"randpe-2023", 500, 41, 500}, {"randpe-example", 100, 42, 100}};
    for (int i = 0; i < 2; i++) {
        lg_resolved_config *d = resolve(known[i].preset, "");
        size_t count;
        const int *lengths = lg_lengths(d->values, "eval.lengths", &count);
        assert_int_equal(count, known[i].tested);
        lg_eval_result tests[500];
        double sum = 0;
        for (size_t j = 0; j < count; j++) {
            assert_int_equal(lengths[j], j + 1);
            tests[j] = (lg_eval_result){.length = lengths[j], .values = {1.0 / lengths[j]}};
            if (lengths[j] >= known[i].first) sum += 1.0 / lengths[j];
        }
        const lg_score_report r = lg_score(d->values, tests, count);
        assert_int_equal(r.first, known[i].first);
        assert_int_equal(r.last, known[i].last);
        assert_int_equal(r.lengths, known[i].last - known[i].first + 1);
        assert_true(fabs(r.score - sum / (double)r.lengths) < 1e-12);
        lg_resolved_config_free(d);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_example),
        cmocka_unit_test(the_study_has_its_preset),
        cmocka_unit_test(the_example_has_its_preset),
        cmocka_unit_test(other_choices_have_their_defaults),
        cmocka_unit_test(encodings_of_the_study_have_presets),
        cmocka_unit_test(steps_follow_the_curriculum),
        cmocka_unit_test(a_batch_counted_by_hand),
        cmocka_unit_test(tests_count_up_to_the_terminator),
        cmocka_unit_test(scores_are_means_beyond_training),
        cmocka_unit_test(published_scores_cover_their_lengths),
    };
    setenv("LENGTHEN_PRESETS", "presets", 1); /* those of this source tree */
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("protocol", tests, NULL, NULL);
}
