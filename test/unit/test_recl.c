/* test_recl.c: relative effective context length, compared with numbers computed by hand. The exponentials of the
 * losses are powers of two. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyze/recl.h"
#include "api/analysis.h"

enum { MODELS = 2, CONTEXTS = 3, TOKENS = 4 };

/* Losses of tokens in bits: a model has a row of tokens for each context. */
static const double losses[MODELS][CONTEXTS][TOKENS] = {{{3, 2, 1, 1}, {2, 2, 1, 0}, {2, 3, 0, 0}},
                                                        {{4, 1, 2, 1}, {4, 1, 0, 0}, {1, 1, 0, 1}}};

static void fill(double out[MODELS * CONTEXTS * TOKENS]) {
    const double *from = &losses[0][0][0];
    for (int i = 0; i < MODELS * CONTEXTS * TOKENS; i++) out[i] = from[i] * log(2);
}

/* Gains for the hardest tokens. A token's baseline loss is the loss of the best model for this token: 3, 1, 1, 1 at the
 * first context and 2, 1, 0, 0 at the second. The hardest tokens are those with the largest baseline losses; if
 * losses are equal, the earlier token counts as harder. The comment after a row has the sums over the hardest tokens,
 * in the order baseline; model 0; model 1. For a single token, it has only the losses of model 0 and model 1. */
static const struct {
    size_t context, hardest;
    double before, after[MODELS]; /* mean losses, in bits */
} cases[] = {
    {0, 1, 3, {2, 3}},         /* token 0: min(3, 2), min(3, 4) */
    {0, 2, 2, {1.5, 2}},       /* tokens 0 and 1: 3 + 1; 2 + min(1, 2); min(3, 4) + 1 */
    {0, 4, 1.5, {1, 1}},       /* 3 + 1 + 1 + 1; 2 + 1 + 1 + 0; 3 + 1 + 0 + 0 */
    {1, 1, 2, {2, 1}},         /* token 0: min(2, 2), min(2, 1) */
    {1, 2, 1.5, {1.5, 1}},     /* 2 + 1; 2 + min(1, 3); 1 + 1 */
    {1, 4, 0.75, {0.75, 0.5}}, /* 2 + 1 + 0 + 0; 2 + 1 + 0 + 0; 1 + 1 + 0 + min(0, 1) */
};

static void gains_are_those_by_hand(void **state) {
    (void)state;
    double numbers[MODELS * CONTEXTS * TOKENS];
    fill(numbers);
    const lg_recl_losses x = {MODELS, CONTEXTS, TOKENS, numbers};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lg_recl_gain gains[MODELS];
        assert_true(lg_recl_gains(&x, cases[i].context, cases[i].hardest, gains));
        for (int m = 0; m < MODELS; m++) {
            const double gain = 1 - pow(2, cases[i].after[m] - cases[i].before);
            if (fabs(gains[m].before - cases[i].before * log(2)) > 1e-12 ||
                fabs(gains[m].after - cases[i].after[m] * log(2)) > 1e-12 || fabs(gains[m].gain - gain) > 1e-12)
                fail_msg("case %zu, model %d: %.9g, %.9g, %.9g", i, m, gains[m].before, gains[m].after, gains[m].gain);
        }
    }
}

/* The losses of a single model are the baseline themselves. No token can become worse, so gains are never negative. */
static void a_model_alone_is_its_own_baseline(void **state) {
    (void)state;
    double numbers[MODELS * CONTEXTS * TOKENS];
    lg_recl_gain gain;
    fill(numbers);
    const lg_recl_losses x = {1, CONTEXTS, TOKENS, numbers + CONTEXTS * TOKENS};
    assert_true(lg_recl_gains(&x, 0, 2, &gain)); /* tokens 0 and 2: 4 + 2; 4 + 0 */
    assert_true(fabs(gain.before - 3 * log(2)) < 1e-12 && fabs(gain.gain - 0.5) < 1e-12);
    assert_true(lg_recl_gains(&x, 1, 1, &gain)); /* token 0: 4; 1 */
    assert_true(fabs(gain.gain - 0.875) < 1e-12);
}

static void fractions_are_numbers_of_tokens(void **state) {
    (void)state;
    assert_int_equal(lg_recl_count(0.1, 30), 3);
    assert_int_equal(lg_recl_count(0.1, 31), 4);
    assert_int_equal(lg_recl_count(0.5, 1), 1);
    assert_int_equal(lg_recl_count(1e-6, 5), 1);
    assert_int_equal(lg_recl_count(1, 7), 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gains_are_those_by_hand),
        cmocka_unit_test(a_model_alone_is_its_own_baseline),
        cmocka_unit_test(fractions_are_numbers_of_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
