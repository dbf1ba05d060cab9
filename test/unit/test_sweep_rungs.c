/* test_sweep_rungs.c: successive halving: which runs are promoted by their scores, and the file of these decisions.
 * Decisions do not depend on the number of workers, or on how often workers are stopped. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/sweep.h"
#include "base/file.h"
#include "error_words.h"
#include "metric/metric.h"
#include "runs.h"
#include "sweep/registry/registry.h"
#include "sweep/registry/rungs.h"
#include "sweeps.h"

/* ---- decisions ---- */

enum { COUNT = 12 };
static const int steps[] = {10, 20};

/* Twelve runs: four for each of three labels on the axis `task`. Runs with the same labels on the axes `within` are
 * compared. */
static made_sweep *make(const char *within) {
    made_sweep *s = sweep_make(COUNT);
    s->manifest.promotion = (lg_promotion_rule){
        .kind = lg_promotion_find("halving"), .rungs = steps, .rung_count = 2, .factor = 2, .within = within};
    return s;
}

/* Marks a run as paused at this step, after a validation with this score. */
static void pause_at(lg_results *r, lg_progress_point *p, size_t run, int64_t step, double score) {
    *p = (lg_progress_point){.step = step};
    lg_result_no_scores(p->scores);
    p->scores[r->metric] = score;
    r->runs[run].state = LG_RUN_PAUSED;
    r->runs[run].step = step;
    r->runs[run].progress = p;
    r->runs[run].progress_count = 1;
}

/* A run that was trained to its end by another program may have validations on another split. It cannot be validated
 * again at its rung, so the sweep is refused. */
static void test_scores_of_two_splits_are_refused(void **state) {
    (void)state;
    made_sweep *s = make("");
    lg_progress_point points[COUNT];
    lg_results now;
    lg_error err = {0};
    size_t decided;
    assert_true(lg_results_new(&now, &s->manifest, &err));
    lg_rungs rungs = {.arena = now.arena};
    for (size_t i = 0; i < COUNT; i++) {
        pause_at(&now, &points[i], i, 10, (double)i / COUNT);
        now.runs[i].validated = i == 3 ? LG_SPLIT_TEST : LG_SPLIT_VALIDATION;
    }
    assert_false(lg_rungs_decide(&rungs, &now, false, &decided, &err));
    assert_non_null(strstr(err.text, "validated on the test split"));
    now.runs[3].validated = LG_SPLIT_VALIDATION;
    err = (lg_error){0};
    assert_true(lg_rungs_decide(&rungs, &now, false, &decided, &err));
    assert_int_equal(decided, 1);
    lg_results_free(&now);
    sweep_unmake(s);
}

static size_t decide(lg_rungs *rungs, const lg_results *now, bool without_failed) {
    lg_error err = {0};
    size_t decided;
    assert_true(lg_rungs_decide(rungs, now, without_failed, &decided, &err));
    return decided;
}

static void test_the_best_go_on(void **state) {
    (void)state;
    made_sweep *s = make("task");
    lg_progress_point points[COUNT];
    lg_results now;
    lg_error err = {0};
    assert_true(lg_results_new(&now, &s->manifest, &err));
    lg_rungs rungs = {.arena = now.arena};
    for (size_t i = 0; i + 3 < COUNT; i++) pause_at(&now, &points[i], i, 10, (double)(i * 7 % 12) / 12);
    assert_int_equal(decide(&rungs, &now, false), 0); /* one run of each label has not paused yet */
    pause_at(&now, &points[9], 9, 10, 0.5);
    assert_int_equal(decide(&rungs, &now, false), 1);
    assert_int_equal(decide(&rungs, &now, false), 0); /* each rung is decided only once */
    const lg_rung *x = &rungs.all[0]; /* runs 0, 3, 6, 9; scores 0, 9/12, 6/12, 6/12: run 6 wins the tie */
    assert_int_equal(x->step, 10);
    assert_int_equal(x->runs, 4);
    assert_int_equal(x->promoted, 2);
    const size_t order[] = {3, 6, 9, 0};
    for (size_t i = 0; i < 4; i++) assert_int_equal(x->run[i].index, order[i]);
    lg_climb climb[COUNT];
    lg_rungs_climb(&rungs, &s->manifest, climb);
    assert_int_equal(lg_climb_goal(&s->manifest, &climb[3]), 20);
    assert_int_equal(lg_climb_state(&s->manifest, &climb[3], &now.runs[3]), LG_RUN_PLANNED);
    assert_int_equal(lg_climb_state(&s->manifest, &climb[9], &now.runs[9]), LG_RUN_STOPPED);
    assert_int_equal(lg_climb_state(&s->manifest, &climb[1], &now.runs[1]), LG_RUN_PAUSED);
    pause_at(&now, &points[3], 3, 20, 0.2);
    pause_at(&now, &points[6], 6, 20, 0.3);
    assert_int_equal(decide(&rungs, &now, false), 1);
    assert_int_equal(rungs.all[1].step, 20);
    assert_int_equal(rungs.all[1].promoted, 1);
    assert_int_equal(rungs.all[1].run[0].index, 6);
    lg_rungs_climb(&rungs, &s->manifest, climb);
    assert_int_equal(lg_climb_goal(&s->manifest, &climb[6]), 0); /* 0: train to the end */
    lg_results_free(&now);
    sweep_unmake(s);
}

