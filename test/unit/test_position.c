/* test_position.c: position sources, draw by draw. The rule of each is separated from chance by keys that are known to
 * draw the numbers of a worked example; the law of the draws is counted, exactly where the range is small. */
#include "samples.h"

#include <math.h>
#include <string.h>

#include "nn/position.h"

enum { MOST = 64 };

static lg_values *values_of(const lg_position_sampler *s, const char *L, const char *both_sides) {
    lg_values *v = lg_values_new();
    lg_error err = {0};
    lg_values_add(v, s->options);
    lg_values_set(v, "positions.L", L, &err);
    if (both_sides) lg_values_set(v, "positions.both_sides", both_sides, &err);
    if (err.code) fail_msg("%s", err.text);
    return v;
}

static const lg_position_sampler *find(const char *name) {
    const lg_position_sampler *s = lg_position_sampler_find(name);
    assert_non_null(s);
    return s;
}

static lg_key key_of(int i) {
    return lg_key_fold(lg_key_root(11), (uint64_t)i);
}

/* The first key under which the subset of `count` numbers below L is the wanted one. */
static lg_key key_drawing(int L, int count, const double *wanted) {
    double x[MOST];
    for (int i = 0; i < 1000000; i++) {
        lg_sorted_subset(key_of(i), L, count, x);
        if (!memcmp(x, wanted, sizeof *x * (size_t)count)) return key_of(i);
    }
    fail_msg("no key draws these %d of %d", count, L);
    return key_of(0);
}

static void expect(const char *what, const double *got, const double *want, int count) {
    for (int i = 0; i < count; i++)
        if (got[i] != want[i]) fail_msg("%s: number %d is %g, want %g", what, i, got[i], want[i]);
}

/* ---- rules ---- */

static void standard_counts(void **state) {
    (void)state;
    double x[7];
    find("standard")->positions(NULL, key_of(0), 4, x);
    expect("positions", x, (double[]){0, 1, 2, 3}, 4);
    find("standard")->distances(NULL, key_of(0), 4, false, x);
    expect("distances", x, (double[]){-3, -2, -1, 0, 1, 2, 3}, 7);
    assert_false(find("standard")->random);
    assert_null(find("standard")->limit);
}

/* r = 3, 7, 12 out of {1..15}. */
static void distances_mirror_the_draw(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    lg_values *v = values_of(s, "16", "false");
    const lg_key key = key_drawing(15, 3, (double[]){2, 6, 11});
    for (int spare = 0; spare < 2; spare++) {
        double d[7];
        s->distances(v, key, 4, spare, d);
        expect("distances", d, (double[]){-12, -7, -3, 0, 3, 7, 12}, 7);
    }
    lg_values_free(v);
}

static void positions_are_the_draw(void **state) {
    (void)state;
    static const char *const names[] = {"randomized", "unsorted"};
    for (int i = 0; i < 2; i++) {
        const lg_position_sampler *s = find(names[i]);
        lg_values *v = values_of(s, "16", NULL);
        double p[4], sum = 0, product = 1;
        s->positions(v, key_drawing(16, 4, (double[]){0, 3, 7, 15}), 4, p);
        if (i == 0) expect("positions", p, (double[]){0, 3, 7, 15}, 4);
        for (int t = 0; t < 4; t++) sum += p[t], product *= p[t] + 1;
        assert_true(sum == 25 && product == 512);
        lg_values_free(v);
    }
}

/* The same draw as the released program reads it: rows L - r on the left, the last row for all others. */
static void released_clamps(void **state) {
    (void)state;
    const lg_position_sampler *s = find("released");
    lg_values *v = values_of(s, "16", NULL);
    double d[7];
    s->distances(v, key_drawing(15, 3, (double[]){2, 6, 11}), 4, false, d);
    expect("rows", d, (double[]){4, 9, 13, 15, 15, 15, 15}, 7);
    assert_null(s->positions);
    lg_values_free(v);
}

/* As many tokens as there are positions: nothing is left to chance, and nothing is out of range. */
static void full_ranges_are_drawn_whole(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    for (int both = 0; both < 2; both++)
        for (int spare = 0; spare < 2; spare++) {
            lg_values *v = values_of(s, "5", both ? "true" : "false");
            double x[9];
            s->positions(v, key_of(1), 5, x);
            expect("positions", x, (double[]){0, 1, 2, 3, 4}, 5);
            s->distances(v, key_of(1), 5, spare, x);
            expect("distances", x, (double[]){-4, -3, -2, -1, 0, 1, 2, 3, 4}, 9);
            s->distances(v, key_of(1), 1, spare, x);
            expect("distance of one token", x, (double[]){0}, 1);
            assert_int_equal(s->limit(v), 5);
            lg_values_free(v);
        }
}

/* ---- two sides ---- */

/* Left and right of 2 tokens with L = 4: with a spare value the left side is the nearer of two out of {1,2,3}, without
 * one it is any of them. The right side is any, and knows nothing of the left. */
static void sides_are_drawn_apart(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    lg_values *v = values_of(s, "4", "true");
    for (int spare = 0; spare < 2; spare++) {
        int pairs[9] = {0}; /* (left, right) */
        for (int i = 0; i < 9000; i++) {
            double d[3];
            s->distances(v, key_of(i), 2, spare, d);
            assert_true(d[0] >= -3 && d[0] <= -1 && d[1] == 0 && d[2] >= 1 && d[2] <= 3);
            pairs[3 * (-(int)d[0] - 1) + (int)d[2] - 1]++;
        }
        if (spare) {
            assert_law(pairs, (double[]){2, 2, 2, 1, 1, 1}, 6);
            assert_int_equal(pairs[6] + pairs[7] + pairs[8], 0);
        } else {
            assert_uniform(pairs, 9);
        }
    }
    lg_values_free(v);
}

