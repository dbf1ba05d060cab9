/* test_tasks.c: properties of every task of the registry. The check accepts samples, and refuses samples with one wrong
 * token. Entries are complete. A new line in tasks.def is tested without changes to this file. */
#include "samples.h"
#include "sanitizer.h"

#include <stdio.h>
#include <string.h>

#define SEED 1

static lg_key key_of(const lg_task *t, int n, int i) {
    uint64_t tag = 0;
    for (const char *c = t->name; *c; c++) tag = tag * 31 + (unsigned char)*c;
    return lg_key_fold(lg_key_fold(lg_key_fold(lg_key_root(SEED), tag), (uint64_t)n), (uint64_t)i);
}

static void assert_symbols(const char *const *symbols, int size) {
    assert_true(size >= 2);
    for (int i = 0; i < size; i++) {
        assert_non_null(symbols[i]);
        assert_true(symbols[i][0] != '\0' && !strchr(symbols[i], ' '));
        for (int j = 0; j < i; j++) assert_string_not_equal(symbols[i], symbols[j]);
    }
}

static int examples_in(const char *formula) {
    int count = 0;
    for (const char *c = formula; (c = strstr(c, " -> ")); c++) count++;
    return count;
}

static void entries_are_complete(void **state) {
    (void)state;
    for (const lg_task *const *p = lg_tasks; *p; p++) {
        const lg_task *t = *p;
        assert_ptr_equal(lg_task_find(t->name), t);
        assert_true(t->summary[0] && t->source[0]);
        assert_true(examples_in(t->formula) >= 2);
        assert_true(!strcmp(t->level, "regular") || !strcmp(t->level, "context-free") ||
                    !strcmp(t->level, "context-sensitive"));
        assert_true(t->experimental || t->chance == (t->output_size == 5 ? 0.2 : 0.5));
        assert_symbols(t->input_symbols, t->input_size);
        assert_symbols(t->output_symbols, t->output_size);
        bool aligned = true;
        for (int n = 1; n <= 40; n++) aligned &= t->outputs(n) == lg_task_length(t, n);
        assert_int_equal(t->aligned, aligned);
    }
    assert_null(lg_task_find("no_such_task"));
}

/* Asserts that the check refuses every other id in place of target token j, and a wrong mask value. */
static void assert_wrong_when_changed(const lg_task *t, lg_sample *s, int j) {
    const int32_t right = s->target[j];
    for (int id = -1; id <= t->output_size; id++) {
        if (id == right) continue;
        s->target[j] = id;
        if (t->check(s)) fail_msg("%s: n %d, target %d: %d and %d both right", t->name, s->n, j, right, id);
    }
    s->target[j] = right;
    s->mask[j] ^= 1;
    if (t->check(s)) fail_msg("%s: n %d: mask %d wrong and not noticed", t->name, s->n, j);
    s->mask[j] ^= 1;
}

static void assert_wrong_when_shorter(const lg_task *t, lg_sample *s) {
    s->m--;
    assert_false(t->check(s));
    s->m++;
}

static void check(const lg_task *t, int n, int i, int changes) {
    lg_sample s = test_sample_new(t, n);
    t->sample(key_of(t, n, i), n, &s);
    assert_int_equal(s.n, lg_task_length(t, n));
    assert_int_equal(s.m, t->outputs(n));
    if (!t->check(&s)) fail_msg("%s: sample %d of n %d is wrong", t->name, i, n);
    const int stride = s.m > changes ? s.m / changes : 1;
    for (int j = 0; j < s.m; j += stride) assert_wrong_when_changed(t, &s, j);
    assert_wrong_when_changed(t, &s, s.m - 1);
    assert_wrong_when_shorter(t, &s);
    assert_true(t->check(&s));
    test_sample_free(&s);
}

static void samples_are_right_and_changes_are_wrong(void **state) {
    (void)state;
    for (const lg_task *const *t = lg_tasks; *t; t++) {
        for (int n = 1; n <= 60; n++)
            for (int i = 0; i < TRIALS(8); i++) check(*t, n, i, 120);
        for (int i = 0; i < TRIALS(4); i++) check(*t, 200, i, 200);
        for (int i = 0; i < TRIALS(4); i++) check(*t, 500, i, 20);
        for (int i = 0; i < TRIALS(4); i++) check(*t, 501, i, 20);
        for (int i = 0; i < TRIALS(2); i++) check(*t, 3000, i, 3);
    }
}