/* A failed run blocks the decision of its rung until failed runs are skipped. A run that diverged ranks last and is
 * never promoted. */
static void test_failed_and_diverged(void **state) {
    (void)state;
    made_sweep *s = make("");
    lg_progress_point points[COUNT];
    lg_results now;
    lg_error err = {0};
    assert_true(lg_results_new(&now, &s->manifest, &err));
    lg_rungs rungs = {.arena = now.arena};
    for (size_t i = 0; i < COUNT; i++) pause_at(&now, &points[i], i, 10, 0.1 * (double)i);
    now.runs[11].state = LG_RUN_FAILED;
    for (size_t i = 2; i < 11; i++) now.runs[i].state = LG_RUN_DIVERGED;
    assert_int_equal(decide(&rungs, &now, false), 0);
    assert_int_equal(decide(&rungs, &now, true), 1);
    assert_int_equal(rungs.all[0].runs, COUNT);
    assert_int_equal(rungs.all[0].promoted, 2); /* not six, half of all runs: most diverged or failed */
    assert_int_equal(rungs.all[0].run[0].index, 1);
    assert_int_equal(rungs.all[0].run[1].index, 0);
    assert_true(isnan(rungs.all[0].run[2].score));
    lg_results_free(&now);
    sweep_unmake(s);
}

/* ---- the file ---- */

static void assert_damaged(const lg_manifest *m, const char *text, const char *from, const char *to) {
    char changed[4096];
    const char *at = strstr(text, from);
    lg_error err = {0};
    lg_rungs again;
    lg_arena *arena = lg_arena_new();
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    assert_true(lg_file_write_text(scratch_path(folder, "rungs.jsonl"), changed, &err));
    assert_false(lg_rungs_read(folder->folder, m, arena, &again, &err));
    assert_int_equal(err.code, LG_CORRUPT);
    lg_arena_free(arena);
}

static void test_the_file(void **state) {
    (void)state;
    made_sweep *s = make("task");
    const lg_manifest *m = &s->manifest;
    lg_progress_point points[COUNT];
    lg_results now;
    lg_rungs again;
    lg_error err = {0};
    assert_true(lg_results_new(&now, m, &err));
    lg_rungs rungs = {.arena = now.arena};
    for (size_t i = 0; i < COUNT; i++) pause_at(&now, &points[i], i, 10, (double)i / 12);
    assert_int_equal(decide(&rungs, &now, false), 3);
    assert_true(lg_rungs_write(&rungs, folder->folder, m, &err));
    char *text = lg_file_read(scratch_path(folder, "rungs.jsonl"), 1 << 20, NULL, &err);
    assert_non_null(text);
    assert_true(lg_rungs_read(folder->folder, m, now.arena, &again, &err));
    assert_int_equal(again.count, 3);
    assert_int_equal(again.all[2].run[0].index, rungs.all[2].run[0].index);
    assert_true(again.all[2].run[3].score == rungs.all[2].run[3].score);
    assert_true(lg_rungs_write(&again, folder->folder, m, &err));
    char *second = lg_file_read(scratch_path(folder, "rungs.jsonl"), 1 << 20, NULL, &err);
    assert_string_equal(text, second);
    assert_damaged(m, text, "\"step\":10", "\"step\":11");
    assert_damaged(m, text, "\"step\":10", "\"step\":20"); /* no run has reached step 20 */
    assert_damaged(m, text, "token_accuracy", "token_accuracies");
    assert_damaged(m, text, "\"id\":\"0000000000000009\"", "\"id\":\"000000000000000c\"");
    assert_damaged(m, text, "\"id\":\"0000000000000009\"", "\"id\":\"0000000000000006\""); /* twice at a rung */
    assert_damaged(m, text, "\"state\":\"paused\"", "\"state\":\"poised\"");
    assert_damaged(m, text, "}]}\n", "}]");
    free(text);
    free(second);
    lg_results_free(&now);
    sweep_unmake(s);
}

