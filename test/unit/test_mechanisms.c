/* test_mechanisms.c: data sets, each of which needs a single mechanism: the records that their checks accept, and the
 * reported chance level and entropy. This test computes the expected answers independently. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "config/axes.h"
#include "config/describe.h"
#include "data/data.h"

static const lg_option choice[] = {{"data", LG_TEXT, "reverse_symbols", 0, 0, NULL, ""}, {0}};
static const char *const names[] = {"reverse_symbols", "associative_recall",  "offset_recall",
                                    "pattern_search",  "substitution_cipher", "markov_chain"};
enum { NAMES = 6, TABLES = 4 /* TABLES: data sets from this index on have tables */ };

typedef struct opened {
    lg_values *values;
    lg_dataset *data;
    lg_record record;
} opened;

static opened open_data(const char *name, const char *option, const char *value) {
    opened o = {.values = lg_values_new()};
    lg_error err = {0};
    lg_values_add(o.values, choice);
    lg_values_set(o.values, "data", name, &err);
    lg_values_add(o.values, lg_data_find(name)->options);
    if (option) lg_values_set(o.values, option, value, &err);
    o.data = err.code ? NULL : lg_dataset_of(o.values, &err);
    if (!o.data) fail_msg("%s: %s", name, err.text);
    return o;
}

static void close_data(opened *o) {
    lg_record_free(&o->record);
    lg_dataset_close(o->data);
    lg_values_free(o->values);
}

static lg_record *draw(opened *o, int length, int64_t index) {
    const lg_record_size z = lg_dataset_bound(o->data, length);
    assert_true(lg_record_reserve(&o->record, z.n, z.m, NULL));
    o->data->entry->methods->draw(o->data, LG_SPLIT_TRAIN, length, index, lg_key_root(9), &o->record);
    assert_true(o->record.n == z.n && o->record.m == z.m && o->record.length == length);
    return &o->record;
}

static bool check(const opened *o) {
    return o->data->entry->methods->check(o->data, &o->record);
}

/* Asserts that the check detects ids out of range and wrong values in the masks. Unless answers are `by_table`, it must
 * also detect every wrong token in place of an answer. */
static void expect_changes(opened *o, bool by_table) {
    lg_record *r = &o->record;
    for (int j = 0; j < r->m; j++) {
        const int32_t right = r->target[j];
        for (int id = -1; id <= o->data->target.size; id++) {
            const bool known = id >= 0 && id < o->data->target.size;
            r->target[j] = id;
            if (id == right || !check(o) || (known && (by_table || !r->learned[j]))) continue;
            fail_msg("%s: target %d: %d and %d are both right", o->data->entry->name, j, right, id);
        }
        r->target[j] = right;
        r->learned[j] ^= 1;
        assert_false(check(o));
        r->learned[j] ^= 1;
        r->counted[j] ^= 1;
        assert_false(check(o));
        r->counted[j] ^= 1;
    }
    r->m--;
    assert_false(check(o) && !by_table);
    r->m++;
    assert_true(check(o));
}

static void records_are_right_and_changes_are_wrong(void **state) {
    (void)state;
    for (int i = 0; i < NAMES; i++) {
        opened o = open_data(names[i], NULL, NULL);
        for (int length = 1; length <= 32; length++)
            for (int64_t index = 0; index < 4; index++) {
                draw(&o, length, index);
                if (!check(&o)) fail_msg("%s: record %d of length %d", names[i], (int)index, length);
                if (length <= 8 || length == 32) expect_changes(&o, !strcmp(names[i], "markov_chain"));
            }
        draw(&o, 20, 0);
        lg_record first = {0};
        assert_true(lg_record_reserve(&first, o.record.n, o.record.m, NULL));
        memcpy(first.source, o.record.source, sizeof *first.source * (size_t)o.record.n);
        draw(&o, 20, 0);
        assert_memory_equal(first.source, o.record.source, sizeof *first.source * (size_t)o.record.n);
        draw(&o, 21, 1);
        assert_memory_not_equal(first.source, o.record.source, sizeof *first.source * 2);
        lg_record_free(&first);
        close_data(&o);
    }
}

/* Writes a record from tokens that are separated by blanks. */
static void set_record(opened *o, const char *source, const char *target) {
    lg_record *r = &o->record;
    char copy[200], *rest = copy, *word;
    int n = 0;
    lg_record_begin(r, 1, 0, 0);
    snprintf(copy, sizeof copy, "%s %s", source, target);
    const char *blank = source;
    for (r->n = 1; (blank = strchr(blank, ' ')); blank++) r->n++;
    while ((word = strsep(&rest, " "))) {
        int id = 0;
        while (id < o->data->source.size && strcmp(o->data->source.words[id], word)) id++;
        if (n < r->n)
            r->source[n++] = id;
        else
            r->target[n++ - r->n] = id;
    }
    r->m = n - r->n;
}

