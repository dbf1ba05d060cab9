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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_code_are_kept),
        cmocka_unit_test(first_failure_stays),
        cmocka_unit_test(words_may_be_lost),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(keys_are_named_once_it_failed),
    };
    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
