/* test_curriculum.c: compares the lengths n that curricula choose with their promised distributions. If nothing is
 * drawn, counts must be exact; otherwise the test is chi-square with fixed keys. */
#include "samples.h"

#include <math.h>
#include <string.h>

#include "config/values.h"
#include "data/curriculum.h"

#define SEED 3

static lg_key key_of(int64_t step) {
    return lg_key_fold(lg_key_fold(lg_key_root(SEED), LG_KEY_LENGTH), (uint64_t)step);
}

static const lg_curriculum *find(const char *name) {
    const lg_curriculum *c = lg_curriculum_find(name);
    assert_non_null(c);
    return c;
}

static lg_values *defaults(const lg_curriculum *c) {
    lg_values *v = lg_values_new();
    assert_non_null(v);
    lg_values_add(v, c->options);
    return v;
}

static int length_of(const lg_curriculum *c, const lg_values *v, int64_t key, int64_t step) {
    const lg_own own = lg_own_read((const lg_entry *)c, v);
    return c->length(&own, key_of(key), step);
}

static int longest_of(const lg_curriculum *c, const lg_values *v, int64_t steps) {
    const lg_own own = lg_own_read((const lg_entry *)c, v);
    return c->longest(&own, steps);
}

static bool draws(const lg_curriculum *c, const lg_values *v, int length, int64_t steps) {
    const lg_own own = lg_own_read((const lg_entry *)c, v);
    return c->draws(&own, length, steps);
}

static void set(lg_values *v, const char *name, const char *text) {
    lg_error err = {0};
    if (!lg_values_set(v, name, text, &err)) fail_msg("%s", err.text);
}

static void entries_are_complete(void **state) {
    (void)state;
    for (const lg_curriculum *const *c = lg_curriculums; *c; c++) {
        assert_ptr_equal(lg_curriculum_find((*c)->name), *c);
        assert_true((*c)->summary[0] && (*c)->formula[0] && (*c)->source[0]);
        lg_values *v = defaults(*c);
        assert_false(draws(*c, v, longest_of(*c, v, 1000) + 1, 1000));
        for (int64_t step = 0; step < 1000; step++) {
            const int n = length_of(*c, v, step, step);
            assert_true(n >= 1 && n <= longest_of(*c, v, 1000) && draws(*c, v, n, 1000));
            assert_int_equal(n, length_of(*c, v, step, step));
        }
        lg_values_free(v);
    }
    assert_null(lg_curriculum_find("no_such_curriculum"));
}

static void count(const lg_curriculum *c, const lg_values *v, int steps, int *counts, int size) {
    for (int64_t step = 0; step < steps; step++) {
        const int n = length_of(c, v, step, step);
        assert_in_range(n, 0, size - 1);
        counts[n]++;
    }
}

static void uniform_is_uniform(void **state) {
    (void)state;
    const lg_curriculum *c = find("uniform");
    lg_values *v = defaults(c);
    int counts[41] = {0};
    count(c, v, 20000, counts, 41);
    assert_uniform(counts + 1, 40);
    assert_int_equal(counts[0], 0);
    assert_int_equal(longest_of(c, v, 1), 40);
    set(v, "curriculum.lengths", "10,30,20");
    for (int n = 1; n <= 31; n++) assert_int_equal(draws(c, v, n, 1), n == 10 || n == 20 || n == 30);
    int chosen[31] = {0};
    count(c, v, 9000, chosen, 31);
    assert_uniform((int[]){chosen[10], chosen[20], chosen[30]}, 3);
    assert_int_equal(chosen[10] + chosen[20] + chosen[30], 9000);
    assert_int_equal(longest_of(c, v, 1), 30);
    lg_values_free(v);
}

static void fixed_is_fixed(void **state) {
    (void)state;
    const lg_curriculum *c = find("fixed");
    lg_values *v = defaults(c);
    assert_int_equal(length_of(c, v, 7, 7), 40);
    set(v, "curriculum.length", "17");
    assert_int_equal(length_of(c, v, 7, 7), 17);
    assert_int_equal(longest_of(c, v, 1000000), 17);
    for (int n = 1; n <= 40; n++) assert_int_equal(draws(c, v, n, 1000000), n == 17);
    lg_values_free(v);
}

