/* test_scratchpads.c: steps that targets may contain before their answer (data/scratchpad.h). Tests the strings of the
 * study, all combinations of parts, bounds, answers, and how the steps of a model's output are compared. */
#include <math.h>

#include "config/describe.h"
#include "config/values.h"
#include "data/lego.h"
#include "text_sets.h"

static const char *const tasks[] = {"addition",    "summation",  "parity_text", "polynomial",
                                    "sort_single", "sort_multi", "lego_chain",  "lego_perm"};
enum { TASKS = sizeof tasks / sizeof *tasks, WITH_VARIABLES = 4 };

/* Opens a data set with a scratchpad format and, unless `key` is NULL, one more option. */
static set open_set(const char *name, const char *format, const char *key, const char *value) {
    lg_values *v = set_values(name, "1..8", "data.scratchpad", format);
    if (key) assert_true(lg_values_set(v, key, value, NULL));
    return set_open_values(v);
}

/* ---- the strings of the study ---- */

#define THINK   "Thinking step by step: "
#define MINIMUM "comp The minimum of the unsorted portion out "

/* An example of the study: its source, the steps of the target, and the answer after the steps. A task has several
 * kinds of records, which differ in the number of digits or in the queried variable; `cell` is the index of the
 * kind. */
typedef struct example {
    const char *name, *format;
    int length, cell;
    const char *source, *steps, *answer;
} example;

#define ADDITION   "Compute 5 3 7 2 6 + 1 9 1 7 ?"
#define PARITY     "Is the number of 1's even in the sequence "
#define POLYNOMIAL "Evaluate at x = - 2 in 3 * x ** 0 + 1 * x ** 1 + 1 * x ** 2 ?"
#define CHAIN      "If a = -1, b = - a, c = + b, d = + c. Then, what is the value of c?"
#define LAST       "If q = +1, t = - q, f = - t, k = + f. Then, what is the value of k?"
#define PERM       "If c = + t, r = + f, t = - q, q = -1, f = - c. Then, what is the value of r?"

