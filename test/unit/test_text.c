/* test_text.c: conversion of numbers to text and back, in any locale. Also control characters, deceptive characters,
 * and the order of names. */
#define _GNU_SOURCE /* for strverscmp, which compares names with numbers too */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/machine.h"
#include "api/text.h"
#include "base/key.h"
#include "base/text.h"

static void whole_numbers_are_read(void **state) {
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {
        {"0", 0},
        {"-7", -7},
        {"+7", 7},
        {"007", 7},
        {"2_000_000", 2000000},
        {"1e5", 100000},
        {"1_0e5", 1000000},
        {"2.50e2", 250},
        {"3.0", 3},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775808", INT64_MIN},
        {"9007199254740993", 9007199254740993},
    };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        int64_t x = -1;
        assert_true(lg_text_int(good[i].text, &x));
        assert_int_equal(x, good[i].value);
    }
}

static void other_texts_are_no_whole_numbers(void **state) {
    static const char *const bad[] = {"",
                                      " ",
                                      " 1",
                                      "1 ",
                                      "1.5",
                                      "1e-1",
                                      "_1",
                                      "1_",
                                      "1__0",
                                      "1_e5",
                                      "x",
                                      "0x1",
                                      "inf",
                                      "nan",
                                      "1e400",
                                      "1e999",
                                      "1e17",
                                      "--1",
                                      "+-1",
                                      "1,0",
                                      "1e5_000",
                                      "9223372036854775808",
                                      "e5",
                                      ".",
                                      "-",
                                      "1e",
                                      "00000000000000000000000000000000000000000000000000000000000000000000000001"};
    int64_t x;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (lg_text_int(bad[i], &x)) fail_msg("'%s' was read as a whole number", bad[i]);
}

static void real_numbers_are_read(void **state) {
    double x;
    (void)state;
    assert_true(lg_text_real("1e-3", &x) && x == 1e-3);
    assert_true(lg_text_real("-.5", &x) && x == -0.5);
    assert_true(lg_text_real("5.", &x) && x == 5);
    assert_true(lg_text_real("+3E2", &x) && x == 300);
    static const char *const bad[] = {"", " 1", "1 ", "abc", "inf", "-nan", "0x1p3", "1e999", "1e", "1,5", "1_0", "."};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (lg_text_real(bad[i], &x)) fail_msg("'%s' was read as a number", bad[i]);
}

static void real_numbers_are_short(void **state) {
    static const struct {
        double value;
        const char *text;
    } known[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {0.1, "0.1"},
        {1e-9, "1e-09"},
        {3e-4, "0.0003"},
        {10000, "10000"},
        {123456, "123456"},
        {1e9, "1e+09"},
        {-2.5, "-2.5"},
        {1.0 / 3, "0.3333333333333333"},
        {1e300, "1e+300"},
        {5e-324, "5e-324"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
    };
    char text[LG_REAL_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        lg_real_text(known[i].value, text);
        assert_string_equal(text, known[i].text);
    }
}

static void real_numbers_come_back(void **state) {
    lg_random r = lg_random_from(lg_key_root(1));
    (void)state;
    for (int i = 0; i < 5000; i++) {
        char text[LG_REAL_TEXT];
        double x, back;
        const uint64_t bits = (uint64_t)lg_random_bits(&r) << 32 | lg_random_bits(&r);
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x)) continue;
        lg_real_text(x, text);
        assert_true(lg_text_real(text, &back));
        assert_true(back == x);
    }
}

/* In a locale with a decimal comma, strtod and printf use the comma. This program always uses the point. */
static void locale_does_not_matter(void **state) {
    static const char *const comma[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "it_IT.UTF-8"};
    char text[LG_REAL_TEXT];
    double x;
    (void)state;
    for (size_t i = 0; i < sizeof comma / sizeof comma[0]; i++) setlocale(LC_ALL, comma[i]);
    if (*localeconv()->decimal_point != ',') {
        print_message("this machine has no locale with a comma: skipped\n");
        skip();
    }
    assert_true(lg_text_real("1.5", &x) && x == 1.5);
    lg_real_text(2.5, text);
    assert_string_equal(text, "2.5");
    setlocale(LC_ALL, "C");
}

static void control_characters_are_found(void **state) {
    (void)state;
    assert_false(lg_text_has_control("", ""));
    assert_false(lg_text_has_control("a b~ Länge \x85 \xff", "")); /* \x85 and \xff alone are no control characters */
    for (int c = 1; c < 256; c++) {
        const char text[] = {'a', (char)c, '\0'};
        assert_int_equal(lg_text_has_control(text, ""), c < 32 || c == 127);
        assert_int_equal(lg_text_has_control(text, "\t\n"), (c < 32 || c == 127) && c != '\t' && c != '\n');
    }
    for (int c = 0x80; c < 0xc0; c++) { /* terminals interpret U+0080..U+009F, but not U+00A0..U+00BF */
        const char text[] = {'a', (char)0xc2, (char)c, '\0'};
        assert_int_equal(lg_text_has_control(text, ""), c < 0xa0);
    }
    char text[] = "a\033[31m\n\xc2\x9b\x32J\x7f Länge\t";
    lg_text_blank(text, "\t", '?');
    assert_string_equal(text, "a?[31m??2J? Länge\t");
}

