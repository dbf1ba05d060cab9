/* test_sweep_worker.c: workers of a sweep through the public header. Tests workers with a registry and with fixed
 * shards, workers that are stopped, and runs that fail or diverge. The results are the same in all cases. Run it under
 * ThreadSanitizer too. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "api/sweep.h"
#include "base/file.h"
#include "error_words.h"
#include "other_registry.h"
#include "runs.h"
#include "sweep/registry/registry.h"
#include "sweep/work/shard_assignment.h"
#include "sweeps.h"

/* Three combinations of task and scheme, with two seeds each. Runs take milliseconds; those of the scheme "bad"
 * diverge. */
static const char file[] = "title: tiny\n"
                           "set:\n"
                           "  model: {width: 8, heads: 2, blocks: 1, feed_forward: 16}\n"
                           "  curriculum.lengths: 1..5\n"
                           "  train: {steps: 24, batch: 4, log_every: 8, checkpoint_every: 24}\n"
                           "  eval: {lengths: 1..8, sequences: 8, every: 12}\n"
                           "grid:\n"
                           "  task: [parity_check, reverse_string]\n"
                           "  scheme:\n"
                           "    none: {encoding: none}\n"
                           "    bad: {encoding: rope, optimizer.epsilon: 0}\n"
                           "  seed: 0..1\n"
                           "exclude:\n"
                           "  - {task: parity_check, scheme: bad}\n"
                           "select: {rows: task, columns: scheme, seeds: seed}\n";
enum { RUNS = 6, DIVERGING = 2 };

static char *manifest, *plain; /* the plan; its results, trained by one worker with one thread */

/* A sweep in a new directory `name`. Its plan is a copy of `manifest`, which all tests share. */
static lg_sweep *plan(const char *name) {
    lg_sweep *s;
    char dir[1024], path[1100];
    snprintf(dir, sizeof dir, "%s", scratch_path(folder, name));
    snprintf(path, sizeof path, "%s/manifest.jsonl", dir);
    assert_true(lg_file_make_directory(dir, NULL) && lg_file_write_text(path, manifest, NULL));
    if (lg_sweep_open(context, dir, &s) != LG_OK) fail_msg("%s", lg_error_text(context));
    return s;
}

static char *bytes_of(const char *name) {
    lg_error err = {0};
    char *bytes = lg_file_read(scratch_path(folder, name), 1 << 24, NULL, &err);
    if (!bytes) fail_msg("%s", err.text);
    return bytes;
}

/* Returns the sweep's results as lines of JSON, which the caller frees. */
static char *results_of(lg_sweep *s) {
    if (lg_sweep_results(s, scratch_path(folder, "results.jsonl")) != LG_OK) fail_msg("%s", lg_error_text(context));
    return bytes_of("results.jsonl");
}

static void assert_plain_results(lg_sweep *s) {
    char *results = results_of(s);
    assert_string_equal(results, plain);
    free(results);
}

static size_t count_of(lg_sweep *s, lg_run_state state) {
    assert_int_equal(lg_sweep_refresh(s), LG_OK);
    return lg_sweep_about(s).count[state];
}

/* ---- callbacks ---- */

typedef struct heard {
    int begun, steps, ended[LG_RUN_STATES], stop_after; /* stop_after: number of steps; 0: never */
    const char *dir;                                /* of the run that began last */
    const char *watched;                            /* a sweep that the callback opens while a run is trained */
    size_t tests_seen;                              /* number of tests of running runs in that sweep */
    int64_t steps_seen;                             /* number of steps that these runs are to have */
} heard;

static void on_begin(void *user, const lg_sweep_run *r) {
    heard *h = user;
    assert_int_equal(r->state, LG_RUN_RUNNING);
    h->begun++;
    h->dir = r->dir;
}

/* Another reader opens the sweep. */
static void look(heard *h) {
    lg_context *other = lg_context_new();
    lg_sweep *s;
    assert_int_equal(lg_sweep_open(other, h->watched, &s), LG_OK);
    assert_int_equal(lg_sweep_refresh(s), LG_OK);
    for (size_t i = 0; i < RUNS; i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        if (r.state == LG_RUN_RUNNING) h->tests_seen += r.validations, h->steps_seen = r.steps;
    }
    lg_sweep_free(s);
    lg_context_free(other);
}

static void on_step(void *user, const lg_sweep_run *r, const lg_step_report *s) {
    heard *h = user;
    assert_int_equal(r->step, s->step);
    h->steps++;
    if (h->watched && s->step == 20) h->tests_seen = 0, look(h);
}

static void on_end(void *user, const lg_sweep_run *r) {
    heard *h = user;
    h->ended[r->state]++;
    if (r->state == LG_RUN_DONE) assert_true(isfinite(r->score));
    if (r->state == LG_RUN_FAILED || r->state == LG_RUN_DIVERGED) assert_true(*r->reason != '\0');
}

static bool on_stop(void *user) {
    const heard *h = user;
    return h->stop_after > 0 && h->steps >= h->stop_after;
}

static lg_status work(lg_sweep *s, lg_worker how, heard *h) {
    const lg_worker_callbacks calls = {.user = h, .begin = on_begin, .step = on_step, .end = on_end};
    lg_context_stop(context, on_stop, h);
    const lg_status status = lg_sweep_work(s, &how, &calls);
    lg_context_stop(context, NULL, NULL);
    return status;
}

