/* test_models.c: tests combinations of all axes and options (pairwise.h). Each model trains. Neither the evaluation
 * batch size, nor the number of threads, nor an interruption changes a bit. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluate.h"
#include "graph/ops.h"
#include "metrics.h"
#include "opened_models.h"
#include "pairwise.h"
#include "train/state.h"

#include <cmocka.h>

static lg_step step_or_fail(bench *b, const char *settings) {
    lg_step s;
    if (!lg_trainer_step(b->trainer, &s, &b->err)) fail_msg("%s: %s", settings, b->err.text);
    return s;
}

/* Logits of one input; the caller frees them. */
static real *logits_of(bench *b, const int32_t *input, int n, int m, int classes) {
    real *logits = malloc(sizeof(real) * (size_t)(m * classes));
    if (!lg_trainer_logits(b->trainer, &(lg_logits_request){n, n, m, input, NULL}, logits, &b->err))
        fail_msg("logits: %s", b->err.text);
    return logits;
}

/* ---- a step changes every parameter, and lowers the loss of its own batch ---- */

/* Is this a self-attention parameter of a decoder that reads a single target token? That token sees only itself or
 * nothing, so the parameter may have no gradient. */
static bool is_alone(const lg_trainer *t, const char *name) {
    const char *order = t->model->settings.order, *own = strchr(order, 's');
    char norm[32], residual[32];
    snprintf(norm, sizeof norm, ".norm%d.", own ? (int)(own - order) + 1 : 1);
    snprintf(residual, sizeof residual, ".residual%d.", own ? (int)(own - order) + 1 : 1);
    return t->model->format.sources > 0 && lg_trainer_sizes(t, 7).m == 1 && !strncmp(name, "decoder.", 8) &&
           (strstr(name, "attention.") || strstr(name, norm) || strstr(name, residual));
}

static double probed_loss(bench *b, int length, int sequences) {
    lg_sizes z = lg_trainer_sizes(b->trainer, length);
    size_t outputs = (size_t)sequences * (size_t)z.m;
    lg_probe p = {malloc(sizeof(int32_t) * (size_t)sequences * (size_t)z.n), malloc(sizeof(int32_t) * outputs),
                  malloc(sizeof(real) * outputs * (size_t)z.classes),
                  malloc(sizeof(real) * bench_parameters(b->trainer)), 0};
    if (!lg_trainer_probe(b->trainer, lg_key_root(1), length, sequences, &p, &b->err))
        fail_msg("probe: %s", b->err.text);
    free(p.input), free(p.target), free(p.logits), free(p.gradients);
    return p.loss;
}

/* Has a step changed every parameter? Otherwise *name is one that it did not change. */
static bool changes_all(const bench *b, const bench *start, const char *settings, const char **name) {
    /* Sequences of copy tasks are so long that under a narrow mask some outputs see no input, so keys may have no
     * gradient. */
    const bool narrow = strstr(settings, "mask=chunk") || strstr(settings, "mask=window") ||
                        strstr(settings, "mask=bca") || strstr(settings, "mask=three_blocks");
    const bool blind = strstr(settings, "data=copy_") && narrow;
    for (size_t i = 0; !blind && i < lg_trainer_arrays(b->trainer); i++) {
        lg_named_array x = lg_trainer_array(b->trainer, i), y = lg_trainer_array(start->trainer, i);
        if (is_alone(b->trainer, x.name)) continue;
        if (narrow && strstr(x.name, "attention.first_token")) continue; /* possibly no output sees the first token */
        if (strstr(x.name, "distance_bias.2.bias")) continue; /* equal for all keys, so it does not change weights */
        if (narrow && strstr(x.name, "distance_bias.1.bias")) continue; /* constant if no unit switches */
        *name = x.name;
        if (!memcmp(x.value, y.value, x.count * sizeof(real))) return false;
    }
    return true;
}

