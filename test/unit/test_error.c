/* test_error.c: the first failure is kept, with its whole message. */
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

static void keys_are_named_once_it_failed(void **state) {
    lg_error err = {0};
    (void)state;
    lg_fail(&err, LG_USAGE, "they clash");
    assert_string_equal(err.keys, "");
    assert_false(lg_blame(&err, "model.heads model.width"));
    assert_false(lg_blame(&err, "encoding"));
    assert_string_equal(err.keys, "model.heads model.width encoding");
    for (int i = 0; i < 20; i++) lg_blame(&err, "positions.both_sides");
    assert_int_equal(strlen(err.keys), sizeof err.keys - 1);
    assert_false(lg_blame(NULL, "task"));
}

static void shortages_differ_from_permanent_errors(void **state) {
    lg_error lack = {0}, lasting = {0}, usage = {0}, like = {0}, none = {0};
    (void)state;
    lg_fail(&lack, LG_FAILED, "no memory");
    assert_false(lg_fail_permanent(&lasting, "%s is a folder", "x"));
    lg_fail(&usage, LG_USAGE, "a slip");
    assert_true(lg_error_is_shortage(&lack));
    assert_false(lg_error_is_shortage(&lasting) || lg_error_is_shortage(&usage) || lg_error_is_shortage(&none));
    assert_int_equal(lasting.code, LG_FAILED);
    assert_string_equal(lasting.text, "x is a folder");
    lg_fail_permanent(&lack, "later"); /* does not replace the first error, a shortage */
    assert_true(lg_error_is_shortage(&lack));
    assert_false(lg_fail_like(&like, &lasting, "there: %s", lasting.text));
    assert_false(lg_error_is_shortage(&like));
    assert_string_equal(like.text, "there: x is a folder");
    like = none;
    lg_fail_like(&like, &lack, "there");
    assert_true(lg_error_is_shortage(&like));
    assert_false(lg_fail_permanent(NULL, "nobody listens") || lg_fail_like(NULL, &lack, "nobody listens"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_code_are_kept),
        cmocka_unit_test(first_failure_stays),
        cmocka_unit_test(words_may_be_lost),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(keys_are_named_once_it_failed),
        cmocka_unit_test(shortages_differ_from_permanent_errors),
    };
    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