/* Examples worked out by hand. An answer is found by its key or by counting steps. */
static void examples_are_right(void **state) {
    (void)state;
    static const struct {
        const char *name, *option, *value, *source, *target, *learned;
        bool right;
    } known[] = {
        {"reverse_symbols", NULL, NULL, "s3 s7 s7", "s7 s7 s3", "111", true},
        {"reverse_symbols", NULL, NULL, "s3 s7 s7", "s3 s7 s7", "111", false},
        {"associative_recall", "data.queries", "2", "k3 v1 k0 v4 k3", "v1 k0 v4", "101", true},
        {"associative_recall", "data.queries", "2", "k5 v2 k5", "v2 k5 v2", "101", true},
        {"associative_recall", "data.queries", "2", "k3 v1 k0 v4 k3", "v4 k0 v4", "101", false},
        {"associative_recall", "data.queries", "2", "k3 v1 k0 v4 k3", "v1 k7 v4", "101", false},
        {"associative_recall", "data.queries", "2", "k3 v1 k3 v1 k3", "v1 k3 v1", "101", false},
        {"offset_recall", NULL, NULL, "s3 s7 s0 s9 back2", "s0", "1", true},
        {"offset_recall", NULL, NULL, "s3 s7 s0 s9 back4", "s3 s1 s2 s1 s5 back1 s5", "1000001", true},
        {"offset_recall", NULL, NULL, "s3 s7 s0 s9 back1", "s0", "1", false},
        {"offset_recall", NULL, NULL, "s3 s7 s0 s9 back0", "s9", "1", false},
        {"pattern_search", NULL, NULL, "s9 s1 s13 s15", "pattern1", "1", true},
        {"pattern_search", NULL, NULL, "s12 s0 s14 s3 s15 s2", "pattern3", "1", true},
        {"pattern_search", NULL, NULL, "s9 s1 s13 s15", "pattern3", "1", false},
        {"pattern_search", NULL, NULL, "s1 s13 s3 s15", "pattern1", "1", false},
        {"pattern_search", NULL, NULL, "s1 s13 s1 s13", "pattern1", "1", false},
        {"pattern_search", "data.width", "1", "s1 s11 s14 s2", "pattern2", "1", true},
        {"pattern_search", "data.width", "1", "s13 s11 s14 s2", "pattern2", "1", false},
        {"pattern_search", "data.width", "3", "s2 s2 s2 s14", "pattern2", "1", true},
        {"pattern_search", "data.width", "3", "s1 s2 s1 s13", "pattern1", "1", false},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        opened o = open_data(known[i].name, known[i].option, known[i].value);
        draw(&o, 20, 0);
        set_record(&o, known[i].source, known[i].target);
        for (int j = 0; j < o.record.m; j++) o.record.learned[j] = o.record.counted[j] = known[i].learned[j] == '1';
        if (check(&o) != known[i].right) fail_msg("%s: %s -> %s", known[i].name, known[i].source, known[i].target);
        close_data(&o);
    }
}

/* The examples in the entries' formulas agree with the tables of the data sets. */
static void examples_of_tables_are_right(void **state) {
    (void)state;
    for (int i = TABLES; i < NAMES; i++) {
        opened o = open_data(names[i], NULL, NULL);
        int shown = 0;
        char copy[1200], *rest = copy, *line;
        snprintf(copy, sizeof copy, "%s", o.data->entry->formula);
        while ((line = strsep(&rest, "\n"))) {
            char *arrow = strstr(line, " -> ");
            if (!arrow) continue;
            *arrow = '\0';
            draw(&o, 20, 0);
            set_record(&o, line, arrow + 4);
            memset(o.record.learned, 1, (size_t)o.record.m);
            memset(o.record.counted, 1, (size_t)o.record.m);
            if (!check(&o)) fail_msg("%s: %s -> %s", names[i], line, arrow + 4);
            shown++;
        }
        assert_int_equal(shown, 2);
        close_data(&o);
    }
}

