/* test_schedule.c: learning rates of some steps, compared with values computed by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/option.h"
#include "config/values.h"
#include "nn/model/model.h"
#include "train/schedule.h"
#include "train/train.h"

typedef struct known {
    int64_t step;
    double factor;
} known;

/* Asserts the factors of the learning rate at some of the steps 1..steps. In the list of known factors, step 0 marks
 * the end. */
static void expect(const char *name, const char *warmup, const char *floor, int64_t steps, const known *k) {
    const lg_schedule *s = lg_schedule_find(name);
    lg_values *v = lg_values_new();
    lg_error err = {0};
    assert_non_null(s);
    lg_values_add(v, s->options);
    lg_values_add(v, lg_train_options);
    lg_values_set(v, "train.lr", "1", &err);
    if (warmup) lg_values_set(v, "schedule.warmup", warmup, &err);
    if (floor) lg_values_set(v, "schedule.floor", floor, &err);
    if (err.code) fail_msg("%s", err.text);
    const lg_chosen_schedule c = {s, lg_own_read((const lg_entry *)s, v)};
    lg_arena *arena = lg_arena_new();
    lg_open_schedule open;
    if (!lg_schedule_open(&c, 64, steps, arena, &open, &err)) fail_msg("%s", err.text);
    for (; k->step; k++) {
        const double got = lg_schedule_rate(&c, &open, 1, 64, k->step, steps);
        if (!(fabs(got - k->factor) < 1e-12))
            fail_msg("%s, warm-up %s: step %d of %d: %.15g, want %.15g", name, warmup ? warmup : "none", (int)k->step,
                     (int)steps, got, k->factor);
    }
    lg_arena_free(arena);
    lg_values_free(v);
}

static void constant_stays(void **state) {
    (void)state;
    expect("constant", NULL, NULL, 10, (known[]){{1, 1}, {2, 1}, {10, 1}, {0}});
    expect("constant", "4", NULL, 10, (known[]){{1, 0.25}, {2, 0.5}, {3, 0.75}, {4, 1}, {5, 1}, {10, 1}, {0}});
    expect("constant", "20", NULL, 10, (known[]){{1, 0.05}, {10, 0.5}, {0}}); /* the warm-up is longer than the run */
}

/* With twelve steps, the angles of the cosine are 0, 15, ..., 165 degrees. */
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

/* Asserts learning rates that were published or computed by hand, up to a relative error of `slack`. Settings are
 * "key=value key=value". */
static void expect_rates(const char *name, const char *settings, double slack, int64_t steps, const known *k) {
    const lg_schedule *s = lg_schedule_find(name);
    lg_values *v = lg_values_new();
    lg_error err = {0};
    char copy[300], *rest = copy, *word;
    const lg_option *const tables[] = {s->options, lg_train_options, lg_model_options};
    for (int i = 0; i < 3; i++) lg_values_add(v, tables[i]);
    snprintf(copy, sizeof copy, "%s", settings);
    while ((word = strsep(&rest, " "))) {
        char *value = strchr(word, '=');
        *value = '\0';
        lg_values_set(v, word, value + 1, &err);
    }
    const lg_chosen_schedule c = {s, lg_own_read((const lg_entry *)s, v)};
    const int width = (int)lg_int(v, "model.width");
    lg_arena *arena = lg_arena_new();
    lg_open_schedule open;
    if (err.code || !lg_schedule_check(&c, &err) || !lg_schedule_open(&c, width, steps, arena, &open, &err))
        fail_msg("%s", err.text);
    for (; k->step; k++) {
        const double got = lg_schedule_rate(&c, &open, lg_real(v, "train.lr"), width, k->step, steps);
        if (!(fabs(got - k->factor) <= slack * k->factor))
            fail_msg("%s, %s: step %d: %.15g, want %.15g", name, settings, (int)k->step, got, k->factor);
    }
    lg_arena_free(arena);
    lg_values_free(v);
}

static void warm_ups_may_begin_above_zero(void **state) {
    (void)state;
    expect_rates("inverse_sqrt", "train.lr=0.001 schedule.warmup=4000", 1e-12, 100000,
                 (known[]){{1000, 2.5e-4}, {4000, 1e-3}, {16000, 5e-4}, {100000, 2e-4}, {0}});
    expect_rates("inverse_sqrt", "train.lr=0.001 schedule.warmup=4000 schedule.warmup_from=1e-07", 1e-12, 100000,
                 (known[]){{1, 3.49975e-07}, {1000, 2.50075e-4}, {4000, 1e-3}, {16000, 5e-4}, {0}});
    expect_rates("constant", "train.lr=0.5 schedule.warmup=4 schedule.warmup_from=0.1", 1e-12, 10,
                 (known[]){{1, 0.2}, {2, 0.3}, {4, 0.5}, {9, 0.5}, {0}});
}

