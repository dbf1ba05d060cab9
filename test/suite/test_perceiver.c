/* test_perceiver.c: models with latents: how many rows their blocks run over and which tokens these rows see. If every
 * token is a latent, Perceiver AR computes what a decoder computes. test_stepping.c checks that decoding has the bits
 * of one pass, test_batches.c that losses of records do not depend on each other. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluate.h"
#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

/* The parameter with that name; NULL: there is none. */
static real *find_parameter(const lg_trainer *t, const char *name, size_t *count) {
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) {
        const lg_named_array a = lg_trainer_array(t, i);
        if (strcmp(a.name, name)) continue;
        if (count) *count = (size_t)a.shape[0] * (size_t)(a.rank > 1 ? a.shape[1] : 1);
        return a.value;
    }
    return NULL;
}

static real *need_parameter(const lg_trainer *t, const char *name, size_t *count) {
    real *found = find_parameter(t, name, count);
    if (!found) fail_msg("no parameter %s", name);
    return found;
}

/* ---- Perceiver AR ---- */

static void copy_parameters(const lg_trainer *from, lg_trainer *to) {
    for (size_t i = 0; i < lg_trainer_arrays(to); i++) {
        const lg_named_array a = lg_trainer_array(to, i);
        memcpy(a.value, need_parameter(from, a.name, NULL), a.count * sizeof(real));
    }
}

static void get_logits(bench *b, const int32_t *source, int n, int m, real *out) {
    if (!lg_trainer_logits(b->trainer, &(lg_logits_request){n, n, m, source, NULL}, out, &b->err))
        fail_msg("%s", b->err.text);
}

/* With one source token, every token is a latent. If the map of latents ("latent") is also the identity, and queries
 * and keys share one norm, the model computes what a decoder computes. */
static void all_latents_are_a_decoder(void **state) {
    (void)state;
    static const char *const others[] = {"encoding=none", "encoding=rope block=pre_norm", "encoding=t5 block=pre_norm",
                                         "encoding=relative norm=rms_norm block=pre_norm",
                                         "encoding=alibi block=post_norm"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "architecture=perceiver_ar data=copy_cmc data.alphabet=5 %s", others[i]);
        bench p = bench_open_well(settings, 1);
        snprintf(settings, sizeof settings, "architecture=decoder data=copy_cmc data.alphabet=5 block=pre_norm %s",
                 others[i]);
        bench d = bench_open_well(settings, 1);
        const int width = d.trainer->model->width, classes = d.trainer->model->format.classes, m = 4;
        real *w = need_parameter(p.trainer, "latent", NULL);
        for (int r = 0; r < width * width; r++) w[r] = r % (width + 1) == 0;
        copy_parameters(p.trainer, d.trainer);
        lg_engine_repack(&p.trainer->engine);
        lg_engine_repack(&d.trainer->engine);
        real *x = malloc(sizeof *x * (size_t)(2 * m * classes)), *y = x + m * classes;
        const int32_t source[1] = {1};
        get_logits(&p, source, 1, m, x);
        get_logits(&d, source, 1, m, y);
        for (int j = 0; j < m * classes; j++)
            if (fabs((double)(x[j] - y[j])) > 1e-5) fail_msg("%s: %g and %g", others[i], (double)x[j], (double)y[j]);
        free(x);
        bench_close(&p);
        bench_close(&d);
    }
}

/* Only the first layer reads the source. Without positions it sees a bag of tokens: only their counts matter. */
static void sources_are_read_by_the_first_block_alone(void **state) {
    (void)state;
    bench b =
        bench_open_well("architecture=perceiver_ar data=copy_cmc data.alphabet=5 encoding=none model.blocks=3", 1);
    const int classes = b.trainer->model->format.classes, m = 3;
    real *x = malloc(sizeof *x * (size_t)(2 * m * classes)), *y = x + m * classes;
    int32_t source[] = {0, 1, 2, 3, 1, 2, 4};
    const int n = sizeof source / sizeof *source;
    get_logits(&b, source, n, m, x);
    source[0] = 1, source[1] = 0; /* the two swapped tokens both come before the latents */
    get_logits(&b, source, n, m, y);
    for (int j = 0; j < m * classes; j++) assert_true(fabs((double)(x[j] - y[j])) < 1e-5);
    source[0] = 3; /* another token */
    get_logits(&b, source, n, m, y);
    double most = 0;
    for (int j = 0; j < m * classes; j++) most = fmax(most, fabs((double)(x[j] - y[j])));
    assert_true(most > 1e-5);
    free(x);
    bench_close(&b);
}

static double work_of(const char *settings, int length) {
    bench b = bench_open_well(settings, 1);
    lg_network network;
    lg_model *m = b.trainer->model;
    if (!lg_model_network(m, lg_model_sequence_layout(m, length), 1, false, false, &network, &b.err))
        fail_msg("%s", b.err.text);
    const double flops = lg_graph_flops(network.graph, false);
    lg_network_free(&network);
    bench_close(&b);
    return flops;
}

/* An additional block costs the same for a source of any length, because it runs over the latents only. */
static void blocks_cost_the_same_at_any_length(void **state) {
    (void)state;
    static const char io[] = "architecture=perceiver_io task=parity_check model.blocks=%d",
                      ar[] = "architecture=perceiver_ar task=parity_check encoding=rope model.blocks=%d";
    for (int kind = 0; kind < 2; kind++) {
        double more[2];
        for (int i = 0; i < 2; i++) {
            char few[128], many[128];
            snprintf(few, sizeof few, kind ? ar : io, 2);
            snprintf(many, sizeof many, kind ? ar : io, 3);
            more[i] = work_of(many, i ? 40 : 10) - work_of(few, i ? 40 : 10);
        }
        assert_true(more[0] > 0);
        assert_true(fabs(more[1] / more[0] - 1) < 1e-9);
    }
}

