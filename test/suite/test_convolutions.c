/* test_convolutions.c: models with convolutions along tokens: Primer's projections, and the sublayers of lightweight
 * and dynamic convolution. Tests which models they equal, their parameters and initial values, which tokens they read,
 * and what is refused. tools/oracle.py checks their formulas, test_kernels_convolution.c their kernels. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

enum { LENGTH = 9, SEQUENCES = 3, MOST = 3 * LENGTH * SEQUENCES * 20 };

/* A named parameter of the model; NULL: there is none. */
static real *find_array(const bench *b, const char *name, size_t *count) {
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++) {
        const lg_named_array a = lg_trainer_array(b->trainer, i);
        if (!strcmp(a.name, name)) {
            if (count) *count = a.count;
            return a.value;
        }
    }
    return NULL;
}

static real *need_array(const bench *b, const char *name, size_t count) {
    size_t found = 0;
    real *x = find_array(b, name, &found);
    if (!x || found != count) fail_msg("%s has %zu numbers, not %zu", name, found, count);
    return x;
}

/* Computes the logits of a batch with the current parameters. */
static void read_logits(bench *b, real out[MOST], size_t *count) {
    static int32_t input[MOST], target[MOST];
    const lg_sizes z = lg_trainer_sizes(b->trainer, LENGTH);
    real *gradients = malloc(bench_parameters(b->trainer) * sizeof *gradients);
    lg_probe p = {input, target, out, gradients, 0};
    lg_trainer_resume(b->trainer, lg_trainer_steps(b->trainer));
    *count = SEQUENCES * (size_t)z.m * (size_t)z.classes;
    assert_true(*count <= MOST && SEQUENCES * z.n <= MOST);
    if (!lg_trainer_probe(b->trainer, lg_key_root(1), LENGTH, SEQUENCES, &p, &b->err)) fail_msg("%s", b->err.text);
    free(gradients);
}

static double difference_of(bench *a, bench *b) {
    static real x[MOST], y[MOST];
    size_t m, n;
    double worst = 0;
    read_logits(a, x, &m);
    read_logits(b, y, &n);
    assert_true(m == n);
    for (size_t i = 0; i < n; i++) worst = fmax(worst, fabs((double)x[i] - (double)y[i]));
    return worst;
}

/* ---- equal models ---- */

static void write_kernels(bench *b, int present) {
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++) {
        const lg_named_array a = lg_trainer_array(b->trainer, i);
        if (!strstr(a.name, "_kernel")) continue;
        for (size_t j = 0; j < a.count; j++) a.value[j] = j / (a.count / 3) == (size_t)present;
    }
}

/* A kernel whose weight is 1 for the token itself and 0 for all other tokens leaves each token unchanged. */
static void primer_of_one_tap_is_plain(void **state) {
    (void)state;
    static const char *const cases[] = {
        "encoding=rope mask=causal", "encoding=relative", "encoding=shaw encoding.clip=3 architecture=decoder",
        "attention=geometric encoding=none", "encoding=sinusoid architecture=encoder_decoder"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int centred = 0; centred < 2; centred++) {
            char settings[300];
            const bool two = strstr(cases[i], "encoder_decoder");
            if (centred && (strstr(cases[i], "causal") || strstr(cases[i], "=decoder"))) continue;
            snprintf(settings, sizeof settings, "%s projection=primer projection.centred=%s projection.cross=%s",
                     cases[i], centred ? "true" : "false", two ? "true" : "false");
            bench plain = bench_open_well(cases[i], 1), b = bench_open_well(settings, 1);
            assert_true(difference_of(&plain, &b) > 1e-4);
            write_kernels(&b, centred ? 1 : 2);
            /* With two streams, the target's kernels are causal and the source's are centred. */
            for (int block = 0; two && block < 2; block++) {
                static const char *const parts[] = {"attention.query", "attention.key", "attention.value",
                                                    "cross.query",     "cross.key",     "cross.value"};
                for (int p = 0; p < 6; p++) {
                    char name[64];
                    snprintf(name, sizeof name, "decoder.block.%d.%s_kernel", block, parts[p]);
                    real *w = need_array(&b, name, 48);
                    const int present = p < 4 ? 2 : 1;
                    for (int j = 0; j < 48; j++) w[j] = j / 16 == present;
                }
            }
            const double found = difference_of(&plain, &b);
            if (found > 0) fail_msg("%s: logits differ by %g", settings, found);
            bench_close(&plain);
            bench_close(&b);
        }
}

static void copy_parameter(bench *to, const char *name, const bench *from, const char *source, bool weight) {
    const size_t count = weight ? 16 * 16 : 16;
    memcpy(need_array(to, name, count), need_array(from, source, count), count * sizeof(real));
}

static void clear_parameter(bench *b, const char *name) {
    size_t count = 0;
    real *x = find_array(b, name, &count);
    assert_non_null(x);
    memset(x, 0, count * sizeof *x);
}

/* One tap weighs only the token itself, whatever its logit, so the sublayer equals the gated mixer glu with the same
 * maps. In one model the mixer outputs zero; in the other model the convolution outputs zero. */
