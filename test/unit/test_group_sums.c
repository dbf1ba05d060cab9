/* test_group_sums.c: gradients of groups have the same sum, bit for bit, whichever worker computes a group, however
 * long this takes, and whenever the group is added. Run it under ThreadSanitizer too. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "alloc_fail_after.h"
#include "base/pool.h"
#include "kernel/kernel.h"
#include "train/gradients.h"

enum { ELEMENTS = 1003, UNUSED = 21, STRETCH = 100 };

typedef struct batch {
    lg_gradients *g;
    int passes, groups;      /* groups of each pass */
    bool empty;              /* the sum was empty at the start */
    bool on_sum;             /* the first group adds directly to the sum */
    int slow;                /* index of the slowest group */
    atomic_int seen, shared; /* nonzero elements at the start; passes that had the sum to themselves */
} batch;

/* Terms of all sizes, so that the order of a sum changes its last bits. */
static real term(int group, int e) {
    return (real)ldexp(sin(1 + 7.0 * group + e), (group * 5 + e) % 20);
}

/* The function that a pass applies to the sum of its groups. */
static real finished(int pass, real sum) {
    return sum * (real)0.75 + (real)(pass + 1);
}

static void work(void *task, int job, int worker) {
    batch *b = task;
    (void)job, (void)worker;
    const lg_gradient_group at = lg_gradients_acquire(b->g);
    const int group = at.pass * b->groups + at.group;
    real *x = lg_gradients_array(b->g, at.array).data;
    for (int e = 0; e < ELEMENTS; e++) b->seen += x[e] != 0 && (b->empty || at.array != 0);
    if (group == b->slow) nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    for (int e = 0; e < ELEMENTS; e++) x[e] += term(group, e);
    for (int whole = lg_gradients_release(b->g, &at); whole >= 0; whole = lg_gradients_next(b->g)) {
        real *sum = lg_gradients_array(b->g, 0).data;
        b->shared++;
        for (int e = 0; e < ELEMENTS; e++) sum[e] = finished(whole, sum[e]);
    }
}

static void rest(void *task, int stretch, int worker) {
    const batch *b = task;
    const int first = stretch * STRETCH, mine = ELEMENTS - first;
    (void)worker;
    lg_gradients_add_rest(b->g, (size_t)first, (size_t)(mine < STRETCH ? mine : STRETCH));
}

static real wanted(const batch *b, int e) {
    real sum = b->empty ? 0 : term(-1, e);
    for (int pass = 0; pass < b->passes; pass++) {
        for (int group = 0; group < b->groups; group++) sum += term(pass * b->groups + group, e);
        if (pass + 1 < b->passes) sum = finished(pass, sum);
    }
    return sum;
}

static void run_batch(lg_gradients *g, lg_pool *pool, int passes, int groups, int slow) {
    batch b = {.g = g, .passes = passes, .groups = groups, .empty = slow % 2 == 0, .slow = slow};
    b.on_sum = (slow + 4) % 4 < 2;
    lg_gradients_clear(g, 0, ELEMENTS);
    for (int e = 0; e < ELEMENTS && !b.empty; e++) ((real *)lg_gradients_array(g, 0).data)[e] = term(-1, e);
    lg_gradients_begin(g, lg_pool_threads(pool), b.on_sum);
    for (int pass = 0; pass < passes; pass++) lg_gradients_add_pass(g, groups, ELEMENTS);
    lg_pool_run(pool, passes * groups, work, &b);
    lg_pool_run(pool, (ELEMENTS + STRETCH - 1) / STRETCH, rest, &b);
    const real *sum = lg_gradients_array(g, 0).data;
    for (int e = 0; e < ELEMENTS; e++) {
        const real want = wanted(&b, e);
        if (memcmp(&want, &sum[e], sizeof want) != 0)
            fail_msg("%d passes of %d groups, %d slow: element %d is %.9g, not %.9g", passes, groups, slow, e,
                     (double)sum[e], (double)want);
    }
    assert_int_equal(b.seen, 0);
    assert_int_equal(b.shared, passes - 1);
    for (int array = 1; array <= LG_GROUPS; array++) {
        const real *x = lg_gradients_array(g, array).data;
        for (int e = 0; e < ELEMENTS + UNUSED; e++)
            if (x[e] != 0) fail_msg("array %d is not zero afterwards", array);
    }
}