/* ---- workers ---- */

static const char file[] = "set:\n"
                           "  model: {width: 8, heads: 2, blocks: 1, feed_forward: 16}\n"
                           "  curriculum.lengths: 1..5\n"
                           "  train: {steps: 24, batch: 4, log_every: 8, checkpoint_every: 24}\n"
                           "  eval: {lengths: 1..8, sequences: 8, every: 4}\n"
                           "grid: {task: [parity_check, reverse_string]}\n"
                           "random:\n"
                           "  draws: 5\n"
                           "  options: {train.lr: {log_uniform: [1e-4, 1e-1]}, encoding: {choice: [rope, none]}}\n"
                           "halving: {rungs: [4, 12], factor: 2}\n";
enum { RUNS = 10, LEFT = 2 };

static lg_sweep *plan_file(const char *name, const char *text) {
    lg_sweep *s;
    char dir[1024];
    snprintf(dir, sizeof dir, "%s", scratch_path(folder, name));
    assert_true(lg_file_write_text(scratch_path(folder, "h.yaml"), text, NULL));
    if (lg_sweep_plan(context, scratch_path(folder, "h.yaml"), dir, true, &s) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    return s;
}

static lg_sweep *plan(const char *name) {
    return plan_file(name, file);
}

typedef struct heard {
    int steps, stop_after;
    int64_t trained[RUNS]; /* the last step of each run */
} heard;

static void on_step(void *user, const lg_sweep_run *r, const lg_step_report *s) {
    heard *h = user;
    h->steps++;
    h->trained[r->index] = s->step;
}

static bool on_stop(void *user) {
    const heard *h = user;
    return h->stop_after > 0 && h->steps >= h->stop_after;
}

static lg_status work(lg_sweep *s, int threads, heard *h) {
    const lg_worker how = {.threads = threads, .lease = 5};
    const lg_worker_callbacks calls = {.user = h, .step = on_step};
    lg_context_stop(context, on_stop, h);
    const lg_status status = lg_sweep_work(s, &how, &calls);
    lg_context_stop(context, NULL, NULL);
    return status;
}

static char *bytes_of(lg_sweep *s, const char *name) {
    char path[1200];
    lg_error err = {0};
    snprintf(path, sizeof path, "%s/%s", lg_sweep_about(s).dir, name);
    char *bytes = lg_file_read(path, 1 << 24, NULL, &err);
    if (!bytes) fail_msg("%s", err.text);
    return bytes;
}

static char *results_of(lg_sweep *s) {
    char path[1200];
    snprintf(path, sizeof path, "%s/results.jsonl", lg_sweep_about(s).dir);
    if (lg_sweep_results(s, path) != LG_OK) fail_msg("%s", lg_error_text(context));
    return bytes_of(s, "results.jsonl");
}

static void assert_ended(lg_sweep *s) {
    assert_int_equal(lg_sweep_refresh(s), LG_OK);
    const lg_sweep_info about = lg_sweep_about(s);
    assert_int_equal(about.count[LG_RUN_DONE], LEFT);
    assert_int_equal(about.count[LG_RUN_STOPPED], RUNS - LEFT);
    assert_int_equal(lg_sweep_rung_count(s), 4);
    assert_int_equal(lg_sweep_rung_at(s, 0).runs, 5);
    assert_int_equal(lg_sweep_rung_at(s, 0).promoted, 2);
    assert_int_equal(lg_sweep_rung_at(s, 3).step, 12);
}

static void assert_same(lg_sweep *s, const char *rungs, const char *results) {
    char *own = bytes_of(s, "rungs.jsonl"), *mine = results_of(s);
    assert_string_equal(own, rungs);
    assert_string_equal(mine, results);
    free(own);
    free(mine);
}

static void test_any_workers_decide_the_same(void **state) {
    (void)state;
    heard h = {0};
    lg_sweep *one = plan("one"), *three = plan("three"), *stopped = plan("stopped");
    if (work(one, 1, &h) != LG_OK) fail_msg("%s", lg_error_text(context));
    assert_ended(one);
    int trained[] = {0, 0, 0}; /* runs trained to rung 0, to rung 1, and to the end */
    for (size_t i = 0; i < RUNS; i++) trained[h.trained[i] == 4 ? 0 : h.trained[i] == 12 ? 1 : 2]++;
    assert_int_equal(trained[0], 6);
    assert_int_equal(trained[1], 2);
    assert_int_equal(h.steps, 6 * 4 + 2 * 12 + 2 * 24); /* no step was trained twice */
    char *rungs = bytes_of(one, "rungs.jsonl"), *results = results_of(one);
    h = (heard){0};
    assert_int_equal(work(three, 3, &h), LG_OK);
    assert_same(three, rungs, results);
    h = (heard){0};
    for (int stop = 7; stop < 400; stop += 7) { /* stopped again and again, each time a little later */
        h.stop_after = h.steps + 7;
        const lg_status status = work(stopped, 1, &h);
        if (status == LG_OK) break;
        assert_int_equal(status, LG_PREEMPTED);
    }
    assert_ended(stopped);
    assert_same(stopped, rungs, results);
    free(rungs);
    free(results);
    lg_sweep_free(one);
    lg_sweep_free(three);
    lg_sweep_free(stopped);
}

/* The registry is only an index. If it is removed, decisions and paused runs are read from the sweep's directory
 * again. */
static void test_a_registry_is_rebuilt(void **state) {
    (void)state;
    lg_error err = {0};
    heard h = {.stop_after = 60};
    lg_sweep *s = plan("rebuilt");
    assert_int_equal(work(s, 1, &h), LG_PREEMPTED);
    lg_sweep_free(s);
    assert_true(lg_registry_remove(scratch_path(folder, "rebuilt"), &err));
    s = plan("rebuilt");
    assert_int_equal(lg_sweep_refresh(s), LG_OK);
    const lg_sweep_info about = lg_sweep_about(s);
    assert_true(about.count[LG_RUN_STOPPED] > 0 && about.count[LG_RUN_PLANNED] > 0);
    h.stop_after = 0;
    assert_int_equal(work(s, 2, &h), LG_OK);
    assert_ended(s);
    lg_sweep *plain = plan("plain");
    assert_int_equal(work(plain, 1, &h), LG_OK);
    char *rungs = bytes_of(plain, "rungs.jsonl"), *results = results_of(plain);
    assert_same(s, rungs, results);
    free(rungs);
    free(results);
    lg_sweep_free(plain);
    lg_sweep_free(s);
}

/* If the split of validations has changed, runs that have paused at their rung are validated again. They are not
 * trained again. */
static void test_a_rung_compares_one_split(void **state) {
    (void)state;
    char of_tests[sizeof file + 64];
    heard h = {.stop_after = 12}; /* three runs have paused: no decision yet */
    snprintf(of_tests, sizeof of_tests, "%s", file);
    char *every = strstr(of_tests, "every: 4");
    const size_t rest = (size_t)(every - of_tests);
    snprintf(every, sizeof of_tests - rest, "every: 4, validation: test%s", file + rest + strlen("every: 4"));
    lg_sweep *s = plan_file("split", of_tests);
    assert_int_equal(work(s, 1, &h), LG_PREEMPTED);
    assert_int_equal(lg_sweep_refresh(s), LG_OK);
    assert_true(lg_sweep_about(s).count[LG_RUN_PAUSED] >= 2);
    lg_sweep_free(s);
    s = plan("split");
    h.stop_after = 0;
    if (work(s, 1, &h) != LG_OK) fail_msg("%s", lg_error_text(context));
    assert_ended(s);
    assert_int_equal(h.steps, 6 * 4 + 2 * 12 + 2 * 24);
    lg_sweep *plain = plan("unsplit");
    assert_int_equal(work(plain, 1, &h), LG_OK);
    char *rungs = bytes_of(plain, "rungs.jsonl"), *results = results_of(plain);
    assert_same(s, rungs, results);
    free(rungs);
    free(results);
    lg_sweep_free(plain);
    lg_sweep_free(s);
}

static void test_shards_are_refused(void **state) {
    (void)state;
    lg_sweep *s = plan("shards");
    const lg_worker how = {.threads = 1, .use_shards = true, .shard_count = 2};
    assert_int_equal(lg_sweep_work(s, &how, NULL), LG_USAGE);
    assert_words(context, "the worker of a shard trains only its own");
    lg_sweep_free(s);
}

#define test(f) cmocka_unit_test_setup_teardown(f, runs_open, runs_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_best_go_on),
        cmocka_unit_test(test_failed_and_diverged),
        test(test_the_file),
        test(test_any_workers_decide_the_same),
        test(test_scores_of_two_splits_are_refused),
        test(test_a_registry_is_rebuilt),
        test(test_a_rung_compares_one_split),
        test(test_shards_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
