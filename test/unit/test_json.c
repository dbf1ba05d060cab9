/* test_json.c: Jansson reads written objects, and prints the same text. If memory runs out, there is no text. */
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
    static const size_t flags[] = {[LG_JSON_LINE] = 0,
                                   [LG_JSON_FILE] = JSON_INDENT(2),
                                   [LG_JSON_COMPACT] = JSON_COMPACT,
                                   [LG_JSON_SCRIPT] = JSON_COMPACT};
    for (int layout = LG_JSON_LINE; layout <= LG_JSON_SCRIPT; layout++) {
        char *text = sample((lg_json_layout)layout);
        json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(o);
        char *again = json_dumps(o, flags[layout]), *delete = strstr(text, "\\u007F");
        assert_true(!delete == (layout < LG_JSON_COMPACT));
        if (delete) memmove(delete + 1, delete + 6, strlen(delete + 6) + 1), *delete = '\x7f';
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

/* Numbers that are written and read back are the same, in every locale. */
static void test_real_numbers(void **state) {
    static const double special[] = {0, -0.0, 1, -3, 1e20, 1e-5, 1.5e-300, 0.1, 123456.75, 1e16, 1e17, 5e-324};
    lg_random r = lg_random_from(lg_key_root(7));
    setlocale(LC_ALL, "de_DE.UTF-8");
    for (size_t i = 0; i < 2000; i++) {
        const double x =
            i < sizeof special / sizeof *special ? special[i] : ldexp(lg_random_normal(&r), (int)(i % 400) - 200);
        for (int layout = LG_JSON_LINE; layout <= LG_JSON_SCRIPT; layout++) {
            char *text = one_real((lg_json_layout)layout, x);
            json_t *back = json_loads(text, 0, NULL);
            assert_true(json_number_value(json_object_get(back, "x")) == x);
            json_decref(back);
            free(text);
        }
    }
    setlocale(LC_ALL, "C");
    (void)state;
}

static void test_lists(void **state) {
    static const double x[] = {1, 2, 3, NAN, 5, 6};
    static const struct {
        lg_json_layout layout;
        const char *text;
    } expected[] = {
        {LG_JSON_COMPACT,
         "{\"a\":[[1,2,3],[null,5,6]],\"none\":[],\"b\":[{\"c\":1},{\"c\":2}],\"ints\":[-1,2],\"last\":true}"},
        {LG_JSON_LINE, "{\"a\": [[1, 2, 3], [null, 5, 6]], \"none\": [], \"b\": [{\"c\": 1}, {\"c\": 2}], "
                       "\"ints\": [-1, 2], \"last\": true}"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        lg_json j;
        lg_json_begin(&j, expected[i].layout);
        lg_json_put_array(&j, "a", x, (size_t[]){2, 3}, 2);
        lg_json_put_array(&j, "none", x, (size_t[]){0, 3}, 2);
        lg_json_open_list(&j, "b");
        for (int k = 1; k <= 2; k++) lg_json_open(&j, NULL), lg_json_put_int(&j, "c", k), lg_json_close(&j);
        lg_json_close_list(&j);
        lg_json_put_ints(&j, "ints", (const int[]){-1, 2}, 2);
        lg_json_put_bool(&j, "last", true);
        assert_true(j.not_finite);
        char *text = lg_json_end(&j);
        assert_string_equal(text, expected[i].text);
        free(text);
    }
    (void)state;
}

static void test_no_utf8_and_what_a_script_must_not_have(void **state) {
    static const struct {
        const char *text, *line, *script;
    } cases[] = {
        {"a\xff\xc3z", "a??z", "a??z"},
        {"\xc3\xa9\xc3", "\xc3\xa9?", "\xc3\xa9?"},
        {"\xed\xa0\x80\xc0\xaf\xf5\x80\x80\x80", "?????????", "?????????"},
        {"\xe2\x82\xac\xf0\x9f\x98\x80", "\xe2\x82\xac\xf0\x9f\x98\x80", "\xe2\x82\xac\xf0\x9f\x98\x80"},
        {"a\xe2\x80\xae\xd8\x9c\xc2\x85\xe2\x80\x90", "a\xe2\x80\xae\xd8\x9c\xc2\x85\xe2\x80\x90", "a???\xe2\x80\x90"},
        {"</b>&\n\"\\", "</b>&\\n\\\"\\\\", "\\u003C/b\\u003E\\u0026\\n\\\"\\\\"},
        {"", "", ""}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        const bool script = i % 2;
        lg_json j;
        char expected[64];
        lg_json_begin(&j, script ? LG_JSON_SCRIPT : LG_JSON_LINE);
        lg_json_put_text(&j, "x", cases[i / 2].text);
        snprintf(expected, sizeof expected, script ? "{\"x\":\"%s\"}" : "{\"x\": \"%s\"}",
                 script ? cases[i / 2].script : cases[i / 2].line);
        char *text = lg_json_end(&j);
        assert_string_equal(text, expected);
        free(text);
    }
    (void)state;
}

/* Writes a text whose buffer must grow many times, with ever more allocations. Each result is the whole text or no
 * text. */
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
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_no_utf8_and_what_a_script_must_not_have),
        cmocka_unit_test(test_all_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
