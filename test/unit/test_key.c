/* test_key.c: compares the random generator with the known answers of Random123, and its distributions with their
 * moments and counts. All seeds are fixed, so results never vary. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/key.h"

static void known_answers(void **state) {
    static const struct {
        uint32_t counter[4], key[2], bits[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const lg_key key = {{known[i].key[0], known[i].key[1]}};
        uint32_t bits[4];
        lg_key_block(key, known[i].counter, bits);
        assert_memory_equal(bits, known[i].bits, sizeof bits);
    }
}

static uint64_t word(lg_key k) {
    return (uint64_t)k.k[1] << 32 | k.k[0];
}

/* A second implementation, in Python, computed these values. If they change, runs of old versions can no longer be
 * repeated. */
static void streams_never_change(void **state) {
    const lg_key root = lg_key_root(1), child = lg_key_fold(root, LG_KEY_DATA);
    lg_random r = lg_random_from(child);
    (void)state;
    assert_int_equal(word(root), 0x154e75d8cc1a114f);
    assert_int_equal(word(child), 0xdccc07daf3db86c4);
    assert_int_equal(lg_random_bits(&r), 0x3bb72d11);
}

static void keys_differ(void **state) {
    uint64_t seen[6 * 64];
    size_t n = 0;
    (void)state;
    for (uint64_t i = 0; i < 64; i++) {
        const uint64_t far = UINT64_C(1) << i;
        const lg_key a = lg_key_root(i), b = lg_key_root(far + 1000);
        seen[n++] = word(a);
        seen[n++] = word(b);
        seen[n++] = word(lg_key_fold(a, 5));
        seen[n++] = word(lg_key_fold(b, far + 1000));
        seen[n++] = word(lg_key_fold(lg_key_fold(a, 1), 2));
        seen[n++] = word(lg_key_fold(lg_key_fold(a, 2), 1));
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) assert_true(seen[i] != seen[j]);
}

/* Seeds that differ in one bit give random streams that agree in half of their bits, like the streams of unrelated
 * seeds. */
static void seeds_are_unrelated(void **state) {
    int equal = 0;
    (void)state;
    for (int bit = 0; bit < 64; bit++) {
        lg_random a = lg_random_from(lg_key_root(77)), b = lg_random_from(lg_key_root(77 ^ UINT64_C(1) << bit));
        for (int i = 0; i < 64; i++) equal += 32 - __builtin_popcount(lg_random_bits(&a) ^ lg_random_bits(&b));
    }
    assert_true(abs(equal - 65536) < 5 * 182); /* 131072 coins: sd 181 */
}

static void a_cursor_is_only_its_place(void **state) {
    lg_random r = lg_random_from(lg_key_root(3));
    (void)state;
    for (int i = 0; i < 1000; i++) {
        lg_random again = r;
        if (i % 3 == 0) assert_true(lg_random_normal(&r) == lg_random_normal(&again));
        if (i % 3 == 1) assert_true(lg_random_below(&r, 10) == lg_random_below(&again, 10));
        if (i % 3 == 2) assert_true(lg_random_unit(&r) == lg_random_unit(&again));
        assert_true(r.next == again.next && r.left == again.left);
    }
}

/* Sum of (seen - expected)^2 / expected over `cells` equally likely cells. */
static double chi_square(const int *seen, int cells, int draws) {
    const double expected = (double)draws / cells;
    double sum = 0;
    for (int i = 0; i < cells; i++) sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    return sum;
}

static void below_is_uniform(void **state) {
    lg_random r = lg_random_from(lg_key_root(4));
    (void)state;
    for (int n = 2; n <= 64; n++) {
        int seen[64] = {0};
        for (int i = 0; i < 6400; i++) {
            const uint32_t x = lg_random_below(&r, (uint32_t)n);
            assert_true(x < (uint32_t)n);
            seen[x]++;
        }
        assert_true(chi_square(seen, n, 6400) < n - 1 + 5 * sqrt(2.0 * (n - 1)));
    }
}

/* Without rejection, half of the remainders of 32-bit numbers modulo n = 3 * 2^30 would be in the lowest third of their
 * range. */
static void below_is_exact_for_large_n(void **state) {
    lg_random r = lg_random_from(lg_key_root(5));
    const uint32_t third = UINT32_C(1) << 30;
    int seen[3] = {0};
    (void)state;
    for (int i = 0; i < 30000; i++) {
        const uint32_t x = lg_random_below(&r, 3 * third);
        assert_true(x < 3 * third);
        seen[x / third]++;
    }
    assert_true(chi_square(seen, 3, 30000) < 12);
}