/* Does a model train with these settings? Otherwise `why` gives the reason. */
static bool trains_so(const char *settings, char *why, size_t size) {
    bench b = bench_open_well(settings, 1), start = bench_open_well(settings, 1);
    const char *name;
    lg_step step;
    bench_move_residuals(&b);
    bench_move_residuals(&start);
    bool good = lg_trainer_step(b.trainer, &step, &b.err);
    snprintf(why, size, "%s", b.err.text);
    const double before = probed_loss(&start, 7, 12), after = good ? probed_loss(&b, 7, 12) : 0;
    if (good && !(good = fabs(step.loss - before) < 1e-5))
        snprintf(why, size, "loss %g in the step, %g probed", step.loss, before);
    if (good && !(good = after < before)) snprintf(why, size, "loss %g after a step, %g before", after, before);
    if (good && !(good = changes_all(&b, &start, settings, &name))) snprintf(why, size, "%s did not change", name);
    bench_close(&b);
    bench_close(&start);
    return good;
}

/* In models without norms, squares and products of small numbers may be too small to change the loss in floating point,
 * and squares and products of large numbers may overflow. Such models are tried with several scales of initial weights.
 * Experimental optimizers have unknown step sizes, so they are tried with several learning rates. */
static void trains(const char *given) {
    static const char *const sizes[] = {"", " initialisation.scale=4", " initialisation.scale=2", NULL},
                             *const rates[] = {"", " train.lr=0.001", " train.lr=0.1", " train.lr=10", NULL},
                             *const none[] = {"", NULL};
    const bool normless = strstr(given, "block=no_norm") && strstr(given, "initialisation=truncated_normal");
    char settings[SETTINGS + 40], why[1100];
    for (const char *const *more = is_tried(given, "optimizer") ? rates : normless ? sizes : none; *more; more++) {
        snprintf(settings, sizeof settings, "%s%s", given, *more);
        if (trains_so(settings, why, sizeof why)) return;
    }
    fail_msg("%s: %s", settings, why);
}

#define NO_DROPOUT                                                                                                     \
    "model.dropout=0 model.dropout_embedding=-1 model.dropout_attention=0 model.dropout_hidden=0 "                     \
    "model.dropout_final=0"

static void every_combination_trains(void **state) {
    (void)state;
    /* At length 7 every output sees an input under every mask, and this learning rate is too small to overshoot. */
    assert_each_combination("model.precision=fp32 curriculum=fixed curriculum.length=7 " NO_DROPOUT " train.lr=0.00001",
                            trains);
}

/* ---- the batch size of evaluation changes nothing: the same samples in batches of 1, 7 and 20 ---- */

static void batches(const char *settings) {
    lg_eval_result seen[3];
    const char *const sizes[] = {"1", "7", "20"};
    for (int i = 0; i < 3; i++) {
        char more[SETTINGS];
        snprintf(more, sizeof more, "%s eval.batch=%s", settings, sizes[i]);
        bench b = bench_open_well(more, i == 2 ? 2 : 1);
        if (!lg_trainer_eval(b.trainer, 9, &seen[i], &b.err)) fail_msg("%s: %s", more, b.err.text);
        bench_close(&b);
    }
    assert_int_equal(seen[0].sequences, 20);
    for (int i = 1; i < 3; i++) {
        if (memcmp(seen[i].values, seen[0].values, sizeof seen[i].values))
            fail_msg("%s: loss %.17g in batches of 1, %.17g in batches of %s", settings, seen[0].values[CROSS_ENTROPY],
                     seen[i].values[CROSS_ENTROPY], sizes[i]);
    }
}

static void batch_size_of_evaluation_changes_nothing(void **state) {
    (void)state;
    assert_each_combination("eval.position_samples=2 eval.dropout=true", batches);
}

/* ---- threads change nothing ---- */