static void make_plan(void) {
    lg_sweep *s;
    char dir[1024];
    snprintf(dir, sizeof dir, "%s", scratch_path(folder, "planned"));
    assert_true(lg_file_write_text(scratch_path(folder, "tiny.yaml"), file, NULL));
    if (lg_sweep_plan(context, folder->path, dir, true, &s) != LG_OK) fail_msg("%s", lg_error_text(context));
    lg_sweep_free(s);
    manifest = bytes_of("planned/manifest.jsonl");
}

static void test_one_thread(void **state) {
    make_plan();
    lg_sweep *s = plan("plain");
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_SOME_FAILED);
    assert_words(context, "2 of 6 runs failed or diverged");
    assert_int_equal(h.begun, RUNS);
    assert_int_equal(h.ended[LG_RUN_DONE], RUNS - DIVERGING);
    assert_int_equal(h.ended[LG_RUN_DIVERGED], DIVERGING);
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_OK); /* nothing is left */
    assert_int_equal(h.begun, RUNS);
    plain = results_of(s);
    lg_sweep_free(s);
    (void)state;
}

static int forget_plan(void **state) {
    free(manifest);
    free(plain);
    return (void)state, 0;
}

/* ---- tests ---- */

static void test_any_number_of_threads(void **state) {
    lg_sweep *s = plan("three");
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.threads = 3, .lease = 1}, &h), LG_SOME_FAILED);
    char *results = results_of(s);
    assert_string_equal(results, plain);
    assert_non_null(strstr(results, "\"state\":\"diverged\""));
    assert_non_null(strstr(results, "\"progress\":[[12,"));
    assert_null(strstr(results, "seconds"));
    assert_int_equal(lg_sweep_refresh(s), LG_OK);
    const lg_sweep_run r = lg_sweep_run_at(s, 0);
    assert_string_equal(r.labels[0], "parity_check");
    assert_true(r.state == LG_RUN_DONE && r.step == 24 && r.attempts == 1 && isfinite(r.seconds));
    lg_sweep_free(s);
    free(results);
    (void)state;
}

static void test_runs_under_way_show_their_tests(void **state) {
    lg_sweep *s = plan("watched");
    char dir[1024];
    snprintf(dir, sizeof dir, "%s", scratch_path(folder, "watched"));
    heard h = {.watched = dir};
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_SOME_FAILED);
    assert_int_equal(h.tests_seen, 1); /* the validation at step 12 */
    assert_true(h.steps_seen > 20);    /* known although there was no heartbeat yet */
    lg_sweep_free(s);
    (void)state;
}

static void test_stopped_and_gone_on(void **state) {
    lg_sweep *s = plan("stopped");
    for (int i = 0; i < 3; i++) {
        heard h = {.stop_after = 30};
        assert_int_equal(work(s, (lg_worker){.threads = 2}, &h), LG_PREEMPTED);
        assert_int_equal(count_of(s, LG_RUN_RUNNING), 0);
    }
    heard h = {0};
    assert_int_not_equal(work(s, (lg_worker){.threads = 2}, &h), LG_PREEMPTED);
    assert_plain_results(s);
    lg_sweep_free(s);
    (void)state;
}

static void test_one_that_fails_stops_nothing(void **state) {
    lg_sweep *s = plan("failing");
    char foreign[400];
    snprintf(foreign, sizeof foreign, "%s/foreign", lg_sweep_run_at(s, 1).dir);
    assert_true(lg_file_make_directory(foreign, NULL));
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.threads = 2}, &h), LG_SOME_FAILED);
    assert_int_equal(count_of(s, LG_RUN_FAILED), 1);
    assert_non_null(strstr(lg_sweep_run_at(s, 1).reason, "neither a run directory"));
    size_t count;
    remove(foreign);
    assert_int_equal(lg_sweep_retry(s, false, &count), LG_OK);
    assert_int_equal(count, 1);
    assert_int_equal(work(s, (lg_worker){.threads = 2}, &h), LG_OK);
    assert_int_equal(lg_sweep_retry(s, true, &count), LG_OK);
    assert_int_equal(count, DIVERGING);
    assert_int_equal(work(s, (lg_worker){.threads = 2}, &h), LG_SOME_FAILED); /* diverges again */
    assert_plain_results(s);
    lg_sweep_free(s);
    (void)state;
}

/* ---- shortages ---- */

static rlim_t descriptors; /* the maximum allowed */

/* Allows or forbids this process to open files. While this is forbidden, no file can be opened even after other threads
 * have closed some. */
static void grant_files(bool on) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    if (!on) descriptors = files.rlim_cur;
    files.rlim_cur = on ? descriptors : 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
}

typedef struct scarce {
    heard heard;
    int begun, step; /* files cannot be opened from this step of the begun-th run on; 0: from its beginning */
    bool gone;
} scarce;

static void take_files(scarce *x) {
    if (!x->gone) grant_files(false);
    x->gone = true;
}

static void scarce_begin(void *user, const lg_sweep_run *r) {
    scarce *x = user;
    on_begin(&x->heard, r);
    if (x->heard.begun == x->begun && x->step == 0) take_files(x);
}

static void scarce_step(void *user, const lg_sweep_run *r, const lg_step_report *s) {
    scarce *x = user;
    (void)r;
    if (x->heard.begun >= x->begun && s->step == x->step) take_files(x);
}

static void scarce_end(void *user, const lg_sweep_run *r) {
    on_end(&((scarce *)user)->heard, r);
}

