/* test_schedule.c: learning rates at steps for which they were worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/option.h"
#include "train/schedule.h"

typedef struct known {
    int64_t step;
    double factor;
} known;

/* Factors of some of the steps 1..steps; the last has step 0. */
static void expect(const char *name, const char *warmup, const char *floor, int64_t steps, const known *k) {
    const lg_schedule *s = lg_schedule_find(name);
    lg_values *v = lg_values_new();
    lg_error err = {0};
    assert_non_null(s);
    lg_values_add(v, s->options);
    if (warmup) lg_values_set(v, "schedule.warmup", warmup, &err);
    if (floor) lg_values_set(v, "schedule.floor", floor, &err);
    if (err.code) fail_msg("%s", err.text);
    for (; k->step; k++) {
        const double got = lg_schedule_factor(s, v, k->step, steps);
        if (!(fabs(got - k->factor) < 1e-12))
            fail_msg("%s, warm-up %s: step %d of %d: %.15g, want %.15g", name, warmup ? warmup : "none", (int)k->step,
                     (int)steps, got, k->factor);
    }
    lg_values_free(v);
}

static void constant_stays(void **state) {
    (void)state;
    expect("constant", NULL, NULL, 10, (known[]){{1, 1}, {2, 1}, {10, 1}, {0}});
    expect("constant", "4", NULL, 10, (known[]){{1, 0.25}, {2, 0.5}, {3, 0.75}, {4, 1}, {5, 1}, {10, 1}, {0}});
    expect("constant", "20", NULL, 10, (known[]){{1, 0.05}, {10, 0.5}, {0}}); /* the warm-up is longer than the run */
}

/* Twelve steps are at angles of 0, 15, ..., 165 degrees. */
static void cosine_falls(void **state) {
    (void)state;
    expect("cosine", NULL, NULL, 12,
           (known[]){{1, 1}, {5, 0.75}, {7, 0.5}, {9, 0.25}, {12, 0.017037086855465844}, {0}});
    expect("cosine", NULL, "0.2", 12, (known[]){{1, 1}, {5, 0.8}, {7, 0.6}, {9, 0.4}, {0}});
    expect("cosine", "2", NULL, 14, (known[]){{1, 0.5}, {2, 1}, {3, 1}, {7, 0.75}, {9, 0.5}, {11, 0.25}, {0}});
    expect("cosine", "4", "0.5", 10, (known[]){{1, 0.25}, {4, 1}, {5, 1}, {7, 0.875}, {8, 0.75}, {9, 0.625}, {0}});
}

static void inverse_sqrt_falls(void **state) {
    (void)state;
    expect("inverse_sqrt", NULL, NULL, 100, (known[]){{1, 1}, {4, 0.5}, {25, 0.2}, {100, 0.1}, {0}});
    expect("inverse_sqrt", "4", NULL, 100,
           (known[]){{1, 0.25}, {3, 0.75}, {4, 1}, {9, 2 / 3.0}, {16, 0.5}, {100, 0.2}, {0}});
}

static void linear_falls(void **state) {
    (void)state;
    expect("linear", "4", NULL, 14, (known[]){{1, 0.25}, {4, 1}, {5, 1}, {10, 0.5}, {14, 0.1}, {0}});
    expect("linear", NULL, "0.2", 10, (known[]){{1, 1}, {6, 0.6}, {10, 0.28}, {0}});
}

static void every_schedule_is_tested(void **state) {
    (void)state;
    int count = 0;
    for (const lg_schedule *const *s = lg_schedules; *s; s++, count++)
        assert_ptr_equal(lg_schedule_find((*s)->name), *s);
    assert_int_equal(count, 4);
    assert_null(lg_schedule_find("no_such_schedule"));
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_stays),           cmocka_unit_test(cosine_falls),
        cmocka_unit_test(inverse_sqrt_falls),       cmocka_unit_test(linear_falls),
        cmocka_unit_test(every_schedule_is_tested),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("schedules", tests, NULL, NULL);
}