static void threads(const char *settings) {
    const int counts[] = {1, 2, 3, 16};
    bench b[4];
    for (int i = 0; i < 4; i++) {
        b[i] = bench_open_well(settings, counts[i]);
        for (int j = 0; j < 3; j++) step_or_fail(&b[i], settings);
        if (!same_state(b[0].trainer, b[i].trainer)) fail_msg("%s: 1 and %d threads differ", settings, counts[i]);
    }
    for (int i = 0; i < 4; i++) bench_close(&b[i]);
}

static void threads_change_nothing(void **state) {
    (void)state;
    assert_each_combination("train.batch=37", threads);
    each_left_out("train.batch=37", threads);
    each_perceiver("train.batch=37", threads);
    each_with_memory_tokens("train.batch=37", threads);
    each_in_place("train.batch=37", threads);
    each_with_gating("train.batch=37", threads);
    each_pattern("train.batch=37", threads);
}

/* ---- bfloat16 ---- */

#ifdef LG_DOUBLE
static void bfloat16_is_refused(void **state) {
    (void)state;
    bench b = bench_open("model.precision=bf16", 1, NULL);
    assert_null(b.trainer);
    assert_non_null(strstr(b.err.text, "double"));
    bench_close(&b);
}
#else
static double first_loss(const char *settings) {
    bench b = bench_open_well(settings, 1);
    bench_move_residuals(&b);
    const double loss = probed_loss(&b, 6, 12);
    bench_close(&b);
    return loss;
}

/* Losses are close to those in fp32, but not equal. In models without norms, small weights may hide the difference, so
 * larger weights are tried too. */
static void in_bfloat16(const char *given) {
    static const char *const sizes[] = {"", " initialisation.scale=4"};
    const bool normless = strstr(given, "block=no_norm") && strstr(given, "initialisation=truncated_normal");
    char settings[SETTINGS + 40], floats[SETTINGS + 80];
    double loss = 0, exact = 0;
    for (int i = 0; i < (normless ? 2 : 1); i++) {
        snprintf(settings, sizeof settings, "%s%s", given, sizes[i]);
        snprintf(floats, sizeof floats, "%s model.precision=fp32", settings);
        loss = first_loss(settings), exact = first_loss(floats);
        /* Blocks without norms may square numbers repeatedly, until few digits agree. */
        if (loss != exact && fabs(loss - exact) < (exact > 1e6 ? 0.2 : 0.02) * exact) return;
    }
    fail_msg("%s: loss %.9g in bfloat16, %.9g in fp32", settings, loss, exact);
}

static bool falls_so(const char *settings, double *before, double *after) {
    bench b = bench_open_well(settings, 1);
    lg_step step;
    *before = probed_loss(&b, 6, 12);
    const bool good = lg_trainer_step(b.trainer, &step, &b.err);
    *after = good ? probed_loss(&b, 6, 12) : NAN;
    bench_close(&b);
    return *after < *before;
}

/* A step in bfloat16 lowers the loss. Some models are tried with other learning rates or scales of initial weights:
 * - Primer: a norm after a mixer with small initial rows makes steps larger.
 * - Models without norms: repeated squares overflow unless weights are small; products of small numbers vanish;
 *   Adafactor's steps, which are proportional to the weights, are too large. */
static void falls_in_bfloat16(const char *given) {
    static const char *const sizes[] = {"", " initialisation.scale=0.2", " initialisation.scale=8"};
    const bool recurrent = strstr(given, "architecture=recurrent");
    const bool bare = strstr(given, "block=no_norm") && !recurrent;
    const bool steep = strstr(given, "block=primer") && !recurrent;
    const bool sized = bare && strstr(given, "initialisation=truncated_normal");
    char settings[SETTINGS + 80];
    double before = 0, after = 0;
    for (size_t i = 0; i < (sized ? sizeof sizes / sizeof *sizes : 1); i++)
        for (int slow = 0; slow < (bare ? 2 : 1); slow++) {
            snprintf(settings, sizeof settings, "%s%s%s", given, sizes[i],
                     slow    ? " train.lr=0.0001"
                     : steep ? " train.lr=0.0003"
                             : "");
            if (falls_so(settings, &before, &after)) return;
        }
    fail_msg("%s: loss %.9g before a step, %.9g after it", settings, before, after);
}

