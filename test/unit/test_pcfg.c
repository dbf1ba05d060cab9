/* test_pcfg.c: the expressions of PCFG SET: every function, examples of the published data set, malformed expressions,
 * and how expressions are drawn. Also the task, its sizes and its check. */
#include "data/pcfg.h"
#include "text_sets.h"

enum { LONGEST_VALUE = 400 };

/* Tokens of a text. */
static int read_expression(const char *text, int32_t tokens[LG_PCFG_SOURCE_MAX]) {
    char copy[1024], *rest = copy, *word;
    int count = 0;
    snprintf(copy, sizeof copy, "%s", text);
    while (*text != '\0' && (word = strsep(&rest, " "))) {
        int token = 0;
        while (token < LG_PCFG_WORDS && strcmp(lg_pcfg_words[token], word)) token++;
        if (token == LG_PCFG_WORDS) fail_msg("%s", word);
        assert_true(count < LG_PCFG_SOURCE_MAX);
        tokens[count++] = token;
    }
    return count;
}

static void write_tokens(const int32_t *tokens, int count, char out[4096]) {
    *out = '\0';
    for (int i = 0; i < count; i++)
        snprintf(out + strlen(out), 4096 - strlen(out), "%s%s", i > 0 ? " " : "", lg_pcfg_words[tokens[i]]);
}

static void assert_value(const char *expression, const char *wanted) {
    int32_t source[LG_PCFG_SOURCE_MAX], target[LONGEST_VALUE];
    char seen[4096];
    const int count = lg_pcfg_evaluate(source, read_expression(expression, source), target, LONGEST_VALUE);
    if (count < 0) fail_msg("%s has no value", expression);
    write_tokens(target, count, seen);
    assert_string_equal(seen, wanted);
}

static void functions_are_those_of_the_paper(void **state) {
    (void)state;
    assert_value("copy A1 B2 C3 D4", "A1 B2 C3 D4");
    assert_value("reverse A1 B2 C3 D4", "D4 C3 B2 A1");
    assert_value("reverse A1 B2 C3", "C3 B2 A1");
    assert_value("shift A1 B2 C3 D4", "B2 C3 D4 A1");
    assert_value("echo A1 B2 C3 D4", "A1 B2 C3 D4 D4");
    assert_value("swap_first_last A1 B2 C3 D4", "D4 B2 C3 A1");
    assert_value("repeat A1 B2 C3 D4", "A1 B2 C3 D4 A1 B2 C3 D4");
    assert_value("append A1 B2 , C3 D4", "A1 B2 C3 D4");
    assert_value("prepend A1 B2 , C3 D4", "C3 D4 A1 B2");
    assert_value("remove_first A1 B2 , C3 D4", "C3 D4");
    assert_value("remove_second A1 B2 , C3 D4", "A1 B2");
    for (int f = 0; f < LG_PCFG_UNARY; f++) { /* applied to one word */
        static const char *const wanted[] = {"Z20", "Z20", "Z20", "Z20 Z20", "Z20", "Z20 Z20"};
        char text[64];
        snprintf(text, sizeof text, "%s Z20", lg_pcfg_words[f]);
        assert_value(text, wanted[f]);
    }
}

static void expressions_have_the_published_values(void **state) {
    (void)state;
    assert_value("copy R11 B10", "R11 B10");
    assert_value("swap_first_last shift reverse copy M2 H16 K3 Z20", "Z20 H16 M2 K3");
    assert_value("remove_second K3 F20 M4 K2 W15 , reverse echo E19 Y4 G14 H7 W5", "K3 F20 M4 K2 W15");
    assert_value("echo append copy Q10 E4 S15 P7 , shift remove_second K15 D8 M9 W5 , H12 Q5 G10 J6 J10",
                 "Q10 E4 S15 P7 D8 M9 W5 K15 K15");
    assert_value("prepend prepend A1 , echo B1 , append repeat C1 C2 , reverse D1 D2", "C1 C2 C1 C2 D2 D1 B1 B1 A1");
    assert_value("append remove_first prepend A1 , A2 , B1 , remove_second C1 , append D1 , D2", "B1 C1");
}