static void work_short_of_files(lg_sweep *s, lg_worker how, int begun, int step) {
    scarce x = {.begun = begun, .step = step};
    const lg_worker_callbacks calls = {.user = &x, .begin = scarce_begin, .step = scarce_step, .end = scarce_end};
    const lg_status status = lg_sweep_work(s, &how, &calls);
    grant_files(true);
    assert_true(x.gone);
    assert_int_equal(status, LG_FAILED);
    assert_words(context, strerror(EMFILE));
    assert_words(context, "the same command resumes them");
    assert_int_equal(x.heard.ended[LG_RUN_FAILED], 0);
    assert_true(x.heard.ended[LG_RUN_PLANNED] >= 1 && x.heard.ended[LG_RUN_PLANNED] <= how.threads);
}

/* If the machine runs out of a resource, the run does not fail. The worker ends, and the next worker finishes the run
 * with the same bytes. */
static void test_a_shortage_fails_no_run(void **state) {
    static const struct {
        int threads, begun, step;
    } cases[] = {{1, 1, 0}, {1, 3, 0}, {1, 2, 5}, {1, 2, 24}, {1, 3, 1}, {2, 3, 5}}; /* the third run diverges */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[20];
        snprintf(name, sizeof name, "scarce%zu", i);
        lg_sweep *s = plan(name);
        work_short_of_files(s, (lg_worker){.threads = cases[i].threads}, cases[i].begun, cases[i].step);
        assert_int_equal(count_of(s, LG_RUN_FAILED) + count_of(s, LG_RUN_RUNNING), 0);
        assert_true(count_of(s, LG_RUN_PLANNED) > 0);
        heard h = {0};
        work(s, (lg_worker){.threads = 2}, &h);
        assert_plain_results(s);
        lg_sweep_free(s);
    }
    (void)state;
}

static void train_shard(const char *name, size_t shard, size_t shards, int begun) {
    lg_sweep *s = plan(name);
    heard h = {0};
    const lg_status status =
        work(s, (lg_worker){.threads = 1, .use_shards = true, .shard = shard, .shard_count = shards}, &h);
    if (status != LG_OK && status != LG_SOME_FAILED) fail_msg("%s", lg_error_text(context));
    if (begun >= 0) assert_int_equal(h.begun, begun);
    lg_sweep_free(s);
}

static void test_shards_are_merged(void **state) {
    for (size_t i = 0; i < 4; i++) train_shard("shards", i, 4, -1);
    for (size_t i = 0; i < 4; i++) train_shard("shards", i, 4, 0); /* finished runs are skipped */
    assert_false(scratch_has(scratch_path(folder, "shards/registry.sqlite")));
    lg_sweep *s = plan("shards");
    assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_OK);
    assert_int_equal(count_of(s, LG_RUN_DONE), RUNS - DIVERGING);
    assert_non_null(strstr(lg_sweep_run_at(s, 0).owner, " pid "));
    assert_plain_results(s);
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.use_shards = true, .shard = 4, .shard_count = 4}, &h), LG_USAGE);
    assert_words(context, "shard 4 of 4");
    assert_int_equal(work(s, (lg_worker){.use_shards = true, .shard_count = LG_SHARDS_MAX + 1}, &h), LG_USAGE);
    assert_words(context, "1000001 shards: expected at most 1000000");
    lg_sweep_free(s);
    (void)state;
}

/* If runs in a registry have impossible positions, the registry is reported as damaged, and a merge rebuilds it. */
static void test_a_damaged_registry_is_merged(void **state) {
    sqlite3 *db;
    train_shard("damaged", 0, 1, RUNS);
    lg_sweep *s = plan("damaged");
    assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_OK);
    assert_int_equal(sqlite3_open(scratch_path(folder, "damaged/registry.sqlite"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE runs SET position = position + 1000000, state = 'planned'", 0, 0, 0), 0);
    sqlite3_close(db);
    heard h = {0};
    assert_int_equal(lg_sweep_refresh(s), LG_CORRUPT);
    assert_words(context, "damaged/registry.sqlite is damaged: ");
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_CORRUPT);
    assert_words(context, "`lengthen sweep merge` rebuilds it");
    assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_OK);
    assert_int_equal(count_of(s, LG_RUN_DONE), RUNS - DIVERGING);
    assert_plain_results(s);
    lg_sweep_free(s);
    (void)state;
}

