/* test_arguments.c: invalid arguments of lengthen.h: numbers out of bounds are refused with a message, and results are
 * defined after a failure. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/analysis.h"
#include "api/catalogue.h"
#include "api/decoding.h"
#include "api/figure.h"
#include "api/machine.h"
#include "api/run_files.h"
#include "api/sweep.h"
#include "api/text.h"
#include "api/theorem.h"
#include "config/context.h"
#include "error_words.h"
#include "runs.h"

static int open_run(void **state) {
    static const char *const settings[][2] = {{"data", "reverse_string"},
                                              {"model.width", "8"},
                                              {"model.heads", "2"},
                                              {"model.blocks", "1"},
                                              {"model.feed_forward", "8"},
                                              {"train.steps", "2"},
                                              {"train.batch", "4"},
                                              {"curriculum.lengths", "1..4"},
                                              {"eval.lengths", "4"},
                                              {"eval.sequences", "4"},
                                              {NULL}};
    if (runs_open(state) != 0) return -1;
    lg_config *f = run_new("run");
    run_set(f, settings);
    run_train(f);
    return 0;
}

static void count_example(void *user, const lg_example *e) {
    (void)e;
    ++*(int *)user;
}

/* A negative number of samples, such as -1, is refused. It does not mean all samples. */
static void counts_of_samples_are_not_negative(void **state) {
    static const int wrong[] = {-1, -2, INT_MIN};
    (void)state;
    lg_config *f = run_new("samples");
    int passed = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_fails(context, lg_sample_task(f, 5, wrong[i], 0, count_example, &passed), LG_USAGE, "count: -");
        assert_fails(context, lg_sample_verify(f, LG_SPLIT_TEST, 5, wrong[i], 0), LG_USAGE, "count: -");
    }
    assert_int_equal(passed, 0);
    assert_int_equal(lg_sample_task(f, 5, 0, 0, count_example, &passed), LG_OK);
    assert_int_equal(passed, 0);
    assert_int_equal(lg_sample_task(f, 5, 3, 0, count_example, &passed), LG_OK);
    assert_int_equal(passed, 3);
    lg_config_free(f);
}

/* The message is about the wrong number of heads, not about the default width that is computed from it. */
static void no_width_follows_from_wrong_heads(void **state) {
    static const char *const wrong[] = {"300000000", "999999999999", "-5", "0", "", "many"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lg_config *f = run_new("heads");
        run_set(f, (const char *const[][2]){{"model.heads", wrong[i]}, {NULL}});
        assert_int_equal(lg_inspect_default_width(f), LG_OK);
        assert_fails(context, lg_config_check(f), LG_USAGE, "whole number from 1 to 256");
        run_set(f, (const char *const[][2]){{"model.heads", "4"}, {NULL}});
        assert_string_equal(lg_config_get(f, "model.width"), "64");
        lg_config_free(f);
    }
}

static void results_are_zeros_after_a_failure(void **state) {
    (void)state;
    lg_run *r = run_open("run");
    double logits[8];
    int outputs = 7, classes = 7;
    const int32_t input[4] = {0, 1, 0, 9};
    lg_score_report s;
    assert_int_equal(lg_run_logits(r, input, 4, logits, 8, &outputs, &classes), LG_USAGE);
    assert_int_equal(outputs, 0);
    assert_int_equal(classes, 0);
    assert_int_equal(lg_run_logits(r, input, 3, NULL, 0, &outputs, &classes), LG_USAGE); /* outputs is set */
    assert_int_equal(outputs, 3);
    assert_int_equal(classes, 2);
    memset(&s, 7, sizeof s);
    assert_int_equal(lg_analyze_curve(r, 0, NULL, &s), LG_USAGE);
    assert_null(s.rule);
    memset(&s, 7, sizeof s);
    run_set(lg_run_config(r), (const char *const[][2]){{"eval.lengths", "many"}, {NULL}});
    assert_int_equal(lg_run_eval(r, NULL, &s), LG_USAGE);
    assert_null(s.rule);
    assert_true(s.lengths == 0);
    lg_run_free(r);
}

static void ignore_unit(void *user, const lg_unit_report *x) {
    (void)user, (void)x;
}