/* Characters that could disguise a text are blanked: those that change its direction, control characters, and invalid
 * bytes. */
static void deceiving_characters_are_blanked(void **state) {
    static const char *const hidden[] = {"\xd8\x9c",     "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xaa", "\xe2\x80\xab",
                                         "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa7",
                                         "\xe2\x81\xa8", "\xe2\x81\xa9", "\x9b",         "\xff",         "\xc3",
                                         "\xc2\x80",     "\xc2\x9f",     "\x7f"};
    static const char *const shown[] = {"\xd8\x9b",     "\xd8\x9d",     "\xe2\x80\x8d", "\xe2\x80\x90", "\xe2\x80\xa9",
                                        "\xe2\x80\xaf", "\xe2\x81\xa5", "\xe2\x81\xaa", "\xd7\x90",     "\xc2\xa0"};
    (void)state;
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        char text[16];
        snprintf(text, sizeof text, "a%sb", hidden[i]);
        assert_int_equal(lg_text_hidden(text + 1), strlen(hidden[i]));
        lg_text_blank(text, "", '?');
        assert_string_equal(text, "a?b");
    }
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        char text[16];
        snprintf(text, sizeof text, "a%sb", shown[i]);
        assert_int_equal(lg_text_hidden(text + 1), 0);
        lg_text_blank(text, "", '?');
        assert_memory_equal(text + 1, shown[i], strlen(shown[i]));
    }
}

static void shown_text_is_tame(void **state) {
    char out[LG_SHOWN], longest[200];
    (void)state;
    assert_string_equal(lg_text_shown("abc", out), "abc");
    assert_string_equal(lg_text_shown("a\nb\033[31m\177", out), "a?b?[31m?");
    assert_string_equal(lg_text_shown("Länge", out), "Länge");
    memset(longest, 'x', sizeof longest);
    longest[LG_SHOWN - 1] = '\0';
    assert_string_equal(lg_text_shown(longest, out), longest);
    longest[LG_SHOWN - 1] = 'x';
    longest[199] = '\0';
    lg_text_shown(longest, out);
    assert_int_equal(strlen(out), LG_SHOWN - 1);
    assert_string_equal(out + LG_SHOWN - 4, "...");
}

static void shown_text_is_not_cut_inside_a_character(void **state) {
    char out[LG_SHOWN], longest[200] = "";
    (void)state;
    for (int shift = 0; shift < 2; shift++) {
        strcpy(longest, shift ? "x" : "");
        while (strlen(longest) < 150) strcat(longest, "ä");
        lg_text_shown(longest, out);
        const size_t n = strlen(out) - 3;
        assert_string_equal(out + n, "...");
        assert_int_equal((n - (size_t)shift) % 2, 0);
        assert_memory_equal(out, longest, n);
    }
}

/* Draws a name of letters and of numbers without leading zeros. */
static void random_name(lg_random *r, char *out, size_t most) {
    const size_t size = lg_random_below(r, (uint32_t)most);
    for (size_t i = 0; i < size; i++) {
        const bool within = i > 0 && strchr("0129", out[i - 1]);
        out[i] = "ab-1290"[lg_random_below(r, within ? 7 : 6)];
    }
    out[size] = '\0';
}

static void names_are_ordered_by_their_numbers(void **state) {
    static const char *const ordered[] = {"",        "run",    "run-9",   "run-10", "run-10a", "run-10b",
                                          "run-100", "run-a1", "run-a02", "run-a2", "run-a11"};
    const int count = sizeof ordered / sizeof *ordered;
    lg_random r = lg_random_from(lg_key_root(3));
    (void)state;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) assert_int_equal(lg_name_compare(ordered[i], ordered[j]), (i > j) - (i < j));
    for (int i = 0; i < 5000; i++) {
        char a[8], b[8];
        random_name(&r, a, sizeof a);
        random_name(&r, b, sizeof b);
        assert_int_equal(lg_name_compare(a, b), -lg_name_compare(b, a));
#ifdef __GLIBC__ /* strverscmp has bugs in other C libraries */
        const int other = strverscmp(a, b);
        if (lg_name_compare(a, b) != (other > 0) - (other < 0)) fail_msg("'%s' and '%s'", a, b);
#endif
    }
}

static void a_program_knows_where_it_is(void **state) {
    char path[4096], cut[8];
    (void)state;
    assert_true(lg_program_path(path, sizeof path));
    assert_true(*path == '/' && strstr(path, "/test_text"));
    assert_false(lg_program_path(cut, sizeof cut));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_are_read),
        cmocka_unit_test(other_texts_are_no_whole_numbers),
        cmocka_unit_test(real_numbers_are_read),
        cmocka_unit_test(real_numbers_are_short),
        cmocka_unit_test(real_numbers_come_back),
        cmocka_unit_test(locale_does_not_matter),
        cmocka_unit_test(control_characters_are_found),
        cmocka_unit_test(deceiving_characters_are_blanked),
        cmocka_unit_test(shown_text_is_tame),
        cmocka_unit_test(shown_text_is_not_cut_inside_a_character),
        cmocka_unit_test(names_are_ordered_by_their_numbers),
        cmocka_unit_test(a_program_knows_where_it_is),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
