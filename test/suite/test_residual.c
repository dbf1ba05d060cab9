/* test_residual.c: residual connections. Tests that their factors and initial weights are those of the papers, which
 * models they equal before training or where they have nothing to add, and which settings are refused. test_forward.c,
 * tools/oracle.py and the gradient tests check the formulas. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "models.h"
#include "train/decay.h"
#include "train/state.h"

#include <cmocka.h>

#include "same_models.h"

/* ---- factors ---- */

/* The number of ops of a model that multiply by `factor` (within `error`). */
static int count_scales(const char *settings, double factor, double error) {
    bench b = bench_open_well(settings, 1);
    lg_model *m = b.trainer->model;
    lg_network n;
    int count = 0;
    assert_true(lg_model_network(m, lg_model_sequence_layout(m, 3), 1, true, false, &n, &b.err));
    for (int i = 0; i < n.graph->count; i++) {
        const lg_tensor *t = n.graph->tensors[i];
        count += t->op && !strcmp(t->op->name, "scale") && fabs(*(const double *)t->args - factor) < error;
    }
    lg_network_free(&n);
    bench_close(&b);
    return count;
}

static void expect_scales(const char *settings, double factor, int wanted) {
    const int found = count_scales(settings, factor, 6e-6);
    if (found != wanted) fail_msg("%s: %d factors %g, not %d", settings, found, factor, wanted);
}

/* In each layer, the factor `sr` multiplies the layer's input. The factor `so` (0.43528) multiplies both the input and
 * the output of the layer's last sublayer. */
static void scalar_has_its_factors(void **state) {
    (void)state;
    static const struct {
        int layers;
        double sr;
    } cases[] = {{2, 0.16667}, {4, 0.33333}, {6, 0.5}, {12, 0.68885}, {18, 0.64820}, {24, 0.62082}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[100];
        snprintf(settings, sizeof settings, "residual=scalar model.width=64 model.blocks=%d", cases[i].layers);
        expect_scales(settings, cases[i].sr, cases[i].layers);
        expect_scales(settings, 0.43528, 2 * cases[i].layers);
    }
    expect_scales("residual=scalar model.width=512 model.blocks=4", 0.28717, 8);
    /* A layer is a self-attention and the sublayers after it: these four layers are s, s, sf and sfff. */
    expect_scales("residual=scalar model.width=64 model.blocks=4 model.order=sandwich:2", 0.33333, 2);
    expect_scales("residual=scalar model.width=64 model.blocks=4 model.order=s", 0.43528, 0);
    expect_scales("residual=scalar model.width=64 model.blocks=6 model.order=sfsf|", 0.5, 6);
    expect_scales("residual=scalar model.width=64 model.blocks=6 model.order=s|f", 0.43528, 0);
}

/* Asserts that alpha multiplies the input of each of `sublayers` sublayers. Also asserts that beta multiplies the
 * initial scale of values, attention outputs and feed-forward maps, in parameters with this prefix, compared to a model
 * without deepnorm. */
static void expect_deepnorm(const char *settings, double alpha, int sublayers, const char *prefix, double beta) {
    char deep[200];
    snprintf(deep, sizeof deep, "residual=deepnorm %s", settings);
    assert_int_equal(count_scales(deep, alpha, 1e-12), sublayers);
    bench a = bench_open_well(settings, 1), b = bench_open_well(deep, 1);
    int smaller = 0;
    assert_int_equal(a.trainer->model->parameters->count, b.trainer->model->parameters->count);
    for (int i = 0; i < a.trainer->model->parameters->count; i++) {
        const lg_parameter_row *x = &a.trainer->model->parameters->rows[i], *y = &b.trainer->model->parameters->rows[i];
        const bool scaled = strstr(x->name, ".value") || strstr(x->name, ".output") || strstr(x->name, "feed_forward");
        if (strncmp(x->name, prefix, strlen(prefix))) continue;
        assert_string_equal(x->name, y->name);
        if (!(fabs(y->initial.scale - x->initial.scale * (scaled ? beta : 1)) < 1e-12))
            fail_msg("%s: %s starts at scale %g, not at %g times %g", deep, x->name, y->initial.scale, beta,
                     x->initial.scale);
        smaller += scaled && x->initial.scale > 0;
    }
    assert_true(smaller > 0);
    bench_close(&a);
    bench_close(&b);
}

/* Wang et al. 2022, figure 2. */
static void deepnorm_has_its_factors(void **state) {
    (void)state;
    expect_deepnorm("model.blocks=2", sqrt(2), 4, "", 0.5);
    expect_deepnorm("model.blocks=8 mixer=geglu", 2, 16, "", pow(64, -0.25));
    expect_deepnorm("model.blocks=18 architecture=decoder", sqrt(6), 36, "", pow(144, -0.25));
    static const char two[] = "model.blocks=4 architecture=encoder_decoder";
    expect_deepnorm(two, 0.81 * pow(1024, 1 / 16.0), 8, "encoder.", 0.87 * pow(1024, -1 / 16.0));
    expect_deepnorm(two, pow(12, 0.25), 12, "decoder.", pow(48, -0.25));
}

/* ---- equal models ---- */

