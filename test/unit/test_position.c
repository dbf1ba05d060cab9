/* test_position.c: position samplers, draw by draw. To test the rule of a sampler, the test searches keys that draw the
 * numbers of a worked example. It also counts how often draws occur; if the range is small, it counts all possible
 * draws. */
#include "nn/axes/position.h"
#include "samples.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "config/values.h"
#include "nn/stream/documents.h"

enum { MOST = 64 };

static lg_values *values_of(const lg_position_sampler *s, const char *L, const char *both_sides) {
    lg_values *v = lg_values_new();
    lg_error err = {0};
    lg_values_add(v, s->options);
    if (lg_values_has(v, "positions.L")) lg_values_set(v, "positions.L", L, &err);
    if (both_sides) lg_values_set(v, "positions.both_sides", both_sides, &err);
    if (err.code) fail_msg("%s", err.text);
    return v;
}

/* The result is valid until the next call. */
static const void *own_of(const lg_position_sampler *s, const lg_values *v) {
    static lg_own own;
    own = lg_own_read((const lg_entry *)s, v);
    return &own;
}

static const lg_position_sampler *find(const char *name) {
    const lg_position_sampler *s = lg_entry_find(lg_positions, name);
    assert_non_null(s);
    return s;
}

static lg_key key_of(int i) {
    return lg_key_fold(lg_key_root(11), (uint64_t)i);
}

/* The first key that draws `wanted`, a subset of `count` numbers below L. */
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
    find("standard")->positions(NULL, &(lg_position_draw){key_of(0), 4, true}, x);
    expect("positions", x, (double[]){0, 1, 2, 3}, 4);
    find("standard")->distances(NULL, &(lg_position_draw){key_of(0), 4, true}, false, x);
    expect("distances", x, (double[]){-3, -2, -1, 0, 1, 2, 3}, 7);
    assert_false(find("standard")->random);
    assert_null(find("standard")->limit);
}

/* Positions restart at the first token and after each separator. */
static void documents_begin_anew(void **state) {
    (void)state;
    static const int32_t tokens[] = {3, 4, 9, 5, 6, 9, 7}, ends[] = {9, 9, 1, 9, 9, 1, 9};
    const lg_position_sampler *s = find("document");
    lg_position_draw x = {key_of(0), 7, true, NULL, tokens, 9};
    double p[7];
    for (int training = 0; training < 2; training++) {
        x.training = training;
        s->positions(NULL, &x, p);
        expect("positions", p, (double[]){0, 1, 2, 0, 1, 2, 0}, 7);
    }
    x.tokens = ends;
    s->positions(NULL, &x, p);
    expect("empty documents", p, (double[]){0, 0, 0, 1, 0, 0, 1}, 7);
    x.separator = -1;
    s->positions(NULL, &x, p);
    expect("no separator", p, (double[]){0, 1, 2, 3, 4, 5, 6}, 7);
    x.tokens = NULL, x.separator = 9;
    s->positions(NULL, &x, p);
    expect("no tokens", p, (double[]){0, 1, 2, 3, 4, 5, 6}, 7);
    assert_true(s->documents && !s->random && !s->limit && !s->distances);
}

/* Where positions restart, the documents of the mask begin too. */
static void tokens_have_the_documents_of_their_positions(void **state) {
    (void)state;
    enum { T = 200 };
    const lg_position_sampler *s = find("document");
    for (int i = 0; i < 20; i++) {
        lg_random r = lg_random_from(key_of(i));
        int32_t tokens[T], begin[T];
        double p[T];
        for (int t = 0; t < T; t++) tokens[t] = (int32_t)lg_random_below(&r, 5);
        const lg_position_draw x = {key_of(i), T, false, NULL, tokens, 3};
        s->positions(NULL, &x, p);
        lg_documents_begin(tokens, 3, T, begin);
        for (int t = 0; t < T; t++) {
            assert_true(p[t] == t - begin[t]);
            assert_true(begin[t] == 0 || tokens[begin[t] - 1] == 3);
            for (int j = begin[t]; j < t; j++) assert_true(tokens[j] != 3);
        }
    }
}