static const example examples[] = {
    {"addition", "full", 5, 3, ADDITION,
     "in 6, 7 comp 6 + 7 + carry = 13 + 0 = 13 out 3 [ carry: 1 ] re 5 3 7 2 + 1 9 1 "
     "# in 2, 1 comp 2 + 1 + carry = 3 + 1 = 4 out 4 [ carry: 0 ] re 5 3 7 + 1 9 "
     "# in 7, 9 comp 7 + 9 + carry = 16 + 0 = 16 out 6 [ carry: 1 ] re 5 3 + 1 "
     "# in 3, 1 comp 3 + 1 + carry = 4 + 1 = 5 out 5 [ carry: 0 ] re 5 + 0 "
     "# in 5, 0 comp 5 + 0 + carry = 5 + 0 = 5 out 5 [ carry: 0 ] re +",
     "The answer is 5 5 6 4 3."},
    {"addition", "full", 1, 0, "Compute 9 + 5 ?",
     "in 9, 5 comp 9 + 5 + carry = 14 + 0 = 14 out 4 [ carry: 1 ] re + "
     "# in 0, 0 comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 ] re +",
     "The answer is 1 4."},
    {"addition", "full", 2, 0, "Compute 9 9 + 1 ?",
     "in 9, 1 comp 9 + 1 + carry = 10 + 0 = 10 out 0 [ carry: 1 ] re 9 + 0 "
     "# in 9, 0 comp 9 + 0 + carry = 9 + 1 = 10 out 0 [ carry: 1 ] re + "
     "# in 0, 0 comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 ] re +",
     "The answer is 1 0 0."},
    {"summation", "full", 5, 0, "Compute: 1 + 2 + 3 + 4 + 7 .",
     "in 1 comp 1 + sum = 1 + 0 = out 1 [ sum: 1 = 1 ] re 2 + 3 + 4 + 7 "
     "# in 2 comp 2 + sum = 2 + 1 = out 3 [ sum: 3 = 3 ] re 3 + 4 + 7 "
     "# in 3 comp 3 + sum = 3 + 3 = out 6 [ sum: 6 = 6 ] re 4 + 7 "
     "# in 4 comp 4 + sum = 4 + 6 = out 1 0 [ sum: 1 0 = 0 ] re 7 "
     "# in 7 comp 7 + sum = 7 + 0 = out 7 [ sum: 7 = 7 ] re",
     "The answer is 7 ."},
    {"summation", "full", 2, 0, "Compute: 9 + 9 .",
     "in 9 comp 9 + sum = 9 + 0 = out 9 [ sum: 9 = 9 ] re 9 "
     "# in 9 comp 9 + sum = 9 + 9 = out 1 8 [ sum: 1 8 = 8 ] re",
     "The answer is 8 ."},
    {"summation", "full", 1, 0, "Compute: 5 .", "in 5 comp 5 + sum = 5 + 0 = out 5 [ sum: 5 = 5 ] re",
     "The answer is 5 ."},
    {"parity_text", "full", 5, 0, PARITY "[ 1, 0, 0, 1, 1 ] ?",
     "in 1 comp 1 ** par = 1 ** 0 out 1 [ par: 1 ] re [ 0, 0, 1, 1 ] "
     "# in 0 comp 0 ** par = 0 ** 1 out 1 [ par: 1 ] re [ 0, 1, 1 ] "
     "# in 0 comp 0 ** par = 0 ** 1 out 1 [ par: 1 ] re [ 1, 1 ] "
     "# in 1 comp 1 ** par = 1 ** 1 out 0 [ par: 0 ] re [ 1 ] "
     "# in 1 comp 1 ** par = 1 ** 0 out 1 [ par: 1 ] re [ ]",
     "The answer is No."},
    {"parity_text", "full", 2, 0, PARITY "[ 0, 1 ] ?",
     "in 0 comp 0 ** par = 0 ** 0 out 0 [ par: 0 ] re [ 1 ] "
     "# in 1 comp 1 ** par = 1 ** 0 out 1 [ par: 1 ] re [ ]",
     "The answer is No."},
    {"parity_text", "full", 4, 0, PARITY "[ 1, 1, 1, 0 ] ?",
     "in 1 comp 1 ** par = 1 ** 0 out 1 [ par: 1 ] re [ 1, 1, 0 ] "
     "# in 1 comp 1 ** par = 1 ** 1 out 0 [ par: 0 ] re [ 1, 0 ] "
     "# in 1 comp 1 ** par = 1 ** 0 out 1 [ par: 1 ] re [ 0 ] "
     "# in 0 comp 0 ** par = 0 ** 1 out 1 [ par: 1 ] re [ ]",
     "The answer is No."},
    {"polynomial", "full", 3, 0, POLYNOMIAL,
     "in 3 * x ** 0 comp 3 * - 2 ** 0 = 3 * 1 out 3 [ sum: 0 + 3 = 3 ] re 1 * x ** 1 + 1 * x ** 2 "
     "# in 1 * x ** 1 comp 1 * - 2 ** 1 = 1 * - 2 out - 2 [ sum: 3 + - 2 = 1 ] re 1 * x ** 2 "
     "# in 1 * x ** 2 comp 1 * - 2 ** 2 = 1 * 4 out 4 [ sum: 1 + 4 = 5 ] re",
     "The answer is 5."},
    {"polynomial", "full", 2, 0, "Evaluate at x = 2 in - 3 * x ** 1 + 2 * x ** 0 ?",
     "in - 3 * x ** 1 comp - 3 * 2 ** 1 = - 3 * 2 out - 6 [ sum: 0 + - 6 = 4 ] re 2 * x ** 0 "
     "# in 2 * x ** 0 comp 2 * 2 ** 0 = 2 * 1 out 2 [ sum: 4 + 2 = 6 ] re",
     "The answer is 6."},
    {"polynomial", "full", 1, 0, "Evaluate at x = - 1 in 1 * x ** 3 ?",
     "in 1 * x ** 3 comp 1 * - 1 ** 3 = 1 * - 1 out - 1 [ sum: 0 + - 1 = 9 ] re", "The answer is 9."},
    {"lego_chain", "full", 4, 0, CHAIN,
     "in a comp out -1 re b = - a, c = + b, d = + c # in b comp - a = - -1 out +1 re c = + b, d = + c "
     "# in c comp + b = + +1 out +1 re d = + c",
     "The answer is +1."},
    {"lego_chain", "full", 4, 1, LAST,
     "in q comp out +1 re t = - q, f = - t, k = + f # in t comp - q = - +1 out -1 re f = - t, k = + f "
     "# in f comp - t = - -1 out +1 re k = + f # in k comp + f = + +1 out +1 re",
     "The answer is +1."},
    {"lego_perm", "full", 5, 1, PERM,
     "in q comp out -1 re c = + t, r = + f, t = - q, f = - c # in t comp - q = - -1 out +1 re c = + t, r = + f, f = - "
     "c "
     "# in c comp + t = + +1 out +1 re r = + f, f = - c # in f comp - c = - +1 out -1 re r = + f "
     "# in r comp + f = + -1 out -1 re",
     "The answer is -1."},
    {"sort_single", "full", 5, 0, "Sort the following list [ M, E, F, F, N ].",
     "in M " MINIMUM "E re [ M, F, F, N ] # in M " MINIMUM "F re [ M, F, N ] # in M " MINIMUM "F re [ M, N ] "
     "# in M " MINIMUM "M re [ N ] # in N " MINIMUM "N re [ ]",
     "The sorted list is [ E, F, F, M, N ]."},
    {"sort_single", "full", 3, 0, "Sort the following list [ 3, 1, 2 ].",
     "in 3 " MINIMUM "1 re [ 3, 2 ] # in 3 " MINIMUM "2 re [ 3 ] # in 3 " MINIMUM "3 re [ ]",
     "The sorted list is [ 1, 2, 3 ]."},
    {"sort_single", "minimal", 3, 0, "Sort the following list [ 3, 1, 2 ].", MINIMUM "1 # " MINIMUM "2 # " MINIMUM "3",
     "The sorted list is [ 1, 2, 3 ]."},
    {"sort_multi", "full", 4, 0, "Sort the following list [ 2 4 6 8, 6 8 6 3, 8 8 1, 4 1 2 5 ].",
     "in 2 4 6 8 " MINIMUM "8 8 1 re [ 6 8 6 3, 2 4 6 8, 4 1 2 5 ] # in 6 8 6 3 " MINIMUM
     "2 4 6 8 re [ 6 8 6 3, 4 1 2 5 ] # in 6 8 6 3 " MINIMUM "4 1 2 5 re [ 6 8 6 3 ] # in 6 8 6 3 " MINIMUM
     "6 8 6 3 re [ ]",
     "The sorted list is [ 8 8 1, 2 4 6 8, 4 1 2 5, 6 8 6 3 ]."},
    {"sort_multi", "full", 3, 0, "Sort the following list [ 3 1, 1 5, 9 2 6 ].",
     "in 3 1 " MINIMUM "1 5 re [ 3 1, 9 2 6 ] # in 3 1 " MINIMUM "3 1 re [ 9 2 6 ] # in 9 2 6 " MINIMUM "9 2 6 re [ ]",
     "The sorted list is [ 1 5, 3 1, 9 2 6 ]."},
    {"addition", "minimal", 5, 3, ADDITION,
     "comp 6 + 7 + carry = 13 + 0 = 13 out 3 # comp 2 + 1 + carry = 3 + 1 = 4 out 4 "
     "# comp 7 + 9 + carry = 16 + 0 = 16 out 6 # comp 3 + 1 + carry = 4 + 1 = 5 out 5 "
     "# comp 5 + 0 + carry = 5 + 0 = 5 out 5",
     "The answer is 5 5 6 4 3."},
    {"addition", "minimal", 1, 0, "Compute 9 + 5 ?",
     "comp 9 + 5 + carry = 14 + 0 = 14 out 4 # comp 0 + 0 + carry = 0 + 1 = 1 out 1", "The answer is 1 4."},
    {"parity_text", "00000", 2, 0, PARITY "[ 0, 1 ] ?", "#", "The answer is No."},
    {"parity_text", "00010", 2, 0, PARITY "[ 0, 1 ] ?", "[ par: 0 ] # [ par: 1 ]", "The answer is No."},
    {"parity_text", "00001", 2, 0, PARITY "[ 0, 1 ] ?", "re [ 1 ] # re [ ]", "The answer is No."},
};
enum { EXAMPLES = sizeof examples / sizeof *examples, MOST = 600 /* tokens of the output */ };

