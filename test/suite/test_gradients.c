/* test_gradients.c: compares the gradients of every op, in every example and under every kernel set that this processor
 * can run, with central differences. Needs the double build, where differences are precise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "graph/gradcheck.h"
#include "kernel/kernel.h"

#ifndef LG_DOUBLE
#error "gradients are checked in the double build"
#endif

static void check(const lg_op *op, const lg_kernels *k, int S, int T) {
    int variants = 0;
    for (;; variants++) {
        lg_gradcheck found;
        lg_error err = {0};
        if (!lg_gradcheck_op(op, k, variants, S, T, &found, &err)) fail_msg("%s: %s", op->name, err.text);
        if (!found.numbers) break;
        if (!(found.worst < 1e-7))
            fail_msg("%s, variant %d, kernels %s, S=%d, T=%d: gradient of %s is off by %g", op->name, variants, k->name,
                     S, T, found.where, found.worst);
    }
    assert_true(variants > 0);
}

static void every_op(void **state) {
    (void)state;
    int ops = 0;
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++) {
        for (ops = 0; lg_ops[ops]; ops++) {
            check(lg_ops[ops], *k, 2, 5);
            check(lg_ops[ops], *k, 1, 17);
        }
    }
    assert_true(ops >= 17);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_op)};
    return cmocka_run_group_tests_name("gradients", tests, NULL, NULL);
}
