/* test_training.c: batches in training steps. Where a batch is cut has no effect. Input words may be replaced. The loss
 * may use smoothed targets, while evaluation reports the plain loss. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "config/values.h"
#include "evaluate/evaluate.h"
#include "metric/metric.h"
#include "nn/axes/architecture.h"
#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

static lg_step step_or_fail(bench *b) {
    lg_step s;
    if (!lg_trainer_step(b->trainer, &s, &b->err)) fail_msg("%s", b->err.text);
    return s;
}

static void expect_refused(const char *settings, const char *words) {
    lg_error err = {0};
    lg_resolved_config *c = bench_resolve(settings, &err);
    if (c) fail_msg("%s was accepted", settings);
    if (!strstr(err.text, words)) fail_msg("%s: %s", settings, err.text);
}

/* ---- one batch of 64 is four of 16 ---- */

/* The batch size is appended to these settings. Records have several sizes, and the same order for every batch size.
 * Steps change no parameter, and leave the gradient in Adam's first moment. */
#define EPOCHS                                                                                                         \
    "data=copy_cmc data.alphabet=7 data.examples=600 architecture=decoder curriculum=epochs curriculum.lengths=1..9 "  \
    "eval.lengths=9 model.dropout=0 train.lr=0 train.clip=0 optimizer.beta1=0 train.batch="

/* Adds the gradients and losses of some steps, weighted by the number of learned tokens. Returns the number of these
 * tokens. */
static int64_t add_steps(const char *settings, int steps, double *sum, double *loss) {
    bench b = bench_open_well(settings, 1);
    int64_t learned = 0;
    for (int step = 0; step < steps; step++) {
        const lg_step s = step_or_fail(&b);
        const double tokens = (double)b.trainer->plan.learned;
        double *next = sum;
        for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++) {
            const lg_named_array a = bench_moment(b.trainer, "moment1.", lg_trainer_array(b.trainer, i).name);
            for (size_t e = 0; e < a.count; e++) *next++ += tokens * (double)a.value[e];
        }
        *loss += tokens * s.loss;
        learned += b.trainer->plan.learned;
    }
    bench_close(&b);
    return learned;
}

/* Losses are summed over the whole batch and divided once, by its number of tokens. The mean of the micro-batches'
 * means would differ, since records have different sizes. */
static void one_batch_is_the_sum_of_its_parts(void **state) {
    (void)state;
    static double whole[100000], parts[100000];
    double losses[2] = {0}, difference = 0, size = 0;
    const double slack = sizeof(real) == 8 ? 1e-12 : 1e-5;
    const int64_t once = add_steps(EPOCHS "64", 1, whole, &losses[0]);
    const int64_t accumulated = add_steps(EPOCHS "16", 4, parts, &losses[1]);
    assert_true(once == accumulated && once > 200);
    assert_true(fabs(losses[0] - losses[1]) <= slack * losses[0]);
    for (size_t i = 0; i < 100000; i++) {
        difference += pow(whole[i] - parts[i], 2);
        size += whole[i] * whole[i];
    }
    assert_true(size > 0);
    if (!(sqrt(difference) <= slack * sqrt(size))) fail_msg("off by %g", sqrt(difference / size));
}

/* ---- replaced words ---- */

#define WORDS "data=reverse_symbols curriculum=fixed curriculum.length=20 eval.lengths=20 train.batch=40 "

/* Reads the ids [40, 39] that a step gets as input, and the targets that the step learns. */
static void read_ids(const char *settings, int threads, int32_t ids[40 * 39], int32_t targets[40 * 20]) {
    bench b = bench_open_well(settings, threads);
    step_or_fail(&b);
    const lg_pass *p = &b.trainer->passes[0].pass;
    assert_int_equal(p->network->layout.T, 39);
    assert_int_equal(p->network->layout.rows, 20);
    memcpy(ids, p->rows.ids, sizeof *ids * (size_t)p->count * 39);
    memcpy(targets, p->rows.targets, sizeof *targets * (size_t)p->count * 20);
    bench_close(&b);
}