static void bfloat16_trains(void **state) {
    (void)state;
    assert_each_combination("model.precision=bf16", in_bfloat16);
    assert_each_combination("model.precision=bf16 task=bucket_sort curriculum=fixed train.lr=0.001 " NO_DROPOUT,
                            falls_in_bfloat16);
}

/* Rows that several linear maps read are converted to bfloat16 once. The maps to queries, keys and values share one
 * conversion, unless queries are computed for only some of the tokens. */
static void rows_are_converted_once(void **state) {
    (void)state;
    bench b = bench_open_well("model.precision=bf16 task=reverse_string encoding=sinusoid model.blocks=3", 1);
    lg_model *m = b.trainer->model;
    lg_network n;
    int maps = 0, conversions = 0;
    assert_true(lg_model_network(m, lg_model_sequence_layout(m, 5), 2, true, true, &n, &b.err));
    for (int j = 0; j < n.graph->count; j++) {
        const lg_tensor *t = n.graph->tensors[j];
        maps += t->op == &lg_op_desc_linear;
        conversions += t->op && !strcmp(t->op->name, "to_bf16_pairs");
    }
    assert_int_equal(maps, 3 * 6 + 1);
    assert_int_equal(conversions, m->kernels->to_bf16_pairs ? 3 * 4 + 2 : 0);
    lg_network_free(&n);
    bench_close(&b);
}
#endif

/* The tests above compare bits. This comparison can fail: another seed gives other bits. */
static void another_seed_changes_everything(void **state) {
    (void)state;
    bench a = bench_open_well("train.seed=1", 1), b = bench_open_well("train.seed=2", 1);
    assert_false(same_state(a.trainer, b.trainer));
    bench_close(&a);
    bench_close(&b);
}

/* Each random stream has its own seed, which changes what that stream draws and nothing else. */
static void each_stream_follows_its_seed(void **state) {
    (void)state;
    static const char *const streams[] = {"seed.init", "seed.data", "seed.length", "seed.dropout", "seed.positions"};
    const char *common =
        "task=reverse_string positions=randomized model.dropout=0.2 curriculum=uniform curriculum.lengths=1..30";
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        char following[300], same[300], other[300];
        snprintf(following, sizeof following, "%s train.seed=3", common);
        snprintf(same, sizeof same, "%s train.seed=3 %s=3", common, streams[i]);
        snprintf(other, sizeof other, "%s train.seed=3 %s=8", common, streams[i]);
        bench a = bench_open_well(following, 1), b = bench_open_well(same, 1), c = bench_open_well(other, 1);
        assert_int_equal(same_state(a.trainer, c.trainer), !!strcmp(streams[i], "seed.init"));
        const lg_step x = step_or_fail(&a, following), y = step_or_fail(&b, same), z = step_or_fail(&c, other);
        if (!same_state(a.trainer, b.trainer)) fail_msg("%s=3 is not the stream of train.seed=3", streams[i]);
        if (same_state(a.trainer, c.trainer)) fail_msg("%s changes nothing", streams[i]);
        assert_int_equal(x.length, y.length);
        assert_int_equal(x.length == z.length, !!strcmp(streams[i], "seed.length"));
        bench_close(&a), bench_close(&b), bench_close(&c);
    }
}

/* ---- resuming changes nothing ---- */

