/* test_task_distributions.c: the distributions of samples. Class probabilities and mean numbers of scored tokens in
 * many samples are compared with published values, or with exact values computed here. Random choices inside samplers
 * are compared in the same way. Tolerances are 4 standard errors. Where a published number is rounded, half a unit is
 * added. */
#include "samples.h"

#include <string.h>

#define SEED 2

/* Calls `see` on `count` samples. */
static void draw(const char *name, int n, int count, void (*see)(const lg_sample *s, void *user), void *user) {
    const lg_task *t = test_task(name);
    lg_sample s = test_sample_new(t, n);
    const lg_key key = lg_key_fold(lg_key_root(SEED), (uint64_t)n);
    for (int i = 0; i < count; i++) {
        t->sample(lg_key_fold(key, (uint64_t)i), n, &s);
        see(&s, user);
    }
    test_sample_free(&s);
}

static void count_class(const lg_sample *s, void *user) {
    ((int *)user)[s->target[0]]++;
}

static int zeros_of(const char *name, int n, int count) {
    int classes[5] = {0};
    draw(name, n, count, count_class, classes);
    return classes[0];
}

static void parities_are_fair(void **state) {
    (void)state;
    const int lengths[] = {2, 9, 40, 501};
    for (int i = 0; i < 4; i++) {
        assert_frequency(zeros_of("even_pairs", lengths[i], 10000), 10000, 0.5);
        assert_frequency(zeros_of("parity_check", lengths[i], 10000), 10000, 0.5);
    }
    assert_int_equal(zeros_of("even_pairs", 1, 100), 100); /* a single token has no pairs, so no unequal pairs */
}

static void modular_arithmetic_favours_zero_when_short(void **state) {
    (void)state;
    const struct {
        int n;
        double p;
    } published[] = {{3, 0.2533}, {4, 0.2533}, {5, 0.2320}, {9, 0.2087}, {13, 0.2023}};
    for (int i = 0; i < 5; i++)
        assert_frequency(zeros_of("modular_arithmetic", published[i].n, 40000), 40000, published[i].p);
}

/* The exact class distribution of bracketed expressions: distribution[l][c] = P(value = c) at length l, by the
 * recursion of the sampler. */
#define LONGEST 500
static double distribution[LONGEST + 1][5];

static void add_operands(double *sum, const double *a, const double *b, double weight) {
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            const double p = weight * a[i] * b[j] / 3;
            sum[(i + j) % 5] += p;
            sum[(i - j + 5) % 5] += p;
            sum[i * j % 5] += p;
        }
}

static void fill_distribution(void) {
    for (int l = 1; l <= LONGEST; l++) {
        for (int c = 0; c < 5; c++) distribution[l][c] = l <= 4 ? 0.2 : 0;
        for (int a = 1; a <= l - 4; a++)
            add_operands(distribution[l], distribution[a], distribution[l - 3 - a], 1.0 / (l - 4));
    }
}

static void brackets_follow_the_exact_distribution(void **state) {
    (void)state;
    fill_distribution();
    assert_true(fabs(distribution[5][0] - 0.253) < 5e-4);
    assert_true(fabs(distribution[40][0] - 0.292) < 5e-4);
    assert_true(fabs(distribution[500][0] - 0.316) < 5e-4);
    const int lengths[] = {1, 2, 3, 4, 5, 6, 9, 40, 200};
    for (int i = 0; i < 9; i++) {
        int classes[5] = {0};
        draw("modular_arithmetic_brackets", lengths[i], 20000, count_class, classes);
        assert_distribution(classes, distribution[lengths[i]], 5);
    }
}

static void brackets_average_as_published(void **state) {
    (void)state;
    fill_distribution();
    double sum = 0;
    int zeros = 0;
    for (int n = 41; n <= 500; n++) {
        sum += distribution[n][0];
        zeros += zeros_of("modular_arithmetic_brackets", n, 60);
    }
    assert_true(fabs(sum / 460 - 0.3101) < 5e-5);
    assert_frequency(zeros, 460 * 60, 0.3101);
}

static void equations_are_balanced(void **state) {
    (void)state;
    const int lengths[] = {3, 4, 7, 8, 40, 300};
    for (int i = 0; i < 6; i++) {
        int classes[5] = {0};
        draw("solve_equation", lengths[i], 10000, count_class, classes);
        assert_uniform(classes, 5);
    }
}