static void words_are_replaced_at_their_rate(void **state) {
    (void)state;
    static int32_t plain[40 * 39], replaced[40 * 39], again[40 * 39], targets[2][40 * 20];
    int changed = 0, seen[16] = {0};
    read_ids(WORDS, 1, plain, targets[0]);
    read_ids(WORDS "model.dropout_words=0.4", 1, replaced, targets[1]);
    assert_memory_equal(targets[0], targets[1], sizeof targets[0]);
    for (int i = 0; i < 40 * 39; i++)
        if (plain[i] != replaced[i]) changed++, seen[replaced[i]]++;
    /* Each replaced word becomes a random one of sixteen words, which may be the same word. */
    const double rate = 0.4 * 15 / 16, error = sqrt(rate * (1 - rate) / (40 * 39));
    if (!(fabs(changed / (40.0 * 39) - rate) < 4 * error)) fail_msg("%d of %d", changed, 40 * 39);
    for (int w = 0; w < 16; w++) assert_true(seen[w] > changed / 40);
    read_ids(WORDS "model.dropout_words=0.4", 3, again, targets[1]);
    assert_memory_equal(replaced, again, sizeof again);
    read_ids(WORDS "model.dropout_words=0.4 train.batch=11", 1, again, targets[1]);
    assert_memory_equal(replaced, again, sizeof *again * 11 * 39);
    read_ids(WORDS "model.dropout_words=0.4 seed.dropout=7", 1, again, targets[1]);
    assert_memory_not_equal(replaced, again, sizeof again);
}

/* Only words are replaced, never other tokens. This is also true for the source of a model with two streams. Evaluation
 * replaces nothing. */
static void only_words_are_replaced_and_only_in_training(void **state) {
    (void)state;
    static const char *const models[] = {"task=odds_first", "task=odds_first model.computation_steps=2",
                                         "task=odds_first architecture=encoder_decoder",
                                         "task=reverse_string architecture=recurrent"};
    for (int i = 0; i < 4; i++) {
        char settings[2][200];
        lg_eval_result results[2];
        for (int j = 0; j < 2; j++) {
            snprintf(settings[j], sizeof settings[j], "%s %s", models[i], j ? "model.dropout_words=0.9" : "");
            bench b = bench_open_well(settings[j], 1);
            if (!lg_trainer_eval(b.trainer, 8, &results[j], &b.err)) fail_msg("%s", b.err.text);
            step_or_fail(&b);
            const lg_pass *p = &b.trainer->passes[0].pass;
            const int tokens = p->network->layout.T;
            const int first = b.trainer->model->format.sources > 0 ? 0 : p->network->layout.n; /* after the source */
            for (int row = 0; j && row < p->count; row++)
                for (int t = first; t < tokens; t++) {
                    const int32_t id = p->rows.ids[row * tokens + t];
                    const bool autoregressive = lg_architecture_is_autoregressive(&b.trainer->model->architecture);
                    if (!autoregressive && id < 2) fail_msg("%s: token %d became a word", settings[j], t);
                }
            bench_close(&b);
        }
        assert_true(results[0].values[0] == results[1].values[0] && results[0].values[1] == results[1].values[1]);
    }
}

/* ---- smoothed targets ---- */

/* The loss of a probe, and its logits [rows, classes]. */
static double probe_loss(const char *settings, real *logits, int32_t *target, int *rows, int *classes) {
    bench b = bench_open_well(settings, 1);
    const lg_sizes z = lg_trainer_sizes(b.trainer, 6);
    const size_t numbers = bench_parameters(b.trainer);
    lg_probe p = {malloc(sizeof(int32_t) * 5 * (size_t)z.n), target, logits, malloc(sizeof(real) * numbers), 0};
    if (!lg_trainer_probe(b.trainer, lg_key_root(1), 6, 5, &p, &b.err)) fail_msg("%s", b.err.text);
    assert_true(p.n > 0 && p.n <= z.n && p.m > 0 && p.m <= z.m);
    *rows = 5 * p.m;
    *classes = z.classes;
    free(p.input), free(p.gradients);
    bench_close(&b);
    return p.loss;
}