static void resume(const char *settings) {
    bench whole = bench_open_well(settings, 1), half = bench_open_well(settings, 1),
          rest = bench_open_well(settings, 1);
    for (int i = 0; i < 4; i++) step_or_fail(&whole, settings);
    for (int i = 0; i < 2; i++) step_or_fail(&half, settings);
    bench_copy_state(rest.trainer, half.trainer);
    lg_trainer_resume(rest.trainer, 2);
    for (int i = 0; i < 2; i++) step_or_fail(&rest, settings);
    if (!same_state(whole.trainer, rest.trainer)) fail_msg("%s: resumed differs from uninterrupted", settings);
    bench_close(&whole);
    bench_close(&half);
    bench_close(&rest);
}

static void resumed_equals_uninterrupted(void **state) {
    (void)state;
    assert_each_combination("", resume);
    each_left_out("", resume);
    each_perceiver("", resume);
    each_with_memory_tokens("", resume);
    each_in_place("", resume);
    each_with_gating("", resume);
    each_pattern("", resume);
}

/* ---- numbers known without training ---- */

static void parameter_counts(void **state) {
    (void)state;
    static const struct {
        const char *task;
        size_t plain, relative;
    } known[] = {
        {"even_pairs", 248962, 270082},
        {"parity_check", 248962, 270082},
        {"reverse_string", 248962, 270082},
        {"odds_first", 248962, 270082},
        {"duplicate_string", 248962, 270082},
        {"compute_sqrt", 248962, 270082},
        {"missing_duplicate_string", 249090, 270210},
        {"binary_addition", 249091, 270211},
        {"binary_multiplication", 249091, 270211},
        {"stack_manipulation", 249219, 270339},
        {"cycle_navigation", 249221, 270341},
        {"bucket_sort", 249349, 270469},
        {"modular_arithmetic", 249605, 270725},
        {"modular_arithmetic_brackets", 249733, 270853},
        {"solve_equation", 249733, 270853},
    };
    const char *full = "model.width=64 model.heads=8 model.blocks=5 model.feed_forward=256";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char more[300];
        snprintf(more, sizeof more, "%s task=%s encoding=sinusoid", full, known[i].task);
        bench b = bench_open_well(more, 1);
        assert_int_equal(bench_parameters(b.trainer), known[i].plain);
        bench_close(&b);
        snprintf(more, sizeof more, "%s task=%s encoding=relative", full, known[i].task);
        b = bench_open_well(more, 1);
        assert_int_equal(bench_parameters(b.trainer), known[i].relative);
        bench_close(&b);
    }
    char more[300];
    snprintf(more, sizeof more, "%s task=reverse_string encoding=none attention=geometric", full);
    bench b = bench_open_well(more, 1);
    assert_int_equal(bench_parameters(b.trainer), 248962 + 5535);
    bench_close(&b);
    snprintf(more, sizeof more, "%s task=reverse_string encoding=learned", full);
    b = bench_open_well(more, 1);
    assert_int_equal(bench_parameters(b.trainer), 248962 + 2048 * 64);
    bench_close(&b);
}

/* With the full mask and no encoding, all empty tokens are treated alike, so all outputs are equal. */
static void outputs_without_encoding_are_equal(void **state) {
    (void)state;
    bench b = bench_open_well("encoding=none task=reverse_string", 1);
    const int32_t input[] = {0, 1, 1, 0, 1};
    real *logits = logits_of(&b, input, 5, 5, 2);
    for (int j = 1; j < 5; j++) assert_memory_equal(logits, logits + 2 * j, 2 * sizeof(real));
    free(logits);
    bench_close(&b);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_trains),
        cmocka_unit_test(batch_size_of_evaluation_changes_nothing),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(another_seed_changes_everything),
        cmocka_unit_test(each_stream_follows_its_seed),
        cmocka_unit_test(resumed_equals_uninterrupted),
        cmocka_unit_test(parameter_counts),
        cmocka_unit_test(outputs_without_encoding_are_equal),
#ifdef LG_DOUBLE
        cmocka_unit_test(bfloat16_is_refused),
#else
        cmocka_unit_test(bfloat16_trains),
        cmocka_unit_test(rows_are_converted_once),
#endif
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("models", tests, NULL, NULL);
}
