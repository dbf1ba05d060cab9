/* test_arena.c: objects of an arena are zero, aligned and disjoint. A failure of any allocation is reported and leaves
 * the arena intact. This file includes the source of the arena, so that its calloc can be made to fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int allocations_left = -1; /* allocations that succeed before one fails; negative: no allocation fails */

static void *limited_calloc(size_t n, size_t size) {
    if (allocations_left == 0) return NULL;
    if (allocations_left > 0) allocations_left--;
    return calloc(n, size);
}

#define calloc limited_calloc
#include "base/arena.c"

static void objects_are_zero_aligned_and_apart(void **state) {
    lg_arena *a = lg_arena_new();
    unsigned char *objects[400];
    (void)state;
    for (size_t i = 0; i < 400; i++) {
        const size_t bytes = 1 + i * 37 % 9001;
        objects[i] = lg_arena_alloc(a, bytes);
        assert_non_null(objects[i]);
        assert_int_equal((uintptr_t)objects[i] % LG_ALIGN, 0);
        for (size_t j = 0; j < bytes; j++) assert_int_equal(objects[i][j], 0);
        memset(objects[i], (int)i % 251 + 1, bytes);
    }
    for (size_t i = 0; i < 400; i++)
        for (size_t j = 0; j < 1 + i * 37 % 9001; j++) assert_int_equal(objects[i][j], i % 251 + 1);
    lg_arena_free(a);
}

static void big_objects_leave_room_for_small_ones(void **state) {
    lg_arena *a = lg_arena_new();
    (void)state;
    char *before = lg_arena_alloc(a, 1);
    char *big = lg_arena_alloc(a, (size_t)64 << 20);
    char *after = lg_arena_alloc(a, 1);
    assert_non_null(big);
    big[((size_t)64 << 20) - 1] = 1;
    assert_true(after > before && after - before <= 4 * LG_ALIGN); /* still in the first chunk */
    lg_arena_free(a);
}

static void text_is_printed_whole(void **state) {
    lg_arena *a = lg_arena_new();
    (void)state;
    assert_string_equal(lg_arena_printf(a, "%s.%d", "block", 3), "block.3");
    assert_int_equal(strlen(lg_arena_printf(a, "%9999s", "x")), 9999);
    lg_arena_free(a);
}

static void impossible_sizes_are_refused(void **state) {
    lg_arena *a = lg_arena_new();
    (void)state;
    for (size_t slack = 0; slack < 5000; slack += 61) assert_null(lg_arena_alloc(a, SIZE_MAX - slack));
    assert_non_null(lg_arena_alloc(a, 0));
    lg_arena_free(a);
    lg_arena_free(NULL);
}

/* The number of 3000-byte objects that an arena returns if only `allocations` calls of calloc succeed. */
static int objects_before_failure(int allocations) {
    int objects = 0;
    allocations_left = allocations;
    lg_arena *a = lg_arena_new();
    while (a && objects < 1000 && lg_arena_alloc(a, 3000)) objects++;
    if (a && objects < 1000) {
        assert_null(lg_arena_printf(a, "%9000s", "x"));
        allocations_left = -1;
        assert_non_null(lg_arena_alloc(a, 3000)); /* the arena is intact: it works once there is memory */
    }
    allocations_left = -1;
    lg_arena_free(a);
    return objects;
}

static void each_allocation_may_fail(void **state) {
    int objects = 0, allocations = 0;
    (void)state;
    assert_int_equal(objects_before_failure(0), 0);
    for (; objects < 1000; allocations++) {
        const int before = objects;
        objects = objects_before_failure(allocations);
        assert_true(objects >= before);
    }
    assert_true(allocations > 5);
}

#ifdef POISONING
static void neighbours_are_poisoned(void **state) {
    lg_arena *a = lg_arena_new();
    (void)state;
    for (size_t bytes = 1; bytes < 300; bytes++) {
        char *object = lg_arena_alloc(a, bytes);
        assert_null(__asan_region_is_poisoned(object, bytes));
        for (size_t i = 0; i < LG_ALIGN; i++) assert_true(__asan_address_is_poisoned(object + bytes + i));
    }
    lg_arena_free(a);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_zero_aligned_and_apart),
        cmocka_unit_test(big_objects_leave_room_for_small_ones),
        cmocka_unit_test(text_is_printed_whole),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(each_allocation_may_fail),
#ifdef POISONING
        cmocka_unit_test(neighbours_are_poisoned),
#endif
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