/* ---- Perceiver IO ---- */

static void without_positions_a_source_is_a_set(void **state) {
    (void)state;
    static const char *const settings[] = {"encoding=none", "encoding=none architecture.repeats=2",
                                           "encoding=sinusoid"};
    for (int i = 0; i < 3; i++) {
        char all[160];
        snprintf(all, sizeof all, "architecture=perceiver_io task=reverse_string %s", settings[i]);
        bench b = bench_open_well(all, 1);
        const int classes = b.trainer->model->format.classes;
        const int32_t source[] = {0, 1, 1, 0, 1}, other[] = {1, 1, 1, 0, 0};
        real x[16], y[16];
        assert_true(5 * classes <= 16);
        get_logits(&b, source, 5, 5, x);
        get_logits(&b, other, 5, 5, y);
        double most = 0;
        for (int j = 0; j < 5 * classes; j++) most = fmax(most, fabs((double)(x[j] - y[j])));
        if (i < 2 ? most > 1e-5 : most < 1e-5) fail_msg("%s: logits differ by %g", all, most);
        /* All outputs have equal queries, so the outputs are equal too. */
        for (int j = classes; i < 2 && j < 5 * classes; j++) assert_true(x[j] == x[j % classes]);
        bench_close(&b);
    }
}

/* The output is the mean of the latents, so the model has no queries. */
static void the_mean_of_latents_is_read(void **state) {
    (void)state;
    bench queries = bench_open_well("architecture=perceiver_io data=parity_check architecture.latents=3", 1),
          mean = bench_open_well("architecture=perceiver_io data=parity_check architecture.latents=3 "
                                 "architecture.output=mean",
                                 1);
    assert_null(find_parameter(mean.trainer, "decode.attention.query", NULL));
    assert_non_null(find_parameter(queries.trainer, "decode.attention.query", NULL));
    const int width = mean.trainer->model->width;
    assert_int_equal(bench_parameters(queries.trainer) - bench_parameters(mean.trainer),
                     4 * width * width + 3 * 2 * width + 2 * width * 24 + 24 +
                         2 * width); /* the attention that reads the latents, its mixer, and the query */
    /* The mean of equal latents equals a single latent. */
    bench one = bench_open_well("architecture=perceiver_io data=parity_check architecture.latents=1 "
                                "architecture.output=mean",
                                1);
    copy_parameters(mean.trainer, one.trainer);
    real *latents = need_parameter(mean.trainer, "latents", NULL);
    for (int i = 1; i < 3; i++) memcpy(latents + i * width, latents, sizeof(real) * (size_t)width);
    lg_engine_repack(&mean.trainer->engine);
    lg_engine_repack(&one.trainer->engine);
    const int32_t source[] = {0, 1, 1, 0, 1};
    real x[2], y[2];
    get_logits(&mean, source, 5, 1, x);
    get_logits(&one, source, 5, 1, y);
    for (int j = 0; j < 2; j++) assert_true(fabs((double)(x[j] - y[j])) < 1e-5);
    assert_true(fabs((double)x[0]) + fabs((double)x[1]) > 1e-3);
    bench_close(&queries);
    bench_close(&mean);
    bench_close(&one);
}

/* Repeats share the weights of the blocks that they repeat. */
static void repeats_have_no_parameters(void **state) {
    (void)state;
    bench once = bench_open_well("architecture=perceiver_io architecture.latents=5", 1),
          twice = bench_open_well("architecture=perceiver_io architecture.latents=5 architecture.repeats=2", 1);
    size_t count = 0;
    assert_int_equal(lg_trainer_arrays(once.trainer), lg_trainer_arrays(twice.trainer));
    need_parameter(once.trainer, "latents", &count);
    assert_int_equal(count, 5 * once.trainer->model->width);
    bench_close(&once);
    bench_close(&twice);
}

static void refusals(void **state) {
    (void)state;
    bench_expect_refusal("architecture=perceiver_io encoding=rope", "use --encoding sinusoid");
    bench_expect_refusal("architecture=perceiver_io encoding=none attention=geometric", "use --attention softmax");
    bench_expect_refusal("architecture=perceiver_io mask=causal", "use --mask full");
    bench_expect_refusal("architecture=perceiver_io block=post_norm", "use --block pre_norm");
    bench_expect_refusal("architecture=perceiver_io architecture.output=mean architecture.query_residual=true",
                         "there are no queries");
    bench b = bench_open_well("architecture=perceiver_io data=reverse_string architecture.output=mean", 1);
    lg_step s;
    assert_false(lg_trainer_step(b.trainer, &s, &b.err));
    assert_non_null(strstr(b.err.text, "mean gives one row, but the targets of length 6 of reverse_string have 6 "));
    bench_close(&b);
    bench_expect_refusal("architecture=perceiver_ar mask=full", "use --mask causal");
    bench_expect_refusal("architecture=perceiver_ar model.order=fs", "an order that starts with s");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_latents_are_a_decoder),
        cmocka_unit_test(sources_are_read_by_the_first_block_alone),
        cmocka_unit_test(blocks_cost_the_same_at_any_length),
        cmocka_unit_test(without_positions_a_source_is_a_set),
        cmocka_unit_test(the_mean_of_latents_is_read),
        cmocka_unit_test(repeats_have_no_parameters),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
