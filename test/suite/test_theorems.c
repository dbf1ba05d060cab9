/* test_theorems.c: the theorems of lengthen.h at lengths of 2 to 513, in every kernel set, with several widths and
 * numbers of heads. The test computes a second time the values that theorems claim. It also asserts that models have
 * these values, in float32 only for up to 64 tokens. So it also tests attention, feed-forward networks and norms, with
 * weights whose results are known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/machine.h"
#include "api/theorem.h"
#include "base/real.h"
#include "error_words.h"
#include "lengthen.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define TURN         6.283185307179586476925
#define DOUBLE       (sizeof(real) == 8)

enum { FLOAT_LENGTH = 64 };

static const char *const claims[2][10] = {
    {"reciprocal", "position", "tokens", "queries", "without_bos", "without_mask", NULL},
    {"scores", "weights", "toeplitz", "alibi", "shift", "angle", "angle_weights", NULL}};

/* The request, and how often each kind of claim was reported. */
typedef struct audit {
    lg_theorem_options options;
    const char *kernels;
    int seen[10], headlines;
} audit;

static double square_norm(const audit *a, double squares) {
    return squares / a->options.width + 1e-6;
}

/* The value of a claim, computed from its formula. NaN if this test has no formula for it, for example if the claim is
 * that a number equals another number of the model. */
static double formula(const audit *a, const lg_theorem_claim *c, size_t row, size_t column) {
    const double N = a->options.length, R = a->options.width - 4, t = (double)row, i = (double)column;
    const bool norms = !strcmp(c->block, "pre_norm");
    const double lost = norms ? sqrt(square_norm(a, 1 + R + 1 / (N * N)) / square_norm(a, 1 + R)) : 1;
    if (!strcmp(c->name, "reciprocal")) return 1 / (i + 1);
    if (!strcmp(c->name, "position")) return i + 1;
    if (!strcmp(c->name, "without_bos")) return row == 0 ? 0 : lost * (N - 1 / N);
    if (!strcmp(c->name, "without_mask")) return row == 0 ? 1 / N : N;
    if (!strcmp(c->name, "angle") && column <= row) return cos(TURN * (t - i) / N) / square_norm(a, 2 + R);
    if (!strcmp(c->name, "alibi") && column <= row) return exp(i - t) * (1 - exp(-1)) / (1 - exp(-t - 1));
    return NAN;
}

static double allowed(const audit *a, const lg_theorem_claim *c) {
    const bool exact = !strcmp(c->name, "queries") || (!strcmp(c->name, "tokens") && !strcmp(c->block, "no_norm"));
    const bool angle = !strncmp(c->name, "angle", 5), norms = !strcmp(c->block, "pre_norm");
    const double in_float = angle ? 5e-4 : norms ? 4e-3 : 1e-3;
    if (exact) return 0;
    if (DOUBLE) return norms && !angle ? 4e-9 : 1e-9;
    return a->options.length <= FLOAT_LENGTH ? in_float : INFINITY;
}

static void check_number(const audit *a, const lg_theorem_claim *c, size_t row, size_t column) {
    const size_t at = row * c->columns + column;
    const double by_formula = formula(a, c, row, column), bound = allowed(a, c);
    if (isnan(c->wanted[at])) return;
    if (!(fabs(c->found[at] - c->wanted[at]) <= bound))
        fail_msg("%s, %d tokens, %s, %s [%zu,%zu]: %.17g, wanted %.17g", a->kernels, a->options.length, c->block,
                 c->name, row, column, c->found[at], c->wanted[at]);
    if (!isnan(by_formula) && !(fabs(c->wanted[at] - by_formula) <= 1e-12 * (1 + fabs(by_formula))))
        fail_msg("%d tokens, %s, %s [%zu,%zu]: wanted %.17g, by its formula %.17g", a->options.length, c->block,
                 c->name, row, column, c->wanted[at], by_formula);
}

static void audit_claim(void *user, const lg_theorem_claim *c) {
    audit *a = user;
    const char *const *names = claims[c->theorem - 1];
    int i = 0;
    while (names[i] && strcmp(names[i], c->name)) i++;
    assert_non_null(names[i]);
    a->seen[i]++;
    a->headlines += c->headline;
    assert_true(c->decided || (!DOUBLE && a->options.length > FLOAT_LENGTH));
    if (!c->holds || (c->decided && !(c->error <= c->tolerance)))
        fail_msg("%s, %d tokens, %s, %s: error %.3g, allowed %.3g", a->kernels, a->options.length, c->block, c->name,
                 c->error, c->tolerance);
    for (size_t row = 0; row < c->rows; row++)
        for (size_t column = 0; column < c->columns; column++) check_number(a, c, row, column);
}

static void check_theorem(int theorem, lg_theorem_options options, const char *kernels) {
    lg_context *context = lg_context_new();
    audit a = {.options = options, .kernels = kernels};
    assert_non_null(context);
    lg_context_threads(context, 2);
    if (lg_theorem_check(context, theorem, &options, audit_claim, &a) != LG_OK) fail_msg("%s", lg_error_text(context));
    for (int i = 0; claims[theorem - 1][i]; i++) assert_true(a.seen[i] > 0);
    assert_int_equal(a.headlines, 2);
    lg_context_free(context);
}