static void other_texts_have_no_value(void **state) {
    static const char *const wrong[] = {"",
                                        "copy",
                                        ",",
                                        ", A1",
                                        "A1 ,",
                                        "A1 , B1",
                                        "A1 copy B1",
                                        "copy A1 , B1",
                                        "copy , A1",
                                        "append A1",
                                        "append A1 ,",
                                        "append A1 B1",
                                        "append , B1",
                                        "append A1 , ,",
                                        "append A1 copy B1",
                                        "append A1 , B1 , C1",
                                        "remove_first append A1 , B1 C1",
                                        "remove_first copy , B1",
                                        "remove_second A1 , copy"};
    int32_t source[LG_PCFG_SOURCE_MAX], target[LONGEST_VALUE];
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (lg_pcfg_evaluate(source, read_expression(wrong[i], source), target, LONGEST_VALUE) != -1)
            fail_msg("%s", wrong[i]);
    for (int i = 0; i < 2; i++) { /* invalid words */
        source[0] = i == 0 ? -1 : LG_PCFG_WORDS;
        assert_int_equal(lg_pcfg_evaluate(source, 1, target, LONGEST_VALUE), -1);
    }
}

/* Values that are longer than the limit are refused, except in arguments that a function removes. */
static void long_values_are_refused(void **state) {
    int32_t source[LG_PCFG_SOURCE_MAX], target[9] = {0};
    (void)state;
    target[8] = 77;
    assert_int_equal(lg_pcfg_evaluate(source, read_expression("repeat repeat A1 B1", source), target, 8), 8);
    assert_int_equal(lg_pcfg_evaluate(source, read_expression("repeat repeat A1 B1", source), target, 7), -1);
    assert_int_equal(lg_pcfg_evaluate(source, read_expression("echo repeat repeat A1 B1", source), target, 8), -1);
    assert_int_equal(lg_pcfg_evaluate(source, read_expression("A1 B1", source), target, 1), -1);
    for (int i = 0; i < 40; i++) source[i] = 5;
    source[40] = LG_PCFG_STRING;
    assert_int_equal(lg_pcfg_evaluate(source, 41, target, 8), -1);
    memmove(source + 1, source, 41 * sizeof *source);
    source[0] = 8; /* remove_first */
    source[42] = LG_PCFG_COMMA;
    source[43] = LG_PCFG_STRING + 1;
    assert_int_equal(lg_pcfg_evaluate(source, 44, target, 8), 1);
    assert_int_equal(target[0], LG_PCFG_STRING + 1);
    assert_int_equal(target[8], 77);
}

/* ---- drawing ---- */

static int count_functions(const int32_t *source, int count) {
    int functions = 0;
    for (int i = 0; i < count; i++) functions += source[i] < LG_PCFG_FUNCTIONS;
    return functions;
}

static void expressions_have_the_functions_asked_for(void **state) {
    lg_random r = lg_random_from(lg_key_root(1));
    int32_t source[LG_PCFG_SOURCE_MAX], target[LONGEST_VALUE];
    (void)state;
    for (int k = 0; k <= 40; k++)
        for (int i = 0; i < 200; i++) {
            const int count = lg_pcfg_draw(&r, k, source);
            if (count < 0) continue;
            assert_true(count <= LG_PCFG_SOURCE_MAX && count_functions(source, count) == k);
            for (int j = 0; j < count; j++) assert_true(source[j] >= 0 && source[j] < LG_PCFG_WORDS);
            if (k <= 4) assert_true(lg_pcfg_evaluate(source, count, target, LONGEST_VALUE) > 0);
        }
    assert_int_equal(lg_pcfg_draw(&r, 100000, source), -1);
}

