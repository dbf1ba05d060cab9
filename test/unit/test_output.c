/* test_output.c: prints a row with members of every type as JSON, as CSV, as a row of a table, and in words. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "output/schema.h"

typedef struct pair {
    int first;
    double second;
} pair;

static const lg_member pair_members[] = {
    LG_MEMBER(pair, first, "first", "one", .heading = "first"),
    LG_MEMBER(pair, second, "second", "two", .optional = true, .heading = "second", .digits = 1),
    {0},
};
static const lg_schema pair_schema = {.size = sizeof(pair), .members = pair_members};

typedef struct row {
    const char *text, *none, *empty, *shown;
    char name[8];
    bool yes, there;
    int small;
    int64_t large;
    size_t size;
    double real, share, odd;
    const int *ints;
    int int_count;
    const char *const *words;
    size_t word_count;
    const double *reals;
    size_t real_count;
    const pair *pairs;
    size_t pair_count;
    pair inner, spread;
    const lg_named_text *options;
    size_t option_count;
    const lg_named_real *scores;
    size_t score_count;
    const lg_named_list *lists;
    size_t list_count;
    const double *data;
    size_t shape[2];
    int rank;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, text, "text", "a text", .heading = "text"),
    LG_MEMBER(row, none, "none", "a text that is not there"),
    LG_MEMBER(row, empty, "empty", "a text that is left out", .optional = true, .heading = "never"),
    LG_MEMBER(row, shown, NULL, "", .heading = "shown", .right = true),
    LG_MEMBER(row, name, "name", "characters"),
    LG_MEMBER(row, yes, "yes", "a truth", .heading = "yes"),
    LG_MEMBER(row, small, "small", "left out where `there` is false", .when = LG_WHEN(row, there)),
    LG_MEMBER(row, small, "or_null", "null where `there` is false", .when = LG_WHEN(row, there), .null = true),
    LG_MEMBER(row, large, "large", "a large integer"),
    LG_MEMBER(row, size, "size", "a size"),
    LG_MEMBER(row, real, "real", "a number", .unit = "nats", .heading = "real", .format = "%#.3g"),
    LG_MEMBER(row, share, "share", "a part of 1", .heading = "share %", .scale = 100, .digits = 1),
    LG_MEMBER(row, odd, "odd", "no number"),
    LG_LIST(row, ints, int_count, "ints", "integers"),
    LG_LIST(row, words, word_count, "words", "texts"),
    LG_LIST(row, reals, real_count, "reals", "numbers"),
    LG_ROWS(row, pairs, pair_count, "pairs", "rows", &pair_schema),
    LG_ROW(row, inner, "inner", "a row", &pair_schema),
    LG_ROW(row, spread, NULL, "", &pair_schema),
    LG_LIST(row, options, option_count, "options", "texts by name", .heading = ""),
    LG_LIST(row, scores, score_count, NULL, "numbers by name"),
    LG_LIST(row, lists, list_count, "lists", "lists by name"),
    LG_ARRAY(row, data, shape, rank, "data", "an array"),
    {0},
};
static const lg_schema schema = {.name = "lengthen.test/1", .about = "`test`: each row.", .members = members};

static const row sample = {
    .text = "a, \"b\"\n\xc2\x85",
    .empty = "",
    .shown = "=1+1",
    .name = "x_y",
    .yes = true,
    .small = 3,
    .large = INT64_MIN,
    .size = 7,
    .real = 0.1,
    .share = 0.625,
    .odd = NAN,
    .ints = (int[]){1, -2},
    .int_count = 2,
    .words = (const char *const[]){"a", "b"},
    .word_count = 2,
    .reals = (double[]){0.5, 1e300},
    .real_count = 2,
    .pairs = (pair[]){{1, 2}, {3, NAN}},
    .pair_count = 2,
    .inner = {5, 6.25},
    .spread = {7, NAN},
    .options = (lg_named_text[]){{"a.b", "x"}, {"c", NULL}},
    .option_count = 2,
    .scores = (lg_named_real[]){{"good", 1, false}, {"missing", NAN, true}},
    .score_count = 2,
    .lists = (lg_named_list[]){{"one", (const char *const[]){"x", "y"}, 2}, {"empty", NULL, 0}},
    .list_count = 2,
    .data = (double[]){1, 2, 3, 4},
    .shape = {2, 2},
    .rank = 2,
};

/* Sets `text` to what `call` writes to the stream `to`. */
#define WRITTEN(text, call)                                                                                            \
    do {                                                                                                               \
        size_t size;                                                                                                   \
        FILE *to = open_memstream(&(text), &size);                                                                     \
        assert_true(call);                                                                                             \
        fclose(to);                                                                                                    \
    } while (0)

