/* test_constants.c: turns every input of every example of every op into a constant, which has no gradient. Either
 * planning the graph must fail, or all other gradients must stay the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "graph/gradcheck.h"
#include "kernel/kernel.h"

/* Returns how many inputs of a variant had a gradient; -1: there is no such variant. */
static int check(const lg_op *op, const lg_kernels *k, int variant, int *refusals) {
    int tried = 0;
    for (int i = 0, inputs = 1; i < inputs; i++) {
        lg_gradcheck_outcome found;
        lg_error err = {0};
        if (!lg_gradcheck_constant(op, k, variant, i, &found, &err)) fail_msg("%s: %s", op->name, err.text);
        if (found.inputs == 0) return -1;
        if (found.outcome == LG_GRADIENTS_DIFFER)
            fail_msg("%s, variant %d, kernels %s: if input %d is a constant, other gradients change", found.op, variant,
                     k->name, i);
        inputs = found.inputs;
        tried += found.outcome != LG_NO_GRADIENT;
        *refusals += found.outcome == LG_GRADIENT_NEEDED;
    }
    return tried;
}

static void every_input_of_every_op(void **state) {
    (void)state;
    int tried = 0, refusals = 0;
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++)
        for (int i = 0; lg_ops[i]; i++)
            for (int variant = 0, count; (count = check(lg_ops[i], *k, variant, &refusals)) >= 0; variant++)
                tried += count;
    assert_true(tried > 100 && refusals > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_input_of_every_op)};
    return cmocka_run_group_tests_name("constants", tests, NULL, NULL);
}
