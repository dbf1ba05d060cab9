/* test_option.c: typed options: which values each type accepts, the exact message of each refusal, canonical texts, and
 * suggestions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/key.h"
#include "base/option.h"
#include "config/config.h"
#include "config/values.h"

static const lg_option common[] = {
    {"train.steps", LG_INT, "10_000", 1, 1e9, NULL, "optimizer steps"},
    {"train.lr", LG_REAL, "1e-3", 1e-9, 10, NULL, "learning rate"},
    {"train.lengths", LG_LENGTHS, "1..40", 1, 500, NULL, "lengths of training"},
    {"model.act", LG_NAME, "relu", 0, 0, "relu gelu silu", "activation"},
    {"model.tied", LG_BOOL, "true", 0, 0, NULL, "tied embeddings"},
    {"out", LG_TEXT, "", 0, 0, NULL, "directory"},
    {"eval.low", LG_INT, "5", 3, INFINITY, NULL, "at least"},
    {"eval.high", LG_REAL, "-5", -INFINITY, -1, NULL, "at most"},
    {"eval.any", LG_INT, "0", 0, 0, NULL, "unbounded"},
    {"eval.ever", LG_LENGTHS, "-3..3", 0, 0, NULL, "unbounded"},
    {0},
};
static const lg_option scheme[] = {
    {"positions.L", LG_INT, "2048", 1, 65536, NULL, "largest position"},
    {"train.lr", LG_REAL, "5", 0, 10, NULL, "a second row of that name"},
    {0},
};

static int open_values(void **state) {
    lg_values *v = lg_values_new();
    *state = v;
    return v && lg_values_add(v, common) ? 0 : -1;
}

static int close_values(void **state) {
    lg_values_free(*state);
    return 0;
}

static void accept(lg_values *v, const char *name, const char *text, const char *canonical) {
    lg_error err = {0};
    if (!lg_values_set(v, name, text, &err)) fail_msg("refused: %s", err.text);
    assert_int_equal(err.code, LG_OK);
    assert_string_equal(lg_values_text(v, name), canonical);
}

/* Asserts that a value is refused with this message, and that the option keeps its value. */
static void refuse(lg_values *v, const char *name, const char *text, const char *words) {
    lg_error err = {0};
    char before[256] = "";
    if (lg_values_has(v, name)) snprintf(before, sizeof before, "%s", lg_values_text(v, name));
    assert_false(lg_values_set(v, name, text, &err));
    assert_int_equal(err.code, LG_USAGE);
    assert_string_equal(err.text, words);
    if (lg_values_has(v, name)) assert_string_equal(lg_values_text(v, name), before);
}

static void defaults_are_in_force(void **state) {
    const lg_values *v = *state;
    size_t count;
    assert_int_equal(lg_int(v, "train.steps"), 10000);
    assert_true(lg_real(v, "train.lr") == 1e-3);
    assert_true(lg_bool(v, "model.tied"));
    assert_string_equal(lg_text(v, "model.act"), "relu");
    assert_string_equal(lg_text(v, "out"), "");
    assert_int_equal(lg_lengths(v, "train.lengths", &count)[39], 40);
    assert_int_equal(count, 40);
    assert_string_equal(lg_values_text(v, "train.steps"), "10000");
    assert_string_equal(lg_values_text(v, "train.lengths"), "1..40");
}

static void rows_are_walked_in_order(void **state) {
    const lg_values *v = *state;
    assert_int_equal(lg_values_count(v), 10);
    for (size_t i = 1; i < lg_values_count(v); i++)
        assert_true(strcmp(lg_values_option(v, i - 1)->name, lg_values_option(v, i)->name) < 0);
    assert_true(lg_values_has(v, "out"));
    assert_false(lg_values_has(v, "ou"));
    assert_false(lg_values_has(v, "outs"));
}