/* Writes source and target as write_both does. Returns the target. */
static const char *write_example(const example *x, char out[LONGEST]) {
    snprintf(out, LONGEST, "%s\t" THINK "%s . Thus, %s", x->source, x->steps, x->answer);
    return strchr(out, '\t') + 1;
}

/* The example's target is right. No other target is right for the same source: replacing any word of the target makes
 * it wrong. */
static void strings_of_the_study_are_right(void **state) {
    char text[LONGEST];
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        const example *x = &examples[i];
        set s = open_set(x->name, x->format, NULL, NULL), none = open_set(x->name, "none", NULL, NULL);
        const char *target = write_example(x, text);
        if (!is_right(&s, x->length, x->cell, x->source, target)) fail_msg("%s is wrong", target);
        assert_target_is_checked(&s);
        assert_false(is_right(&s, x->length, x->cell, x->source, x->answer));
        assert_false(is_right(&s, x->length, x->cell, x->source, target + strlen(THINK)));
        assert_false(is_right(&none, x->length, x->cell, x->source, target));
        assert_true(is_right(&none, x->length, x->cell, x->source, x->answer));
        set_close(&s);
        set_close(&none);
    }
}

/* Asserts that a training record has exactly the example's text. */
static void assert_found(const example *x, const char *key, const char *value) {
    char wanted[LONGEST], text[LONGEST] = "";
    lg_values *v = set_values(x->name, "1..8", "data.scratchpad", x->format);
    assert_true(lg_values_set(v, "data.examples", "3000000", NULL));
    if (key) assert_true(lg_values_set(v, key, value, NULL));
    set s = set_open_values(v);
    const int64_t there = lg_dataset_count(s.data, LG_SPLIT_TRAIN, x->length);
    write_example(x, wanted);
    for (int64_t i = 0; i < there && strcmp(text, wanted); i++) write_both(&s, LG_SPLIT_TRAIN, x->length, i, text);
    if (strcmp(text, wanted)) fail_msg("%s has no %s", x->name, wanted);
    set_close(&s);
}