/* Counts the position of x in texts such as (a+b)=c. The sampler draws one of the five positions of (a+b), and replaces
 * the first digit at or after this position by x. So x replaces
 * - the digit b if the sampler draws the position of + or b;
 * - the digit a if it draws the position of "(", a or, wrapping around, ")". */
static void count_unknown(const lg_sample *s, void *user) {
    for (int i = 0; i < s->n; i++) ((int *)user)[i] += s->input[i] == 9;
}

static void unknowns_are_biased_by_the_tokens_before_them(void **state) {
    (void)state;
    int places[7] = {0};
    draw("solve_equation", 7, 10000, count_unknown, places);
    assert_int_equal(places[1] + places[3], 10000);
    assert_frequency(places[1], 10000, 0.6);
}

typedef struct moments {
    double sum, squares;
    int count;
} moments;

static void add_scored(const lg_sample *s, void *user) {
    moments *m = user;
    int scored = 0;
    for (int j = 0; j < s->m; j++) scored += s->mask[j];
    m->sum += scored;
    m->squares += (double)scored * scored;
    m->count++;
}

static moments scored(const char *task, int n) {
    moments m = {0};
    draw(task, n, 10000, add_scored, &m);
    return m;
}

/* Asserts that the mean is within 4 standard errors, plus `slack`, of `expected`. */
static void assert_mean(moments m, double expected, double slack) {
    const double mean = m.sum / m.count, deviation = sqrt(m.squares / m.count - mean * mean);
    if (fabs(mean - expected) > slack + 4 * deviation / sqrt(m.count)) fail_msg("%g is not near %g", mean, expected);
}

/* Published means are rough: 331 where the exact mean is 334.3, and 27 where it is 27.7. Wrong published means have a
 * slack of 1 % of n or about one token. All others have a slack of half a token, for rounding. */
static void scored_tokens_are_about_as_many_as_published(void **state) {
    (void)state;
    assert_mean(scored("stack_manipulation", 500), 331, 5);
    assert_mean(scored("binary_addition", 500), 377, 5);
    assert_mean(scored("binary_multiplication", 500), 498, 0.5);
    assert_mean(scored("stack_manipulation", 40), 27, 0.9);
    assert_mean(scored("binary_addition", 40), 29, 0.5);
    assert_mean(scored("binary_multiplication", 40), 38, 0.5);
}

/* The mean number of scored tokens of stack_manipulation: the height of the stack after all actions, plus the
 * terminator. final[h]: the mean final height from height h with k actions left. */
static double exact_stack(int n) {
    double final[LONGEST + 2], mean = 0;
    for (int h = 0; h <= n; h++) final[h] = h;
    for (int k = 1; k < n; k++) {
        double below = final[0];
        for (int h = 0; h <= n - k; h++) {
            const double here = final[h];
            final[h] = final[h + 1] * 2 / 3 + below / 3;
            below = here;
        }
        mean += final[n - k] / (n - 1); /* n - k bits, followed by k actions */
    }
    return mean + 1;
}

static void stacks_are_as_high_as_they_should_be(void **state) {
    (void)state;
    assert_true(fabs(exact_stack(2) - (1 + 2.0 * 2 / 3)) < 1e-12);
    const int lengths[] = {2, 3, 40, 500};
    for (int i = 0; i < 4; i++) assert_mean(scored("stack_manipulation", lengths[i]), exact_stack(lengths[i]), 0);
}

static int bits_of(int value) {
    return value == 0 ? 0 : 1 + bits_of(value / 2);
}

/* The mean number of bits of a + b (or a * b, if `product`), plus the terminator, over all inputs of n tokens. */
static double exact_result(int n, bool product) {
    double mean = 0;
    for (int p = 1; p <= n - 2; p++) {
        const int above_a = 1 << p, above_b = 1 << (n - 1 - p);
        double sum = 0;
        for (int a = 1; a < above_a; a++)
            for (int b = 1; b < above_b; b++) sum += bits_of(product ? a * b : a + b);
        mean += sum / (above_a - 1) / (above_b - 1) / (n - 2);
    }
    return mean + 1;
}