/* The training loss of these logits, from its formula. */
static double objective(const real *logits, const int32_t *target, int rows, int classes, double smoothing, bool others,
                        double z) {
    double sum = 0;
    for (int r = 0; r < rows; r++, logits += classes) {
        double total = 0;
        for (int c = 0; c < classes; c++) total += exp((double)logits[c]);
        for (int c = 0; c < classes; c++) {
            const double spread = others ? (c == target[r] ? 0 : smoothing / (classes - 1)) : smoothing / classes;
            const double wanted = spread + (c == target[r] ? 1 - smoothing : 0);
            sum += wanted * (log(total) - (double)logits[c]);
        }
        sum += z * log(total) * log(total);
    }
    return sum / rows;
}

static void training_minimises_what_the_options_say(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        double smoothing, z;
        bool others;
    } known[] = {{"", 0, 0, false},
                 {"loss.smoothing=0.1", 0.1, 0, false},
                 {"loss.smoothing=0.1 loss.smoothing_over=others", 0.1, 0, true},
                 {"loss.z=0.5", 0, 0.5, false},
                 {"loss.smoothing=0.3 loss.smoothing_over=others loss.z=0.125 head=tied", 0.3, 0.125, true},
                 {"data=polynomial data.examples=100 curriculum=uniform curriculum.lengths=6 architecture=decoder", 0,
                  0, false}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char settings[200];
        real logits[2000];
        int32_t target[200];
        int rows, classes;
        snprintf(settings, sizeof settings, "%s%s", *known[i].settings == 'd' ? "" : "task=bucket_sort ",
                 known[i].settings);
        const double loss = probe_loss(settings, logits, target, &rows, &classes);
        const double want = objective(logits, target, rows, classes, known[i].smoothing, known[i].others, known[i].z);
        if (!(fabs(loss - want) < (sizeof(real) == 8 ? 1e-12 : 3e-6)))
            fail_msg("%s: %g, want %g", settings, loss, want);
    }
}

static void count_streams(void *user, const lg_stream_gradient *s) {
    assert_true(isfinite(s->gradient) && isfinite(s->size));
    ++*(int *)user;
}

/* A probe of the training data has the gradients of the step that draws the same records. This is also true if records
 * have several sizes and are padded, or have tokens that are not learned. */
static void a_probe_of_the_stream_is_the_first_step(void **state) {
    (void)state;
    static const char *const data[] = {"data=addition data.examples=300 curriculum.lengths=3 curriculum=uniform",
                                       "data=offset_recall curriculum=uniform curriculum.lengths=6",
                                       "data=reverse_string curriculum.lengths=6 curriculum=uniform"};
    for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
        char settings[300];
        snprintf(settings, sizeof settings, "%s architecture=decoder encoding=rope model.dropout=0 train.clip=0",
                 data[i]);
        bench b = bench_open_well(settings, 1);
        const int length = i == 0 ? 3 : 6, records = b.trainer->settings.batch;
        const size_t count = bench_parameters(b.trainer);
        const lg_key root = lg_key_root((uint64_t)lg_int(b.resolved->values, "train.seed"));
        lg_probe p = {.gradients = malloc(count * sizeof *p.gradients)};
        int streams = 0;
        double squares = 0;
        if (!lg_trainer_probe_stream(b.trainer, root, length, records, &p, count_streams, &streams, &b.err))
            fail_msg("%s: %s", settings, b.err.text);
        for (size_t e = 0; e < count; e++) squares += (double)p.gradients[e] * (double)p.gradients[e];
        const lg_step s = step_or_fail(&b);
        const double most = sizeof(real) == 8 ? 1e-12 : 1e-5;
        assert_true(streams > 4 && s.length == length);
        if (fabs(s.loss - p.loss) > most * s.loss || fabs(sqrt(squares) - s.grad_norm) > most * s.grad_norm)
            fail_msg("%s: loss %g, want %g; gradients %g, want %g", settings, p.loss, s.loss, sqrt(squares),
                     s.grad_norm);
        free(p.gradients);
        bench_close(&b);
    }
}

