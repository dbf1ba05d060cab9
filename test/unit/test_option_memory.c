/* test_option_memory.c: memory runs out at each allocation in turn while options are set. Each failure gives a message,
 * leaks nothing, and changes no value. This test includes the sources, so that their allocations can be made to
 * fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alloc_budget.h"

#include "base/lengths.c"
#include "base/option.c"
#include "config/values.c"

static const lg_option table[] = {
    {"act", LG_NAME, "relu", 0, 0, "relu gelu", "choice"},
    {"lengths", LG_LENGTHS, "1..40", 1, 500, NULL, "lengths"},
    {"lr", LG_REAL, "1e-3", 0, 10, NULL, "rate"},
    {"steps", LG_INT, "10", 1, 100, NULL, "steps"},
    {"text", LG_TEXT, "x", 0, 0, NULL, "text"},
    {0},
};

/* Sets one option with at most n - 1 allocations. Returns true if these suffice. */
static bool set_with(lg_values *v, const char *name, const char *text, int n) {
    lg_error err = {0};
    char before[64];
    snprintf(before, sizeof before, "%s", lg_values_text(v, name));
    ration = n;
    const bool ok = lg_values_set(v, name, text, &err);
    ration = -1;
    if (ok) return true;
    assert_int_equal(err.code, LG_FAILED);
    assert_non_null(strstr(err.text, "out of memory"));
    assert_non_null(strstr(err.text, name));
    assert_string_equal(lg_values_text(v, name), before);
    return false;
}

static void setting_fails_in_words(void **state) {
    static const char *const news[][2] = {
        {"act", "gelu"}, {"lengths", "1..500:3,7"}, {"lr", "5"}, {"steps", "7"}, {"text", "y"}};
    lg_values *v = lg_values_new();
    (void)state;
    assert_true(lg_values_add(v, table));
    for (size_t i = 0; i < sizeof news / sizeof news[0]; i++) {
        int n = 1;
        while (!set_with(v, news[i][0], news[i][1], n)) n++;
        assert_true(n > 1);
    }
    lg_values_free(v);
}

static void unknown_names_need_no_memory(void **state) {
    lg_values *v = lg_values_new();
    lg_error err = {0};
    (void)state;
    assert_true(lg_values_add(v, table));
    ration = 1;
    assert_false(lg_values_set(v, "step", "1", &err));
    ration = -1;
    assert_int_equal(err.code, LG_USAGE);
    assert_string_equal(err.text, "unknown option 'step'");
    lg_values_free(v);
}

static void adding_says_whether_it_worked(void **state) {
    bool ok = false;
    int n = 1;
    (void)state;
    for (; !ok; n++) {
        ration = n;
        lg_values *v = lg_values_new();
        ok = v && lg_values_add(v, table);
        ration = -1;
        if (v) assert_true(lg_values_add(v, table)); /* after a failure options can still be added */
        if (v) assert_int_equal(lg_values_count(v), 5);
        lg_values_free(v);
    }
    assert_true(n > 8);
}

static void copying_says_whether_it_worked(void **state) {
    lg_values *v = lg_values_new(), *copy = NULL;
    int n = 1;
    (void)state;
    assert_true(lg_values_add(v, table));
    for (; !copy; n++) {
        ration = n;
        copy = lg_values_copy(v);
    }
    ration = -1;
    assert_true(n > 8);
    assert_int_equal(lg_values_count(copy), 5);
    lg_values_free(copy);
    lg_values_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setting_fails_in_words),
        cmocka_unit_test(unknown_names_need_no_memory),
        cmocka_unit_test(adding_says_whether_it_worked),
        cmocka_unit_test(copying_says_whether_it_worked),
    };
    return cmocka_run_group_tests_name("option_memory", tests, NULL, NULL);
}