static void test_json(void **state) {
    char *text;
    (void)state;
    WRITTEN(text, lg_row_write_json(&schema, &sample, to));
    assert_string_equal(
        text, "{\"schema\":\"lengthen.test/1\",\"text\":\"a, \\\"b\\\"\\n\\u0085\",\"none\":null,\"name\":\"x_y\","
              "\"yes\":true,\"or_null\":null,\"large\":-9223372036854775808,\"size\":7,\"real\":0.1,\"share\":0.625,"
              "\"odd\":null,"
              "\"ints\":[1,-2],\"words\":[\"a\",\"b\"],\"reals\":[0.5,1e+300],"
              "\"pairs\":[{\"first\":1,\"second\":2},{\"first\":3}],\"inner\":{\"first\":5,\"second\":6.25},"
              "\"first\":7,"
              "\"options\":{\"a.b\":\"x\",\"c\":null},\"good\":1,"
              "\"lists\":{\"one\":[\"x\",\"y\"],\"empty\":[]},\"shape\":[2,2],\"data\":[[1,2],[3,4]],"
              "\"finite\":false}\n");
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(o);
    json_decref(o);
    free(text);
}

static void test_csv(void **state) {
    char *text;
    (void)state;
    WRITTEN(text, lg_row_write_csv_head(&schema, &sample, to));
    assert_string_equal(text, "text,none,empty,name,yes,small,or_null,large,size,real,share,odd,ints,words,reals,"
                              "inner.first,inner.second,first,second,options.a.b,options.c,good,missing\r\n");
    free(text);
    WRITTEN(text, lg_row_write_csv(&schema, &sample, to));
    assert_string_equal(text, "\"a, \"\"b\"\"  \",,,x_y,true,,,-9223372036854775808,7,0.1,0.625,,1 -2,a b,0.5 1e+300,5,"
                              "6.25,7,,x,,1,\r\n");
    free(text);
}

static char *table_of(lg_sheet_form form) {
    char *text;
    lg_sheet *sheet = lg_rows_sheet(&schema, &sample);
    row second = sample;
    second.text = "b_c|d", second.real = 12345, second.spread.second = 0.04;
    lg_rows_add(sheet, &schema, &sample);
    lg_rows_add(sheet, &schema, &second);
    WRITTEN(text, lg_sheet_write(sheet, form, to));
    lg_sheet_free(sheet);
    return text;
}

/* The column `never` is omitted, as it is optional and empty. */
static void test_tables(void **state) {
    static const char *const expected[] = {
        [LG_SHEET_PLAIN] = "text      shown  yes      real  share %  first  second  first  second  a.b  c\n"
                           "a, \"b\"??   =1+1  yes     0.100     62.5      5     6.2      7       -  x    -\n"
                           "b_c|d      =1+1  yes  1.23e+04     62.5      5     6.2      7     0.0  x    -\n",
        [LG_SHEET_MARKDOWN] = "| text | shown | yes | real | share % | first | second | first | second | a.b | c |\n"
                              "|---|---:|---|---:|---:|---:|---:|---:|---:|---|---|\n"
                              "| a, \"b\"?? | \\=1+1 | yes | 0.100 | 62.5 | 5 | 6.2 | 7 | \\- | x | \\- |\n"
                              "| b\\_c\\|d | \\=1+1 | yes | 1.23e+04 | 62.5 | 5 | 6.2 | 7 | 0.0 | x | \\- |\n",
        [LG_SHEET_LATEX] = "% Needs \\usepackage{booktabs}.\n"
                           "\\begin{tabular}{@{}lrlrrrrrrll@{}}\n"
                           "\\toprule\n"
                           "text & shown & yes & real & share \\% & first & second & first & second & a.b & c \\\\\n"
                           "\\midrule\n"
                           "a, ''b''?? & =1+1 & yes & 0.100 & 62.5 & 5 & 6.2 & 7 & - & x & - \\\\\n"
                           "b\\_c|d & =1+1 & yes & 1.23e+04 & 62.5 & 5 & 6.2 & 7 & 0.0 & x & - \\\\\n"
                           "\\bottomrule\n"
                           "\\end{tabular}\n",
    };
    (void)state;
    for (int form = LG_SHEET_PLAIN; form <= LG_SHEET_LATEX; form++) {
        if (form == LG_SHEET_BOLD) continue; /* like plain, except for a bold heading */
        char *text = table_of((lg_sheet_form)form);
        assert_string_equal(text, expected[form]);
        free(text);
    }
}

static void test_section(void **state) {
    char *text;
    size_t size;
    (void)state;
    FILE *to = open_memstream(&text, &size);
    lg_schema_write_section(&schema, to);
    fclose(to);
    assert_non_null(strstr(text, "## `lengthen.test/1`\n\n`test`: each row.\n\n| member | type | what |\n"));
    assert_non_null(strstr(text, "| `real` | number, nats | a number |\n"));
    assert_non_null(strstr(text, "| `pairs[].second` | number | two |\n"));
    assert_non_null(strstr(text, "| `inner.first` | integer | one |\n"));
    assert_non_null(strstr(text, "| one member for each name | number | numbers by name |\n"));
    assert_non_null(strstr(text, "| `shape` | list of integers | of `data` |\n"));
    assert_null(strstr(text, "shown"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