/* A registry that lacks a column and has a foreign trigger is also reported as damaged, and a merge rebuilds it. */
static void test_other_tables_are_merged(void **state) {
    static const char sql[] = "ALTER TABLE runs DROP COLUMN owner;"
                              "CREATE TRIGGER of_others AFTER UPDATE ON runs BEGIN SELECT 1; END";
    sqlite3 *db;
    (void)state;
    train_shard("tables", 0, 1, RUNS);
    lg_sweep *s = plan("tables");
    assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_OK);
    lg_sweep_free(s);
    assert_int_equal(sqlite3_open(scratch_path(folder, "tables/registry.sqlite"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, 0, 0, 0), SQLITE_OK);
    sqlite3_close(db);
    s = plan("tables");
    assert_int_equal(lg_sweep_refresh(s), LG_CORRUPT);
    assert_words(context, "tables/registry.sqlite is damaged: its tables differ from those of this version; it is");
    assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_OK);
    assert_int_equal(count_of(s, LG_RUN_DONE), RUNS - DIVERGING);
    lg_sweep_free(s);
    assert_int_equal(sqlite3_open(scratch_path(folder, "tables/registry.sqlite"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DROP TRIGGER of_others", 0, 0, 0), SQLITE_ERROR);
    sqlite3_close(db);
}

static void test_a_shortage_fails_no_run_of_a_shard(void **state) {
    lg_sweep *s = plan("scarce");
    work_short_of_files(s, (lg_worker){.threads = 1, .use_shards = true, .shard_count = 1}, 2, 5);
    lg_sweep_free(s);
    char *shard = bytes_of("scarce/shards/0-of-1.jsonl");
    assert_null(strstr(shard, "\"failed\""));
    free(shard);
    train_shard("scarce", 0, 1, RUNS - 1);
    s = plan("scarce");
    assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_OK);
    assert_plain_results(s);
    lg_sweep_free(s);
    (void)state;
}

/* A file may be where a run's directory should be. This is no shortage: this run fails, and the other runs are
 * trained. */
static void test_a_reason_in_the_path_fails_the_run(void **state) {
    lg_sweep *s = plan("blocked");
    heard h = {0};
    assert_true(lg_file_make_directory(scratch_path(folder, "blocked/runs"), NULL));
    assert_true(lg_file_write_text(lg_sweep_run_at(s, 1).dir, "no folder", NULL));
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_SOME_FAILED);
    assert_int_equal(h.ended[LG_RUN_FAILED], 1);
    char state_file[1100];
    const lg_sweep_run r = lg_sweep_run_at(s, 0);
    snprintf(state_file, sizeof state_file, "%s/run.json", r.dir);
    assert_int_equal(remove(state_file), 0);
    snprintf(state_file, sizeof state_file, "%s/state.safetensors", r.dir);
    assert_true(remove(state_file) == 0 && lg_file_make_directory(state_file, NULL));
    assert_int_equal(remove(lg_sweep_run_at(s, 1).dir), 0);
    assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_OK);
    h = (heard){0};
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_SOME_FAILED);
    assert_int_equal(h.ended[LG_RUN_FAILED], 1);
    assert_int_equal(h.ended[LG_RUN_DONE], 1);
    lg_sweep_free(s);
    (void)state;
}

/* A record in a run's directory that cannot be read is no shortage. A run reads its record first, so it fails at
 * once. */
static void test_a_record_in_the_way_fails_the_run(void **state) {
    lg_sweep *s = plan("unread");
    heard h = {0};
    char record[1100];
    assert_int_equal(count_of(s, LG_RUN_DONE), 0); /* creates the registry, while the directory is readable */
    snprintf(record, sizeof record, "%s/run.json", lg_sweep_run_at(s, 0).dir);
    assert_true(lg_file_make_directory(record, NULL));
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_SOME_FAILED);
    assert_int_equal(h.ended[LG_RUN_FAILED], 1);
    assert_int_equal(h.ended[LG_RUN_DONE], RUNS - DIVERGING - 1);
    lg_sweep_free(s);
    (void)state;
}

/* Two machines without shared files each train one shard. One of them merges the other's results. */
static void test_directories_are_merged(void **state) {
    char there[1024];
    train_shard("here", 0, 2, -1);
    train_shard("there", 1, 2, -1);
    snprintf(there, sizeof there, "%s", scratch_path(folder, "there"));
    const char *const others[] = {there};
    lg_sweep *s = plan("here");
    assert_int_equal(lg_sweep_merge(s, others, 1), LG_OK);
    assert_int_equal(lg_sweep_merge(s, others, 1), LG_OK);
    assert_plain_results(s);
    lg_sweep_free(s);
    (void)state;
}

/* The registry is only an index: if lost or damaged, it is rebuilt. */
static void test_registry_is_rebuilt(void **state) {
    lg_sweep *s = plan("lost");
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.threads = 2}, &h), LG_SOME_FAILED);
    lg_sweep_free(s);
    s = plan("lost");
    assert_int_equal(remove(scratch_path(folder, "lost/registry.sqlite")), 0);
    assert_int_equal(count_of(s, LG_RUN_DONE), RUNS - DIVERGING); /* rebuilt automatically */
    lg_sweep_free(s);
    char noise[2000];
    memset(noise, 'x', sizeof noise - 1);
    noise[sizeof noise - 1] = '\0';
    assert_true(lg_file_write_text(scratch_path(folder, "lost/registry.sqlite"), noise, NULL));
    s = plan("lost");
    assert_int_equal(lg_sweep_refresh(s), LG_CORRUPT);
    assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_OK);
    assert_plain_results(s);
    lg_sweep_free(s);
    (void)state;
}

/* If the registry is replaced while a sweep is open, as by `sweep merge`, the open sweep reads the new one. */
static void test_another_registry_is_noticed(void **state) {
    lg_sweep *s = plan("lost");
    heard h = {0};
    assert_int_equal(count_of(s, LG_RUN_DONE), 0);
    assert_int_equal(remove(scratch_path(folder, "lost/registry.sqlite")), 0);
    lg_sweep *other = plan("lost");
    assert_int_equal(work(other, (lg_worker){.threads = 2}, &h), LG_SOME_FAILED);
    lg_sweep_free(other);
    assert_int_equal(count_of(s, LG_RUN_DONE), RUNS - DIVERGING);
    lg_sweep_free(s);
    (void)state;
}

static void test_a_registry_of_other_metrics_is_rebuilt(void **state) {
    lg_sweep *s = plan("other");
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.threads = 2}, &h), LG_SOME_FAILED);
    lg_sweep_free(s);
    make_registry_of_other_metrics(scratch_path(folder, "other/registry.sqlite"));
    s = plan("other");
    assert_int_equal(count_of(s, LG_RUN_DONE), RUNS - DIVERGING);
    assert_plain_results(s);
    lg_sweep_free(s);
    (void)state;
}