/* The value to spare is the farthest: with a range of exactly as many numbers, the others are all there, nearest to the
 * query first, and it is lost. */
static void the_spare_value_is_the_farthest(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    lg_values *v = values_of(s, "6", "true"); /* {1..5} for the left side of 5 tokens: four and one to spare */
    int farthest[6] = {0};
    for (int i = 0; i < 500; i++) {
        double d[9];
        s->distances(v, key_of(i), 5, true, d);
        expect("left side", d, (double[]){-4, -3, -2, -1, 0}, 5);
        for (int j = 5; j < 9; j++) assert_true(d[j] > d[j - 1]);
        s->distances(v, key_of(i), 5, false, d);
        for (int j = 1; j < 5; j++) assert_true(d[j] > d[j - 1]);
        farthest[-(int)d[0]]++;
    }
    assert_law(farthest + 4, (double[]){1, 4}, 2); /* 4 is the farthest of one of five draws */
    lg_values_free(v);
}

static void one_side_is_the_default(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    lg_values *v = values_of(s, "50", NULL);
    for (int i = 0; i < 100; i++) {
        double d[19];
        s->distances(v, key_of(i), 10, true, d);
        for (int j = 0; j < 10; j++) assert_true(d[9 + j] == -d[9 - j]);
    }
    lg_values_free(v);
}

/* ---- laws ---- */

/* Index of the subset among those of three bits out of five. */
static void subsets_are_uniform(void **state) {
    (void)state;
    int counts[64] = {0}, kinds = 0, used[10];
    for (int i = 0; i < 10000; i++) {
        double x[3];
        lg_sorted_subset(key_of(i), 5, 3, x);
        assert_true(0 <= x[0] && x[0] < x[1] && x[1] < x[2] && x[2] < 5);
        counts[1 << (int)x[0] | 1 << (int)x[1] | 1 << (int)x[2]]++;
    }
    for (int i = 0; i < 64; i++)
        if (counts[i]) {
            assert_true(kinds < 10);
            used[kinds++] = counts[i];
        }
    assert_int_equal(kinds, 10);
    assert_uniform(used, 10);
}

/* The study's range: means of the first, middle and last of T order statistics are (L+1) k / (T+1) - 1. */
static void large_subsets_are_spread_evenly(void **state) {
    (void)state;
    enum { L = 2048, T = 40, DRAWS = 2000 };
    static const int ranks[] = {1, 20, 40};
    double sum[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        double x[T];
        lg_sorted_subset(key_of(i), L, T, x);
        for (int j = 0; j < 3; j++) sum[j] += x[ranks[j] - 1];
    }
    for (int j = 0; j < 3; j++) {
        const double share = (double)ranks[j] / (T + 1), want = (L + 1) * share - 1;
        const double deviation = L * sqrt(share * (1 - share) / (T + 2) / DRAWS);
        if (fabs(sum[j] / DRAWS - want) > 4 * deviation)
            fail_msg("number %d of %d has mean %g, want %g", ranks[j], T, sum[j] / DRAWS, want);
    }
}

/* All 12 ways to give two tokens different numbers of {0..3} are equally likely: order is lost. */
static void unsorted_is_an_injection(void **state) {
    (void)state;
    const lg_position_sampler *s = find("unsorted");
    lg_values *v = values_of(s, "4", NULL);
    int counts[16] = {0}, ways[12], kinds = 0;
    for (int i = 0; i < 12000; i++) {
        double p[2];
        s->positions(v, key_of(i), 2, p);
        counts[4 * (int)p[0] + (int)p[1]]++;
    }
    for (int i = 0; i < 16; i++)
        if (i % 5)
            ways[kinds++] = counts[i];
        else
            assert_int_equal(counts[i], 0);
    assert_uniform(ways, 12);
    assert_null(s->distances);
    lg_values_free(v);
}

/* A draw depends on nothing but its key. */
static void draws_are_functions_of_the_key(void **state) {
    (void)state;
    for (const lg_position_sampler *const *s = lg_positions; *s; s++) {
        if (!(*s)->random) continue;
        lg_values *v = values_of(*s, "2048", NULL);
        int same = 0;
        for (int i = 0; i < 50; i++) {
            double a[2 * MOST] = {0}, b[2 * MOST] = {7}, c[2 * MOST] = {0};
            const size_t bytes = sizeof *a * ((*s)->positions ? 30 : 59);
            double *const to[] = {a, b, c};
            for (int j = 0; j < 3; j++) {
                if ((*s)->positions)
                    (*s)->positions(v, key_of(j == 2 ? i + 1 : i), 30, to[j]);
                else
                    (*s)->distances(v, key_of(j == 2 ? i + 1 : i), 30, false, to[j]);
            }
            assert_memory_equal(a, b, bytes);
            same += !memcmp(a, c, bytes);
        }
        assert_int_equal(same, 0);
        lg_values_free(v);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_counts),
        cmocka_unit_test(distances_mirror_the_draw),
        cmocka_unit_test(positions_are_the_draw),
        cmocka_unit_test(released_clamps),
        cmocka_unit_test(full_ranges_are_drawn_whole),
        cmocka_unit_test(sides_are_drawn_apart),
        cmocka_unit_test(the_spare_value_is_the_farthest),
        cmocka_unit_test(one_side_is_the_default),
        cmocka_unit_test(subsets_are_uniform),
        cmocka_unit_test(large_subsets_are_spread_evenly),
        cmocka_unit_test(unsorted_is_an_injection),
        cmocka_unit_test(draws_are_functions_of_the_key),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("positions", tests, NULL, NULL);
}