static void numbers_out_of_bounds_are_named(void **state) {
    const int length = 4;
    lg_unit_question q = {.lengths = &length, .length_count = 1, .sequences = 1, .block = -2, .most = 1, .places = 1};
    lg_speed speed;
    (void)state;
    lg_run *r = run_open("run");
    assert_fails(context, lg_analyze_units(r, &q, ignore_unit, NULL, NULL), LG_USAGE, "block -2: the model has");
    q.block = -1, q.places = -3;
    assert_fails(context, lg_analyze_units(r, &q, ignore_unit, NULL, NULL), LG_USAGE, "-3 places");
    assert_fails(context, lg_run_probe(r, 5, 0, "probe"), LG_USAGE, "length 5, 0 sequences");
    assert_fails(context, lg_analyze_shifts(r, &length, 1, 4, -1, NULL, NULL), LG_USAGE, "-1 sequences");
    lg_config *f = run_new("bench");
    assert_fails(context, lg_bench(f, LG_LENGTH_MAX + 1, 0, false, &speed), LG_USAGE, "length: 100001 is above");
    lg_config_free(f);
    lg_run_free(r);
}

/* A mistake in either of the two configs is reported. */
static void styles_need_configs_without_mistakes(void **state) {
    (void)state;
    lg_config *good = run_new("good"), *bad = run_new("bad");
    lg_style styles[2];
    run_set(bad, (const char *const[][2]){{"train.lr", "fast"}, {NULL}});
    assert_fails(context, lg_config_styles(context, (lg_config *[]){good, bad}, 2, styles), LG_USAGE, "train.lr");
    assert_fails(context, lg_config_styles(context, (lg_config *[]){bad, good}, 2, styles), LG_USAGE, "train.lr");
    assert_int_equal(lg_config_styles(context, (lg_config *[]){good, good}, 2, styles), LG_OK);
    lg_config_free(good);
    lg_config_free(bad);
}

static void threads_have_a_bound(void **state) {
    (void)state;
    lg_context *c = lg_context_new();
    const int given[] = {-5, 0, 3, LG_THREADS_MAX + 1, INT_MAX}, taken[] = {0, 0, 3, LG_THREADS_MAX, LG_THREADS_MAX};
    for (int i = 0; i < 5; i++) {
        lg_context_threads(c, given[i]);
        assert_int_equal(c->threads, taken[i]);
    }
    lg_context_free(c);
}

static bool stop_looking(void *user, const char *run) {
    (void)user, (void)run;
    return false;
}

/* A path that is too long for a file is a usage error. */
static void long_paths_are_refused(void **state) {
    enum { SIZE = 100000 };
    (void)state;
    char *path = malloc(SIZE + 1);
    assert_non_null(path);
    memset(path, 'a', SIZE);
    path[SIZE] = '\0';
    const lg_bytes nothing = {0};
    lg_run *r;
    lg_sweep *s;
    assert_fails(context, lg_run_open(context, path, &r), LG_USAGE, "this path is too long: aaa");
    assert_null(r);
    assert_fails(context, lg_sweep_plan(context, path, NULL, false, &s), LG_USAGE, "this path is too long");
    assert_null(s);
    assert_fails(context, lg_runs_find(context, path, stop_looking, NULL), LG_USAGE, "this path is too long");
    assert_fails(context, lg_write_file(context, path, &nothing, 1, false), LG_USAGE, "this path is too long");
    free(path);
    assert_fails(context, lg_gnuplot(context, scratch_path(folder, "nowhere"), "x.gp"), LG_USAGE, "no such directory");
}

static void nothing_is_beyond_the_last(void **state) {
    char cell[1] = "x";
    (void)state;
    assert_string_equal(lg_theorem_at(0).title, "");
    assert_string_equal(lg_theorem_at((int)lg_theorem_count() + 1).title, "");
    assert_string_equal(lg_axis_at(lg_axis_count()).name, "");
    assert_string_equal(lg_choice_at(SIZE_MAX).name, "");
    assert_string_equal(lg_common_option(SIZE_MAX).name, "");
    assert_null(lg_preset_name(context, lg_preset_count(context)));
    assert_null(lg_run_state_at(SIZE_MAX));
    assert_ptr_equal(lg_csv_text("words", cell, 0), cell); /* the buffer is not written */
    assert_int_equal(cell[0], 'x');
}

#define TEST(f) cmocka_unit_test(f)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(counts_of_samples_are_not_negative),
        TEST(no_width_follows_from_wrong_heads),
        TEST(results_are_zeros_after_a_failure),
        TEST(numbers_out_of_bounds_are_named),
        TEST(styles_need_configs_without_mistakes),
        TEST(threads_have_a_bound),
        TEST(long_paths_are_refused),
        TEST(nothing_is_beyond_the_last),
    };
    return cmocka_run_group_tests(tests, open_run, runs_close);
}
