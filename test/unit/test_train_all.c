/* test_train_all.c: several runs in one process, through the public header. Each run ends with the same bytes as if it
 * were trained alone, whatever other runs are trained, stopped or fail meanwhile, and however threads are distributed.
 * Run it under ThreadSanitizer too. The callbacks count in variables without atomics or locks, so two calls at once
 * would be a race. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "error_words.h"
#include "runs.h"

enum { RUNS = 5 };

/* Runs of milliseconds, with different tasks and durations. */
static const char common[] = "model: {width: 8, heads: 2, blocks: 1, feed_forward: 16}\n"
                             "curriculum.lengths: 1..5\n"
                             "train: {batch: 32, log_every: 3, checkpoint_every: 5}\n"
                             "eval: {lengths: 1..9, sequences: 20}\n";
static const char *const differences[RUNS][3][2] = {
    {{"train.steps", "60"}, {"task", "reverse_string"}, {"encoding", "relative"}},
    {{"train.steps", "12"}, {"task", "reverse_string"}, {"seed", "2"}},
    {{"train.steps", "25"}, {"task", "bucket_sort"}, {"encoding", "rope"}},
    {{"train.steps", "6"}, {"task", "parity_check"}, {"encoding", "alibi"}},
    {{"train.steps", "31"}, {"task", "binary_addition"}, {"eval.every", "10"}},
};

/* ---- callbacks ---- */

typedef struct team team;

typedef struct member {
    team *team;
    int64_t last;
    int steps, tested, results, late; /* late: callbacks after the run's result */
    int alone_at;                     /* the run's steps when all other runs had ended; 0: not yet */
    lg_status status;
} member;

struct team {
    member members[RUNS];
    lg_config *configs[RUNS];
    lg_callbacks calls[RUNS];
    lg_result results[RUNS];
    int most, stop_after; /* all runs stop once a run has made stop_after steps; 0: never */
    int logged;
};

static void on_step(void *user, const lg_step_report *r) {
    member *m = user;
    m->steps++;
    m->late += m->results;
    m->last = r->step;
    if (m->steps > m->team->most) m->team->most = m->steps;
}

static void on_length(void *user, const lg_length_report *r) {
    member *m = user;
    m->tested++;
    m->late += m->results;
    (void)r;
}

static bool on_stop(void *user) {
    const team *t = user;
    return t->stop_after > 0 && t->most >= t->stop_after;
}

static void on_result(void *user, const lg_result *r) {
    member *m = user;
    m->results++;
    m->status = r->status;
    lg_config_get(m->team->configs[0], "task"); /* callbacks may use the context */
}

/* Counts log messages, except a warning that a run of ten steps may cause. */
static void on_log(void *user, lg_level level, const char *text) {
    (void)level;
    *(int *)user += !strstr(text, "a validation before the last one was better");
}

/* ---- tools ---- */

