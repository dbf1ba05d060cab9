/* test_group_sums.c: gradients of groups come to the same sum, bit for bit, whichever worker has which group, however
 * long it takes, and whenever they are added. Run it under ThreadSanitizer too. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "alloc_fail_after.h"
#include "base/pool.h"
#include "train/gradients.h"

enum { ELEMENTS = 1003, UNUSED = 21, STRETCH = 100 };

typedef struct batch {
    lg_gradients *g;
    int slow;            /* this group takes its time */
    int seen[LG_GROUPS]; /* numbers that were not zero at the beginning */
} batch;

/* Terms of all sizes, so that the order of a sum shows in its last bits. */
static real term(int group, int e) {
    return (real)ldexp(sin(1 + 7.0 * group + e), (group * 5 + e) % 20);
}

static void work(void *task, int group, int worker) {
    batch *b = task;
    (void)worker;
    const int array = lg_gradients_acquire(b->g, group);
    real *x = lg_gradients_array(b->g, array).data;
    for (int e = 0; e < ELEMENTS; e++) b->seen[group] += x[e] != 0;
    if (group == b->slow) nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    for (int e = 0; e < ELEMENTS; e++) x[e] += term(group, e);
    lg_gradients_release(b->g, group);
}

static void rest(void *task, int stretch, int worker) {
    const batch *b = task;
    const int first = stretch * STRETCH, mine = ELEMENTS - first;
    (void)worker;
    lg_gradients_add_rest(b->g, (size_t)first, (size_t)(mine < STRETCH ? mine : STRETCH));
}

static void run_batch(lg_gradients *g, lg_pool *pool, int groups, int slow) {
    batch b = {.g = g, .slow = slow};
    lg_gradients_clear(g, 0, ELEMENTS);
    lg_gradients_begin(g, groups, ELEMENTS, lg_pool_threads(pool));
    lg_pool_run(pool, groups, work, &b);
    lg_pool_run(pool, (ELEMENTS + STRETCH - 1) / STRETCH, rest, &b);
    const real *sum = lg_gradients_array(g, 0).data;
    for (int e = 0; e < ELEMENTS; e++) {
        real want = 0;
        for (int group = 0; group < groups; group++) want += term(group, e);
        if (memcmp(&want, &sum[e], sizeof want) != 0)
            fail_msg("%d groups, %d slow: element %d is %.9g, not %.9g", groups, slow, e, (double)sum[e], (double)want);
    }
    for (int group = 0; group < groups; group++) assert_int_equal(b.seen[group], 0);
    for (int array = 1; array < LG_GROUPS; array++) {
        const real *x = lg_gradients_array(g, array).data;
        for (int e = 0; e < ELEMENTS + UNUSED; e++)
            if (x[e] != 0) fail_msg("array %d is not zero afterwards", array);
    }
}

/* Crews smaller than the number of groups add early, others at the end. Each group in turn is the slow one; behind the
 * first one all others pile up. */
static void sums_do_not_depend_on_workers(void **state) {
    static const int crews[] = {1, 2, 3, 16}, groups[] = {1, 2, 15, LG_GROUPS};
    (void)state;
    lg_gradients g;
    lg_gradients_init(&g, &lg_kernels_ref);
    assert_true(lg_gradients_reserve(&g, (ELEMENTS + UNUSED) * sizeof(real), NULL));
    for (size_t c = 0; c < sizeof crews / sizeof *crews; c++) {
        lg_pool *pool = lg_pool_new(crews[c], NULL);
        assert_non_null(pool);
        for (size_t n = 0; n < sizeof groups / sizeof *groups; n++)
            for (int slow = -1; slow < groups[n]; slow++) run_batch(&g, pool, groups[n], slow);
        lg_pool_free(pool);
    }
    lg_gradients_free(&g);
}

/* One worker that adds early needs one array beside the sum; where all is added at the end, each group but the first
 * needs one. */
static void few_arrays_are_used(void **state) {
    (void)state;
    lg_pool *pool = lg_pool_new(1, NULL);
    lg_gradients g;
    lg_gradients_init(&g, &lg_kernels_ref);
    assert_int_equal(lg_gradients_bytes(&g), 0);
    assert_true(lg_gradients_reserve(&g, (ELEMENTS + UNUSED) * sizeof(real), NULL));
    run_batch(&g, pool, LG_GROUPS, -1);
    assert_int_equal(lg_gradients_bytes(&g), 2 * g.bytes);
    lg_gradients_begin(&g, LG_GROUPS, ELEMENTS, LG_GROUPS);
    batch b = {.g = &g, .slow = -1};
    lg_pool_run(pool, LG_GROUPS, work, &b);
    assert_int_equal(lg_gradients_bytes(&g), LG_GROUPS * g.bytes);
    lg_gradients_free(&g);
    lg_pool_free(pool);
}

/* Room for longer sequences: what was the sum lies within the larger sum, and the arrays are zeros. */
static void arrays_may_grow(void **state) {
    (void)state;
    lg_pool *pool = lg_pool_new(2, NULL);
    lg_gradients g;
    lg_gradients_init(&g, &lg_kernels_ref);
    for (size_t more = 0; more < 400; more += 16) {
        assert_true(lg_gradients_reserve(&g, (ELEMENTS + UNUSED + more) * sizeof(real), NULL));
        run_batch(&g, pool, LG_GROUPS, -1);
    }
    lg_gradients_free(&g);
    lg_pool_free(pool);
}

/* Sequences that are too long for the memory do not spoil it for shorter ones. */
static void too_much_is_forgotten(void **state) {
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
    run_batch(&g, pool, LG_GROUPS, -1);
    lg_gradients_free(&g);
    lg_pool_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_do_not_depend_on_workers),
        cmocka_unit_test(few_arrays_are_used),
        cmocka_unit_test(arrays_may_grow),
        cmocka_unit_test(too_much_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