static void rows_in_force_keep_their_values(void **state) {
    lg_values *v = *state;
    accept(v, "train.lr", "0.5", "0.5");
    assert_true(lg_values_add(v, scheme));
    assert_true(lg_values_add(v, common));
    assert_true(lg_values_add(v, NULL));
    assert_int_equal(lg_values_count(v), 11);
    assert_true(lg_real(v, "train.lr") == 0.5);
    assert_int_equal(lg_int(v, "positions.L"), 2048);
}

/* An option that a later version adds changes a run id only if its value is not the default. */
static void newer_options_stay_out_of_ids_at_their_default(void **state) {
    static const lg_option newer[] = {
        {"model.wide", LG_INT, "1", 0, 0, NULL, "of a later version", "9.9.9"},
        {0},
    };
    lg_values *v = *state;
    lg_arena *arena = lg_arena_new();
    const char *before = lg_identity_lines(v, NULL, true, arena);
    assert_true(before && lg_values_add(v, newer));
    assert_string_equal(lg_identity_lines(v, NULL, true, arena), before);
    accept(v, "model.wide", "2", "2");
    assert_non_null(strstr(lg_identity_lines(v, NULL, true, arena), "model.wide: 2\n"));
    lg_arena_free(arena);
}

static void whole_numbers(void **state) {
    lg_values *v = *state;
    accept(v, "train.steps", "2_000_000", "2000000");
    accept(v, "train.steps", "1e5", "100000");
    accept(v, "train.steps", "1", "1");
    accept(v, "eval.any", "-9223372036854775808", "-9223372036854775808");
    accept(v, "eval.low", "123456789012", "123456789012");
    refuse(v, "train.steps", "0", "train.steps: '0' is too small (expected a whole number from 1 to 1000000000)");
    refuse(v, "train.steps", "2e9", "train.steps: '2e9' is too large (expected a whole number from 1 to 1000000000)");
    refuse(v, "train.steps", "99999999999999999999",
           "train.steps: '99999999999999999999' is too large (expected a whole number from 1 to 1000000000)");
    refuse(v, "train.steps", "1.5",
           "train.steps: '1.5' is not a whole number (expected a whole number from 1 to 1000000000)");
    refuse(v, "train.steps", "",
           "train.steps: '' is not a whole number (expected a whole number from 1 to 1000000000)");
    refuse(v, "eval.low", "2", "eval.low: '2' is too small (expected a whole number of at least 3)");
    refuse(v, "eval.any", "x", "eval.any: 'x' is not a whole number (expected a whole number)");
    refuse(v, "eval.any", "-1e30", "eval.any: '-1e30' is too small (expected a whole number)");
}

static void real_numbers(void **state) {
    lg_values *v = *state;
    accept(v, "train.lr", "3e-4", "0.0003");
    accept(v, "train.lr", "0.00030", "0.0003");
    accept(v, "train.lr", "1e-9", "1e-09");
    accept(v, "train.lr", "10", "10");
    refuse(v, "train.lr", "abc", "train.lr: 'abc' is not a number (expected a number from 1e-09 to 10)");
    refuse(v, "train.lr", "inf", "train.lr: 'inf' is not a number (expected a number from 1e-09 to 10)");
    refuse(v, "train.lr", "20", "train.lr: '20' is too large (expected a number from 1e-09 to 10)");
    refuse(v, "train.lr", "0", "train.lr: '0' is too small (expected a number from 1e-09 to 10)");
    refuse(v, "eval.high", "0", "eval.high: '0' is too large (expected a number of at most -1)");
}

static void truths(void **state) {
    lg_values *v = *state;
    accept(v, "model.tied", "false", "false");
    assert_false(lg_bool(v, "model.tied"));
    accept(v, "model.tied", "true", "true");
    assert_true(lg_bool(v, "model.tied"));
    refuse(v, "model.tied", "yes", "model.tied: 'yes' is neither true nor false (expected true or false)");
    refuse(v, "model.tied", "", "model.tied: '' is neither true nor false (expected true or false)");
}