static void choices_have_their_probabilities(void **state) {
    static const double sizes[] = {.159, .297, .277, .267};
    enum { TRIALS = 40000 };
    lg_random r = lg_random_from(lg_key_root(2));
    int32_t source[LG_PCFG_SOURCE_MAX];
    int used[LG_PCFG_WORDS] = {0}, unary = 0, size[6] = {0}, first[3] = {0}, binary = 0;
    (void)state;
    for (int i = 0; i < TRIALS; i++) { /* one function: its id, first string, first argument */
        const int count = lg_pcfg_draw(&r, 1, source);
        int end = 1;
        while (end < count && source[end] >= LG_PCFG_STRING) end++;
        used[source[0]]++;
        used[source[1]]++;
        unary += source[0] < LG_PCFG_UNARY;
        size[end - 1]++;
    }
    assert_share(unary, TRIALS, 0.6);
    for (int f = 0; f < LG_PCFG_FUNCTIONS; f++) assert_share(used[f], TRIALS, 0.1); /* 0.6 / 6 and 0.4 / 4 */
    for (int w = LG_PCFG_STRING; w < LG_PCFG_WORDS; w++) assert_share(used[w], TRIALS, 1. / LG_PCFG_STRINGS);
    for (int n = 2; n <= 5; n++) assert_share(size[n], TRIALS, sizes[n - 2]);
    for (int i = 0; i < TRIALS; i++) { /* three functions: how a binary function divides the other two functions */
        const int count = lg_pcfg_draw(&r, 3, source);
        int open = 1, at = 1; /* open: commas still missing in the first argument; at: its end */
        if (source[0] < LG_PCFG_UNARY) continue;
        for (; open > 0; at++) {
            open += source[at] >= LG_PCFG_UNARY && source[at] < LG_PCFG_FUNCTIONS;
            open -= source[at] == LG_PCFG_COMMA;
        }
        assert_true(at < count);
        first[count_functions(source + 1, at - 2)]++;
        binary++;
    }
    for (int i = 0; i < 3; i++) assert_share(first[i], binary, 1. / 3);
}

/* ---- the task ---- */

static void it_is_that_of_the_study(void **state) {
    (void)state;
    assert_vocabulary("pcfg", 535);
    assert_depends("pcfg");
}

static void pcfg_has_the_lengths_of_the_corpus(void **state) {
    static const int tests[] = {3232, 2296, 1738, 1175, 811, 631, 411, 271, 225, 154, 103, 68, 67, 46,
                                34,   18,   28,   5,    6,   5,   2,   4,   0,   2,   0,   0,  1};
    size_t count;
    int64_t listed = 0;
    set s = set_open("pcfg", "1..8", NULL, NULL), four = set_open("pcfg", "1..4", "data.examples", "1000");
    (void)state;
    for (int k = 9; k <= 35; k++) assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TEST, k), tests[k - 9]);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TRAIN, 1), 1282);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TRAIN, 3), 16103);
    assert_in_range(count_all(&s, LG_SPLIT_TRAIN, 8), 72905, 72913);
    assert_in_range(count_all(&s, LG_SPLIT_VALIDATION, 8), 8097, 8105);
    assert_in_range(count_all(&four, LG_SPLIT_TRAIN, 4), 998, 1002);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TEST, 36), 0);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TRAIN, 9), 0);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_VALIDATION, 9), 0);
    const int *lengths = s.data->entry->methods->lengths(s.data, LG_SPLIT_TEST, &count);
    for (size_t i = 0; i < count; i++) listed += lg_dataset_count(s.data, LG_SPLIT_TEST, lengths[i]);
    assert_int_equal(listed, count_all(&s, LG_SPLIT_TEST, 1000));
    set_close(&s);
    set_close(&four);
}

static void pcfg_records_keep_their_limits(void **state) {
    set s = set_open("pcfg", "1..8", NULL, NULL);
    int longest = 0;
    (void)state;
    for (int k = 0; k < SPLITS; k++)
        for (int n = 1; n <= 35; n++) {
            const int64_t there = lg_dataset_count(s.data, splits[k], n);
            for (int64_t i = 0; i < (there < 60 ? there : 60); i++) {
                const lg_record *r = draw(&s, splits[k], n, i);
                assert_true(r->n <= 2 + 71 + 1 && r->m <= (splits[k] == LG_SPLIT_TEST ? 400 : 200) + 1);
                if (r->m > longest) longest = r->m;
                assert_target_is_checked(&s);
            }
        }
    assert_true(longest > 150);
    set_close(&s);
}