/* If there are fewer workers than groups, groups are added early; otherwise they are added at the end. At most one
 * group is slow, and it is in one of the first two passes. If the first group of a pass is slow, all other groups wait
 * for it. */
static void sums_do_not_depend_on_workers(void **state) {
    static const int crews[] = {1, 2, 3, 16}, groups[] = {1, 2, 15, LG_GROUPS};
    static const int passes[] = {1, 2, LG_PASSES_AT_ONCE};
    (void)state;
    lg_gradients g;
    lg_gradients_init(&g, &lg_kernels_ref);
    assert_true(lg_gradients_reserve(&g, (ELEMENTS + UNUSED) * sizeof(real), NULL));
    for (size_t c = 0; c < sizeof crews / sizeof *crews; c++) {
        lg_pool *pool = lg_pool_new(crews[c], NULL);
        assert_non_null(pool);
        for (size_t n = 0; n < sizeof groups / sizeof *groups; n++)
            for (size_t p = 0; p < sizeof passes / sizeof *passes; p++)
                for (int slow = -1; slow < 2 * groups[n] && slow < passes[p] * groups[n]; slow++)
                    run_batch(&g, pool, passes[p], groups[n], slow);
        lg_pool_free(pool);
    }
    lg_gradients_free(&g);
}

/* One worker that adds groups early needs one array besides the sum. If groups are added at the end, each group except
 * the first needs an array. */
static void few_arrays_are_used(void **state) {
    (void)state;
    lg_pool *pool = lg_pool_new(1, NULL);
    lg_gradients g;
    lg_gradients_init(&g, &lg_kernels_ref);
    assert_int_equal(lg_gradients_bytes(&g), 0);
    assert_true(lg_gradients_reserve(&g, (ELEMENTS + UNUSED) * sizeof(real), NULL));
    run_batch(&g, pool, 1, LG_GROUPS, -1);
    assert_int_equal(lg_gradients_bytes(&g), 2 * g.bytes);
    run_batch(&g, pool, LG_PASSES_AT_ONCE, LG_GROUPS, -1);
    assert_int_equal(lg_gradients_bytes(&g), 2 * g.bytes);
    lg_gradients_begin(&g, LG_GROUPS, true);
    lg_gradients_add_pass(&g, LG_GROUPS, ELEMENTS);
    batch b = {.g = &g, .passes = 1, .groups = LG_GROUPS, .empty = true, .slow = -1};
    lg_pool_run(pool, LG_GROUPS, work, &b);
    assert_int_equal(lg_gradients_bytes(&g), LG_GROUPS * g.bytes);
    lg_gradients_free(&g);
    lg_pool_free(pool);
}

/* When longer sequences need larger arrays, the larger sum contains the old one. The other arrays are zero. */
static void arrays_may_grow(void **state) {
    (void)state;
    lg_pool *pool = lg_pool_new(2, NULL);
    lg_gradients g;
    lg_gradients_init(&g, &lg_kernels_ref);
    for (size_t more = 0; more < 400; more += 16) {
        assert_true(lg_gradients_reserve(&g, (ELEMENTS + UNUSED + more) * sizeof(real), NULL));
        run_batch(&g, pool, 1, LG_GROUPS, -1);
    }
    lg_gradients_free(&g);
    lg_pool_free(pool);
}

/* If arrays for long sequences cannot be allocated, the arrays for shorter sequences remain. */
static void short_sequences_keep_their_arrays(void **state) {
    (void)state;
    if (!CAN_REFUSE) skip();
    lg_error err = {0};
    lg_pool *pool = lg_pool_new(2, NULL);
    lg_gradients g;
    lg_gradients_init(&g, &lg_kernels_ref);
    assert_true(lg_gradients_reserve(&g, (ELEMENTS + UNUSED) * sizeof(real), NULL));
    left = 0;
    assert_false(lg_gradients_reserve(&g, 9 * (ELEMENTS + UNUSED) * sizeof(real), &err));
    left = -1;
    assert_non_null(strstr(err.text, "of gradients"));
    assert_int_equal(g.bytes, 0);
    assert_true(lg_gradients_reserve(&g, (ELEMENTS + UNUSED) * sizeof(real), NULL));
    run_batch(&g, pool, 1, LG_GROUPS, -1);
    lg_gradients_free(&g);
    lg_pool_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_do_not_depend_on_workers),
        cmocka_unit_test(few_arrays_are_used),
        cmocka_unit_test(arrays_may_grow),
        cmocka_unit_test(short_sequences_keep_their_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