/* The drawn numbers are r = 3, 7, 12 out of {1..15}. */
static void distances_mirror_the_draw(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    lg_values *v = values_of(s, "16", "false");
    const lg_key key = key_drawing(15, 3, (double[]){2, 6, 11});
    for (int spare = 0; spare < 2; spare++) {
        double d[7];
        s->distances(own_of(s, v), &(lg_position_draw){key, 4, true}, spare, d);
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
        s->positions(own_of(s, v), &(lg_position_draw){key_drawing(16, 4, (double[]){0, 3, 7, 15}), 4, true}, p);
        if (i == 0) expect("positions", p, (double[]){0, 3, 7, 15}, 4);
        for (int t = 0; t < 4; t++) sum += p[t], product *= p[t] + 1;
        assert_true(sum == 25 && product == 512);
        lg_values_free(v);
    }
}

/* The official code clamps the same draw: distances to the left have the rows L - r, all other distances have the last
 * row. */
static void released_clamps(void **state) {
    (void)state;
    const lg_position_sampler *s = find("released");
    lg_values *v = values_of(s, "16", NULL);
    double d[7];
    s->distances(own_of(s, v), &(lg_position_draw){key_drawing(15, 3, (double[]){2, 6, 11}), 4, true}, false, d);
    expect("rows", d, (double[]){4, 9, 13, 15, 15, 15, 15}, 7);
    assert_null(s->positions);
    lg_values_free(v);
}

/* If there are as many tokens as positions, the draw has all positions, and none is out of range. */
static void full_ranges_are_drawn_whole(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    for (int both = 0; both < 2; both++)
        for (int spare = 0; spare < 2; spare++) {
            lg_values *v = values_of(s, "5", both ? "true" : "false");
            double x[9];
            s->positions(own_of(s, v), &(lg_position_draw){key_of(1), 5, true}, x);
            expect("positions", x, (double[]){0, 1, 2, 3, 4}, 5);
            s->distances(own_of(s, v), &(lg_position_draw){key_of(1), 5, true}, spare, x);
            expect("distances", x, (double[]){-4, -3, -2, -1, 0, 1, 2, 3, 4}, 9);
            s->distances(own_of(s, v), &(lg_position_draw){key_of(1), 1, true}, spare, x);
            expect("distance of one token", x, (double[]){0}, 1);
            assert_int_equal(s->limit(own_of(s, v)), 5);
            lg_values_free(v);
        }
}

/* ---- two sides ---- */

/* Distances of 2 tokens with L = 4. With a spare value, two values are drawn from {1,2,3} for the left side, and the
 * distance is the nearer value. Without a spare value, it is one of 1, 2 and 3. The distance to the right is one of 1,
 * 2 and 3, and independent of the left side. */
static void sides_are_drawn_apart(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    lg_values *v = values_of(s, "4", "true");
    for (int spare = 0; spare < 2; spare++) {
        int pairs[9] = {0}; /* (left, right) */
        for (int i = 0; i < 9000; i++) {
            double d[3];
            s->distances(own_of(s, v), &(lg_position_draw){key_of(i), 2, true}, spare, d);
            assert_true(d[0] >= -3 && d[0] <= -1 && d[1] == 0 && d[2] >= 1 && d[2] <= 3);
            pairs[3 * (-(int)d[0] - 1) + (int)d[2] - 1]++;
        }
        if (spare) {
            assert_distribution(pairs, (double[]){2, 2, 2, 1, 1, 1}, 6);
            assert_int_equal(pairs[6] + pairs[7] + pairs[8], 0);
        } else {
            assert_uniform(pairs, 9);
        }
    }
    lg_values_free(v);
}

/* The spare value is the farthest of the drawn values, and is dropped. If all values of the range are drawn, all values
 * except the farthest always remain, nearest first. */
