/* test_report_writers.c: compares written tables with texts written by hand, for a table with all optional parts and
 * for a list. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/sweep.h"
#include "base/atomic_file.h"
#include "report/format/latex.h"

static lg_arena *arena;
static lg_planned_run planned[3] = {{.id = "00000000000000aa"}, {.id = "00000000000000bb"}, {.id = "00000000000000cc"}};
static lg_manifest manifest = {.runs = planned, .run_count = 3};
static const size_t two[] = {0, 2};

static lg_table new_table(size_t rows, size_t columns) {
    lg_table t = {
        .name = "t", .title = "A title", .caption = "In %.", .corner = "task", .unit = "%", .metric = "exact_match"};
    t.arena = arena, t.manifest = &manifest;
    assert_true(lg_table_size(&t, rows, columns));
    return t;
}

static int open_arena(void **state) {
    (void)state;
    return !(arena = lg_arena_new());
}

static int close_arena(void **state) {
    (void)state;
    lg_arena_free(arena);
    return 0;
}

static lg_table whole(void) {
    lg_table t = new_table(3, 2);
    t.columns[0].label = "a_b", t.columns[1].label = "R x, \"y\"";
    t.rows[0] = (lg_row){"first", "one", false};
    t.rows[1] = (lg_row){"second|2", "one", true};
    t.rows[2] = (lg_row){"third", "two", .unit = "hours"};
    lg_cell *c = lg_table_cell(&t, 0, 0);
    double values[] = {66.625, 68.625};
    c->summary = lg_summarize(values, 2, (lg_range){0, 100}), c->value = c->summary.mean, c->interval = true;
    c->runs = two, c->run_count = 2, c->from = 2;
    c->tally = (lg_tally){2, {[LG_RUN_DONE] = 2}};
    c->published = (lg_published_value){66, 67, 15, true, "~66. ± 15"}, c->difference = 0.625;
    lg_table_cell(&t, 0, 1)->value = 70.04;
    lg_table_cell(&t, 0, 1)->tally = (lg_tally){3, {[LG_RUN_DONE] = 1, [LG_RUN_FAILED] = 1}};
    lg_table_cell(&t, 1, 0)->tally = (lg_tally){4, {[LG_RUN_FAILED] = 3, [LG_RUN_DIVERGED] = 1}};
    lg_table_cell(&t, 1, 1)->tally = (lg_tally){4, {[LG_RUN_RUNNING] = 1}};
    lg_table_cell(&t, 2, 0)->tally = (lg_tally){4, {0}};
    lg_table_mark(&t, 0, 2);
    lg_table_note(&t, "† A note of %d.", 1);
    return t;
}

static lg_table list(void) {
    lg_table t = new_table(1, 2);
    t.list = true;
    t.columns[0] = (lg_column){"words", true};
    t.columns[1].label = "number";
    t.rows[0].label = "run";
    lg_table_cell(&t, 0, 0)->text = "a, \"b\"";
    lg_table_cell(&t, 0, 1)->value = -0.06;
    return t;
}

static void assert_written(const lg_table *t, bool (*write)(const lg_table *t, FILE *to), const char *wanted) {
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_true(write(t, to));
    fclose(to);
    assert_string_equal(text, wanted);
    free(text);
}

static void markdown(void **state) {
    const lg_table t = whole(), l = list();
    (void)state;
    assert_written(&t, lg_table_write_markdown,
                   "## A title\n\nIn %.\n\n"
                   "| task | a\\_b | R x, \"y\" |\n|---|---:|---:|\n"
                   "| **one** |  |  |\n"
                   "| first | 67.6 (54.1..78.7) | **70.0 (1/3)** |\n"
                   "| *published* | ~66. ± 15 (+0.6) |  |\n"
                   "| second\\|2 † | failed 3, diverged 1 | running |\n"
                   "| **two** |  |  |\n"
                   "| third | to do |  |\n\n† A note of 1.\n");
    assert_written(&l, lg_table_write_markdown,
                   "## A title\n\nIn %.\n\n| task | words | number |\n|---|---|---:|\n| run | a, \"b\" | −0.1 |\n");
}

static void latex(void **state) {
    const lg_table t = whole(), l = list();
    (void)state;
    assert_written(
        &t, lg_table_write_latex,
        "% Requires \\usepackage{booktabs}.\n\\begin{table*}\n\\centering\n"
        "\\caption{A title. In \\%.}\n\\label{tab:t}\n\n\\smallskip\n"
        "\\footnotesize\\setlength{\\tabcolsep}{3pt}\n\\begin{tabular}{@{}lrr@{}}\n\\toprule\n"
        "task & a\\_b & R x, ''y'' \\\\\n\\midrule\n\\multicolumn{3}{@{}l}{\\emph{one}} \\\\\n"
        "first & 67.6 (54.1..78.7) & \\textbf{70.0 (1/3)} \\\\\n"
        "\\quad\\emph{published} & \\emph{\\textasciitilde{}66. $\\pm$ 15} & \\\\\n"
        "\\quad\\emph{difference} & \\emph{+0.6} & \\\\\n"
        "second|2 \\dag{} & failed 3, diverged 1 & running \\\\\n"
        "\\addlinespace\n\\multicolumn{3}{@{}l}{\\emph{two}} \\\\\nthird & to do &  \\\\\n\\bottomrule\n"
        "\\end{tabular}\n\n\\smallskip\n\\parbox{\\linewidth}{\\scriptsize \\dag{} A note of 1.}\n\\end{table*}\n");
    assert_written(
        &l, lg_table_write_latex,
        "% Requires \\usepackage{booktabs,longtable}.\n"
        "{\\scriptsize\\setlength{\\tabcolsep}{3pt}\\setlength{\\LTcapwidth}{\\linewidth}\n"
        "\\begin{longtable}{@{}llr@{}}\n\\caption{A title. In \\%.}\n\\label{tab:t} \\\\\n\\toprule\n"
        "task & words & number \\\\\n\\midrule\n\\endfirsthead\n"
        "\\toprule\ntask & words & number \\\\\n\\midrule\n\\endhead\nrun & a, ''b'' & $-$0.1 \\\\\n\\bottomrule\n"
        "\\end{longtable}}\n");
}

/* 30 columns of 200 rows in groups of 20: each cell is in exactly one float, groups are not divided, and a float has at
 * most as many lines as a page. */