/* Sets one member in a file of the first finished run to 7.5, then merges the sweep again. */
static lg_status merge_damaged(lg_sweep *s, const char *name, const char *of_run, const char *member) {
    char path[100];
    size_t done = 0;
    while (done < RUNS && lg_sweep_run_at(s, done).state != LG_RUN_DONE) done++;
    snprintf(path, sizeof path, "%s/runs/%s/%s", name, lg_sweep_run_at(s, done).id, of_run);
    assert_true(scratch_set(folder, path, 1, member, "7.5"));
    return lg_sweep_merge(s, NULL, 0);
}

static void test_impossible_results_are_planned_again(void **state) {
    lg_sweep *s = plan("impossible");
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.threads = 2}, &h), LG_SOME_FAILED);
    static const char *const damage[][3] = {
        {"eval.jsonl", "\"token_accuracy\": ", "eval.jsonl is damaged: line 1: token_accuracy"},
        {"run.json", "\"cross_entropy\": ", "run.json is damaged: score is 7.5"}};
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        assert_int_equal(lg_sweep_refresh(s), LG_OK);
        assert_int_equal(merge_damaged(s, "impossible", damage[i][0], damage[i][1]), LG_CORRUPT);
        assert_words(context, damage[i][2]);
        assert_words(context, "1 of 6 runs is damaged and planned again");
        assert_int_equal(count_of(s, LG_RUN_PLANNED), 1);
        assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_OK);
        assert_plain_results(s);
    }
    assert_int_equal(merge_damaged(s, "impossible", "metrics.jsonl", "\"token_accuracy\": "), LG_CORRUPT);
    assert_words(context, "metrics.jsonl is damaged: line 2: token_accuracy is 7.5");
    assert_int_equal(count_of(s, LG_RUN_PLANNED), 1);
    lg_sweep_free(s);
    (void)state;
}

/* If a run's directory is gone and its line in the shard's results is impossible, the run is planned again. */
static void test_impossible_shards_are_planned_again(void **state) {
    static const char *const damage[][3] = {{"\"token_accuracy\":", "7.5", "line 1: token_accuracy is 7.5"},
                                            {"\"token_accuracy\":", "0.001", "line 1: score is 0.001"},
                                            {"\"accuracy\":", "-1", "line 1: accuracy is -1"},
                                            {"\"loss\":", "-2", "line 1: loss is -2"},
                                            {"\"step\":", "-2", "line 1: step is -2"},
                                            {"\"curve\":[[", "0", "line 1: length is 0"},
                                            {"\"curve\":[[1,", "1.5", "line 1: token_accuracy is 1.5"},
                                            {"\"progress\":[[12,", "3", "line 1: token_accuracy is 3"}};
    char command[1100];
    train_shard("shard", 0, 1, RUNS);
    lg_sweep *s = plan("shard");
    char *shard = bytes_of("shard/shards/0-of-1.jsonl");
    snprintf(command, sizeof command, "rm -r '%s'", scratch_path(folder, "shard/runs"));
    assert_int_equal(system(command), 0);
    assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_OK);
    assert_plain_results(s);
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        assert_true(scratch_set(folder, "shard/shards/0-of-1.jsonl", 1, damage[i][0], damage[i][1]));
        assert_int_equal(lg_sweep_merge(s, NULL, 0), LG_CORRUPT);
        assert_words(context, "0-of-1.jsonl is damaged");
        assert_words(context, damage[i][2]);
        assert_int_equal(count_of(s, LG_RUN_PLANNED), 1);
        assert_true(lg_file_write_text(scratch_path(folder, "shard/shards/0-of-1.jsonl"), shard, NULL));
    }
    free(shard);
    lg_sweep_free(s);
    (void)state;
}

/* ---- shards ---- */

static void test_shards_are_balanced(void **state) {
    enum { COUNT = 100, SHARDS = 7 };
    made_sweep *s = sweep_make(COUNT);
    int seen[COUNT] = {0};
    double least = 1e9, most = 0;
    for (size_t shard = 0; shard < SHARDS; shard++) {
        size_t runs[COUNT], count;
        double cost = 0;
        assert_true(lg_shard_assign(&s->manifest, shard, SHARDS, runs, &count, NULL));
        for (size_t i = 0; i < count; i++) {
            seen[runs[i]]++;
            cost += s->manifest.runs[runs[i]].cost;
            if (i > 0) assert_true(s->manifest.runs[runs[i]].cost <= s->manifest.runs[runs[i - 1]].cost);
        }
        least = fmin(least, cost);
        most = fmax(most, cost);
    }
    for (int i = 0; i < COUNT; i++) assert_int_equal(seen[i], 1);
    assert_true(most - least <= 1); /* shares differ by at most the shortest run, which takes 1 second */
    size_t runs[COUNT], count;
    assert_true(lg_shard_assign(&s->manifest, 500, 1000, runs, &count, NULL));
    assert_int_equal(count, 0);
    sweep_unmake(s);
    (void)state;
}