static void the_spare_value_is_the_farthest(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    lg_values *v = values_of(s, "6", "true"); /* left side of 5 tokens, from {1..5}: four values and a spare */
    int farthest[6] = {0};
    for (int i = 0; i < 500; i++) {
        double d[9];
        s->distances(own_of(s, v), &(lg_position_draw){key_of(i), 5, true}, true, d);
        expect("left side", d, (double[]){-4, -3, -2, -1, 0}, 5);
        for (int j = 5; j < 9; j++) assert_true(d[j] > d[j - 1]);
        s->distances(own_of(s, v), &(lg_position_draw){key_of(i), 5, true}, false, d);
        for (int j = 1; j < 5; j++) assert_true(d[j] > d[j - 1]);
        farthest[-(int)d[0]]++;
    }
    assert_distribution(farthest + 4, (double[]){1, 4}, 2); /* in one of five draws, 4 is the farthest */
    lg_values_free(v);
}

static void one_side_is_the_default(void **state) {
    (void)state;
    const lg_position_sampler *s = find("randomized");
    lg_values *v = values_of(s, "50", NULL);
    for (int i = 0; i < 100; i++) {
        double d[19];
        s->distances(own_of(s, v), &(lg_position_draw){key_of(i), 10, true}, true, d);
        for (int j = 0; j < 10; j++) assert_true(d[9 + j] == -d[9 - j]);
    }
    lg_values_free(v);
}

/* ---- distributions ---- */

/* All subsets of three out of five numbers are equally likely. */
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

/* A nested subset has the first numbers of a random permutation, in its order or ascending. If 3 of 4 numbers are
 * drawn, all 24 results are equally likely. A draw of all L numbers is a permutation. A larger draw contains the
 * numbers of a smaller draw. */
static void nested_subsets_are_uniform(void **state) {
    (void)state;
    enum { L = 50 };
    int counts[64] = {0}, orders[24], kinds = 0;
    for (int i = 0; i < 24000; i++) {
        double x[3], sorted[3];
        lg_nested_subset(key_of(i), 4, 3, false, x);
        lg_nested_subset(key_of(i), 4, 3, true, sorted);
        assert_true(sorted[0] < sorted[1] && sorted[1] < sorted[2]);
        assert_true(x[0] + x[1] + x[2] == sorted[0] + sorted[1] + sorted[2]);
        counts[(int)(x[0] + 4 * x[1] + 16 * x[2])]++;
    }
    for (int i = 0; i < 64; i++)
        if (counts[i]) {
            assert_true(kinds < 24);
            orders[kinds++] = counts[i];
        }
    assert_int_equal(kinds, 24);
    assert_uniform(orders, 24);
    for (int count = 1; count <= L; count++) {
        double x[L], before[L], ascending[L];
        bool there[L] = {false};
        lg_nested_subset(key_of(1), L, count, false, x);
        lg_nested_subset(key_of(1), L, count - 1, false, before);
        lg_nested_subset(key_of(1), L, count, true, ascending);
        assert_memory_equal(x, before, sizeof *x * (size_t)(count - 1));
        for (int i = 0; i < count; i++) there[(int)x[i]] = true;
        for (int i = 0, k = 0; i < L; i++)
            if (there[i]) assert_true(ascending[k++] == i && k <= count);
    }
}

/* In decoding, the draw for T + 1 tokens has the numbers of the draw for T tokens, and one more. */
static void draws_for_decoding_are_nested(void **state) {
    (void)state;
    static const char *const names[] = {"randomized", "unsorted", "released"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const lg_position_sampler *s = find(names[k]);
        lg_values *v = values_of(s, "40", strcmp(names[k], "randomized") ? NULL : "true");
        double x[2][MOST];
        for (int T = 2; T <= 30; T++)
            for (int distances = 0; distances < 2; distances++) {
                if (distances ? !s->distances : !s->positions) continue;
                for (int more = 0; more < 2; more++) {
                    const lg_position_draw of = {.key = key_of(3), .T = T + more, .nested = true};
                    if (distances)
                        s->distances(own_of(s, v), &of, true, x[more]);
                    else
                        s->positions(own_of(s, v), &of, x[more]);
                }
                int shared = 0;
                const int count = distances ? 2 * T - 1 : T, all = distances ? 2 * T + 1 : T + 1;
                for (int i = 0; i < count; i++)
                    for (int j = 0, found = 0; j < all && !found; j++) shared += found = x[0][i] == x[1][j];
                assert_int_equal(shared, count);
            }
        lg_values_free(v);
    }
}