/* The low digits are uniform too: if n is divisible by 3, so are the remainders of draws modulo 3. */
static void below_is_exact_in_low_bits(void **state) {
    lg_random r = lg_random_from(lg_key_root(6));
    int seen[3] = {0};
    (void)state;
    for (int i = 0; i < 30000; i++) seen[lg_random_below(&r, UINT32_C(3) << 30) % 3]++;
    assert_true(chi_square(seen, 3, 30000) < 12);
}

static void below_one_is_zero(void **state) {
    lg_random r = lg_random_from(lg_key_root(7));
    (void)state;
    for (int i = 0; i < 100; i++) assert_int_equal(lg_random_below(&r, 1), 0);
    for (int i = 0; i < 100; i++) assert_true(lg_random_below(&r, UINT32_MAX) < UINT32_MAX);
}

/* Moments of many draws from one distribution. */
typedef struct moments {
    double mean, variance, least, largest;
} moments;

static moments measure(double (*draw)(lg_random *r), uint64_t seed, int n) {
    lg_random r = lg_random_from(lg_key_root(seed));
    moments m = {.least = INFINITY, .largest = -INFINITY};
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        const double x = draw(&r);
        sum += x;
        squares += x * x;
        m.least = fmin(m.least, x);
        m.largest = fmax(m.largest, x);
    }
    m.mean = sum / n;
    m.variance = squares / n - m.mean * m.mean;
    return m;
}

static void unit_is_uniform(void **state) {
    const moments m = measure(lg_random_unit, 8, 200000);
    (void)state;
    assert_true(m.least >= 0 && m.largest < 1);
    assert_true(fabs(m.mean - 0.5) < 5 * sqrt(1.0 / 12 / 200000));
    assert_true(fabs(m.variance - 1.0 / 12) < 0.001);
}

static void normal_is_normal(void **state) {
    const moments m = measure(lg_random_normal, 9, 200000);
    (void)state;
    assert_true(fabs(m.mean) < 5 / sqrt(200000));
    assert_true(fabs(m.variance - 1) < 5 * sqrt(2.0 / 200000));
    assert_true(m.largest > 3.5 && m.least < -3.5 && m.largest < 8.6 && m.least > -8.6);
}

/* Counts draws in ten equally likely ranges, whose bounds are quantiles of the normal distribution. */
static void normal_has_the_right_shape(void **state) {
    static const double bounds[] = {-1.2815515655, -0.8416212336, -0.5244005127, -0.2533471031, 0,
                                    0.2533471031,  0.5244005127,  0.8416212336,  1.2815515655};
    lg_random r = lg_random_from(lg_key_root(10));
    int seen[10] = {0};
    (void)state;
    for (int i = 0; i < 100000; i++) {
        const double x = lg_random_normal(&r);
        int cell = 0;
        while (cell < 9 && x > bounds[cell]) cell++;
        seen[cell]++;
    }
    assert_true(chi_square(seen, 10, 100000) < 9 + 5 * sqrt(18));
}

/* The variance of a standard normal cut at 2 is 1 - 4 phi(2) / (2 Phi(2) - 1) = 0.7737413. */
static void truncated_stays_within_two(void **state) {
    const moments m = measure(lg_random_truncated, 11, 200000);
    (void)state;
    assert_true(m.least >= -2 && m.largest <= 2 && m.least < -1.99 && m.largest > 1.99);
    assert_true(fabs(m.mean) < 5 * sqrt(0.774 / 200000));
    assert_true(fabs(m.variance - 0.7737413) < 0.006);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(streams_never_change),
        cmocka_unit_test(keys_differ),
        cmocka_unit_test(seeds_are_unrelated),
        cmocka_unit_test(a_cursor_is_only_its_place),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(below_is_exact_for_large_n),
        cmocka_unit_test(below_is_exact_in_low_bits),
        cmocka_unit_test(below_one_is_zero),
        cmocka_unit_test(unit_is_uniform),
        cmocka_unit_test(normal_is_normal),
        cmocka_unit_test(normal_has_the_right_shape),
        cmocka_unit_test(truncated_stays_within_two),
    };
    return cmocka_run_group_tests_name("key", tests, NULL, NULL);
}