static void strings_of_the_study_are_drawn(void **state) {
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        const example *x = &examples[i];
        if (!strcmp(x->name, "addition") && x->length < 3) assert_found(x, NULL, NULL);
        if (!strcmp(x->name, "summation") || !strcmp(x->name, "parity_text")) assert_found(x, NULL, NULL);
        if (!strcmp(x->name, "polynomial") && x->length < 3) assert_found(x, NULL, NULL);
        if (!strcmp(x->name, "sort_single") && x->length < 4) assert_found(x, "data.alphabet", "10");
    }
    const example more = {"sort_multi",
                          "full",
                          2,
                          0,
                          "Sort the following list [ 5 0, 4 9 ].",
                          "in 5 0 " MINIMUM "4 9 re [ 5 0 ] # in 5 0 " MINIMUM "5 0 re [ ]",
                          "The sorted list is [ 4 9, 5 0 ]."};
    assert_found(&more, "data.largest", "60");
}

static void write_lego(const char *name, const char *letters, const char *signs, int query, const int *order,
                       char out[LONGEST]) {
    char source[LONGEST / 4], target[LONGEST / 4];
    set s = open_set(name, "full", NULL, NULL);
    lg_text_writer to_source = {.text = source, .size = sizeof source};
    lg_text_writer to_target = {.text = target, .size = sizeof target};
    lg_lego_question x = {.chain = {.count = (int)strlen(letters), .query = query}};
    for (int i = 0; i < x.chain.count; i++) {
        x.chain.variable[i] = letters[i];
        x.chain.value[i] = signs[i] == '-' ? -1 : 1;
        x.order[i] = order[i];
    }
    lg_lego_write(s.data, &x, &to_source, &to_target);
    snprintf(out, LONGEST, "%s\t%s", source, target);
    set_close(&s);
}

static void chains_of_the_study_are_written(void **state) {
    static const int chain[] = {0, 1, 2, 3}, perm[] = {2, 4, 1, 0, 3};
    char text[LONGEST], wanted[LONGEST];
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        const example *x = &examples[i];
        if (strncmp(x->name, "lego", 4)) continue;
        if (!strcmp(x->source, CHAIN)) write_lego(x->name, "abcd", "-+++", 2, chain, text);
        if (!strcmp(x->source, LAST)) write_lego(x->name, "qtfk", "+-++", 3, chain, text);
        if (!strcmp(x->source, PERM)) write_lego(x->name, "qtcfr", "-++--", 4, perm, text);
        write_example(x, wanted);
        assert_string_equal(text, wanted);
    }
}

/* ---- all combinations of parts ---- */