/* With the study's L, the mean of the k-th smallest of T numbers is (L+1) k / (T+1) - 1, for the first, a middle and
 * the last number. */
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

/* There are 12 ways to give two tokens different positions from {0..3}, half of which reverse the order. All are
 * equally likely. */
static void unsorted_is_an_injection(void **state) {
    (void)state;
    const lg_position_sampler *s = find("unsorted");
    lg_values *v = values_of(s, "4", NULL);
    int counts[16] = {0}, ways[12], kinds = 0;
    for (int i = 0; i < 12000; i++) {
        double p[2];
        s->positions(own_of(s, v), &(lg_position_draw){key_of(i), 2, true}, p);
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

/* A draw depends only on its key. */
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
                const lg_position_draw x = {key_of(j == 2 ? i + 1 : i), 30, true};
                if ((*s)->positions)
                    (*s)->positions(own_of(*s, v), &x, to[j]);
                else
                    (*s)->distances(own_of(*s, v), &x, false, to[j]);
            }
            assert_memory_equal(a, b, bytes);
            same += !memcmp(a, c, bytes);
        }
        assert_true(same <= 1); /* of 501 shifts, at most two are equal */
        lg_values_free(v);
    }
}

/* ---- training and evaluation ---- */

typedef struct setting {
    const char *name, *value;
} setting;

/* Draws from a sampler with these settings; a setting without a name ends their list. Writes positions to p and
 * distances to d, unless these are NULL. */
static void sample(const char *sampler, const setting *settings, lg_position_draw x, double *p, double *d) {
    const lg_position_sampler *s = find(sampler);
    lg_values *v = lg_values_new();
    lg_error err = {0};
    lg_values_add(v, s->options);
    for (; settings->name; settings++) lg_values_set(v, settings->name, settings->value, &err);
    if (err.code) fail_msg("%s", err.text);
    if (p) s->positions(own_of(s, v), &x, p);
    if (d) s->distances(own_of(s, v), &x, false, d);
    lg_values_free(v);
}

static lg_position_draw training(int i, int T) {
    return (lg_position_draw){key_of(i), T, true};
}

static lg_position_draw evaluation(int T) {
    return (lg_position_draw){key_of(0), T, false};
}

static void expect_near(const char *what, const double *got, const double *want, int count) {
    for (int i = 0; i < count; i++)
        if (fabs(got[i] - want[i]) > 1e-12 * (1 + fabs(want[i])))
            fail_msg("%s: number %d is %.17g, want %.17g", what, i, got[i], want[i]);
}

/* In training, all tokens share one random offset, uniform in 0..7. In evaluation, the offset is constant. Distances do
 * not depend on offsets. */
static void shifts_are_uniform_in_training(void **state) {
    (void)state;
    static const setting s[] = {{"positions.shift", "7"}, {"positions.eval_shift", "9"}, {0}};
    int counts[8] = {0};
    double p[4], d[7];
    for (int i = 0; i < 8000; i++) {
        sample("shifted", s, training(i, 4), p, d);
        assert_true(p[0] >= 0 && p[0] <= 7 && p[0] == floor(p[0]));
        expect("positions", p, (double[]){p[0], p[0] + 1, p[0] + 2, p[0] + 3}, 4);
        expect("distances", d, (double[]){-3, -2, -1, 0, 1, 2, 3}, 7);
        counts[(int)p[0]]++;
    }
    assert_uniform(counts, 8);
    sample("shifted", s, evaluation(4), p, d);
    expect("positions", p, (double[]){9, 10, 11, 12}, 4);
    expect("distances", d, (double[]){-3, -2, -1, 0, 1, 2, 3}, 7);
    sample("shifted", &(setting){0}, evaluation(2), p, NULL);
    expect("positions", p, (double[]){0, 1}, 2);
}

/* Compares a draw with the formula (x - mean + delta + eps) lambda. Each term of the formula is read from the draw of
 * the same key with settings that switch off the other terms. */
