/* test_quote.c: text from outside is quoted so that every language into which it is written treats it as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/text.h"
#include "base/quote.h"

static void becomes(void (*quote)(FILE *to, const char *text), const char *text, const char *wanted) {
    char *got = NULL;
    size_t size;
    FILE *to = open_memstream(&got, &size);
    assert_non_null(to);
    quote(to, text);
    assert_int_equal(fclose(to), 0);
    assert_string_equal(got, wanted);
    free(got);
}

/* Asserts that a shell prints a quoted text unchanged (`printf %s WORD`). */
static void a_shell_reads(const char *text) {
    char *command = NULL, got[64] = "";
    size_t size;
    FILE *to = open_memstream(&command, &size);
    assert_non_null(to);
    fputs("printf %s ", to);
    lg_quote_shell(to, text);
    assert_int_equal(fclose(to), 0);
    FILE *from = popen(command, "r");
    assert_non_null(from);
    assert_int_equal(fread(got, 1, sizeof got - 1, from), strlen(text));
    assert_int_equal(pclose(from), 0);
    assert_string_equal(got, text);
    free(command);
}

static void words_of_a_shell(void **state) {
    (void)state;
    becomes(lg_quote_shell, "", "''");
    becomes(lg_quote_shell, NULL, "''");
    becomes(lg_quote_shell, "it's", "'it'\\''s'");
    becomes(lg_quote_shell, "a\033[2Jb", "\"$(printf 'a\\033[2Jb')\"");
    becomes(lg_quote_shell, "a\xe2\x80\xae" "b", "\"$(printf 'a\\342\\200\\256b')\"");
    becomes(lg_quote_html, "a\xe2\x80\xae\xc3\xa9\x9b<", "a \xc3\xa9 &lt;");
    becomes(lg_quote_markdown, "\xe2\x81\xa6\xc3\xa9", " \xc3\xa9");
    becomes(lg_quote_latex, "\xd8\x9c\xe2\x89\xa5", " $\\geq$");
    becomes(lg_quote_csv, "\xe2\x80\x8f" "1", " 1");
    becomes(lg_quote_gnuplot, "\xe2\x80\xaa\xff", "'  '");
    becomes(lg_quote_gnuplot_file, "\xe2\x80\xaa\xff", "'\xe2\x80\xaa\xff'");
    static const char *const texts[] = {"it's \"$HOME\" `id` \\ %s *", "\xe9 caf\xc3\xa9", "a\nb\n\n",
                                        ("\xc2\x9b"
                                         "31m"),
                                        "-n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) a_shell_reads(texts[i]);
    static const char *const words[][2] = {{"runs/a-1.b", "runs/a-1.b"}, {"", "''"}, {"a;b", "'a;b'"}, {"~", "'~'"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char *word = lg_text_word(words[i][0]);
        assert_string_equal(word, words[i][1]);
        free(word);
    }
}

static void strings_of_gnuplot(void **state) {
    (void)state;
    becomes(lg_quote_gnuplot, "a\nsystem('id')", "'a system(''id'')'");
    becomes(lg_quote_gnuplot, "''a", "\"\\047\".\"\\047\".'a'");
    becomes(lg_quote_gnuplot, NULL, "''");
    becomes(lg_quote_gnuplot, "50 %", "'50 %'");
    becomes(lg_quote_gnuplot_format, "%d 'a' %", "'%%d ''a'' %%'");
    becomes(lg_quote_gnuplot_file, "|id;.svg", "'./|id;.svg'");
    becomes(lg_quote_gnuplot_file, "<id", "'./<id'");
    becomes(lg_quote_gnuplot_file, "a'\n.svg", "'a'' .svg'");
    becomes(lg_quote_gnuplot_word, "it's\n", "''it''\"''\"''s ''");
    becomes(lg_quote_comment, "a\nsystem('id')\r\xc2\x85", "a system('id')  ");
}

static void cells_of_csv(void **state) {
    (void)state;
    becomes(lg_quote_csv, "plain", "plain");
    becomes(lg_quote_csv, "a, \"b\"", "\"a, \"\"b\"\"\"");
    becomes(lg_quote_csv, "a\r\nb", "a  b");
    static const char *const formulas[] = {"=1+1", "+cmd|' /C calc'!A0", "-x", "@SUM(A1)", "-1e", "=\t1"};
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        char *got = NULL;
        size_t size;
        FILE *to = open_memstream(&got, &size);
        lg_quote_csv(to, formulas[i]);
        fclose(to);
        assert_int_equal(got[0], '\'');
        free(got);
    }
    becomes(lg_quote_csv, "=a\"b", "\"'=a\"\"b\"");
    static const char *const numbers[] = {"-1", "-0.5", "+3e-4", "-", "=", "1=1"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) becomes(lg_quote_csv, numbers[i], numbers[i]);
}

static void text_of_latex(void **state) {
    (void)state;
    becomes(lg_quote_latex, "[b]*", "{}[b]*");
    becomes(lg_quote_latex, "*", "{}*");
    becomes(lg_quote_latex, "a[b]", "a[b]");
    becomes(lg_quote_latex, "\\input{x}\n%", "\\textbackslash{}input\\{x\\} \\%");
}

static void text_of_markdown(void **state) {
    (void)state;
    becomes(lg_quote_markdown, "<img src=x>", "\\<img src=x\\>");
    becomes(lg_quote_markdown, "a\n\n# b", "a  # b");
    becomes(lg_quote_markdown, "# a", "\\# a");
    becomes(lg_quote_markdown, "[a](b) &lt;", "\\[a\\](b) \\&lt;");
    becomes(lg_quote_markdown, "~~~", "\\~~~");
}

static void text_of_html(void **state) {
    (void)state;
    becomes(lg_quote_html, "<a href='x'>&\"\033", "&lt;a href=&#39;x&#39;&gt;&amp;&quot; ");
    becomes(lg_quote_html, NULL, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_a_shell), cmocka_unit_test(strings_of_gnuplot), cmocka_unit_test(cells_of_csv),
        cmocka_unit_test(text_of_latex),    cmocka_unit_test(text_of_markdown),   cmocka_unit_test(text_of_html),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
