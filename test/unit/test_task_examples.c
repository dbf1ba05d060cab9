/* test_task_examples.c: worked examples of every task, computed by hand. The check must accept the given target, and no
 * other target of the same length. */
#include "samples.h"

#include <string.h>

typedef struct example {
    const char *task, *input, *target; /* ids */
} example;

static const example examples[] = {
    {"even_pairs", "0", "0"},
    {"even_pairs", "0 1 1 0", "0"},
    {"even_pairs", "0 1 0 1 0 0 1", "1"},
    {"modular_arithmetic", "3", "3"},
    {"modular_arithmetic", "1 5 2 7 3", "2"},         /* 1 + 2*3 = 7 */
    {"modular_arithmetic", "2 6 3 7 4 7 2 5 1", "4"}, /* 2 - 3*4*2 + 1 = -21 */
    {"modular_arithmetic", "8 5 4", "4"},             /* a blank for a digit is 0 */
    {"modular_arithmetic", "2 8 4", "1"},             /* a blank for an operator is + */
    {"parity_check", "0", "0"},
    {"parity_check", "1 0 1 0 1 0 0", "1"},
    {"parity_check", "0 1 1 1 1", "0"},
    {"cycle_navigation", "0", "4"},
    {"cycle_navigation", "2 2 2 0", "2"},
    {"cycle_navigation", "2 0 1 0 0", "3"},
    {"stack_manipulation", "1", "1 2"},
    {"stack_manipulation", "0 1 1 0 4 2 2", "1 1 0 2 0 0 0 0"},
    {"stack_manipulation", "1 1 0 2 2 2", "2 0 0 0 0 0 0"},
    {"stack_manipulation", "1 2 2 3 4", "1 0 2 0 0 0"},
    {"reverse_string", "1", "1"},
    {"reverse_string", "1 0 0", "0 0 1"},
    {"reverse_string", "0 1 1 0 1 0", "0 1 0 1 1 0"},
    {"modular_arithmetic_brackets", "6 2", "3"},                     /* -2 */
    {"modular_arithmetic_brackets", "8 1 6 6 4 9", "0"},             /* (1--4) */
    {"modular_arithmetic_brackets", "8 8 6 3 9 7 3 9", "1"},         /* ((-3)*3) */
    {"modular_arithmetic_brackets", "8 8 2 7 3 9 6 8 6 4 9 9", "0"}, /* ((2*3)-(-4)) */
    {"solve_equation", "0", "0"},
    {"solve_equation", "0 0", "0"},
    {"solve_equation", "9 10 3", "3"},             /* x=3 */
    {"solve_equation", "7 2 6 9 8 10 4", "3"},     /* (2-x)=4 */
    {"solve_equation", "7 7 9 8 5 4 8 10 1", "2"}, /* ((x)+4)=1 */
    {"duplicate_string", "1", "1 1"},
    {"duplicate_string", "1 0 1", "1 0 1 1 0 1"},
    {"duplicate_string", "0 0 1 1", "0 0 1 1 0 0 1 1"},
    {"missing_duplicate_string", "1", "1"},
    {"missing_duplicate_string", "0 1 1 0 0 2 1 0", "1"},
    {"missing_duplicate_string", "1 0 1 1 2 1 3", "0"},
    {"odds_first", "1", "1"},
    {"odds_first", "1 0", "0 1"},
    {"odds_first", "0 1 1 0 1", "1 0 0 1 1"},
    {"odds_first", "0 0 1 1 0 1 0 1", "0 1 1 1 0 1 0 0"},
    {"binary_addition", "0", "0 2"},
    {"binary_addition", "0 0", "0 2 0"},
    {"binary_addition", "1 0", "1 2 0"},
    {"binary_addition", "0 1", "0 1 2"},
    {"binary_addition", "1 2 1", "0 1 2 0"},
    {"binary_addition", "0 0 1 2 0 1 1 0 1", "0 1 0 1 1 2 0 0 0 0"}, /* 4 + 22 = 26 */
    {"binary_addition", "1 0 2 1 1", "0 0 1 2 0 0"},                 /* 1 + 3 = 4 */
    {"binary_addition", "1 0 1 2 1 1", "0 0 0 1 2 0 0"},             /* 5 + 3 = 8 */
    {"binary_multiplication", "0", "2"},
    {"binary_multiplication", "0 0", "0 2"},
    {"binary_multiplication", "1 0", "0 2"},
    {"binary_multiplication", "0 1", "0 2"},
    {"binary_multiplication", "1 2 1", "1 2 0"},
    {"binary_multiplication", "1 1 2 1 1", "1 0 0 1 2"},                 /* 3 * 3 = 9 */
    {"binary_multiplication", "0 0 1 2 0 1 1 0 1", "0 0 0 1 1 0 1 2 0"}, /* 4 * 22 = 88 */
    {"compute_sqrt", "1", "1"},
    {"compute_sqrt", "1 1 1", "1 0"},
    {"compute_sqrt", "1 0 0 1 0 1", "1 1 0"},
    {"compute_sqrt", "1 1 1 1 1", "1 0 1"},
    {"bucket_sort", "3", "3"},
    {"bucket_sort", "1 0 2 0 4 1 1 2", "0 0 1 1 1 2 2 4"},
    {"bucket_sort", "4 2 1 3 0 2 2 1 4", "0 1 1 2 2 2 3 4 4"},
};