/* Asserts that the record has the tokens of its text. */
static void assert_tokens_of_text(set *s, int length, int64_t index) {
    static int32_t ids[8192];
    char both[LONGEST];
    write_both(s, LG_SPLIT_TRAIN, length, index, both);
    const int count = read_tokens(s->data, strchr(both, '\t') + 1, "</s>", ids, 8192);
    assert_int_equal(count, s->record.m);
    assert_memory_equal(ids, s->record.target, sizeof *ids * (size_t)count);
}

static void check_format(const char *name, const char *format) {
    static const int lengths[] = {1, 2, 3, 5, 8};
    set s = open_set(name, format, "data.examples", "2000");
    assert_false(s.data->exact);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int64_t k = 0; k < 4 && k < lg_dataset_count(s.data, LG_SPLIT_TRAIN, lengths[i]); k++) {
            draw(&s, LG_SPLIT_TRAIN, lengths[i], k);
            if (!s.data->entry->methods->check(s.data, &s.record)) fail_msg("%s %s %d", name, format, lengths[i]);
            assert_target_is_checked(&s);
            assert_tokens_of_text(&s, lengths[i], k);
        }
    set_close(&s);
}

static void write_format(int parts, char out[6]) {
    for (int p = 0; p < LG_PARTS; p++) out[p] = (parts >> (LG_PARTS - 1 - p)) & 1 ? '1' : '0';
    out[LG_PARTS] = '\0';
}

static void parts_go_together_in_all_combinations(void **state) {
    char format[LG_PARTS + 1];
    (void)state;
    for (int t = 0; t < TASKS; t++)
        for (int parts = 0; parts < 1 << LG_PARTS; parts++) {
            write_format(parts, format);
            if (t < WITH_VARIABLES || format[LG_PART_VARIABLES] == '0') check_format(tasks[t], format);
        }
}

/* Formats change neither sources nor answers. "full" and "minimal" are names of formats; "full" omits the part of
 * variables in tasks without variables. */
static void names_are_formats(void **state) {
    static const char *const names[][2] = {{"full", "11111"}, {"minimal", "01100"}};
    char a[LONGEST], b[LONGEST], none[LONGEST];
    (void)state;
    for (int t = 0; t < TASKS; t++)
        for (int i = 0; i < 2; i++) {
            const char *digits = i == 0 && t >= WITH_VARIABLES ? "11101" : names[i][1];
            set x = open_set(tasks[t], names[i][0], NULL, NULL), y = open_set(tasks[t], digits, NULL, NULL);
            set z = open_set(tasks[t], "none", NULL, NULL);
            write_both(&x, LG_SPLIT_TEST, 7, 5, a);
            write_both(&y, LG_SPLIT_TEST, 7, 5, b);
            write_both(&z, LG_SPLIT_TEST, 7, 5, none);
            assert_string_equal(a, b);
            const size_t source = strcspn(none, "\t") + 1;
            assert_memory_equal(a, none, source);
            assert_string_equal(strstr(a, ". Thus, ") + strlen(". Thus, "), none + source);
            assert_int_equal(x.data->source.size, z.data->source.size);
            set_close(&x);
            set_close(&y);
            set_close(&z);
        }
}

static void read_format(const char *name, const char *format, lg_scratchpad *out) {
    const lg_data *d = lg_data_find(name);
    assert_true(lg_scratchpad_read(format, d, ((const lg_text_task *)d)->steps, out, NULL));
}

static void one_part_may_be_left_out(void **state) {
    static const char *const formats[][2] = {{"no_input", "01111"},
                                             {"no_computation", "10111"},
                                             {"no_output", "11011"},
                                             {"no_variables", "11101"},
                                             {"no_rest", "11110"}};
    lg_scratchpad x, y;
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        read_format("summation", formats[i][0], &x);
        read_format("summation", formats[i][1], &y);
        assert_memory_equal(&x, &y, sizeof x);
    }
    read_format("sort_single", "no_rest", &x);
    assert_memory_equal(x.has, ((const bool[]){true, true, true, false, false}), sizeof x.has);
}

static void assert_refused(const char *name, const char *format, const char *message) {
    lg_error err = {0};
    lg_values *v = set_values(name, "1..8", "data.scratchpad", format);
    assert_null(lg_dataset_of(v, &err));
    assert_int_equal(err.code, LG_USAGE);
    assert_string_equal(err.text, message);
    lg_values_free(v);
}

#define EXPECTED                                                                                                       \
    "is not known (expected none, full, minimal, full without one part such as no_input, or a digit 0 "                \
    "or 1 for each of input, computation, output, variables and rest: full is "