/* Sets these variables of batch systems (NAME=VALUE, ended by NULL) and unsets all others. */
static void set_environment(const char *const *variables) {
    static const char *const names[] = {"SLURM_ARRAY_TASK_ID",    "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP",
                                        "SLURM_ARRAY_TASK_COUNT", "SLURM_PROCID",         "SLURM_NTASKS",
                                        "SLURM_STEP_ID",          "SLURM_STEP_NUM_TASKS", "PMIX_RANK",
                                        "OMPI_COMM_WORLD_RANK",   "OMPI_COMM_WORLD_SIZE", "JOB_COMPLETION_INDEX",
                                        "PARALLEL_SEQ",           "LENGTHEN_SHARDS"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) unsetenv(names[k]);
    for (; *variables; variables++) assert_int_equal(putenv((char *)(uintptr_t)*variables), 0);
}

static void test_shard_of_the_environment(void **state) {
    static const struct {
        const char *variables[6]; /* NAME=VALUE */
        int shard, shards;        /* shards 0: no shard is set; negative: the number of shards is missing */
    } cases[] = {
        {{0}, 0, 0},
        {{"SLURM_ARRAY_TASK_ID=7", "SLURM_ARRAY_TASK_MIN=1", "SLURM_ARRAY_TASK_STEP=2", "SLURM_ARRAY_TASK_COUNT=5"},
         3,
         5},
        {{"SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_COUNT=5", "SLURM_PROCID=1", "SLURM_STEP_NUM_TASKS=4"}, 13, 20},
        {{"SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_COUNT=5", "SLURM_PROCID=0", "SLURM_NTASKS=4"}, 3, 5},
        {{"SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_MIN=3", "SLURM_ARRAY_TASK_COUNT=1", "LENGTHEN_SHARDS=8"}, 3, 8},
        {{"SLURM_PROCID=2", "SLURM_NTASKS=4", "SLURM_STEP_ID=0"}, 2, 4},
        {{"SLURM_PROCID=0", "SLURM_NTASKS=4"}, 0, 0}, /* as in a batch script, outside of steps */
        {{"SLURM_PROCID=0"}, 0, 0},
        {{"SLURM_PROCID=0", "PARALLEL_SEQ=2", "LENGTHEN_SHARDS=3"}, 1, 3},
        {{"SLURM_PROCID=1", "SLURM_NTASKS=4"}, 1, 4},
        {{"SLURM_PROCID=1"}, 0, -1},
        {{"SLURM_ARRAY_TASK_ID=1"}, 0, -1},
        {{"SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_MIN=2", "SLURM_ARRAY_TASK_COUNT=4"}, 0, -1},
        {{"SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_COUNT=4", "SLURM_PROCID=1"}, 0, -1},
        {{"PMIX_RANK=2", "OMPI_COMM_WORLD_SIZE=3"}, 2, 3},
        {{"OMPI_COMM_WORLD_RANK=1", "OMPI_COMM_WORLD_SIZE=3"}, 1, 3},
        {{"JOB_COMPLETION_INDEX=0", "LENGTHEN_SHARDS=3"}, 0, 3},
        {{"PMIX_RANK=1"}, 0, -1},
        {{"OMPI_COMM_WORLD_RANK=1"}, 0, -1},
        {{"PMIX_RANK=1", "LENGTHEN_SHARDS=3"}, 1, 3},
        {{"JOB_COMPLETION_INDEX=0"}, 0, -1},
        {{"PARALLEL_SEQ=1"}, 0, -1},
        {{"PARALLEL_SEQ=0", "LENGTHEN_SHARDS=3"}, 0, -1},
        {{"PARALLEL_SEQ=3", "LENGTHEN_SHARDS=3"}, 2, 3},
        {{"PARALLEL_SEQ=x", "LENGTHEN_SHARDS=3"}, 0, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lg_worker options = {.threads = 9};
        set_environment(cases[i].variables);
        const bool good = cases[i].shards >= 0;
        assert_int_equal(lg_worker_shard(context, &options), good ? LG_OK : LG_USAGE);
        if (!good) assert_non_null(strstr(lg_error_text(context), "--shard I/N"));
        assert_true(options.use_shards == (cases[i].shards > 0) && options.threads == 9);
        assert_int_equal(options.shard, cases[i].shard);
        assert_int_equal(options.shard_count, good ? cases[i].shards : 0);
    }
    (void)state;
}

/* An invalid variable is an error, whose message gives its name and valid values. If it were ignored, a worker in a
 * cluster would use the registry by mistake. */
static void test_nonsense_of_the_environment(void **state) {
    static const struct {
        const char *variables[4], *words; /* NAME=VALUE */
    } cases[] = {
        {{"LENGTHEN_SHARDS=0"}, "LENGTHEN_SHARDS=0: expected a whole number from 1 to 1000000"},
        {{"LENGTHEN_SHARDS=-1"}, "LENGTHEN_SHARDS=-1: expected a whole number from 1"},
        {{"LENGTHEN_SHARDS=some", "SLURM_PROCID=1", "SLURM_NTASKS=2"},
         "LENGTHEN_SHARDS=some: expected a whole number from 1"},
        {{"LENGTHEN_SHARDS=1.5", "PMIX_RANK=1", "OMPI_COMM_WORLD_SIZE=2"},
         "LENGTHEN_SHARDS=1.5: expected a whole number "},
        {{"LENGTHEN_SHARDS=0", "JOB_COMPLETION_INDEX=0"}, "LENGTHEN_SHARDS=0: expected a whole number from 1"},
        {{"LENGTHEN_SHARDS=0", "SLURM_ARRAY_TASK_ID=0"}, "LENGTHEN_SHARDS=0: expected a whole number from 1"},
        {{"LENGTHEN_SHARDS=1000001", "PARALLEL_SEQ=1"},
         "LENGTHEN_SHARDS=1000001: expected a whole number from 1 to 1000000"},
        {{"LENGTHEN_SHARDS=99999999999999999999"},
         "LENGTHEN_SHARDS=99999999999999999999: expected a whole number from 1"},
        {{"LENGTHEN_SHARDS=3", "PARALLEL_SEQ=4"}, "PARALLEL_SEQ=4: expected a whole number from 1 to 3"},
        {{"LENGTHEN_SHARDS=3", "JOB_COMPLETION_INDEX=3"},
         "JOB_COMPLETION_INDEX=3: expected a whole number from 0 to 2"},
        {{"LENGTHEN_SHARDS=3", "JOB_COMPLETION_INDEX=-1"},
         "JOB_COMPLETION_INDEX=-1: expected a whole number from 0 to 2"},
        {{"LENGTHEN_SHARDS=3", "PMIX_RANK=x"}, "PMIX_RANK=x: expected a whole number from 0 to 2"},
        {{"LENGTHEN_SHARDS=3", "PMIX_RANK=0", "OMPI_COMM_WORLD_SIZE=0"},
         "OMPI_COMM_WORLD_SIZE=0: expected a whole number "},
        {{"OMPI_COMM_WORLD_RANK=2", "OMPI_COMM_WORLD_SIZE=2"},
         "OMPI_COMM_WORLD_RANK=2: expected a whole number from 0 to 1"},
        {{"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=many"},
         "OMPI_COMM_WORLD_SIZE=many: expected a whole number "},
        {{"SLURM_PROCID=x"}, "SLURM_PROCID=x: expected a whole number from 0"},
        {{"SLURM_PROCID=-1", "SLURM_NTASKS=4"}, "SLURM_PROCID=-1: expected a whole number from 0"},
        {{"SLURM_PROCID=4", "SLURM_NTASKS=4"}, "SLURM_PROCID=4: expected a whole number from 0 to 3"},
        {{"SLURM_PROCID=1", "SLURM_NTASKS=0"}, "SLURM_NTASKS=0: expected a whole number from 1"},
        {{"SLURM_PROCID=0", "SLURM_STEP_NUM_TASKS=0"}, "SLURM_STEP_NUM_TASKS=0: expected a whole number from 1"},
        {{"SLURM_ARRAY_TASK_ID=x", "SLURM_ARRAY_TASK_COUNT=4"},
         "SLURM_ARRAY_TASK_ID=x: expected a whole number from 0 to 3"},
        {{"SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_COUNT=0"},
         "SLURM_ARRAY_TASK_COUNT=0: expected a whole number from 1"},
        {{"SLURM_ARRAY_TASK_ID=4", "SLURM_ARRAY_TASK_COUNT=4"},
         "SLURM_ARRAY_TASK_ID=4: expected a whole number from 0 to 3"},
        {{"SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_MIN=2", "SLURM_ARRAY_TASK_COUNT=4"},
         "SLURM_ARRAY_TASK_ID=1: expected a whole number from 2 to 5"},
        {{"SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_MIN=a", "SLURM_ARRAY_TASK_COUNT=4"},
         "SLURM_ARRAY_TASK_MIN=a: expected a whole number from 0"},
        {{"SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_STEP=0", "SLURM_ARRAY_TASK_COUNT=4"},
         "SLURM_ARRAY_TASK_STEP=0: expected a whole number from 1"},
        {{"SLURM_ARRAY_TASK_ID=8", "LENGTHEN_SHARDS=8"}, "SLURM_ARRAY_TASK_ID=8: expected a whole number from 0 to 7"},
        {{"SLURM_ARRAY_TASK_ID=0", "SLURM_ARRAY_TASK_COUNT=1000", "SLURM_STEP_NUM_TASKS=1001"},
         "SLURM_ARRAY_TASK_COUNT=1000: expected a whole number from 1 to 999"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lg_worker options = {.threads = 9};
        set_environment(cases[i].variables);
        if (lg_worker_shard(context, &options) != LG_USAGE) fail_msg("%s is accepted", cases[i].variables[0]);
        if (strstr(lg_error_text(context), cases[i].words) != lg_error_text(context))
            fail_msg("wanted: %s, got: %s", cases[i].words, lg_error_text(context));
        assert_non_null(strstr(lg_error_text(context), "--shard I/N"));
        assert_true(!options.use_shards && options.shard_count == 0 && options.threads == 9);
    }
    set_environment((const char *const[]){NULL});
    (void)state;
}

#define test(name) cmocka_unit_test_setup_teardown(name, runs_open, runs_close)

/* ---- extended plans ---- */

/* Writes a sweep file to the directory `name`, and plans it. */
static lg_status plan_text(const char *name, const char *text, lg_sweep **s) {
    char dir[1024], path[1100];
    snprintf(dir, sizeof dir, "%s", scratch_path(folder, name));
    snprintf(path, sizeof path, "%s.yaml", dir);
    assert_true(lg_file_write_text(path, text, NULL));
    return lg_sweep_plan(context, path, dir, true, s);
}

/* The sweep file with one text replaced. */
static const char *with(const char *old, const char *new) {
    static char text[2048];
    const char *at = strstr(file, old);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - file), file, new, at + strlen(old));
    return text;
}