static void augmentations_are_applied_in_order(void **state) {
    (void)state;
    static const setting shift[] = {
        {"positions.max_scale", "1"}, {"positions.local_shift", "0"}, {"positions.global_shift", "5"}, {0}};
    static const setting jitter[] = {
        {"positions.max_scale", "1"}, {"positions.global_shift", "0"}, {"positions.local_shift", "0.5"}, {0}};
    static const setting scale[] = {
        {"positions.local_shift", "0"}, {"positions.global_shift", "0"}, {"positions.max_scale", "1.1"}, {0}};
    static const setting all[] = {
        {"positions.max_scale", "1.1"}, {"positions.global_shift", "5"}, {"positions.local_shift", "0.5"}, {0}};
    for (int i = 0; i < 50; i++) {
        double delta[4], eps[4], lambda[4], p[4], want[4];
        sample("augmented", shift, training(i, 4), delta, NULL);
        sample("augmented", jitter, training(i, 4), eps, NULL);
        sample("augmented", scale, training(i, 4), lambda, NULL);
        sample("augmented", all, training(i, 4), p, NULL);
        for (int t = 0; t < 4; t++) {
            const double x = t - 1.5;
            want[t] = (x + (delta[t] - x) + (eps[t] - x)) * (lambda[3] / 1.5);
            if (t > 0) assert_true(p[t] > p[t - 1]); /* half a step keeps the order */
        }
        expect_near("positions", p, want, 4);
        expect_near("shift", delta + 1, (double[]){delta[0] + 1, delta[0] + 2, delta[0] + 3}, 3);
    }
}

/* Source and target share one shift and one scale, but the shift of each token is independent. */
static void sources_share_the_augmentation_of_targets(void **state) {
    (void)state;
    static const setting whole[] = {
        {"positions.max_scale", "1.5"}, {"positions.local_shift", "0"}, {"positions.center", "false"}, {0}};
    static const setting jitter[] = {
        {"positions.max_scale", "1"}, {"positions.global_shift", "0"}, {"positions.center", "false"}, {0}};
    int alike = 0;
    for (int i = 0; i < 50; i++) {
        double target[4], source[6], other[6];
        const lg_key key = key_of(i);
        const lg_position_draw of_source = {key_of(100 + i), 6, true, &key},
                               of_other = {key_of(200 + i), 6, true, &key};
        sample("augmented", whole, training(i, 4), target, NULL);
        sample("augmented", whole, of_source, source, NULL);
        expect_near("the common positions", source, target, 4);
        sample("augmented", whole, training(100 + i, 6), other, NULL);
        assert_true(fabs(source[1] - other[1]) > 1e-6); /* not the draw of the source's own key */
        sample("augmented", jitter, training(i, 4), target, NULL);
        sample("augmented", jitter, of_source, source, NULL);
        sample("augmented", jitter, of_other, other, NULL);
        for (int t = 0; t < 4; t++) alike += source[t] == target[t] || source[t] == other[t];
    }
    assert_int_equal(alike, 0);
}

/* positions.source_factor multiplies positions before their mean is subtracted, also in evaluation. */
static void sources_have_a_factor(void **state) {
    (void)state;
    static const setting factor[] = {{"positions.source_factor", "1.5"}, {0}};
    static const setting uncentered[] = {{"positions.source_factor", "1.5"}, {"positions.center", "false"}, {0}};
    double p[4];
    const lg_key key = key_of(0);
    const lg_position_draw source = {key_of(1), 4, false, &key};
    sample("augmented", factor, source, p, NULL);
    expect("positions", p, (double[]){-2.25, -0.75, 0.75, 2.25}, 4);
    sample("augmented", uncentered, source, p, NULL);
    expect("positions", p, (double[]){0, 1.5, 3, 4.5}, 4);
    sample("augmented", uncentered, evaluation(4), p, NULL);
    expect("positions", p, (double[]){0, 1, 2, 3}, 4); /* targets have no factor */
}

/* The shift of all tokens is uniform in -G..G, and the shift of each token in -e..e. The logarithm of the scale is
 * uniform in -ln S..ln S. */