/* Checks a theorem in each kernel set that this machine supports. */
static void check_everywhere(int theorem, lg_theorem_options options) {
    lg_machine m;
    char sets[128], *rest = sets, *name;
    lg_context *context = lg_context_new();
    assert_non_null(context);
    assert_int_equal(lg_doctor(context, false, &m), LG_OK);
    snprintf(sets, sizeof sets, "%s", m.kernel_sets);
    lg_context_free(context);
    const char *chosen = getenv("LENGTHEN_KERNELS");
    if (chosen) {
        check_theorem(theorem, options, chosen);
        return;
    }
    while ((name = strsep(&rest, ", "))) {
        if (!*name) continue;
        setenv("LENGTHEN_KERNELS", name, 1);
        check_theorem(theorem, options, name);
    }
    unsetenv("LENGTHEN_KERNELS");
}

/* ---- tests ---- */

static void positions_of_all_lengths(void **state) {
    (void)state;
    static const int lengths[] = {2, 3, 5, 41, 64, 129, 513};
    for (size_t i = 0; i < COUNT(lengths); i++)
        check_theorem(1, (lg_theorem_options){.length = lengths[i], .width = 32, .heads = 4, .seed = i}, "any");
}

static void distances_of_all_lengths(void **state) {
    (void)state;
    static const int lengths[] = {4, 5, 41, 64, 129, 513};
    for (size_t i = 0; i < COUNT(lengths); i++)
        check_theorem(2, (lg_theorem_options){.length = lengths[i], .width = 32, .heads = 4, .seed = i}, "any");
}

static void kernels_and_sizes(void **state) {
    (void)state;
    static const int sizes[][2] = {{5, 1}, {6, 3}, {12, 2}, {64, 8}, {96, 4}};
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (int theorem = 1; theorem <= 2; theorem++)
            check_everywhere(
                theorem, (lg_theorem_options){.length = 41, .width = sizes[i][0], .heads = sizes[i][1], .seed = 7 + i});
}

/* Options of zero mean the defaults; the same seed gives the same numbers. */
static void add_errors(void *user, const lg_theorem_claim *c) {
    double *sum = user;
    sum[0] += c->error * (double)(1 + c->column);
    sum[1] = (double)c->columns;
}

static void zeros_are_defaults(void **state) {
    (void)state;
    lg_context *context = lg_context_new();
    double zeros[2] = {0}, again[2] = {0}, other[2] = {0};
    assert_int_equal(lg_theorem_check(context, 1, &(lg_theorem_options){0}, add_errors, zeros), LG_OK);
    assert_int_equal(lg_theorem_check(context, 1, &(lg_theorem_options){64, 32, 4, 0}, add_errors, again), LG_OK);
    assert_int_equal(lg_theorem_check(context, 1, &(lg_theorem_options){64, 32, 4, 1}, add_errors, other), LG_OK);
    assert_true(zeros[0] == again[0] && zeros[0] != other[0]);
    assert_true(zeros[1] == 64);
    lg_context_free(context);
}

static void what_is_refused(void **state) {
    (void)state;
    static const struct {
        int theorem;
        lg_theorem_options options;
        const char *words;
    } wrong[] = {{0, {0}, "theorem: 0: expected 1..2"},
                 {3, {0}, "theorem: 3: expected 1..2"},
                 {1, {.length = 1}, "length: 1: expected 2..1024 tokens for theorem 1"},
                 {2, {.length = 3}, "length: 3: expected 4..1024 tokens for theorem 2"},
                 {2, {.length = 1025}, "length: 1025: expected 4..1024"},
                 {1, {.width = 4}, "width: 4: expected 5..1024"},
                 {1, {.heads = 5}, "heads: 5: expected a divisor of width 32"},
                 {1, {.heads = 32}, "heads: 32: expected a divisor of width 32 that gives each head at least 2"}};
    lg_context *context = lg_context_new();
    double sums[2];
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const lg_status status = lg_theorem_check(context, wrong[i].theorem, &wrong[i].options, add_errors, sums);
        assert_fails(context, status, LG_USAGE, wrong[i].words);
    }
    lg_context_free(context);
}

static void theorems_are_described(void **state) {
    (void)state;
    assert_int_equal(lg_theorem_count(), 2);
    for (int i = 1; i <= 2; i++) {
        const lg_theorem_info x = lg_theorem_at(i);
        assert_true(*x.title && *x.statement && strstr(x.source, "Kazemnejad et al. 2023, theorem"));
        for (const char *line = x.statement; *line; line += strcspn(line, "\n") + (strchr(line, '\n') ? 1 : 0)) {
            assert_true(strcspn(line, "\n") <= 100);
            if (!strchr(line, '\n')) break;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_of_all_lengths), cmocka_unit_test(distances_of_all_lengths),
        cmocka_unit_test(kernels_and_sizes),        cmocka_unit_test(zeros_are_defaults),
        cmocka_unit_test(what_is_refused),          cmocka_unit_test(theorems_are_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