static void write_file(const char *name, const char *text) {
    FILE *f = fopen(scratch_path(folder, name), "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static char *read_file(const char *prefix, int run, const char *file, size_t *size) {
    char name[128];
    snprintf(name, sizeof name, "%s%d/%s", prefix, run, file);
    FILE *f = fopen(scratch_path(folder, name), "r");
    if (!f) fail_msg("there is no %s", name);
    char *bytes = calloc(1, 1 << 20);
    *size = fread(bytes, 1, (1 << 20) - 1, f);
    fclose(f);
    return bytes;
}

static bool same_file(const char *a, const char *b, int run, const char *file) {
    size_t m, n;
    char *x = read_file(a, run, file, &m), *y = read_file(b, run, file, &n);
    const bool same = m > 0 && m == n && memcmp(x, y, m) == 0;
    free(x);
    free(y);
    return same;
}

static void assert_same_run(const char *a, const char *b, int run) {
    static const char *const files[] = {"model.safetensors", "state.safetensors", "eval.jsonl"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!same_file(a, b, run, files[i])) fail_msg("%s%d and %s%d differ in %s", a, run, b, run, files[i]);
}

static bool has_file(const char *name) {
    return access(scratch_path(folder, name), F_OK) == 0;
}

static void set(lg_config *f, const char *key, const char *value) {
    assert_int_equal(lg_config_set(f, key, value, LG_FLAG, key), LG_OK);
}

/* The configs of all runs, in directories PREFIX0, PREFIX1, ... */
static team *assemble(const char *prefix) {
    team *t = calloc(1, sizeof *t);
    write_file("common.yaml", common);
    for (int i = 0; i < RUNS; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s%d", prefix, i);
        assert_int_equal(lg_config_new(context, &t->configs[i]), LG_OK);
        assert_int_equal(lg_config_load(t->configs[i], scratch_path(folder, "common.yaml")), LG_OK);
        set(t->configs[i], "out", scratch_path(folder, name));
        for (int k = 0; k < 3; k++) set(t->configs[i], differences[i][k][0], differences[i][k][1]);
        t->members[i].team = t;
        t->calls[i] = (lg_callbacks){.user = &t->members[i], .step = on_step, .length = on_length, .result = on_result};
    }
    lg_context_stop(context, on_stop, t);
    lg_context_log(context, on_log, &t->logged);
    return t;
}

static lg_status train_together(team *t, int at_once) {
    return lg_train_all(context, t->configs, RUNS, at_once, t->calls, t->results);
}

static void dismiss(team *t) {
    for (int i = 0; i < RUNS; i++) lg_config_free(t->configs[i]);
    lg_context_log(context, NULL, NULL);
    lg_context_stop(context, NULL, NULL);
    free(t);
}

/* Trains each run alone, into alone0, alone1, ... */
static void train_alone(void) {
    team *t = assemble("alone");
    for (int i = 0; i < RUNS; i++) {
        lg_outcome out;
        if (lg_train(t->configs[i], NULL, &out) != LG_OK) fail_msg("%s", lg_error_text(context));
    }
    dismiss(t);
}

static int set_up(void **state) {
    if (runs_open(state) != 0) return -1;
    lg_context_threads(context, 1);
    return 0;
}

/* ---- tests ---- */

static void runs_end_in_the_same_bytes_as_alone(void **state) {
    (void)state;
    static const struct {
        int at_once, threads;
    } ways[] = {{1, 1}, {1, 3}, {2, 1}, {2, 2}, {2, 5}, {3, 4}, {0, 2}, {9, 8}};
    train_alone();
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        char prefix[32];
        snprintf(prefix, sizeof prefix, "way%zu-", w);
        lg_context_threads(context, ways[w].threads);
        team *t = assemble(prefix);
        if (train_together(t, ways[w].at_once) != LG_OK) fail_msg("%s", lg_error_text(context));
        for (int i = 0; i < RUNS; i++) {
            const member *m = &t->members[i];
            assert_same_run("alone", prefix, i);
            assert_int_equal(t->results[i].status, LG_OK);
            assert_string_equal(t->results[i].outcome.status, "done");
            assert_string_equal(t->results[i].outcome.dir, lg_config_get(t->configs[i], "out"));
            assert_string_equal(t->results[i].text, "");
            assert_int_equal(m->steps, atoi(differences[i][0][1]));
            assert_true(m->last == m->steps && m->tested == 9);
            assert_true(m->results == 1 && m->status == LG_OK && m->late == 0);
        }
        assert_int_equal(t->logged, 0);
        dismiss(t);
    }
}

/* Returns the number of threads in a run's record: those that the run had at its end. */
static int threads_of(const char *prefix, int run) {
    size_t size;
    char *record = read_file(prefix, run, "run.json", &size);
    const int threads = atoi(strstr(record, "\"threads\": ") + strlen("\"threads\": "));
    free(record);
    return threads;
}

/* Stops the first run when it has made three more steps after all other runs have ended. */
static bool stop_after_all_others(void *user) {
    member *m = ((team *)user)->members;
    int others = 0;
    for (int i = 1; i < RUNS; i++) others += m->team->members[i].results;
    if (others == RUNS - 1 && m->alone_at == 0) m->alone_at = m->steps;
    return m->alone_at > 0 && m->steps >= m->alone_at + 3;
}

static void the_last_run_takes_all_threads(void **state) {
    (void)state;
    lg_context_threads(context, 5);
    team *t = assemble("a");
    set(t->configs[0], "train.steps", "100000000");
    set(t->configs[1], "threads", "2"); /* so it must get two threads */
    lg_context_stop(context, stop_after_all_others, t);
    assert_int_equal(train_together(t, 2), LG_PREEMPTED);
    assert_int_equal(t->results[0].status, LG_PREEMPTED);
    assert_int_equal(threads_of("a", 0), 5);
    assert_int_equal(threads_of("a", 1), 2);
    dismiss(t);
}

/* Resets the counts of a team and trains it again. */
static lg_status train_again(team *t, int at_once, int stop_after) {
    for (int i = 0; i < RUNS; i++) t->members[i] = (member){.team = t};
    t->most = 0;
    t->stop_after = stop_after;
    return train_together(t, at_once);
}