static void light_convolution_of_one_tap_is_a_gated_map(void **state) {
    (void)state;
    static const char settings[] =
        "encoding=sinusoid model.order=lf convolution.taps=1 mixer=glu model.feed_forward=16 "
        "block=pre_norm model.blocks=1 model.dropout=0";
    static const char *const maps[][2] = {
        {"light.value", "feed_forward.1"}, {"light.gate", "feed_forward.gate"}, {"light.output", "feed_forward.2"}};
    bench a = bench_open_well(settings, 1), b = bench_open_well(settings, 1);
    assert_true(difference_of(&a, &b) == 0);
    for (int i = 0; i < 3; i++)
        for (int part = 0; part < 2; part++) {
            char own[64], other[64];
            snprintf(own, sizeof own, "block.0.%s.%s", maps[i][0], part ? "bias" : "weight");
            snprintf(other, sizeof other, "block.0.%s.%s", maps[i][1], part ? "bias" : "weight");
            if (part) need_array(&a, own, 16)[3] = (real)0.3;
            copy_parameter(&b, other, &a, own, !part);
        }
    clear_parameter(&a, "block.0.feed_forward.2.weight");
    clear_parameter(&b, "block.0.light.output.weight");
    clear_parameter(&b, "block.0.light.output.bias");
    need_array(&a, "block.0.light.kernel", 2)[1] = 5;
    assert_true(difference_of(&a, &b) == 0);
    bench_close(&a);
    bench_close(&b);
}

/* A dynamic convolution whose map to kernels is zero equals a light one with equal taps. */
static void equal_dynamic_kernels_are_light(void **state) {
    (void)state;
    static const char *const cases[] = {"mask=full", "mask=causal", "mask=full convolution.renorm_padding=true",
                                        "mask=causal convolution.renorm_padding=true"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[2][200];
        for (int d = 0; d < 2; d++)
            snprintf(settings[d], sizeof *settings,
                     "model.order=%s convolution.taps=5 convolution.bias=%s model.blocks=1 %s", d ? "df" : "lf",
                     d ? "true" : "false", cases[i]);
        bench l = bench_open_well(settings[0], 1), d = bench_open_well(settings[1], 1);
        static const char *const maps[] = {"value", "gate", "output"};
        for (int m = 0; m < 3; m++)
            for (int part = 0; part < 2; part++) {
                char own[64], other[64];
                snprintf(own, sizeof own, "block.0.dynamic.%s.%s", maps[m], part ? "bias" : "weight");
                snprintf(other, sizeof other, "block.0.light.%s.%s", maps[m], part ? "bias" : "weight");
                copy_parameter(&d, own, &l, other, !part);
            }
        assert_true(difference_of(&l, &d) > 1e-4);
        clear_parameter(&d, "block.0.dynamic.kernel.weight");
        memcpy(need_array(&d, "block.0.dynamic.kernel.bias", 10), need_array(&l, "block.0.light.kernel", 10),
               10 * sizeof(real));
        assert_true(difference_of(&l, &d) == 0);
        bench_close(&l);
        bench_close(&d);
    }
}

/* ---- parameters ---- */

static void expect_start(const char *settings, const char *name, int present) {
    bench b = bench_open_well(settings, 1);
    const real *w = need_array(&b, name, 48);
    for (int j = 0; j < 48; j++)
        if (!(fabs((double)w[j] - (j / 16 == present ? 0.5 : 0.5 / 3)) < 1e-7))
            fail_msg("%s: %s[%d] starts as %g", settings, name, j, (double)w[j]);
    bench_close(&b);
}

static void primer_starts_as_published(void **state) {
    (void)state;
    expect_start("projection=primer", "block.0.attention.query_kernel", 2);
    expect_start("projection=primer initialisation=normal", "block.1.attention.key_kernel", 2);
    expect_start("projection=primer projection.centred=true", "block.0.attention.value_kernel", 1);
    bench b = bench_open_well("projection=primer projection.shared=true", 1);
    assert_null(find_array(&b, "block.0.attention.query_kernel", NULL));
    need_array(&b, "block.0.attention.key_kernel", 48);
    bench_close(&b);
    b = bench_open_well("projection=primer architecture=encoder_decoder", 1);
    assert_null(find_array(&b, "decoder.block.0.cross.key_kernel", NULL));
    need_array(&b, "decoder.block.0.attention.key_kernel", 48);
    bench_close(&b);
}