static void pcfg_checks_what_it_reads(void **state) {
    set s = set_open("pcfg", "1..8", NULL, NULL);
    char source[LONGEST] = "Solve: remove_first";
    (void)state;
    assert_true(is_right(&s, 1, 0, "Solve: copy R11 B10", "R11 B10"));
    assert_true(is_right(&s, 4, 0, "Solve: swap_first_last shift reverse copy M2 H16 K3 Z20", "Z20 H16 M2 K3"));
    assert_true(is_right(&s, 3, 0, "Solve: remove_second K3 F20 M4 K2 W15 , reverse echo E19 Y4 G14 H7 W5",
                         "K3 F20 M4 K2 W15"));
    assert_true(is_right(&s, 5, 0,
                         "Solve: echo append copy Q10 E4 S15 P7 , shift remove_second K15 D8 M9 W5 , H12 Q5 G10 J6 J10",
                         "Q10 E4 S15 P7 D8 M9 W5 K15 K15"));
    assert_false(is_right(&s, 1, 0, "copy R11 B10", "R11 B10"));
    assert_false(is_right(&s, 2, 0, "Solve: copy R11 B10", "R11 B10"));
    assert_false(is_right(&s, 1, 0, "Solve: R11 B10", "R11 B10"));
    assert_false(is_right(&s, 1, 0, "Solve: copy R11 B10", "R11 B10 B10"));
    assert_false(is_right(&s, 1, 0, "Solve: copy R11 B10 [SEP]", "R11 B10"));
    assert_false(is_right(&s, 1, 0, "Solve: append A1 B1", "A1 B1"));
    for (int i = 0; i < 40; i++) strcat(source, " repeat"); /* 2^40 words in a removed argument */
    strcat(source, " A1 A2 , B1");
    assert_true(is_right(&s, 41, 0, source, "B1"));
    set_close(&s);
}

/* Replaces one or two tokens of expressions at random. The check accepts a value if and only if evaluation gives this
 * value. */
static void pcfg_is_checked_as_it_is_evaluated(void **state) {
    set s = set_open("pcfg", "1..8", NULL, NULL);
    lg_random r = lg_random_from(lg_key_root(3));
    int32_t expression[LG_PCFG_SOURCE_MAX], value[400];
    int good = 0, bad = 0;
    (void)state;
    for (int i = 0; i < 2000; i++) {
        char source[LONGEST] = "Solve: ", target[LONGEST];
        int functions = 0;
        const int n = lg_pcfg_draw(&r, 1 + (int)lg_random_below(&r, 6), expression);
        if (n < 0) continue;
        for (int k = 0; k < 2; k++) {
            const uint32_t kinds = lg_random_below(&r, 2) == 0 ? LG_PCFG_STRING : LG_PCFG_WORDS;
            expression[lg_random_below(&r, (uint32_t)n)] = (int32_t)lg_random_below(&r, kinds);
        }
        for (int k = 0; k < n; k++) functions += expression[k] < LG_PCFG_FUNCTIONS;
        const int m = lg_pcfg_evaluate(expression, n, value, 400);
        write_tokens(expression, n, source + strlen(source));
        write_tokens(m < 0 ? expression : value, m < 0 ? 1 : m, target);
        if (functions == 0) continue;
        if (is_right(&s, functions, 0, source, target) != (m >= 0)) fail_msg("%s -> %s", source, target);
        good += m >= 0;
        bad += m < 0;
    }
    assert_true(good > 200 && bad > 200);
    set_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_those_of_the_paper),
        cmocka_unit_test(expressions_have_the_published_values),
        cmocka_unit_test(other_texts_have_no_value),
        cmocka_unit_test(long_values_are_refused),
        cmocka_unit_test(expressions_have_the_functions_asked_for),
        cmocka_unit_test(choices_have_their_probabilities),
        cmocka_unit_test(it_is_that_of_the_study),
        cmocka_unit_test(pcfg_has_the_lengths_of_the_corpus),
        cmocka_unit_test(pcfg_records_keep_their_limits),
        cmocka_unit_test(pcfg_checks_what_it_reads),
        cmocka_unit_test(pcfg_is_checked_as_it_is_evaluated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