static void floats_of_a_large_table(void **state) {
    lg_table t = new_table(200, 30);
    size_t cells = 0, floats = 0;
    (void)state;
    for (size_t i = 0; i < 200; i++) {
        t.rows[i].label = "a task with a name", t.rows[i].group = lg_table_text(&t, "group %zu", i / 20);
        for (size_t j = 0; j < 30; j++) lg_table_cell(&t, i, j)->text = "67.5 ± 12.5";
    }
    for (size_t j = 0; j < 30; j++) t.columns[j].label = "a column";
    lg_table_note(&t, "A note.");
    const lg_latex layout = lg_latex_choose(&t);
    lg_latex_part p = {0};
    for (; lg_latex_next(&t, &layout, &p); floats++) {
        cells += (p.column_end - p.column) * (p.row_end - p.row);
        assert_true(p.column_end - p.column <= 6 && p.row_end - p.row <= 60);
        assert_int_equal(p.row % 20, 0);
    }
    assert_int_equal(cells, 200 * 30);
    assert_true(floats > 5 * 3 && floats < 40);
}

static void list_that_is_wide(void **state) {
    lg_table t = new_table(1, 6);
    char *text;
    size_t size;
    (void)state;
    t.list = true;
    for (size_t j = 0; j < 6; j++) t.columns[j].words = true;
    lg_table_cell(&t, 0, 5)->text = "a reason of many words that no page can hold in one line beside all the others";
    for (size_t j = 0; j < 5; j++) lg_table_cell(&t, 0, j)->text = "words that take space";
    FILE *to = open_memstream(&text, &size);
    assert_true(lg_table_write_latex(&t, to));
    fclose(to);
    assert_non_null(strstr(text, "\\begin{landscape}"));
    assert_non_null(strstr(text, "{@{}llllllp{14em}@{}}"));
    free(text);
}

