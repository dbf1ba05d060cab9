/* pairs.h: pairs of outputs of a kernel set and of the reference, for tests that compare the two. */
#ifndef LG_TEST_PAIRS_H
#define LG_TEST_PAIRS_H

#include "guard.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const lg_kernels *const ref = &lg_kernels_ref;
static const int widths[] = {1, 2, 3, 5, 8, 16, 17, 63, 64, 65, 130, 256};

/* A pair of outputs: that of the reference, then that of the kernel set under test. */
typedef struct pair {
    real *ref, *got;
} pair;

static inline pair take_pair(size_t n) {
    return (pair){take_reals(n), take_reals(n)};
}

/* Outputs to which kernels add: both begin with the same numbers. */
static inline pair take_sums(size_t n) {
    real *x = take_normal(n, 1);
    return (pair){x, take_copy(x, n * sizeof *x)};
}

/* Outputs to which kernels add, or new ones. */
static inline pair take_output(size_t n, bool accumulate) {
    return accumulate ? take_sums(n) : take_pair(n);
}

static inline real *side(pair p, int of_set) {
    return of_set ? p.got : p.ref;
}

/* True with probability 1/2. */
static inline bool chance(void) {
    return lg_random_below(&dice, 2);
}

#endif