static void names(void **state) {
    lg_values *v = *state;
    accept(v, "model.act", "silu", "silu");
    assert_string_equal(lg_text(v, "model.act"), "silu");
    refuse(v, "model.act", "geul",
           "model.act: 'geul' is not known; did you mean 'gelu'? (expected one of: relu gelu silu)");
    refuse(v, "model.act", "softmax", "model.act: 'softmax' is not known (expected one of: relu gelu silu)");
    refuse(v, "model.act", "relu gelu", "model.act: 'relu gelu' is not known (expected one of: relu gelu silu)");
    refuse(v, "model.act", "", "model.act: '' is not known (expected one of: relu gelu silu)");
}

static void texts(void **state) {
    lg_values *v = *state;
    accept(v, "out", "runs/a b: c", "runs/a b: c");
    accept(v, "out", "", "");
}

#define WANTED " (expected whole numbers from 1 to 500, such as 1..40 or 1,2,5 or 10..100:10)"

static void lengths(void **state) {
    lg_values *v = *state;
    size_t count;
    accept(v, "train.lengths", "7", "7");
    accept(v, "train.lengths", "1,2,5", "1,2,5");
    accept(v, "train.lengths", "10..100:10", "10..100:10");
    accept(v, "train.lengths", "1..10:4", "1..9:4");
    accept(v, "train.lengths", " 1..3 , 20..40:10 ,100 ", "1..3,20..40:10,100");
    accept(v, "train.lengths", "5,1,5,3,2..4", "1..5");
    accept(v, "train.lengths", "2,4", "2,4");
    accept(v, "train.lengths", "4..4", "4");
    accept(v, "train.lengths", "1..500", "1..500");
    assert_int_equal(lg_lengths(v, "train.lengths", &count)[499], 500);
    assert_int_equal(count, 500);
    accept(v, "eval.ever", "-2147483648,2147483647,0", "-2147483648,0,2147483647");
    accept(v, "eval.ever", "1..1_000_000", "1..1000000");
    lg_lengths(v, "eval.ever", &count);
    assert_int_equal(count, 1000000);
}

static void lengths_refused(void **state) {
    static const struct {
        const char *text, *trouble;
    } bad[] = {
        {"", "a length is missing"},
        {"1,", "a length is missing"},
        {",1", "a length is missing"},
        {"1,,2", "a length is missing"},
        {"1,x", "'x' is not a whole number"},
        {"1..", "'' is not a whole number"},
        {"..5", "'' is not a whole number"},
        {"1...5", "'.5' is not a whole number"},
        {"1..9:", "'' is not a whole number"},
        {"1..9:0", "'0' is too small"},
        {"1:2", "'1:2': a range is written 1..2"},
        {"3,1-60", "'1-60': a range is written 1..60"},
        {"9..1", "9..1 runs backwards"},
        {"0..5", "'0' is too small"},
        {"1..501", "'501' is too large"},
        {"99999999999", "'99999999999' is too large"},
        {"1 2", "'1 2' is not a whole number"},
    };
    lg_values *v = *state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char words[300];
        snprintf(words, sizeof words, "train.lengths: '%s' is not a list of lengths: %s" WANTED, bad[i].text,
                 bad[i].trouble);
        refuse(v, "train.lengths", bad[i].text, words);
    }
    refuse(v, "eval.ever", "0..1000000",
           "eval.ever: '0..1000000' is not a list of lengths: more than 1000000 numbers "
           "(expected whole numbers, such as 1..40 or 1,2,5 or 10..100:10)");
    refuse(v, "eval.ever", "-2147483648..2147483647",
           "eval.ever: '-2147483648..2147483647' is not a list of lengths: more than 1000000 numbers "
           "(expected whole numbers, such as 1..40 or 1,2,5 or 10..100:10)");
    refuse(v, "eval.ever", "1..1000000,1",
           "eval.ever: '1..1000000,1' is not a list of lengths: more than 1000000 numbers "
           "(expected whole numbers, such as 1..40 or 1,2,5 or 10..100:10)");
}