static void sums_and_products_are_as_long_as_they_should_be(void **state) {
    (void)state;
    for (int n = 3; n <= 12; n++) {
        assert_mean(scored("binary_addition", n), exact_result(n, false), 1e-9);
        assert_mean(scored("binary_multiplication", n), exact_result(n, true), 1e-9);
    }
}

static void count_pair_of_bits(const lg_sample *s, void *user) {
    ((int *)user)[s->input[0] + 2 * s->input[1]]++;
}

static void short_sums_are_uniform(void **state) {
    (void)state;
    int values[4] = {0};
    draw("binary_addition", 2, 6000, count_pair_of_bits, values);
    assert_int_equal(values[3], 0);
    assert_uniform(values, 3);
}

static void count_operator(const lg_sample *s, void *user) {
    for (int i = 0; i < s->n; i++) ((int *)user)[i] += s->input[i] == 2;
}

static void operators_stand_anywhere_between(void **state) {
    (void)state;
    int places[12] = {0};
    draw("binary_addition", 12, 10000, count_operator, places);
    assert_int_equal(places[0] + places[11], 0);
    assert_uniform(places + 1, 10);
}

static void count_hidden(const lg_sample *s, void *user) {
    for (int i = 0; i < s->n; i++) ((int *)user)[i] += s->input[i] == 2;
}

static void hidden_bits_are_anywhere(void **state) {
    (void)state;
    int places[13] = {0};
    draw("missing_duplicate_string", 13, 12000, count_hidden, places);
    assert_int_equal(places[12], 0);
    assert_uniform(places, 12);
}

static void count_height(const lg_sample *s, void *user) {
    int height = 0;
    while (height < s->n && s->input[height] < 2) height++;
    ((int *)user)[height]++;
    ((int *)user)[20 + s->input[s->n - 1]]++; /* the last token is an action */
}

static void stacks_have_any_height_and_any_action(void **state) {
    (void)state;
    int counts[25] = {0};
    draw("stack_manipulation", 12, 11000, count_height, counts);
    assert_int_equal(counts[0] + counts[12], 0);
    assert_uniform(counts + 1, 11);
    assert_uniform(counts + 22, 3);
}

static void count_number(const lg_sample *s, void *user) {
    int value = 0;
    for (int i = 0; i < s->n; i++) value = 2 * value + s->input[i];
    ((int *)user)[value]++;
}

static void radicands_are_uniform(void **state) {
    (void)state;
    int values[32] = {0};
    draw("compute_sqrt", 5, 31000, count_number, values);
    assert_int_equal(values[0], 0);
    assert_uniform(values + 1, 31);
}

typedef struct place {
    int i;
    int counts[8];
} place;

static void count_token(const lg_sample *s, void *user) {
    place *p = user;
    p->counts[s->input[p->i]]++;
}

static void tokens_are_uniform_at_every_place(void **state) {
    (void)state;
    const struct {
        const char *task;
        int kinds;
    } plain[] = {{"even_pairs", 2},       {"parity_check", 2}, {"cycle_navigation", 3}, {"reverse_string", 2},
                 {"duplicate_string", 2}, {"odds_first", 2},   {"bucket_sort", 5}};
    for (int t = 0; t < 7; t++)
        for (int i = 0; i < 34; i += 11) {
            place p = {.i = i};
            draw(plain[t].task, 34, 5000, count_token, &p);
            assert_uniform(p.counts, plain[t].kinds);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parities_are_fair),
        cmocka_unit_test(modular_arithmetic_favours_zero_when_short),
        cmocka_unit_test(brackets_follow_the_exact_distribution),
        cmocka_unit_test(brackets_average_as_published),
        cmocka_unit_test(equations_are_balanced),
        cmocka_unit_test(unknowns_are_biased_by_the_tokens_before_them),
        cmocka_unit_test(scored_tokens_are_about_as_many_as_published),
        cmocka_unit_test(stacks_are_as_high_as_they_should_be),
        cmocka_unit_test(sums_and_products_are_as_long_as_they_should_be),
        cmocka_unit_test(short_sums_are_uniform),
        cmocka_unit_test(operators_stand_anywhere_between),
        cmocka_unit_test(hidden_bits_are_anywhere),
        cmocka_unit_test(stacks_have_any_height_and_any_action),
        cmocka_unit_test(radicands_are_uniform),
        cmocka_unit_test(tokens_are_uniform_at_every_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