/* Inputs that no task draws, whatever the target: unmatched brackets, missing operators, and the like. */
static const example malformed[] = {
    {"modular_arithmetic", "1 5", "1"},
    {"modular_arithmetic", "5 1 5", "1"},
    {"modular_arithmetic", "1 2 3", "1"},
    {"stack_manipulation", "0 2 1 2", "0 2 0 0 0"},
    {"stack_manipulation", "0 1", "1 0 2"},
    {"stack_manipulation", "2 4", "1 2 0"},
    {"modular_arithmetic_brackets", "8 8 1 9 9", "1"},     /* ((1)) */
    {"modular_arithmetic_brackets", "8 1 5 2", "3"},       /* (1+2 */
    {"modular_arithmetic_brackets", "1 5 2", "3"},         /* 1+2 */
    {"modular_arithmetic_brackets", "6 8 1 5 2 9", "2"},   /* -(1+2) */
    {"modular_arithmetic_brackets", "6 6 1", "1"},         /* --1 */
    {"modular_arithmetic_brackets", "8 1 5 2 5 3 9", "1"}, /* (1+2+3) */
    {"modular_arithmetic_brackets", "8 1 5 2 9 9", "3"},   /* (1+2)) */
    {"modular_arithmetic_brackets", "8 1 5 10 9", "1"},    /* (1+x) */
    {"modular_arithmetic_brackets", "8 8 8 8", "0"},
    {"solve_equation", "0 9", "0"},
    {"solve_equation", "3 10 3", "3"},         /* 3=3 */
    {"solve_equation", "7 9 5 9 8 10 2", "1"}, /* (x+x)=2 */
    {"solve_equation", "9 3 10", "3"},         /* x3= */
    {"solve_equation", "9 10 10", "0"},        /* x== */
    {"missing_duplicate_string", "0 1 0 1", "0"},
    {"missing_duplicate_string", "2 1 2 1", "0"},
    {"missing_duplicate_string", "2 1 1 1 0", "1"},
    {"missing_duplicate_string", "2 3 0 3", "0"},
    {"missing_duplicate_string", "2 1 0 0", "0"},
    {"binary_addition", "1 1", "1 1 2"},
    {"binary_addition", "0 2 1", "1 2 0 0"},
    {"binary_addition", "1 1 1", "1 1 1 2"},
    {"binary_addition", "1 2 2", "1 2 0 0"},
    {"binary_addition", "2 1 1", "1 1 2 0"},
    {"binary_multiplication", "1", "2"},
    {"binary_multiplication", "1 2 0", "0 2 0"},
    {"compute_sqrt", "0 0", "0"},
};

static int read_ids(const char *text, int32_t *ids) {
    int count = 0;
    for (char *end; *text; text = end) ids[count++] = (int32_t)strtol(text, &end, 10);
    return count;
}

/* Fills the mask: every token counts or, if the task has a terminator, every token up to the first terminator. */
static void fill_mask(const lg_task *t, lg_sample *s) {
    const bool terminated = t->output_size == 3;
    bool counts = true;
    for (int j = 0; j < s->m; j++) {
        s->mask[j] = counts;
        if (terminated && s->target[j] == 2) counts = false;
    }
}