static void kernels_have_their_sizes(void **state) {
    (void)state;
    bench b = bench_open_well("model.order=lsdf convolution.taps=3,9,7,5 convolution.heads=4 model.blocks=2", 1);
    /* The numbers of taps go in turn to all sublayers that mix tokens, so attention gets the 9. */
    need_array(&b, "block.0.light.kernel", 3 * 4);
    need_array(&b, "block.2.dynamic.kernel", 16 * 7 * 4);
    need_array(&b, "block.3.light.kernel", 5 * 4);
    need_array(&b, "block.5.dynamic.kernel", 16 * 5 * 4);
    bench_close(&b);
    b = bench_open_well("model.order=lf convolution.gate=false model.bias=false", 1);
    assert_null(find_array(&b, "block.0.light.gate", NULL));
    need_array(&b, "block.0.light.value", 16 * 16);
    const real *w = need_array(&b, "block.0.light.kernel", 7 * 2);
    double largest = 0;
    for (int i = 0; i < 14; i++) largest = fmax(largest, fabs((double)w[i]));
    assert_true(largest <= sqrt(6.0 / (7 + 14)) && largest > 0.3);
    bench_close(&b);
}

/* ---- dropout ---- */

/* Dropout acts in training only. If the weight of a single tap is kept, it is 1 / (1 - rate). */
static void weights_are_dropped_in_training(void **state) {
    (void)state;
    static const char *const orders[] = {"lf", "df"};
    for (int i = 0; i < 2; i++) {
        char plain[100], dropping[200], inputs[200];
        snprintf(plain, sizeof plain, "model.order=%s model.dropout=0 train.lr=0.001", orders[i]);
        snprintf(dropping, sizeof dropping, "%s convolution.dropout_weights=0.3", plain);
        snprintf(inputs, sizeof inputs, "%s convolution.dropout_input=0.3", plain);
        assert_true(bench_loss_after(plain, 1, 3, NULL) != bench_loss_after(dropping, 1, 3, NULL) &&
                    bench_loss_after(plain, 1, 3, NULL) != bench_loss_after(inputs, 1, 3, NULL));
        assert_true(bench_loss_after(dropping, 1, 3, NULL) == bench_loss_after(dropping, 3, 3, NULL));
        bench a = bench_open_well(plain, 1), b = bench_open_well(dropping, 1);
        assert_true(difference_of(&a, &b) == 0);
        bench_close(&a);
        bench_close(&b);
    }
}

/* ---- names of the paper ---- */

static void expect_setting(const char *settings, const char *key, const char *value) {
    bench b = bench_open_well(settings, 1);
    const char *found = lg_values_text(b.resolved->values, key);
    if (strcmp(found, value)) fail_msg("%s: %s is %s, not %s", settings, key, found, value);
    bench_close(&b);
}

static void names_of_the_paper_set_options(void **state) {
    (void)state;
    expect_setting("projection=primer_ez", "projection", "primer");
    expect_setting("projection=primer_ez", "mixer", "squared_relu");
    expect_setting("norm=primer_norm", "norm", "layer_norm");
    expect_setting("norm=primer_norm", "norm.epsilon", "1e-06");
}

/* ---- refusals ---- */

static void impossible_choices_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"convolution.taps=3", "convolution.taps has no effect: model.order: sf has no light convolution (use "
                               "--model.order lf)"},
        {"convolution.gate=false", "convolution.gate has no effect"},
        {"model.order=lf convolution.taps=0", "expected 1..4096 taps"},
        {"model.order=lf convolution.taps=3,", "not '3,'"},
        {"model.order=lf convolution.taps=3;5", "not '3;5'"},
        {"model.order=df convolution.heads=3", "convolution.heads: 3 does not divide model.width: 16"},
        {"model.order=lf convolution.bias=true", "convolution.bias has no effect: model.order: lf has no dynamic"},
        {"model.order=lf encoding=rope", "encoding: rope has no effect: model.order: lf has no self-attention (use "
                                         "--encoding none)"},
        {"model.order=lf encoding=cope mask=causal", "encoding: cope has no effect"},
        {"model.order=df encoding=none mask=window",
         "mask: window has no effect: model.order: df has no self-attention "
         "(use --mask full, or --mask causal)"},
        {"model.order=df encoding=none mask=bca", "or --mask causal)"},
        {"model.order=lf encoding=none attention=geometric", "attention: geometric has no effect"},
        {"model.order=lf scale=one", "scale: one has no effect"},
        {"model.order=lf projection=primer", "projection: primer has no effect"},
        {"projection=primer projection.centred=true mask=causal",
         "projection.centred has no effect: mask: causal hides later tokens"},
        {"projection=primer projection.cross=true", "projection.cross has no effect: architecture: encoder has no"},
        {"projection=primer architecture=perceiver_ar", "blocks of architecture: perceiver_ar run on latents"},
        {"model.order=sfdf architecture=perceiver_ar", "(use --model.order sf)"},
        {"model.order=lf architecture=perceiver_io", "(use --model.order sf)"},
        {"projection.shared=true", "projection.shared"}};
    bench_expect_refusals(cases, sizeof cases / sizeof *cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primer_of_one_tap_is_plain),
        cmocka_unit_test(light_convolution_of_one_tap_is_a_gated_map),
        cmocka_unit_test(equal_dynamic_kernels_are_light),
        cmocka_unit_test(primer_starts_as_published),
        cmocka_unit_test(kernels_have_their_sizes),
        cmocka_unit_test(weights_are_dropped_in_training),
        cmocka_unit_test(names_of_the_paper_set_options),
        cmocka_unit_test(impossible_choices_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