/* Scores depend on the parameters only, not on the training loss. */
static void evaluation_reports_the_plain_loss(void **state) {
    (void)state;
    static const char *const terms[] = {"", "loss.smoothing=0.5", "loss.smoothing=0.5 loss.smoothing_over=others",
                                        "loss.z=1"};
    lg_eval_result plain = {0};
    for (int i = 0; i < 4; i++) {
        char settings[200];
        lg_eval_result x;
        snprintf(settings, sizeof settings, "task=bucket_sort %s", terms[i]);
        bench b = bench_open_well(settings, 1);
        if (!lg_trainer_eval(b.trainer, 8, &x, &b.err)) fail_msg("%s", b.err.text);
        const lg_step s = step_or_fail(&b);
        if (i == 0) plain = x;
        for (int m = 0; m < LG_METRICS; m++)
            assert_true(x.values[m] == plain.values[m] || (isnan(x.values[m]) && isnan(plain.values[m])));
        assert_true(isfinite(s.loss));
        bench_close(&b);
    }
}

static void what_has_no_such_loss_is_refused(void **state) {
    (void)state;
    expect_refused("head=adaptive loss.smoothing=0.1", "loss.smoothing: head: adaptive does not compute the logits");
    expect_refused("head=adaptive loss.z=0.1", "loss.z: head: adaptive does not compute the logits");
    expect_refused("data=associative_recall architecture=encoder", "has inputs (queries) among its targets");
    expect_refused("data=offset_recall protocol=greedy", "with protocol: greedy the model would generate the queries");
    lg_error err = {0};
    lg_resolved_config *c = bench_resolve("data=offset_recall head=tied loss.smoothing=0.1", &err);
    assert_non_null(c);
    lg_resolved_config_free(c);
}

/* ---- partly given targets ---- */

/* Target tokens that are given to the model have no gradient. The loss of a step is the mean over the answers only. The
 * same is true in layouts without padding, which positions that depend on the length need. */
static void given_targets_are_not_learned(void **state) {
    (void)state;
    static const char *const models[] = {"data=offset_recall ", "data=offset_recall positions=interpolated ",
                                         "data=associative_recall data.queries=3 "};
    for (int i = 0; i < 3; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "%s train.lr=0 curriculum.length=3 eval.lengths=3..5", models[i]);
        bench b = bench_open_well(settings, 1);
        const lg_step s = step_or_fail(&b);
        const lg_pass *p = &b.trainer->passes[0].pass;
        const int rows = p->network->layout.rows;
        int64_t learned = 0;
        double sum = 0;
        assert_non_null(p->rows.weights);
        for (int r = 0; r < p->count * rows; r++) {
            assert_true((p->rows.weights[r] != 0) == (p->rows.learned[r] != 0));
            if (!p->rows.learned[r]) assert_true(p->losses[r] == 0);
            learned += p->rows.learned[r];
            sum += (double)p->losses[r];
        }
        assert_int_equal(learned, b.trainer->plan.learned);
        assert_int_equal(learned, p->count * 3);
        assert_true(fabs(s.loss - sum / (double)learned) < 1e-9 * s.loss);
        bench_close(&b);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_batch_is_the_sum_of_its_parts),
        cmocka_unit_test(words_are_replaced_at_their_rate),
        cmocka_unit_test(only_words_are_replaced_and_only_in_training),
        cmocka_unit_test(training_minimises_what_the_options_say),
        cmocka_unit_test(a_probe_of_the_stream_is_the_first_step),
        cmocka_unit_test(evaluation_reports_the_plain_loss),
        cmocka_unit_test(what_has_no_such_loss_is_refused),
        cmocka_unit_test(given_targets_are_not_learned),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("training", tests, NULL, NULL);
}