static void other_formats_are_refused(void **state) {
    (void)state;
    assert_refused("addition", "0110", "data.scratchpad: '0110' " EXPECTED "11111, minimal is 01100)");
    assert_refused("addition", "011000", "data.scratchpad: '011000' " EXPECTED "11111, minimal is 01100)");
    assert_refused("lego_perm", "01120", "data.scratchpad: '01120' " EXPECTED "11101, minimal is 01100)");
    assert_refused("sort_single", "Full", "data.scratchpad: 'Full' " EXPECTED "11101, minimal is 01100)");
    assert_refused("polynomial", "", "data.scratchpad: '' " EXPECTED "11111, minimal is 01100)");
    assert_refused("polynomial", "no_words", "data.scratchpad: 'no_words' " EXPECTED "11111, minimal is 01100)");
    assert_refused("sort_multi", "no_variables",
                   "data.scratchpad: no_variables: the steps of sort_multi have no variables (use full)");
    for (int t = WITH_VARIABLES; t < TASKS; t++) {
        char message[256];
        snprintf(message, sizeof message,
                 "data.scratchpad: 00010: the steps of %s have no variables (expected 0 as digit 4; full is 11101)",
                 tasks[t]);
        assert_refused(tasks[t], "00010", message);
    }
}

/* ---- sizes ---- */

/* Asserts that the bound on a record's size is `tokens`, and that the longest of up to 500 records nearly reaches
 * it. */
static void assert_bound(const char *name, const char *format, int length, int tokens) {
    set s = open_set(name, format, NULL, NULL);
    const lg_record_size z = lg_dataset_bound(s.data, length);
    const int64_t there = lg_dataset_count(s.data, LG_SPLIT_TEST, length);
    int longest = 0;
    for (int64_t i = 0; i < 500 && i < there; i++) {
        draw(&s, LG_SPLIT_TEST, length, i);
        if (s.record.n + s.record.m > longest) longest = s.record.n + s.record.m;
    }
    if (z.n + z.m != tokens) fail_msg("%s %s %d: %d tokens", name, format, length, z.n + z.m);
    if (longest < 0.94 * tokens) fail_msg("%s %s %d: %d of %d tokens", name, format, length, longest, tokens);
    set_close(&s);
}

/* The expected bounds are the sizes of the longest examples in the study. A term is added where the study's random
 * examples hardly ever have the maximal size. */
static void bounds_are_those_of_the_study(void **state) {
    (void)state;
    assert_bound("addition", "minimal", 8, 175);
    assert_bound("addition", "full", 8, 330);
    assert_bound("addition", "minimal", 16, 319);
    assert_bound("addition", "full", 16, 746);
    assert_bound("summation", "minimal", 8, 134 + 1);
    assert_bound("summation", "full", 8, 267 + 4);
    assert_bound("parity_text", "minimal", 8, 128);
    assert_bound("parity_text", "full", 8, 257);
    assert_bound("parity_text", "minimal", 16, 232);
    assert_bound("parity_text", "full", 16, 617);
    assert_bound("sort_single", "minimal", 8, 132);
    assert_bound("sort_single", "full", 8, 221);
    assert_bound("sort_single", "minimal", 16, 244);
    assert_bound("sort_single", "full", 16, 549);
    assert_bound("sort_multi", "minimal", 8, 204);
    assert_bound("sort_multi", "full", 8, 401);
    assert_bound("sort_multi", "minimal", 16, 388);
    assert_bound("sort_multi", "full", 16, 1101);
    for (int i = 6; i < 8; i++) {
        assert_bound(tasks[i], "minimal", 8, 129);
        assert_bound(tasks[i], "full", 8, 286);
        assert_bound(tasks[i], "minimal", 16, 241);
        assert_bound(tasks[i], "full", 16, 874);
    }
}

/* For every format, some short records have the longest possible size. */
static void bounds_are_reached(void **state) {
    char format[LG_PARTS + 1];
    (void)state;
    for (int t = 0; t < TASKS; t++)
        for (int parts = 0; parts < 1 << LG_PARTS; parts++) {
            write_format(parts, format);
            if (t >= WITH_VARIABLES && format[LG_PART_VARIABLES] == '1') continue;
            set s = open_set(tasks[t], format, NULL, NULL);
            const lg_record_size z = lg_dataset_bound(s.data, 2);
            int64_t i = 0;
            while (i < 40000 && draw(&s, LG_SPLIT_TRAIN, 2, i)->m < z.m) i++;
            if (i == 40000) fail_msg("%s %s: no record has %d target tokens", tasks[t], format, z.m);
            set_close(&s);
        }
}