static void noam_is_inverse_sqrt_with_a_peak_of_its_own(void **state) {
    (void)state;
    const char *usual = "train.lr=1 model.width=512 schedule.warmup=4000";
    expect_rates("noam", usual, 1e-6, 1, (known[]){{4000, 6.98771e-4}, {16000, 3.493856e-4}, {1000, 1.746928e-4}, {0}});
    expect_rates("noam", usual, 1e-12, 1, (known[]){{1, 1 / (sqrt(512) * 4000 * sqrt(4000))}, {0}});
    expect_rates("noam", "train.lr=2 model.width=64 schedule.warmup=0", 1e-12, 1,
                 (known[]){{1, 0.25}, {4, 0.125}, {0}});
}

static void t_fixup_falls_from_the_first_step(void **state) {
    (void)state;
    expect_rates("t_fixup", "train.lr=0.0005", 1e-6, 1,
                 (known[]){{1, 4.999375e-4}, {4000, 3.535534e-4}, {16000, 2.236068e-4}, {0}});
    expect_rates("t_fixup", "train.lr=1 schedule.delay=3 schedule.warmup=2", 1e-12, 1,
                 (known[]){{1, 0.5}, {2, 1}, {3, sqrt(0.75)}, {11, 0.5}, {0}});
}

/* After schedule.end the rate stays at the floor. With schedule.floor_at=last, the last step of the schedule is already
 * at the floor. */
static void floors_are_reached_and_kept(void **state) {
    (void)state;
    const char *cosine = "train.lr=0.001 schedule.floor=0.1 schedule.warmup=100 schedule.floor_at=last";
    char ended[200];
    snprintf(ended, sizeof ended, "%s schedule.end=1000", cosine);
    const known published[] = {{325, 8.681981e-4}, {550, 5.5e-4}, {0}};
    expect_rates("cosine", cosine, 1e-7, 1000, published);
    expect_rates("cosine", ended, 1e-7, 5000, published);
    expect_rates("cosine", ended, 1e-12, 5000, (known[]){{100, 1e-3}, {1000, 1e-4}, {1001, 1e-4}, {5000, 1e-4}, {0}});
    expect_rates("linear", "train.lr=1 schedule.floor=0.2 schedule.end=8 schedule.warmup=4", 1e-12, 100,
                 (known[]){{4, 1}, {5, 1}, {6, 0.8}, {8, 0.4}, {9, 0.2}, {100, 0.2}, {0}});
    expect_rates("linear", "train.lr=1 schedule.floor_at=last", 1e-12, 4, (known[]){{1, 0.75}, {3, 0.25}, {4, 0}, {0}});
}

static void an_end_is_after_the_warm_up(void **state) {
    (void)state;
    lg_values *v = lg_values_new();
    lg_error err = {0};
    const lg_schedule *s = lg_schedule_find("cosine");
    lg_values_add(v, s->options);
    lg_values_set(v, "schedule.warmup", "10", &err);
    lg_values_set(v, "schedule.end", "10", &err);
    assert_false(lg_schedule_check(&(lg_chosen_schedule){s, lg_own_read((const lg_entry *)s, v)}, &err));
    assert_non_null(strstr(err.text, "schedule.end: 10 is not after the 10 steps of schedule.warmup"));
    lg_values_free(v);
}

static void every_schedule_is_tested(void **state) {
    (void)state;
    int count = 0;
    for (const lg_schedule *const *s = lg_schedules; *s; s++) {
        assert_ptr_equal(lg_schedule_find((*s)->name), *s);
        count += !(*s)->experimental;
    }
    assert_int_equal(count, 7);
    assert_null(lg_schedule_find("no_such_schedule"));
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_stays),
        cmocka_unit_test(cosine_falls),
        cmocka_unit_test(inverse_sqrt_falls),
        cmocka_unit_test(linear_falls),
        cmocka_unit_test(every_schedule_is_tested),
        cmocka_unit_test(warm_ups_may_begin_above_zero),
        cmocka_unit_test(noam_is_inverse_sqrt_with_a_peak_of_its_own),
        cmocka_unit_test(t_fixup_falls_from_the_first_step),
        cmocka_unit_test(floors_are_reached_and_kept),
        cmocka_unit_test(an_end_is_after_the_warm_up),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("schedules", tests, NULL, NULL);
}