/* The canonical text of any set of lengths is read back as the same set, which has the same canonical text. */
static void lengths_come_back(void **state) {
    lg_values *v = *state;
    lg_random r = lg_random_from(lg_key_root(2));
    for (int round = 0; round < 300; round++) {
        char text[2000] = "", canonical[2000];
        bool wanted[501] = {0};
        size_t count, n = 0, kinds = 1 + lg_random_below(&r, 20);
        for (size_t i = 0; i < kinds; i++) {
            const int first = 1 + (int)lg_random_below(&r, 400), span = (int)lg_random_below(&r, 100);
            const int step = 1 + (int)lg_random_below(&r, 4), last = first + span;
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%d..%d:%d", i ? "," : "", first, last, step);
            for (int x = first; x <= last; x += step) wanted[x] = true;
        }
        assert_true(lg_values_set(v, "train.lengths", text, NULL));
        snprintf(canonical, sizeof canonical, "%s", lg_values_text(v, "train.lengths"));
        accept(v, "train.lengths", canonical, canonical);
        const int *list = lg_lengths(v, "train.lengths", &count);
        size_t at = 0;
        for (int x = 1; x <= 500; x++)
            if (wanted[x]) assert_int_equal(list[at++], x);
        assert_int_equal(at, count);
    }
}

static void unknown_names(void **state) {
    lg_values *v = *state;
    refuse(v, "train.rl", "1", "unknown option 'train.rl'; did you mean 'train.lr'?");
    refuse(v, "train.step", "1", "unknown option 'train.step'; did you mean 'train.steps'?");
    refuse(v, "Train.Steps", "1", "unknown option 'Train.Steps'; did you mean 'train.steps'?");
    refuse(v, "quite.other", "1", "unknown option 'quite.other'");
    refuse(v, "", "1", "unknown option ''");
    refuse(v, "a\nb", "1", "unknown option 'a?b'");
}