static void exponential_with(const char *tau_text, double tau) {
    const lg_curriculum *c = find("reverse_exponential");
    lg_values *v = defaults(c);
    set(v, "curriculum.lengths", "1..12");
    set(v, "curriculum.tau", tau_text);
    int counts[13] = {0};
    double p[12];
    for (int i = 0; i < 12; i++) p[i] = pow(tau, i + 1);
    count(c, v, 20000, counts, 13);
    assert_distribution(counts + 1, p, 12);
    assert_int_equal(longest_of(c, v, 1), 12);
    lg_values_free(v);
}

static void exponential_follows_its_weights(void **state) {
    (void)state;
    exponential_with("1.3", 1.3);
    exponential_with("1", 1);
    exponential_with("0.8", 0.8);
}

/* Asserts the frequency of the most likely length, for lengths n so large that tau^n would overflow or underflow. */
static void far_exponential(const char *tau, int favourite, double p) {
    const lg_curriculum *c = find("reverse_exponential");
    lg_values *v = defaults(c);
    set(v, "curriculum.lengths", "3000..5000");
    set(v, "curriculum.tau", tau);
    int hits = 0;
    for (int64_t step = 0; step < 1000; step++) hits += length_of(c, v, step, step) == favourite;
    assert_frequency(hits, 1000, p);
    lg_values_free(v);
}

static void exponential_stays_finite(void **state) {
    (void)state;
    far_exponential("1.5", 5000, 1 / 3.0);
    far_exponential("0.5", 3000, 1 / 2.0);
    far_exponential("1000", 5000, 0.999);
    far_exponential("0.001", 3000, 0.999);
}

static lg_values *increase_by_5_every_10_from_3(const char *all) {
    lg_values *v = defaults(find("regular_increase"));
    set(v, "curriculum.initial", "3");
    set(v, "curriculum.every", "10");
    set(v, "curriculum.amount", "5");
    set(v, "curriculum.all_lengths", all);
    return v;
}

static void increase_is_a_staircase(void **state) {
    (void)state;
    const lg_curriculum *c = find("regular_increase");
    lg_values *v = increase_by_5_every_10_from_3("false");
    int longest = 0;
    for (int64_t step = 0; step < 100; step++) {
        const int n = length_of(c, v, step, step);
        assert_int_equal(n, 3 + 5 * (step / 10));
        if (n > longest) longest = n;
        assert_int_equal(longest_of(c, v, step + 1), longest);
    }
    for (int n = 1; n <= 30; n++) assert_int_equal(draws(c, v, n, 41), n >= 3 && n <= 23 && (n - 3) % 5 == 0);
    set(v, "curriculum.amount", "0");
    for (int n = 1; n <= 30; n++) assert_int_equal(draws(c, v, n, 41), n == 3);
    lg_values_free(v);
}

static void increase_comes_back_to_all_lengths(void **state) {
    (void)state;
    const lg_curriculum *c = find("regular_increase");
    lg_values *v = increase_by_5_every_10_from_3("true");
    int counts[4] = {0};
    for (int i = 0; i < 8000; i++) {
        const int n = length_of(c, v, i, 39); /* the last step before the fourth rise */
        assert_true((n - 3) % 5 == 0 && n >= 3 && n <= 18);
        counts[(n - 3) / 5]++;
    }
    assert_uniform(counts, 4);
    assert_int_equal(longest_of(c, v, 40), 18);
    assert_int_equal(longest_of(c, v, 41), 23);
    lg_values_free(v);
}

static void increase_ends_somewhere(void **state) {
    (void)state;
    const lg_curriculum *c = find("regular_increase");
    lg_values *v = increase_by_5_every_10_from_3("false");
    assert_int_equal(length_of(c, v, 0, INT64_MAX), LG_LENGTH_MAX);
    assert_int_equal(longest_of(c, v, INT64_MAX), LG_LENGTH_MAX);
    assert_int_equal(length_of(c, v, 0, 10 * 19999), 3 + 5 * 19999);
    assert_int_equal(length_of(c, v, 0, 10 * 20000), LG_LENGTH_MAX);
    set(v, "curriculum.amount", "0");
    assert_int_equal(length_of(c, v, 0, INT64_MAX), 3);
    lg_values_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_complete),
        cmocka_unit_test(uniform_is_uniform),
        cmocka_unit_test(fixed_is_fixed),
        cmocka_unit_test(exponential_follows_its_weights),
        cmocka_unit_test(exponential_stays_finite),
        cmocka_unit_test(increase_is_a_staircase),
        cmocka_unit_test(increase_comes_back_to_all_lengths),
        cmocka_unit_test(increase_ends_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