static void the_longest_records_are_drawn(void **state) {
    (void)state;
    for (int t = 0; t < TASKS; t++) {
        set s = open_set(tasks[t], "full", NULL, NULL);
        int length = 1000;
        while (lg_dataset_count(s.data, LG_SPLIT_TRAIN, length) == 0) length--;
        assert_int_equal(length, t == 0 ? 17 : t < 6 ? LG_STEPS_LONGEST : LG_LEGO_LONGEST);
        draw(&s, LG_SPLIT_TRAIN, length, 0);
        assert_true(s.data->entry->methods->check(s.data, &s.record));
        assert_true(lg_dataset_bound(s.data, LG_LENGTH_MAX).m > 0);
        set_close(&s);
    }
}

/* ---- steps in a model's output ---- */

typedef struct answer {
    set s;
    int32_t target[MOST], ids[MOST];
    int targets, count;
} answer;

static void answer_open(answer *x, const char *name, const char *format, const char *target) {
    x->s = open_set(name, format, NULL, NULL);
    x->targets = read_tokens(x->s.data, target, "</s>", x->target, MOST);
}

static bool is_accepted(answer *x, const char *text) {
    x->count = read_tokens(x->s.data, text, "</s>", x->ids, MOST);
    while (x->count < x->targets) x->ids[x->count++] = x->s.data->end;
    return x->s.data->entry->methods->accepts(x->s.data, x->ids, x->count, x->target, x->targets);
}

static void answers_alone_count(void **state) {
    answer x;
    (void)state;
    answer_open(&x, "addition", "minimal",
                THINK "comp 9 + 5 + carry = 14 + 0 = 14 out 4 # comp 0 + 0 + carry = 0 + 1 = 1 out 1 . "
                      "Thus, The answer is 1 4.");
    assert_true(is_accepted(&x, THINK "comp 9 + 5 + carry = 14 + 0 = 13 out 3 . Thus, The answer is 1 4."));
    assert_true(is_accepted(&x, "The answer is 1 4."));
    assert_false(is_accepted(&x, THINK "comp 9 + 5 + carry = 14 + 0 = 14 out 4 # comp 0 + 0 + carry = 0 + 1 = 1 "
                                       "out 1 . Thus, The answer is 1 3."));
    assert_false(is_accepted(&x, THINK "The answer is 1 4. Thus, The answer is 3."));
    assert_true(is_accepted(&x, THINK "The answer is 3. Thus, The answer is 4. Thus, The answer is 1 4."));
    set_close(&x.s);
}

static void assert_scores(answer *x, const char *text, const double wanted[LG_STEP_SCORES]) {
    double scores[LG_STEP_SCORES];
    const lg_data_methods *m = x->s.data->entry->methods;
    x->count = read_tokens(x->s.data, text, "</s>", x->ids, MOST);
    assert_true(m->compare_steps(x->s.data, x->ids, x->count, x->target, x->targets, scores));
    for (int i = 0; i < LG_STEP_SCORES; i++)
        if (isnan(wanted[i]) ? !isnan(scores[i]) : fabs(scores[i] - wanted[i]) > 1e-15)
            fail_msg("%s: score %d is %g, not %g", text, i, scores[i], wanted[i]);
}

#define STEPS(...) (const double[LG_STEP_SCORES]) __VA_ARGS__
static const double nothing[LG_STEP_SCORES];