static void long_values_are_cut_in_words(void **state) {
    lg_values *v = *state;
    lg_error err = {0};
    char text[3000];
    memset(text, '9', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(lg_values_set(v, "train.steps", text, &err));
    assert_non_null(strstr(err.text, "999...' is not a whole number (expected a whole number from 1 to 1000000000)"));
    err = (lg_error){0};
    assert_false(lg_values_set(v, "train.lengths", text, &err));
    assert_non_null(strstr(err.text, "is too long"));
    err = (lg_error){0};
    assert_false(lg_values_set(v, text, "1", &err));
    assert_non_null(strstr(err.text, "unknown option '9999"));
}

static void copies_are_independent(void **state) {
    lg_values *v = *state;
    accept(v, "train.lr", "0.25", "0.25");
    accept(v, "train.lengths", "3..9:2", "3..9:2");
    lg_values *copy = lg_values_copy(v);
    assert_int_equal(lg_values_count(copy), lg_values_count(v));
    for (size_t i = 0; i < lg_values_count(v); i++) {
        const char *name = lg_values_option(v, i)->name;
        assert_string_equal(lg_values_option(copy, i)->name, name);
        assert_string_equal(lg_values_text(copy, name), lg_values_text(v, name));
    }
    accept(copy, "train.lr", "0.5", "0.5");
    assert_true(lg_real(v, "train.lr") == 0.25);
    lg_values_free(copy);
    lg_values_free(NULL);
}

static void one_text_is_checked_alone(void **state) {
    lg_error err = {0};
    (void)state;
    assert_true(lg_option_check(&common[0], "5", &err));
    assert_true(lg_option_check(&common[2], "1..5", &err));
    assert_int_equal(err.code, LG_OK);
    assert_false(lg_option_check(&common[0], "-5", &err));
    assert_string_equal(err.text, "train.steps: '-5' is too small (expected a whole number from 1 to 1000000000)");
    assert_false(lg_option_check(&common[0], "-5", NULL));
}

/* Options are read into the members of a struct, according to their types. */
static void rows_are_read_into_a_struct(void **state) {
    typedef struct own {
        const char *name;
        double rate;
        enum { FIRST, SECOND, THIRD } choice;
        int count;
        bool on;
        int64_t steps;
        lg_length_list lengths;
    } own;
    static const lg_option rows[] = {
        {"own.steps", LG_INT, "5000000000", 1, 1e12, NULL, "steps", .at = offsetof(own, steps)},
        {"own.lengths", LG_LENGTHS, "1..3,7", 1, 9, NULL, "lengths", .at = offsetof(own, lengths)},
        {"own.on", LG_BOOL, "true", 0, 0, NULL, "a truth", .at = offsetof(own, on)},
        {"own.count", LG_INT, "7", 1, 9, NULL, "a count", .at = offsetof(own, count)},
        {"own.rate", LG_REAL, "0.5", 0, 1, NULL, "a rate", .at = offsetof(own, rate)},
        {"own.choice", LG_NAME, "second", 0, 0, "second_last second  third", "a choice", .at = offsetof(own, choice)},
        {"own.name", LG_TEXT, "words", 0, 0, NULL, "words", .at = offsetof(own, name)},
        {0},
    };
    lg_values *v = *state;
    own x = {0};
    assert_true(lg_values_add(v, rows));
    lg_values_read(v, rows, &x);
    assert_true(x.on && x.count == 7 && x.rate == 0.5 && x.choice == SECOND);
    assert_string_equal(x.name, "words");
    assert_int_equal(x.steps, 5000000000);
    assert_true(x.lengths.count == 4 && x.lengths.values[0] == 1 && x.lengths.values[3] == 7);
    accept(v, "own.choice", "third", "third");
    accept(v, "own.on", "false", "false");
    lg_values_read(v, rows, &x);
    assert_true(!x.on && x.choice == THIRD);
    accept(v, "own.choice", "second_last", "second_last");
    lg_values_read(v, rows, &x);
    assert_true(x.choice == FIRST);
    lg_values_read(v, NULL, &x); /* no rows: nothing changes */
    assert_true(x.choice == FIRST);
}

static void nearest_words(void **state) {
    static const char *const words[] = {"rope", "alibi", "sinusoid", "none", "t5", "relative"};
    static const struct {
        const char *typed, *meant;
    } known[] = {
        {"rope", "rope"},    {"ropes", "rope"},
        {"orpe", "rope"},    {"ROPE", "rope"},
        {"alibbi", "alibi"}, {"sinusiod", "sinusoid"},
        {"sin", NULL},       {"relatvie", "relative"},
        {"T5", "t5"},        {"t", "t5"},
        {"x", NULL},         {"", NULL},
        {"zzzzzz", NULL},    {"realtive", "relative"},
    };
    char longest[300];
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const char *near = lg_nearest(known[i].typed, words, sizeof words / sizeof words[0]);
        if (!known[i].meant)
            assert_null(near);
        else
            assert_string_equal(near ? near : "(none)", known[i].meant);
    }
    memset(longest, 'r', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const char *const wide[] = {longest};
    assert_null(lg_nearest(longest, words, 6));
    assert_null(lg_nearest("rope", wide, 1));
    assert_null(lg_nearest("rope", NULL, 0));
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_values, close_values)
    const struct CMUnitTest tests[] = {
        TEST(defaults_are_in_force),
        TEST(rows_are_walked_in_order),
        TEST(rows_in_force_keep_their_values),
        TEST(newer_options_stay_out_of_ids_at_their_default),
        TEST(whole_numbers),
        TEST(real_numbers),
        TEST(truths),
        TEST(names),
        TEST(texts),
        TEST(lengths),
        TEST(lengths_refused),
        TEST(lengths_come_back),
        TEST(unknown_names),
        TEST(long_values_are_cut_in_words),
        TEST(copies_are_independent),
        TEST(one_text_is_checked_alone),
        TEST(rows_are_read_into_a_struct),
        TEST(nearest_words),
    };
    return cmocka_run_group_tests_name("option", tests, NULL, NULL);
}
