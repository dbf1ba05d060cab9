/* test_error.c: the first failure stays, with all its words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"

static void words_and_code_are_kept(void **state) {
    lg_error err = {0};
    (void)state;
    assert_false(lg_fail(&err, LG_USAGE, "%s: '%s' is not a number", "train.lr", "abc"));
    assert_int_equal(err.code, LG_USAGE);
    assert_string_equal(err.text, "train.lr: 'abc' is not a number");
}

static void first_failure_stays(void **state) {
    lg_error err = {0};
    (void)state;
    lg_fail(&err, LG_CORRUPT, "first");
    assert_false(lg_fail(&err, LG_FAILED, "second"));
    assert_int_equal(err.code, LG_CORRUPT);
    assert_string_equal(err.text, "first");
}

static void words_may_be_lost(void **state) {
    (void)state;
    assert_false(lg_fail(NULL, LG_FAILED, "nobody %s", "listens"));
}

static void long_words_are_cut(void **state) {
    lg_error err = {0};
    char longest[5000];
    (void)state;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    lg_fail(&err, LG_FAILED, "%s", longest);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_code_are_kept),
        cmocka_unit_test(first_failure_stays),
        cmocka_unit_test(words_may_be_lost),
        cmocka_unit_test(long_words_are_cut),
    };
    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
