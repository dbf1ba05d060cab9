/* test_json.c: objects are written as Jansson reads them, and prints them again; without memory there is no text. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "alloc_fail_after.h"
#include "base/json.h"
#include "base/key.h"

static char *sample(lg_json_layout layout) {
    lg_json j;
    lg_json_begin(&j, layout);
    lg_json_put_int(&j, "least", INT64_MIN);
    lg_json_put_text(&j, "text", "a \"b\" \\ \b\f\n\r\t\x01\x1f\x7f / \xc3\xa9 \xf0\x9f\x98\x80");
    lg_json_open(&j, "inner");
    lg_json_put_bool(&j, "yes", true);
    lg_json_open(&j, "none");
    lg_json_close(&j);
    lg_json_put_null(&j, "null");
    lg_json_close(&j);
    lg_json_put_real(&j, "nan", NAN);
    lg_json_put_real(&j, "half", 0.5);
    return lg_json_end(&j);
}

static void test_bytes_are_those_of_jansson(void **state) {
    static const size_t flags[] = {[LG_JSON_LINE] = 0, [LG_JSON_FILE] = JSON_INDENT(2) | JSON_REAL_PRECISION(17)};
    for (int layout = LG_JSON_LINE; layout <= LG_JSON_FILE; layout++) {
        char *text = sample((lg_json_layout)layout);
        json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(o);
        char *again = json_dumps(o, flags[layout]);
        assert_string_equal(text, again);
        free(again);
        free(text);
        json_decref(o);
    }
    (void)state;
}

static char *one_real(lg_json_layout layout, double x) {
    lg_json j;
    lg_json_begin(&j, layout);
    lg_json_put_real(&j, "x", x);
    return lg_json_end(&j);
}

/* In a file the digits are those of Jansson, whatever the locale; in a line they read back as the same number. */
static void test_real_numbers(void **state) {
    static const double special[] = {0, -0.0, 1, -3, 1e20, 1e-5, 1.5e-300, 0.1, 123456.75, 1e16, 1e17, 5e-324};
    lg_random r = lg_random_from(lg_key_root(7));
    setlocale(LC_ALL, "de_DE.UTF-8");
    for (size_t i = 0; i < 2000; i++) {
        const double x =
            i < sizeof special / sizeof *special ? special[i] : ldexp(lg_random_normal(&r), (int)(i % 400) - 200);
        json_t *o = json_pack("{s:f}", "x", x);
        char *expected = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
        char *file = one_real(LG_JSON_FILE, x), *line = one_real(LG_JSON_LINE, x);
        assert_string_equal(file, expected);
        json_t *back = json_loads(line, 0, NULL);
        assert_true(json_number_value(json_object_get(back, "x")) == x);
        json_decref(back);
        json_decref(o);
        free(expected);
        free(file);
        free(line);
    }
    setlocale(LC_ALL, "C");
    (void)state;
}

static void test_no_utf8(void **state) {
    lg_json j;
    lg_json_begin(&j, LG_JSON_LINE);
    lg_json_put_text(&j, "x", "a\xff\xc3z");
    char *text = lg_json_end(&j);
    assert_string_equal(text, "{\"x\": \"a??z\"}");
    free(text);
    (void)state;
}

/* A text that grows many times, with ever more memory. */
static void test_all_or_nothing(void **state) {
    if (!CAN_REFUSE) skip();
    const int members = 20000;
    char *text = NULL;
    long n = 1;
    for (; !text && n < 1000; n++) {
        lg_json j;
        left = n;
        lg_json_begin(&j, LG_JSON_FILE);
        for (int i = 0; i < members; i++) lg_json_put_int(&j, "x", 1);
        text = lg_json_end(&j);
        left = -1;
    }
    assert_true(n > 3);
    assert_int_equal(strlen(text), 2 + members * strlen("\n  \"x\": 1,"));
    free(text);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_are_those_of_jansson),
        cmocka_unit_test(test_real_numbers),
        cmocka_unit_test(test_no_utf8),
        cmocka_unit_test(test_all_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