static void augmentations_have_their_distributions(void **state) {
    (void)state;
    enum { DRAWS = 8000 };
    static const setting shift[] = {{"positions.max_scale", "1"}, {"positions.local_shift", "0"}, {0}};
    static const setting jitter[] = {{"positions.max_scale", "1"}, {"positions.global_shift", "0"}, {0}};
    static const setting scale[] = {
        {"positions.local_shift", "0"}, {"positions.global_shift", "0"}, {"positions.max_scale", "2"}, {0}};
    int shifts[10] = {0}, jitters[10] = {0}, scales[10] = {0};
    for (int i = 0; i < DRAWS; i++) {
        double p[3];
        sample("augmented", shift, training(i, 3), p, NULL);
        shifts[(int)floor(p[1] + 5)]++;
        sample("augmented", jitter, training(i, 3), p, NULL);
        jitters[(int)floor(10 * (p[2] - 0.5))]++;
        sample("augmented", scale, training(i, 3), p, NULL);
        scales[(int)floor(5 * (log2(p[2]) + 1))]++;
    }
    assert_uniform(shifts, 10);
    assert_uniform(jitters, 10);
    assert_uniform(scales, 10);
}

/* Writes the shifts and the logarithm of the scale that key i draws. With shifts of at most 1 and a scale of at most e,
 * all of them are in -1..1. */
static void draw_units(int i, double eps[4], double *delta, double *lambda) {
    static const setting shift[] = {
        {"positions.max_scale", "1"}, {"positions.local_shift", "0"}, {"positions.global_shift", "1"}, {0}};
    static const setting jitter[] = {
        {"positions.max_scale", "1"}, {"positions.global_shift", "0"}, {"positions.local_shift", "1"}, {0}};
    static const setting scale[] = {{"positions.local_shift", "0"},
                                    {"positions.global_shift", "0"},
                                    {"positions.max_scale", "2.718281828459045"},
                                    {0}};
    double p[4];
    sample("augmented", shift, training(i, 4), p, NULL);
    *delta = p[0] + 1.5;
    sample("augmented", scale, training(i, 4), p, NULL);
    *lambda = log(p[3] / 1.5);
    sample("augmented", jitter, training(i, 4), p, NULL);
    for (int t = 0; t < 4; t++) eps[t] = p[t] - (t - 1.5);
}

/* The example has delta = 1.5, lambda = 1.02 and four eps. The test searches a key whose draws have the signs of these
 * numbers. It then chooses ranges that scale the draws to these numbers. */
static void augmented_positions_are_those_of_the_example(void **state) {
    (void)state;
    static const double wanted[4] = {0.25, -0.5, 0.125, 0.375}, positions[4] = {0.255, 0.51, 2.1675, 3.4425};
    double eps[4], delta, lambda;
    int i = 0;
    for (bool agree = false; !agree; i++) {
        assert_true(i < 2000);
        draw_units(i, eps, &delta, &lambda);
        agree = delta > 0.1 && lambda > 0.1;
        for (int t = 0; t < 4; t++) agree &= eps[t] * wanted[t] > 0.02 * fabs(wanted[t]);
    }
    for (int t = 0; t < 4; t++) {
        char global[40], local[40], scale[40];
        double p[4];
        snprintf(global, sizeof global, "%.17g", 1.5 / delta);
        snprintf(local, sizeof local, "%.17g", wanted[t] / eps[t]);
        snprintf(scale, sizeof scale, "%.17g", exp(log(1.02) / lambda));
        const setting all[] = {
            {"positions.global_shift", global}, {"positions.local_shift", local}, {"positions.max_scale", scale}, {0}};
        sample("augmented", all, training(i - 1, 4), p, NULL);
        expect_near("of the example", p + t, positions + t, 1);
    }
}

static void evaluation_is_not_augmented(void **state) {
    (void)state;
    double p[4];
    sample("augmented", &(setting){0}, evaluation(4), p, NULL);
    expect("positions", p, (double[]){-1.5, -0.5, 0.5, 1.5}, 4);
    sample("augmented", (setting[]){{"positions.center", "false"}, {0}}, evaluation(4), p, NULL);
    expect("positions", p, (double[]){0, 1, 2, 3}, 4);
}