static void steps_are_compared(void **state) {
    static const char first[] = THINK "in 9, 5 comp 9 + 5 + carry = 14 + 0 = 14 out 4 [ carry: 1 ] re + # ";
    static const char *const last[] = {
        "in 0, 0 comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 ] re + . Thus, The answer is 1 4.",
        "in 0, 1 comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 ] re + . Thus, The answer is 7.",
        "in 0, 0 comp 0 + 0 + carry = 0 + 1 = 10 out 1 [ carry: 1 ] re + 1 . Thus, The answer is 1 4.",
        "in 0, 0 comp out 2 [ ] re . Thus, The answer is 1 4. Thus, 3",
        "in 0, 0 comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 ] re + .",
        "in 0, 0 comp 0 + 0 + carry = 0 + 1 = 1 out 1 carry: 0 re + . Thus, The answer is 1 4.",
        "in 0, 0 comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 re + . Thus, The answer is 1 4.",
        "in 0, 0 out 1 comp 0 + 0 + carry = 0 + 1 = 1 [ carry: 0 ] re + . Thus, The answer is 1 4.",
        "1 in 0, 0 comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 ] re + . Thus, The answer is 1 4.",
        "# in 0, 0 comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 ] re + . Thus, The answer is 1 4.",
        ("in 0, 0 comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 ] re + # in comp out [ ] re . Thus, The answer is 1 "
         "4."),
        ". Thus, The answer is 1 4."};
    char text[LONGEST];
    answer x;
    (void)state;
    snprintf(text, sizeof text, "%s%s", first, last[0]);
    answer_open(&x, "addition", "full", text);
    assert_scores(&x, text, STEPS({1, 1, 1, 1, 1, 1, 1}));
    for (int i = 1; i < (int)(sizeof last / sizeof *last); i++) {
        snprintf(text, sizeof text, "%s%s", first, last[i]);
        assert_scores(&x, text,
                      i == 1   ? STEPS({1, 0.5, 1, 1, 1, 1, 0.5})
                      : i == 2 ? STEPS({1, 1, 0.5, 1, 0.5, 0.5, 0.5})
                      : i == 3 ? STEPS({1, 1, 0.5, 0.5, 0.5, 0.5, 0.5})
                               : nothing);
    }
    snprintf(text, sizeof text, "The %s%s ?", first, last[0]);
    assert_scores(&x, text, STEPS({1, 1, 1, 1, 1, 1, 1}));
    assert_scores(&x, "The answer is 1 4.", nothing);
    assert_scores(&x, "", nothing);
    set_close(&x.s);
}

/* Compares only the parts that the format has. */
static void steps_of_some_parts_are_compared(void **state) {
    const double n = NAN;
    answer x;
    (void)state;
    answer_open(&x, "parity_text", "00101", THINK "out 0 re [ 1 ] # out 1 re [ ] . Thus, The answer is No.");
    assert_scores(&x, THINK "out 0 re [ 1 ] # out 1 re [ ] . Thus, The answer is No.", STEPS({1, n, n, 1, n, 1, 1}));
    assert_scores(&x, THINK "out 1 re [ 1 ] # out 1 re [ 1 ] . Thus, The answer is No.",
                  STEPS({1, n, n, 0.5, n, 0.5, 0}));
    assert_scores(&x, THINK "out re # out 1 re [ ] . Thus, The answer is No.", STEPS({1, n, n, 0.5, n, 0.5, 0.5}));
    assert_scores(&x, THINK "out 0 re [ 1 ] . Thus, The answer is No.", STEPS({0, n, n, 0, n, 0, 0}));
    set_close(&x.s);
    answer_open(&x, "parity_text", "00000", THINK "# . Thus, The answer is No.");
    assert_scores(&x, THINK "# . Thus, The answer is No.", STEPS({1, n, n, n, n, n, 1}));
    assert_scores(&x, THINK "# 1 . Thus, The answer is No.", STEPS({0, n, n, n, n, n, 0}));
    assert_scores(&x, THINK ". Thus, The answer is No.", STEPS({0, n, n, n, n, n, 0}));
    set_close(&x.s);
    double scores[LG_STEP_SCORES];
    answer_open(&x, "parity_text", "none", "The answer is No.");
    assert_false(x.s.data->entry->methods->compare_steps(x.s.data, x.target, x.targets, x.target, x.targets, scores));
    set_close(&x.s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_of_the_study_are_right),
        cmocka_unit_test(strings_of_the_study_are_drawn),
        cmocka_unit_test(chains_of_the_study_are_written),
        cmocka_unit_test(parts_go_together_in_all_combinations),
        cmocka_unit_test(names_are_formats),
        cmocka_unit_test(one_part_may_be_left_out),
        cmocka_unit_test(other_formats_are_refused),
        cmocka_unit_test(bounds_are_those_of_the_study),
        cmocka_unit_test(bounds_are_reached),
        cmocka_unit_test(the_longest_records_are_drawn),
        cmocka_unit_test(answers_alone_count),
        cmocka_unit_test(steps_are_compared),
        cmocka_unit_test(steps_of_some_parts_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