/* All answers are equally likely, so that guesses are right as often as the chance level says. */
static void answers_are_even(void **state) {
    (void)state;
    for (int i = 0; i < NAMES - 1; i++) {
        opened o = open_data(names[i], NULL, NULL);
        int64_t counts[100] = {0}, answers = 0;
        for (int64_t index = 0; index < 4000; index++) {
            const lg_record *r = draw(&o, 5, index);
            for (int j = 0; j < r->m; j++)
                if (r->counted[j]) counts[r->target[j]]++, answers++;
        }
        const double chance = o.data->entry->chance, error = sqrt(chance * (1 - chance) / (double)answers);
        int kinds = 0;
        for (int id = 0; id < o.data->target.size; id++) {
            kinds += counts[id] > 0;
            if (counts[id] > 0 && !(fabs((double)counts[id] / (double)answers - chance) < 5 * error))
                fail_msg("%s: %d is %d of %d answers", names[i], id, (int)counts[id], (int)answers);
        }
        assert_int_equal(kinds, (int)lround(1 / chance));
        close_data(&o);
    }
}

static void patterns_of_all_widths_are_right(void **state) {
    (void)state;
    static const char *const widths[] = {"1", "2", "3", "16"};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        opened o = open_data("pattern_search", "data.width", widths[i]);
        for (int64_t index = 0; index < 300; index++)
            for (int length = 1; length < 600; length += 100) {
                draw(&o, length, index);
                if (!check(&o)) fail_msg("width %s: record %d of length %d", widths[i], (int)index, length);
            }
        close_data(&o);
    }
}

/* No key occurs twice in a record. So with 8 keys, a record of length 8 contains all keys, and greater lengths are
 * impossible. */
static void recall_ends_with_its_keys(void **state) {
    (void)state;
    opened o = open_data("associative_recall", "data.keys", "8");
    assert_true(lg_dataset_count(o.data, LG_SPLIT_TRAIN, 8) == LG_ENDLESS);
    assert_true(lg_dataset_count(o.data, LG_SPLIT_TEST, 9) == 0);
    const lg_record *r = draw(&o, 8, 0);
    int seen = 0;
    for (int i = 0; i + 1 < r->n; i += 2) seen |= 1 << (r->source[i] - 8);
    assert_int_equal(seen, 255);
    close_data(&o);
}

/* The reported entropy is that of the random draws. This test estimates it from many long records: an estimate is too
 * low until all continuations have occurred. */
static void the_entropy_is_that_of_the_chain(void **state) {
    (void)state;
    enum { SYMBOLS = 40, LENGTH = 4000, RECORDS = 300 };
    opened o = open_data("markov_chain", NULL, NULL);
    int(*counts)[SYMBOLS] = calloc(SYMBOLS * SYMBOLS, sizeof *counts);
    double entropy = 0;
    for (int64_t index = 0; index < RECORDS; index++) {
        const lg_record *r = draw(&o, LENGTH, index);
        int before = r->source[0] * SYMBOLS + r->source[1];
        for (int j = 0; j < r->m; j++) {
            counts[before][r->target[j]]++;
            before = before % SYMBOLS * SYMBOLS + r->target[j];
        }
    }
    for (int s = 0; s < SYMBOLS * SYMBOLS; s++) {
        double all = 0;
        for (int c = 0; c < SYMBOLS; c++) all += counts[s][c];
        for (int c = 0; c < SYMBOLS; c++)
            if (counts[s][c] > 0) entropy -= counts[s][c] * log(counts[s][c] / all) / ((double)LENGTH * RECORDS);
    }
    if (!(entropy < o.data->entropy + 0.002 && entropy > o.data->entropy - 0.01))
        fail_msg("%.6f counted, %.6f documented", entropy, o.data->entropy);
    char expected[32];
    snprintf(expected, sizeof expected, "is %.4f nats per token", o.data->entropy);
    if (!strstr(o.data->entry->formula, expected)) fail_msg("the entropy %s", expected);
    free(counts);
    close_data(&o);
}

static void others_have_no_entropy(void **state) {
    (void)state;
    for (int i = 0; i < NAMES - 1; i++) {
        opened o = open_data(names[i], NULL, NULL);
        assert_true(isnan(o.data->entropy));
        close_data(&o);
    }
}

static void short_names_are_known(void **state) {
    (void)state;
    static const char *const known[NAMES] = {"rev", "ind", "off", "pattern_search", "ciph", "tri"};
    for (int i = 0; i < NAMES; i++) assert_string_equal(lg_axis_first_name("data", known[i]), names[i]);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_right_and_changes_are_wrong),
        cmocka_unit_test(examples_are_right),
        cmocka_unit_test(examples_of_tables_are_right),
        cmocka_unit_test(answers_are_even),
        cmocka_unit_test(patterns_of_all_widths_are_right),
        cmocka_unit_test(recall_ends_with_its_keys),
        cmocka_unit_test(the_entropy_is_that_of_the_chain),
        cmocka_unit_test(others_have_no_entropy),
        cmocka_unit_test(short_names_are_known),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("mechanisms", tests, NULL, NULL);
}