/* Interpolation is the same in training and evaluation. A ratio of 1 gives the standard positions. */
static void positions_are_interpolated(void **state) {
    (void)state;
    static const setting trained[] = {{"positions.trained", "4"}, {0}};
    static const setting both[] = {{"positions.trained", "4"}, {"positions.factor", "3"}, {0}};
    double p[8], d[15];
    sample("interpolated", &(setting){0}, evaluation(3), p, d);
    expect("standard", p, (double[]){0, 1, 2}, 3);
    expect("standard", d, (double[]){-2, -1, 0, 1, 2}, 5);
    sample("interpolated", trained, evaluation(8), p, d);
    expect("compressed", p, (double[]){0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5}, 8);
    expect("compressed", d + 5, (double[]){-1, -0.5, 0, 0.5, 1}, 5);
    sample("interpolated", trained, training(0, 3), p, NULL);
    expect("not stretched", p, (double[]){0, 1, 2}, 3);
    sample("interpolated", both, evaluation(8), p, NULL);
    expect("both", p, (double[]){0, 1.5, 3, 4.5, 6, 7.5, 9, 10.5}, 8);
}

/* In training, the last of T positions is exponentially distributed; quintiles test this. In evaluation, it is the mean
 * of that distribution. */
static void last_positions_are_exponential(void **state) {
    (void)state;
    enum { T = 5, DRAWS = 10000 };
    int counts[5] = {0};
    double p[T], d[2 * T - 1], sum = 0;
    for (int i = 0; i < DRAWS; i++) {
        sample("equal_mean", &(setting){0}, training(i, T), p, d);
        const double last = p[T - 1];
        expect_near("positions", p, (double[]){0, last / 4, last / 2, 3 * last / 4, last}, T);
        expect_near("distances", d + T - 1, p, T);
        expect_near("distances", d, (double[]){-last}, 1);
        counts[(int)floor(5 * -expm1(-last / T))]++;
        sum += last;
    }
    assert_uniform(counts, 5);
    assert_true(fabs(sum / DRAWS - T) < 4 * T / sqrt(DRAWS));
    sample("equal_mean", &(setting){0}, evaluation(T), p, NULL);
    expect_near("evaluation", p, (double[]){0, 1.25, 2.5, 3.75, 5}, T);
    sample("equal_mean", (setting[]){{"positions.law", "fixed"}, {0}}, training(3, T), p, NULL);
    expect_near("fixed", p, (double[]){0, 1.25, 2.5, 3.75, 5}, T);
    sample("equal_mean", &(setting){0}, training(0, 1), p, d);
    expect("one token", p, (double[]){0}, 1);
}

/* In training, the last position is between 0 and M, and is M times Beta(1, M/T - 1); quintiles and variance test this.
 * In evaluation, it is the mean of that distribution. Sequences of M tokens or more have the same last position in
 * training and evaluation. */
static void last_positions_have_a_beta_distribution(void **state) {
    (void)state;
    enum { T = 5, M = 20, DRAWS = 10000 };
    static const setting beta[] = {{"positions.law", "beta"}, {"positions.longest", "20"}, {0}};
    const double by = (double)M / T - 1, variance = M * M * by / ((1 + by) * (1 + by) * (2 + by));
    int counts[5] = {0};
    double p[M], d[2 * M - 1], sum = 0, squares = 0;
    for (int i = 0; i < DRAWS; i++) {
        sample("equal_mean", beta, training(i, T), p, d);
        const double last = p[T - 1];
        assert_true(last >= 0 && last < M);
        expect_near("positions", p, (double[]){0, last / 4, last / 2, 3 * last / 4, last}, T);
        expect_near("distances", d + T - 1, p, T);
        counts[(int)floor(5 * (1 - pow(1 - last / M, by)))]++;
        sum += last, squares += (last - T) * (last - T);
    }
    assert_uniform(counts, 5);
    assert_true(fabs(sum / DRAWS - T) < 4 * sqrt(variance / DRAWS));
    assert_true(fabs(squares / DRAWS - variance) < 0.1 * variance);
    sample("equal_mean", beta, training(7, M), p, NULL);
    expect_near("as long as M", p + M - 1, (double[]){M}, 1);
    sample("equal_mean", beta, evaluation(T), p, NULL);
    expect_near("evaluation", p, (double[]){0, 1.25, 2.5, 3.75, 5}, T);
}