static void stopped_runs_go_on_to_the_same_bytes(void **state) {
    (void)state;
    train_alone();
    lg_context_threads(context, 3);
    team *t = assemble("a");
    assert_int_equal(train_again(t, 2, 7), LG_PREEMPTED);
    assert_non_null(strstr(lg_error_text(context), "5 of 5 runs are not done"));
    for (int i = 0; i < RUNS; i++) {
        const lg_result *r = &t->results[i];
        const bool begun = strcmp(r->outcome.status, "not begun"); /* runs may be stopped within their first step */
        assert_true(t->members[i].results == 1 && r->status == LG_PREEMPTED);
        assert_string_equal(r->outcome.status, begun ? "preempted" : "not begun");
        assert_true(begun || t->members[i].steps == 0);
        assert_int_equal(r->outcome.step, t->members[i].steps);
        assert_non_null(strstr(r->text, r->outcome.dir));
        assert_true(begun ? i < 2 : isnan(r->outcome.loss)); /* the first two train too long to finish */
    }
    for (int after = 2; after < 20; after += 6) assert_int_equal(train_again(t, 2, after), LG_PREEMPTED);
    assert_int_equal(train_again(t, 3, 0), LG_OK);
    assert_true(t->logged > 0); /* "going on from" */
    for (int i = 0; i < RUNS; i++) assert_same_run("alone", "a", i);
    assert_int_equal(train_again(t, 3, 0), LG_OK);
    assert_int_equal(t->most, 0);
    assert_string_equal(t->results[2].outcome.status, "already done");
    dismiss(t);
}

static void a_failure_affects_no_other_run(void **state) {
    (void)state;
    train_alone();
    lg_context_threads(context, 2);
    team *t = assemble("a");
    set(t->configs[1], "out", "/proc/nowhere/run"); /* cannot be written */
    set(t->configs[2], "optimizer.epsilon", "0");   /* diverges: parameters without a gradient become 0 / 0 */
    set(t->configs[3], "eval.lengths", "3");        /* and, below, the directory of another run */
    set(t->configs[3], "out", scratch_path(folder, "alone4"));
    assert_int_equal(train_together(t, 2), LG_SOME_FAILED);
    assert_non_null(strstr(lg_error_text(context), "3 of 5 runs failed or diverged: "));
    assert_non_null(strstr(lg_error_text(context), "/proc/nowhere"));
    const lg_status wanted[RUNS] = {LG_OK, LG_FAILED, LG_DIVERGED, LG_USAGE, LG_OK};
    for (int i = 0; i < RUNS; i++) {
        assert_int_equal(t->results[i].status, wanted[i]);
        assert_int_equal(t->members[i].status, wanted[i]);
        if (wanted[i] != LG_OK) assert_non_null(strstr(t->results[i].text, t->results[i].outcome.dir));
    }
    assert_null(t->results[1].outcome.status);
    assert_string_equal(t->results[2].outcome.status, "diverged");
    assert_non_null(strstr(t->results[3].text, "holds a run with another config"));
    assert_same_run("alone", "a", 0);
    assert_same_run("alone", "a", 4);
    dismiss(t);
}

static void the_only_run_reports_its_own_status(void **state) {
    (void)state;
    team *t = assemble("a");
    set(t->configs[0], "optimizer.epsilon", "0");
    assert_int_equal(lg_train_all(context, t->configs, 1, 4, NULL, t->results), LG_DIVERGED);
    assert_string_equal(lg_error_text(context), t->results[0].text);
    assert_int_equal(lg_train_all(context, t->configs, 0, 4, NULL, t->results), LG_OK);
    dismiss(t);
}

/* Asserts that no run begins, not even a valid one. */
static void assert_refused(team *t, const char *words) {
    assert_fails(context, train_together(t, 2), LG_USAGE, words);
    assert_false(has_file("a0") || has_file("a4"));
    assert_int_equal(t->results[0].outcome.step, 0);
}

static void mistakes_are_reported_before_anything_begins(void **state) {
    (void)state;
    static const char *const same[] = {"a0", "a0/", "./a0", "a0/."};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        team *t = assemble("a");
        set(t->configs[3], "out", scratch_path(folder, same[i]));
        assert_refused(t, "two runs have this output directory");
        dismiss(t);
    }
    team *t = assemble("a");
    set(t->configs[4], "train.steps", "many");
    assert_refused(t, "train.steps");
    dismiss(t);
}

static void like_names_are_other_directories(void **state) {
    (void)state;
    static const char *const names[RUNS] = {"a/b", "a", "a/b/c", "ab", "a//c"}; /* in folders of other runs */
    team *t = assemble("a");
    for (int i = 0; i < RUNS; i++) {
        set(t->configs[i], "out", scratch_path(folder, names[i]));
        set(t->configs[i], "train.steps", "1");
    }
    lg_train_all(context, t->configs, RUNS, 1, t->calls, t->results);
    for (int i = 0; i < RUNS; i++) assert_int_equal(t->members[i].results, 1);
    dismiss(t);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, runs_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(runs_end_in_the_same_bytes_as_alone),  TEST(the_last_run_takes_all_threads),
        TEST(stopped_runs_go_on_to_the_same_bytes), TEST(a_failure_affects_no_other_run),
        TEST(the_only_run_reports_its_own_status),  TEST(mistakes_are_reported_before_anything_begins),
        TEST(like_names_are_other_directories),
    };
    if (access("/dev/shm", W_OK) == 0) setenv("TMPDIR", "/dev/shm", 0); /* a thousand fsyncs take long on a disk */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