/* Trains until the sweep is done, and returns the number of steps. */
static int steps_of(lg_sweep *s) {
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_SOME_FAILED); /* two diverge */
    return h.steps;
}

/* If a seed and an encoding are added, only the new runs are trained. Results of finished runs stay the same. */
static void test_a_plan_is_extended(void **state) {
    lg_sweep *s;
    (void)state;
    assert_int_equal(plan_text("grown", file, &s), LG_OK);
    assert_int_equal(lg_sweep_about(s).runs, RUNS);
    assert_true(steps_of(s) > 0);
    lg_sweep_free(s);
    assert_int_equal(plan_text("grown",
                               with("    none: {encoding: none}\n  ",
                                    "    none: {encoding: none}\n    alibi: {encoding: alibi}\n  "),
                               &s),
                     LG_OK);
    assert_int_equal(lg_sweep_about(s).runs, RUNS + 4);
    assert_int_equal(count_of(s, LG_RUN_DONE), RUNS - DIVERGING);
    assert_int_equal(count_of(s, LG_RUN_DIVERGED), DIVERGING);
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_OK);
    assert_int_equal(h.begun, 4);
    assert_int_equal(h.steps, 4 * 24);
    assert_int_equal(count_of(s, LG_RUN_DONE), RUNS + 4 - DIVERGING);
    lg_sweep_free(s);
}