static void channels_start_as_a_plain_sum(void **state) {
    (void)state;
    assert_true(same_bits("residual=channel", "residual=add"));
    assert_true(same_bits("residual=channel block=pre_norm", "residual=add block=pre_norm"));
    assert_true(same_bits("residual=channel block=no_norm", "residual=add block=no_norm"));
    assert_true(same_bits("residual=channel norm=rms_norm architecture=decoder",
                          "residual=add norm=rms_norm architecture=decoder"));
    assert_false(same_bits("block=pre_norm", "block=no_norm"));
}

/* b2t and scalar add a layer's input to its last sublayer. In a layer of a single sublayer, every residual connection
 * does this, so b2t and scalar add nothing. */
static void single_sublayers_are_plain_sums(void **state) {
    (void)state;
    assert_true(same_bits("residual=b2t model.order=s", "residual=add model.order=s"));
    assert_true(same_bits("residual=scalar model.order=s", "residual=add block=no_norm model.order=s"));
    assert_false(same_bits("residual=b2t", "residual=add"));
    assert_true(same_bits("residual=b2t model.order=s|f", "residual=add"));
    assert_true(same_bits("residual=b2t model.order=sf|", "residual=b2t"));
    assert_true(same_bits("residual=b2t model.order=sf|sf model.blocks=1", "residual=b2t model.blocks=2"));
    assert_false(same_bits("residual=b2t model.order=sfsf| model.blocks=1", "residual=b2t model.blocks=2"));
    assert_false(same_bits("residual=scalar", "residual=add block=no_norm"));
    /* with a source stream, a layer has a second sublayer: cross-attention */
    assert_false(same_bits("residual=b2t model.order=s architecture=encoder_decoder",
                           "residual=add model.order=s architecture=encoder_decoder"));
}

static void rezero_starts_as_the_embedding(void **state) {
    (void)state;
    enum { TOKENS = 4, WIDTH = 16, BLOCKS = 2, ROWS = SEQUENCES * TOKENS * WIDTH };
    real x[(BLOCKS + 1) * ROWS];
    bench b = bench_open_well("residual=rezero encoding=relative", 1);
    assert_true(lg_trainer_activations(b.trainer, &(lg_activation_request){.length = LENGTH, .count = SEQUENCES}, 0,
                                       TOKENS, x, &b.err));
    for (int i = 1; i <= BLOCKS; i++) assert_memory_equal(x, x + i * ROWS, sizeof *x * ROWS);
    assert_true(fabs((double)x[0]) > 0);
    lg_step s;
    assert_true(lg_trainer_step(b.trainer, &s, &b.err));
    assert_true(lg_trainer_activations(b.trainer, &(lg_activation_request){.length = LENGTH, .count = SEQUENCES}, 0,
                                       TOKENS, x, &b.err));
    assert_true(memcmp(x, x + BLOCKS * ROWS, sizeof *x * ROWS) != 0);
    bench_close(&b);
}

/* ---- entries and refusals ---- */

/* Each sublayer has one residual factor, or one for each column. Decay of matrices skips residual factors. */
static void factors_are_parameters(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        size_t count;
    } cases[] = {{"residual=rezero", 2 * 2 * 1},
                 {"residual=channel", 2 * 2 * 16},
                 {"residual=channel architecture=encoder_decoder", 2 * (2 + 3) * 16},
                 {"residual=b2t", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "%s optimizer.decay=0.1 optimizer.decay_on=matrices", cases[i].settings);
        bench b = bench_open_well(settings, 1);
        const lg_parameters *p = b.trainer->model->parameters;
        size_t count = 0;
        for (int j = 0; j < p->count; j++) {
            if (!strstr(p->rows[j].name, "residual")) continue;
            count += p->rows[j].count;
            assert_true(lg_decay_of(&b.trainer->settings, &p->rows[j]) == 0);
        }
        if (count != cases[i].count) fail_msg("%s: %zu numbers, not %zu", settings, count, cases[i].count);
        bench_close(&b);
    }
}

static void what_has_no_effect_is_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"residual=b2t block=pre_norm", "residual: b2t needs a norm after each residual sum, but block: "
                                        "pre_norm has no norm there (use --block post_norm, or --residual add)"},
        {"residual=scalar block=post_norm", "(use --block no_norm, or --residual add)"},
        {"residual=deepnorm block=no_norm",
         "but block: no_norm has no norm there (use --block post_norm, or --residual"},
        {"block=no_norm norm=rms_norm", "norm: rms_norm has no effect: block: no_norm has no norms"},
        {"residual=rezero norm=rms_norm", "norm: rms_norm has no effect: block: no_norm has no norms"}};
    bench_expect_refusals(cases, sizeof cases / sizeof *cases);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalar_has_its_factors),         cmocka_unit_test(deepnorm_has_its_factors),
        cmocka_unit_test(channels_start_as_a_plain_sum),  cmocka_unit_test(single_sublayers_are_plain_sums),
        cmocka_unit_test(rezero_starts_as_the_embedding), cmocka_unit_test(factors_are_parameters),
        cmocka_unit_test(what_has_no_effect_is_refused),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("residuals", tests, NULL, NULL);
}