static bool same(const lg_sample *a, const lg_sample *b) {
    return a->n == b->n && a->m == b->m && !memcmp(a->input, b->input, (size_t)a->n * sizeof *a->input) &&
           !memcmp(a->target, b->target, (size_t)a->m * sizeof *a->target) && !memcmp(a->mask, b->mask, (size_t)a->m);
}

static void a_sample_is_a_function_of_its_key(void **state) {
    (void)state;
    for (const lg_task *const *t = lg_tasks; *t; t++) {
        lg_sample a = test_sample_new(*t, 41), b = test_sample_new(*t, 41);
        (*t)->sample(key_of(*t, 41, 0), 41, &a);
        memset(b.target, 0x55, (size_t)a.m * sizeof *b.target); /* a sampler must overwrite the whole array */
        memset(b.mask, 0x55, (size_t)a.m);
        (*t)->sample(key_of(*t, 41, 0), 41, &b);
        assert_true(same(&a, &b));
        (*t)->sample(key_of(*t, 41, 1), 41, &b);
        assert_false(same(&a, &b));
        test_sample_free(&a);
        test_sample_free(&b);
    }
}

/* Replaces some tokens of the input and the target by random ids, some of which are out of range. The check must not
 * crash, and must refuse ids out of range. */
static void checks_survive_damage(void **state) {
    (void)state;
    for (const lg_task *const *t = lg_tasks; *t; t++)
        for (int i = 0; i < TRIALS(2000); i++) {
            lg_random r = lg_random_from(key_of(*t, 0, i));
            const int n = 1 + (int)lg_random_below(&r, 30);
            lg_sample s = test_sample_new(*t, n);
            (*t)->sample(key_of(*t, n, i), n, &s);
            const int slack = i % 2; /* if i is odd, ids may be out of range */
            bool outside = false;
            for (uint32_t times = 1 + lg_random_below(&r, 4); times; times--) {
                const bool input = lg_random_below(&r, 2);
                const int size = input ? (*t)->input_size : (*t)->output_size;
                int32_t *slot = input ? s.input + lg_random_below(&r, (uint32_t)s.n)
                                      : s.target + lg_random_below(&r, (uint32_t)s.m);
                *slot = (int32_t)lg_random_below(&r, (uint32_t)(size + 2 * slack)) - slack;
            }
            for (int j = 0; j < s.n; j++) outside = outside || s.input[j] < 0 || s.input[j] >= (*t)->input_size;
            for (int j = 0; j < s.m; j++) outside = outside || s.target[j] < 0 || s.target[j] >= (*t)->output_size;
            if ((*t)->check(&s) && outside) fail_msg("%s: an id out of range is accepted", (*t)->name);
            test_sample_free(&s);
        }
}

/* Inputs that repeat one token, such as the deepest brackets or the longest sequences of pops, must not crash the
 * check. */
static void checks_survive_monotony(void **state) {
    (void)state;
    for (const lg_task *const *t = lg_tasks; *t; t++)
        for (int id = 0; id < (*t)->input_size; id++) {
            const int n = 20001;
            lg_sample s = test_sample_new(*t, n);
            s.n = n;
            s.m = (*t)->outputs(n);
            memset(s.mask, 1, (size_t)s.m);
            for (int i = 0; i < n; i++) s.input[i] = id;
            (void)(*t)->check(&s);
            test_sample_free(&s);
        }
}

static void very_long_samples_are_drawn(void **state) {
    (void)state;
    for (const lg_task *const *t = lg_tasks; *t; t++) {
        lg_sample s = test_sample_new(*t, 100000);
        (*t)->sample(key_of(*t, 100000, 0), 100000, &s);
        assert_int_equal(s.n, lg_task_length(*t, 100000));
        test_sample_free(&s);
        check(*t, 12000, 0, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_complete),
        cmocka_unit_test(samples_are_right_and_changes_are_wrong),
        cmocka_unit_test(a_sample_is_a_function_of_its_key),
        cmocka_unit_test(checks_survive_damage),
        cmocka_unit_test(checks_survive_monotony),
        cmocka_unit_test(very_long_samples_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