#define HEAD                                                                                                           \
    "group,row,column,text,value,count,mean,sample_sd,median,min,max,low_95,high_95,published_low,published_high," \
    "difference,planned,running,done,failed,diverged,paused,stopped,chosen,unit,metric\r\n"

static void csv(void **state) {
    const lg_table t = whole(), l = list();
    (void)state;
    assert_written(&t, lg_table_write_csv,
                   HEAD "one,first,a_b,67.6 (54.1..78.7),67.625,2,67.625,1.41421356,67.625,66.625,68.625,54.0928304,"
                        "78.7362864,66,67,0.625,2,0,2,0,0,0,0,,%,exact_match\r\n"
                        "one,first,\"R x, \"\"y\"\"\",70.0 (1/3),70.04,0,,,,,,,,,,,3,0,1,1,0,0,0,,%,exact_match\r\n"
                        "one,second|2,a_b,\"failed 3, diverged 1\",,0,,,,,,,,,,,4,0,0,3,1,0,0,,%,exact_match\r\n"
                        "one,second|2,\"R x, \"\"y\"\"\",running,,0,,,,,,,,,,,4,1,0,0,0,0,0,,%,exact_match\r\n"
                        "two,third,a_b,to do,,0,,,,,,,,,,,4,0,0,0,0,0,0,,hours,exact_match\r\n"
                        "two,third,\"R x, \"\"y\"\"\",,,0,,,,,,,,,,,0,0,0,0,0,0,0,,hours,exact_match\r\n");
    assert_written(&l, lg_table_write_csv, "task,words,number\r\nrun,\"a, \"\"b\"\"\",-0.06\r\n");
}

/* Asserts the JSON of a table, with all members of one cell. */
static void json(void **state) {
    const lg_table t = whole();
    char *text;
    size_t size;
    (void)state;
    FILE *to = open_memstream(&text, &size);
    assert_true(lg_table_write_json(&t, to));
    fclose(to);
    assert_non_null(strstr(text, "\"runs\": [\"00000000000000aa\", \"00000000000000cc\"]"));
    assert_non_null(strstr(text, "\"run\": \"00000000000000cc\""));
    assert_non_null(strstr(text, "\"text\": \"~66. ± 15\",\n        \"low\": 66,\n        \"high\": 67"));
    assert_non_null(strstr(text, "\"text\": \"running\",\n      \"value\": null,\n"));
    assert_non_null(strstr(text, "\"best\": true"));
    assert_non_null(strstr(text, "\"group\": \"two\",\n    \"unit\": \"hours\""));
    assert_non_null(strstr(text, "\"metric\": \"exact_match\",\n  \"unit\": \"%\",\n  \"lower_is_better\": false"));
    assert_null(strstr(text, "finite"));
    free(text);
}

/* If writing has failed, closing a file leaves no file behind. So files are complete or absent. */
static void files_are_complete_or_absent(void **state) {
    lg_error err = {0};
    lg_atomic_file d;
    (void)state;
    assert_true(lg_atomic_file_open(&d, &err));
    fputs("text", d.to);
    assert_false(lg_atomic_file_close(&d, false, "/nowhere", "file", &err));
    assert_int_equal(err.code, LG_OK);
    assert_true(lg_atomic_file_open(&d, &err));
    assert_false(lg_atomic_file_close(&d, true, "/nowhere", "file", &err));
    assert_int_equal(err.code, LG_FAILED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markdown),
        cmocka_unit_test(latex),
        cmocka_unit_test(floats_of_a_large_table),
        cmocka_unit_test(list_that_is_wide),
        cmocka_unit_test(csv),
        cmocka_unit_test(json),
        cmocka_unit_test(files_are_complete_or_absent),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