/* A sweep can be planned again with another title or layout, but not with fewer runs or other options. */
static void test_a_plan_is_its_runs(void **state) {
    lg_sweep *s;
    (void)state;
    assert_int_equal(plan_text("same", file, &s), LG_OK);
    lg_sweep_free(s);
    assert_int_equal(plan_text("same", with("steps: 24", "steps: 25"), &s), LG_USAGE);
    assert_words(context, "with other options (parity_check, none, 0: train.steps 24 instead of 25)");
    char *before = bytes_of("same/manifest.jsonl");
    assert_int_equal(plan_text("same", with("title: tiny\n", "title: other\nnote: new\n"), &s), LG_OK);
    lg_sweep_free(s);
    char *after = bytes_of("same/manifest.jsonl"), *shown = bytes_of("same/sweep.yaml");
    assert_string_equal(before, after);
    assert_non_null(strstr(shown, "title: other"));
    free(before), free(after), free(shown);
    assert_int_equal(plan_text("same", with("seed: 0..1", "seed: 0"), &s), LG_USAGE);
    assert_words(context, "a plan can be extended but not shortened");
    assert_words(context, "parity_check, none, 1");
}

/* If test lengths are added, finished runs are evaluated at the added lengths, without training. */
static void test_lengths_are_added(void **state) {
    lg_sweep *s;
    (void)state;
    assert_int_equal(plan_text("longer", file, &s), LG_OK);
    assert_true(steps_of(s) > 0);
    lg_sweep_free(s);
    assert_int_equal(plan_text("longer", with("lengths: 1..8,", "lengths: 1..10,"), &s), LG_OK);
    assert_int_equal(count_of(s, LG_RUN_DONE), 0);
    heard h = {0};
    assert_int_equal(work(s, (lg_worker){.threads = 1}, &h), LG_OK);
    assert_int_equal(h.steps, 0);
    assert_int_equal(h.ended[LG_RUN_DONE], RUNS - DIVERGING);
    char *results = results_of(s);
    assert_non_null(strstr(results, "[10,"));
    free(results);
    lg_sweep_free(s);
}

/* The plan cannot be changed while runs are trained. */
static void test_a_plan_at_work_stays(void **state) {
    lg_sweep *s;
    lg_error err = {0};
    bool made;
    size_t run = 0, count = 0;
    (void)state;
    assert_int_equal(plan_text("busy", file, &s), LG_OK);
    lg_sweep_free(s);
    lg_manifest *m = lg_manifest_read(scratch_path(folder, "busy"), &err);
    lg_registry *r = lg_registry_open(scratch_path(folder, "busy"), m, &made, &err);
    assert_true(m && r && lg_registry_claim(r, 1, &run, &count, &err) && count == 1);
    assert_int_equal(plan_text("busy", with("seed: 0..1", "seed: 0..2"), &s), LG_USAGE);
    assert_words(context, "workers are training 1 of its runs");
    assert_true(lg_registry_release(r, run, 0, &err));
    lg_registry_close(r);
    lg_manifest_free(m);
    assert_int_equal(plan_text("busy", with("seed: 0..1", "seed: 0..2"), &s), LG_OK);
    assert_int_equal(lg_sweep_about(s).runs, 9);
    lg_sweep_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        test(test_one_thread),
        test(test_any_number_of_threads),
        test(test_runs_under_way_show_their_tests),
        test(test_stopped_and_gone_on),
        test(test_one_that_fails_stops_nothing),
        test(test_a_shortage_fails_no_run),
        test(test_a_shortage_fails_no_run_of_a_shard),
        test(test_a_record_in_the_way_fails_the_run),
        test(test_a_reason_in_the_path_fails_the_run),
        test(test_shards_are_merged),
        test(test_a_damaged_registry_is_merged),
        test(test_other_tables_are_merged),
        test(test_directories_are_merged),
        test(test_a_plan_is_extended),
        test(test_a_plan_is_its_runs),
        test(test_lengths_are_added),
        test(test_a_plan_at_work_stays),
        test(test_registry_is_rebuilt),
        test(test_another_registry_is_noticed),
        test(test_a_registry_of_other_metrics_is_rebuilt),
        test(test_impossible_results_are_planned_again),
        test(test_impossible_shards_are_planned_again),
        cmocka_unit_test(test_shards_are_balanced),
        test(test_shard_of_the_environment),
        test(test_nonsense_of_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, forget_plan);
}
