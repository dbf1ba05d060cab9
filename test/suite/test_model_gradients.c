/* test_model_gradients.c: gradients of whole models, for combinations of all axes and options (pairwise.h). For every
 * parameter array, compares the derivative along a random direction with a central difference. Needs the double
 * build. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "pairwise.h"

#include <cmocka.h>

#ifndef LG_DOUBLE
#error "gradients are checked in the double build"
#endif

enum { LENGTH = 6, SEQUENCES = 3, TOKENS = 3 * LENGTH * SEQUENCES, CLASSES = 20 };

static double loss_of(bench *b, real *gradients) {
    static int32_t input[TOKENS], target[TOKENS];
    static real logits[TOKENS * CLASSES];
    const lg_sizes z = lg_trainer_sizes(b->trainer, LENGTH);
    assert_true(z.n * SEQUENCES <= TOKENS && z.m * SEQUENCES <= TOKENS && z.classes <= CLASSES);
    lg_probe p = {input, target, logits, gradients, 0};
    lg_trainer_resume(b->trainer, 0); /* packs the changed parameters */
    if (!lg_trainer_probe(b->trainer, lg_key_root(1), LENGTH, SEQUENCES, &p, &b->err)) fail_msg("%s", b->err.text);
    return p.loss + p.expert_loss;
}

static void move(real *x, const double *direction, size_t n, double h) {
    for (size_t i = 0; i < n; i++) x[i] += h * direction[i];
}

/* Derivative of the loss along `direction` of one array, by a central difference of half-width h. */
static double quotient(bench *b, const lg_named_array *a, const double *direction, double h, real *ignored) {
    move(a->value, direction, a->count, h);
    double above = loss_of(b, ignored);
    move(a->value, direction, a->count, -2 * h);
    double below = loss_of(b, ignored);
    move(a->value, direction, a->count, h);
    return (above - below) / (2 * h);
}

static bool agree(double a, double b) {
    return fabs(a - b) < 2e-7 * (fabs(a) + fabs(b) + 1);
}

/* Compares derivatives with central differences. If they disagree, the kink of a rectifier may lie between the two
 * points; then a narrower difference must agree. */
static void gradients_agree(const char *settings) {
    bench b = bench_open(settings, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    bench_move_residuals(&b);
    size_t all = bench_parameters(b.trainer);
    real *gradients = malloc(sizeof(real) * all), *ignored = malloc(sizeof(real) * all), *g = gradients;
    double *direction = malloc(sizeof(double) * all);
    lg_random r = lg_random_from(lg_key_root(17));
    loss_of(&b, gradients);
    for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++) {
        lg_named_array a = lg_trainer_array(b.trainer, i);
        double along = 0;
        for (size_t j = 0; j < a.count; j++) {
            direction[j] = lg_random_normal(&r);
            along += direction[j] * g[j];
        }
        double difference = quotient(&b, &a, direction, 1e-5, ignored);
        for (double h = 1e-6; h > 5e-10 && !agree(along, difference); h /= 10)
            difference = quotient(&b, &a, direction, h, ignored);
        if (!agree(along, difference))
            fail_msg("%s: %s: derivative %.12g, central difference %.12g", settings, a.name, along, difference);
        g += a.count;
    }
    free(gradients);
    free(ignored);
    free(direction);
    bench_close(&b);
}

static void every_combination(void **state) {
    (void)state;
    assert_each_combination("", gradients_agree);
    each_left_out("", gradients_agree);
    each_perceiver("", gradients_agree);
    each_with_memory_tokens("", gradients_agree);
    each_in_place("", gradients_agree);
    each_with_gating("mask=full", gradients_agree);
    each_with_gating("mask=causal", gradients_agree);
    each_of_streams("", gradients_agree);
    each_pattern("architecture=decoder data=copy_cmc data.alphabet=7 data.examples=600", gradients_agree);
    gradients_agree("model.blocks=2 encoding=rope,alibi mask=full,window:5");
    gradients_agree("model.blocks=2 encoding=t5 mask=full,causal");
    gradients_agree("model.blocks=4 model.share=0,0,1,2 encoding=none,none,relative:shared_terms=true,relative");
    gradients_agree("architecture=encoder_decoder cross.encoding=rope mask=chunk:3:form=causal,causal");
    gradients_agree("model.blocks=2 encoding=rope,t5 model.heads=8 model.key_heads=2");
    gradients_agree("architecture=encoder_decoder model.blocks=2 encoding=rope,t5 mask=causal,window:4:form=causal");
    gradients_agree("architecture=decoder data=copy_cmc data.alphabet=7 data.examples=600 encoding=relative "
                    "model.order=kf memorizing.size=0");
    gradients_agree("architecture=encoder_decoder architecture.memory_tokens=3 encoding=rope residual=b2t");
    gradients_agree("architecture=encoder_decoder architecture.memory_tokens=3 encoding=rope model.key_heads=1");
    gradients_agree("architecture=encoder_decoder cross.encoding=rope encoding=t5 model.heads=8 model.key_heads=2");
    gradients_agree("encoding=rope mask=causal model.width=32 model.heads=8 model.key_heads=4 projection=primer "
                    "projection.shared=true");
    gradients_agree("encoding=cope model.heads=8 model.key_heads=2 model.dropout_attention=0.2");
    gradients_agree("encoding=fox model.heads=8 model.key_heads=2 attention=sink scale=log_n");
    gradients_agree("architecture=perceiver_io model.heads=4 model.key_heads=2 model.qk_norm=rms");
    gradients_agree("architecture=decoder model.order=ak memorizing.size=0 model.heads=8 model.key_heads=1 "
                    "data=copy_cmc data.alphabet=7 data.examples=600");
    each_left_out("architecture=decoder data=copy_cmc data.alphabet=7 data.examples=600", gradients_agree);
}

/* Convolutions that see both sides of a token, and convolutions with dropout of their weights. */
static void convolutions(void **state) {
    (void)state;
    static const char *const settings[] = {
        "model.order=lf convolution.taps=4",
        "model.order=df convolution.taps=5 convolution.renorm_padding=true",
        "model.order=dlf convolution.taps=9,3 convolution.dropout_weights=0.3 convolution.dropout_input=0.2",
        "model.order=lf convolution.taps=3 architecture=encoder_decoder data=copy_cmc data.alphabet=7 "
        "data.examples=600",
        "projection=primer projection.centred=true encoding=relative",
        "projection=primer projection.centred=true projection.cross=true encoding=rope architecture=encoder_decoder "
        "data=copy_cmc data.alphabet=7 data.examples=600"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) gradients_agree(settings[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_combination), cmocka_unit_test(convolutions)};
    return cmocka_run_group_tests_name("model gradients", tests, NULL, NULL);
}