static void distances_are_clipped(void **state) {
    (void)state;
    static const setting clip[] = {{"positions.width", "2"}, {0}};
    static const setting leak[] = {{"positions.width", "2"}, {"positions.compress", "4"}, {0}};
    double d[11];
    sample("clipped", clip, evaluation(5), NULL, d);
    expect("clipped", d, (double[]){-2, -2, -2, -1, 0, 1, 2, 2, 2}, 9);
    sample("clipped", leak, evaluation(6), NULL, d);
    expect("compressed", d, (double[]){-2.75, -2.5, -2.25, -2, -1, 0, 1, 2, 2.25, 2.5, 2.75}, 11);
    sample("clipped", &(setting){0}, training(0, 6), NULL, d);
    expect("near", d, (double[]){-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5}, 11);
    assert_null(find("clipped")->positions);
}

/* With positions.even, token t has the position floor(t L / T) in evaluation; in training positions are still drawn. */
static void evaluation_may_be_spaced_evenly(void **state) {
    (void)state;
    static const setting even[] = {{"positions.L", "11"}, {"positions.even", "true"}, {0}};
    static const setting sides[] = {
        {"positions.L", "11"}, {"positions.even", "true"}, {"positions.both_sides", "true"}, {0}};
    double p[4], d[7], at_random = 0;
    sample("randomized", even, evaluation(4), p, d);
    expect("positions", p, (double[]){0, 2, 5, 8}, 4);
    expect("distances", d, (double[]){-8, -5, -2, 0, 2, 5, 8}, 7);
    sample("randomized", sides, evaluation(4), NULL, d);
    expect("distances", d, (double[]){-8, -5, -2, 0, 2, 5, 8}, 7);
    sample("randomized", even, evaluation(1), p, d);
    expect("one token", p, (double[]){0}, 1);
    expect("one token", d, (double[]){0}, 1);
    for (int i = 0; i < 20; i++) {
        sample("randomized", even, training(i, 4), p, NULL);
        at_random += memcmp(p, (double[]){0, 2, 5, 8}, sizeof p) != 0;
    }
    assert_true(at_random >= 18);
    sample("randomized", (setting[]){{"positions.L", "3"}, {"positions.even", "true"}, {0}}, evaluation(3), p, NULL);
    expect("as many", p, (double[]){0, 1, 2}, 3);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_counts),
        cmocka_unit_test(documents_begin_anew),
        cmocka_unit_test(tokens_have_the_documents_of_their_positions),
        cmocka_unit_test(distances_mirror_the_draw),
        cmocka_unit_test(positions_are_the_draw),
        cmocka_unit_test(released_clamps),
        cmocka_unit_test(full_ranges_are_drawn_whole),
        cmocka_unit_test(sides_are_drawn_apart),
        cmocka_unit_test(the_spare_value_is_the_farthest),
        cmocka_unit_test(one_side_is_the_default),
        cmocka_unit_test(subsets_are_uniform),
        cmocka_unit_test(nested_subsets_are_uniform),
        cmocka_unit_test(draws_for_decoding_are_nested),
        cmocka_unit_test(large_subsets_are_spread_evenly),
        cmocka_unit_test(unsorted_is_an_injection),
        cmocka_unit_test(draws_are_functions_of_the_key),
        cmocka_unit_test(shifts_are_uniform_in_training),
        cmocka_unit_test(augmentations_are_applied_in_order),
        cmocka_unit_test(augmentations_have_their_distributions),
        cmocka_unit_test(sources_share_the_augmentation_of_targets),
        cmocka_unit_test(sources_have_a_factor),
        cmocka_unit_test(augmented_positions_are_those_of_the_example),
        cmocka_unit_test(evaluation_is_not_augmented),
        cmocka_unit_test(positions_are_interpolated),
        cmocka_unit_test(last_positions_are_exponential),
        cmocka_unit_test(last_positions_have_a_beta_distribution),
        cmocka_unit_test(distances_are_clipped),
        cmocka_unit_test(evaluation_may_be_spaced_evenly),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("positions", tests, NULL, NULL);
}