static void the_targets_are_right(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const example *e = &examples[i];
        const lg_task *t = test_task(e->task);
        int32_t input[32], target[32];
        uint8_t mask[32];
        lg_sample s = {read_ids(e->input, input), read_ids(e->target, target), input, target, mask};
        fill_mask(t, &s);
        if (!t->check(&s)) fail_msg("%s: %s -> %s is wrong", e->task, e->input, e->target);
    }
}

/* Changes target to the next one in numerical order. Returns false after the last. */
static bool count_up(int32_t *target, int m, int size) {
    for (int j = 0; j < m; j++) {
        if (++target[j] < size) return true;
        target[j] = 0;
    }
    return false;
}

static int targets_accepted(const example *e, int m) {
    const lg_task *t = test_task(e->task);
    int32_t input[32], target[32] = {0};
    uint8_t mask[32];
    lg_sample s = {read_ids(e->input, input), m, input, target, mask};
    int accepted = 0;
    do {
        fill_mask(t, &s);
        accepted += t->check(&s);
    } while (count_up(target, m, t->output_size));
    return accepted;
}

static void no_other_target_is_right(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const example *e = &examples[i];
        int32_t target[32];
        const int accepted = targets_accepted(e, read_ids(e->target, target));
        if (accepted != 1) fail_msg("%s: %s has %d right targets", e->task, e->input, accepted);
    }
}

static void malformed_inputs_have_no_right_target(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        const example *e = &malformed[i];
        int32_t target[32];
        if (targets_accepted(e, read_ids(e->target, target))) fail_msg("%s: %s is accepted", e->task, e->input);
    }
}

/* The lengths of input and target if a sample of length 1, 2, 7 or 40 is requested. */
static void lengths_are_as_specified(void **state) {
    (void)state;
    const struct {
        const char *task;
        int inputs[4], targets[4];
    } rows[] = {
        {"even_pairs", {1, 2, 7, 40}, {1, 1, 1, 1}},
        {"modular_arithmetic", {1, 1, 7, 39}, {1, 1, 1, 1}},
        {"parity_check", {1, 2, 7, 40}, {1, 1, 1, 1}},
        {"cycle_navigation", {1, 2, 7, 40}, {1, 1, 1, 1}},
        {"stack_manipulation", {1, 2, 7, 40}, {2, 3, 8, 41}},
        {"reverse_string", {1, 2, 7, 40}, {1, 2, 7, 40}},
        {"modular_arithmetic_brackets", {1, 2, 7, 40}, {1, 1, 1, 1}},
        {"solve_equation", {1, 2, 7, 40}, {1, 1, 1, 1}},
        {"duplicate_string", {1, 2, 7, 40}, {2, 4, 14, 80}},
        {"missing_duplicate_string", {1, 2, 7, 40}, {1, 1, 1, 1}},
        {"odds_first", {1, 2, 7, 40}, {1, 2, 7, 40}},
        {"binary_addition", {1, 2, 7, 40}, {2, 3, 8, 41}},
        {"binary_multiplication", {1, 2, 7, 40}, {1, 2, 7, 40}},
        {"compute_sqrt", {1, 2, 7, 40}, {1, 1, 4, 20}},
        {"bucket_sort", {1, 2, 7, 40}, {1, 2, 7, 40}},
    };
    const int asked[] = {1, 2, 7, 40};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 4; k++) {
            const lg_task *t = test_task(rows[i].task);
            assert_int_equal(lg_task_length(t, asked[k]), rows[i].inputs[k]);
            assert_int_equal(t->outputs(asked[k]), rows[i].targets[k]);
        }
}

static void every_task_has_examples(void **state) {
    (void)state;
    for (const lg_task *const *t = lg_tasks; *t; t++) {
        int count = 0;
        for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) count += !strcmp(examples[i].task, (*t)->name);
        assert_true(count >= 3 || (*t)->experimental);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_targets_are_right),
        cmocka_unit_test(no_other_target_is_right),
        cmocka_unit_test(malformed_inputs_have_no_right_target),
        cmocka_unit_test(lengths_are_as_specified),
        cmocka_unit_test(every_task_has_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
