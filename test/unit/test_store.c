/* test_store.c: run directories, through the public header. Tests training into a directory, stopping and killing the
 * run, and resuming it to the same bytes. Also tests that foreign files are refused, that damage is detected, and that
 * the model can be opened again. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "api/decoding.h"
#include "api/machine.h"
#include "api/run_files.h"
#include "base/file.h"
#include "base/key.h"
#include "base/safetensors.h"
#include "data/task.h"
#include "error_words.h"
#include "metrics.h"
#include "run/metrics_line.h"
#include "runs.h"

#define STEPS  24
#define TESTED 9 /* lengths */

/* A config that trains within milliseconds. */
static const char tiny[] = "task: reverse_string\n"
                           "positions: {name: randomized, L: 64}\n"
                           "encoding: relative\n"
                           "model: {width: 8, heads: 2, blocks: 1, feed_forward: 16}\n"
                           "curriculum.lengths: 1..5\n"
                           "train: {steps: 24, batch: 4, log_every: 3, checkpoint_every: 5}\n"
                           "eval: {lengths: 1..9, sequences: 20}\n"
                           "threads: 1\n";

/* ---- tools ---- */

static void put_bytes(const char *dir, const char *file, const void *bytes, size_t size) {
    char name[200];
    snprintf(name, sizeof name, "%s/%s", dir, file);
    FILE *f = fopen(scratch_path(folder, name), "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

/* The tiny config with the run directory `name`. If `key` is not NULL, sets `key` to `value`. Validations use the test
 * split, so that later evaluations have the same scores as validations. */
static lg_config *config_of(const char *name, const char *key, const char *value) {
    lg_config *f;
    put_bytes(".", "tiny.yaml", tiny, strlen(tiny));
    assert_int_equal(lg_config_new(context, &f), LG_OK);
    assert_int_equal(lg_config_load(f, scratch_path(folder, "tiny.yaml")), LG_OK);
    assert_int_equal(lg_config_set(f, "out", scratch_path(folder, name), LG_FLAG, "--out"), LG_OK);
    if (key) assert_int_equal(lg_config_set(f, key, value, LG_FLAG, key), LG_OK);
    if (key && !strcmp(key, "eval.every"))
        assert_int_equal(lg_config_set(f, "eval.validation", "test", LG_FLAG, key), LG_OK);
    return f;
}

/* A stop hook, see below. */
static bool on_stop(void *user);

static lg_status train_with(const char *name, const char *key, const char *value, const lg_callbacks *calls,
                            lg_outcome *out) {
    lg_outcome ignored;
    lg_config *f = config_of(name, key, value);
    const bool counted = calls && calls->length; /* `calls` comes from calls_of */
    lg_context_stop(context, counted ? on_stop : NULL, counted ? calls->user : NULL);
    const lg_status status = lg_train(f, calls, out ? out : &ignored);
    lg_config_free(f);
    return status;
}

static void train_well(const char *name) {
    if (train_with(name, NULL, NULL, NULL, NULL) != LG_OK) fail_msg("%s", lg_error_text(context));
}

/* The bytes of DIR/FILE, which the caller frees. */
static char *bytes_of(const char *dir, const char *file, size_t *size) {
    char name[200];
    lg_error err = {0};
    snprintf(name, sizeof name, "%s/%s", dir, file);
    char *bytes = lg_file_read(scratch_path(folder, name), 1 << 24, size, &err);
    if (!bytes) fail_msg("%s", err.text);
    return bytes;
}

static bool has_file(const char *dir, const char *file) {
    char name[200];
    snprintf(name, sizeof name, "%s/%s", dir, file);
    return scratch_has(scratch_path(folder, name));
}

static void remove_file(const char *dir, const char *file) {
    char name[200];
    snprintf(name, sizeof name, "%s/%s", dir, file);
    assert_true(lg_file_remove(scratch_path(folder, name), NULL));
}

static bool same_file(const char *a, const char *b, const char *file) {
    size_t m, n;
    char *x = bytes_of(a, file, &m), *y = bytes_of(b, file, &n);
    const bool same = m == n && memcmp(x, y, m) == 0;
    free(x);
    free(y);
    return same;
}

/* Returns the text of metrics.jsonl without the times in its lines; the caller frees it. */
static char *timeless(const char *dir) {
    char *text = bytes_of(dir, "metrics.jsonl", NULL), *to = text;
    for (const char *from = text; *from != '\0';) {
        if (!strncmp(from, ", \"t\": ", 7)) from += strcspn(from, "}");
        *to++ = *from++;
    }
    *to = '\0';
    return text;
}

/* Asserts that both directories contain the same finished run. */
static void assert_same_run(const char *a, const char *b) {
    char *x = timeless(a), *y = timeless(b);
    assert_string_equal(x, y);
    free(x);
    free(y);
    assert_true(same_file(a, b, "model.safetensors"));
    assert_true(same_file(a, b, "state.safetensors"));
    assert_true(same_file(a, b, "eval.jsonl"));
}

static int lines_of(const char *dir, const char *file) {
    char *text = bytes_of(dir, file, NULL);
    int lines = 0;
    for (const char *c = text; *c != '\0'; c++) lines += *c == '\n';
    free(text);
    return lines;
}

/* ---- an undisturbed run ---- */

typedef struct counts {
    int steps, logged, tested, kept, stops;
    bool stopped;
    int stop_at, die_at_step, die_at_test; /* -1: does not happen */
    int64_t last;
    double accuracy;
} counts;

static void on_step(void *user, const lg_step_report *r) {
    counts *c = user;
    c->steps++;
    c->logged += r->logged;
    c->last = r->step;
    assert_int_equal(r->steps, STEPS);
    assert_true(r->length >= 1 && r->length <= 5);
    if (r->step == c->die_at_step) _exit(9);
}

static void on_length(void *user, const lg_length_report *r) {
    counts *c = user;
    c->tested++;
    c->kept += r->cached;
    if (r->length > 5) c->accuracy += r->value / (TESTED - 5);
    assert_int_equal(r->sequences, 20);
    assert_int_equal(r->tokens, 20 * r->length);
    if (r->length == c->die_at_test) _exit(9);
}

/* Stops once, when the number of steps and of tests together is `stop_at`. */
static bool on_stop(void *user) {
    counts *c = user;
    const bool now = !c->stopped && c->steps + c->tested == c->stop_at;
    c->stops++;
    c->stopped |= now;
    return now;
}

static lg_callbacks calls_of(counts *c) {
    return (lg_callbacks){.user = c, .step = on_step, .length = on_length};
}

static void a_run_leaves_its_record(void **state) {
    (void)state;
    counts c = {.stop_at = -1, .die_at_step = -1, .die_at_test = -1};
    const lg_callbacks calls = calls_of(&c);
    lg_outcome out;
    lg_config *f = config_of("a", NULL, NULL);
    assert_int_equal(lg_train(f, &calls, &out), LG_OK);
    assert_string_equal(out.status, "done");
    assert_int_equal(out.step, STEPS);
    assert_int_equal(c.steps, STEPS);
    assert_int_equal(c.logged, STEPS / 3);
    assert_int_equal(c.tested, TESTED);
    assert_int_equal(c.kept, 0);
    assert_true(out.has_score && isfinite(out.loss));
    assert_true(fabs(out.score.score - c.accuracy) < 1e-12);
    assert_string_equal(out.score.rule, "first-ood..max");
    assert_int_equal(out.score.first, 6);
    assert_int_equal(out.score.last, TESTED);
    assert_int_equal(out.score.trained, 5);
    assert_int_equal(lines_of("a", "metrics.jsonl"), STEPS / 3);
    assert_int_equal(lines_of("a", "eval.jsonl"), TESTED);
    char *text = bytes_of("a", "config.yaml", NULL), *record = bytes_of("a", "run.json", NULL);
    assert_string_equal(text, lg_config_text(f));
    assert_non_null(strstr(record, "\"status\": \"done\""));
    assert_non_null(strstr(record, lg_config_hash(f)));
    free(text);
    free(record);
    lg_config_free(f);
}

static void a_finished_run_is_left_alone(void **state) {
    (void)state;
    lg_outcome out, first;
    counts c = {.stop_at = -1, .die_at_step = -1, .die_at_test = -1};
    const lg_callbacks calls = calls_of(&c);
    assert_int_equal(train_with("a", NULL, NULL, NULL, &first), LG_OK);
    char *before = bytes_of("a", "run.json", NULL);
    assert_int_equal(train_with("a", NULL, NULL, &calls, &out), LG_OK);
    assert_string_equal(out.status, "already done");
    assert_true(out.has_score && out.score.score == first.score.score && c.steps == 0 && c.stops == 0);
    assert_true(c.tested == TESTED && c.kept == TESTED); /* tests are read back from the record */
    assert_true(fabs(out.score.score - c.accuracy) < 1e-12);
    assert_int_equal(train_with("a", "threads", "2", &calls, &out), LG_OK); /* not another run */
    assert_string_equal(out.status, "already done");
    char *after = bytes_of("a", "run.json", NULL);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

/* Writes the value of a text member of run.json to `to`, or "" if the member is null. */
static const char *member(const char *dir, const char *name, char to[64]) {
    char *record = bytes_of(dir, "run.json", NULL), wanted[64];
    snprintf(wanted, sizeof wanted, "\"%s\": ", name);
    const char *at = strstr(record, wanted);
    assert_non_null(at);
    if (sscanf(at + strlen(wanted), "\"%63[^\"]", to) != 1) *to = '\0';
    free(record);
    return to;
}

/* The tests at the end of training do not depend on eval.batch, nor on options of tests during training. If these
 * options change, a finished run is not tested again. */
static void options_that_change_no_test_make_none(void **state) {
    (void)state;
    lg_outcome out;
    train_well("a");
    char *before = bytes_of("a", "run.json", NULL);
    assert_int_equal(train_with("a", "eval.batch", "7", NULL, &out), LG_OK);
    assert_string_equal(out.status, "already done");
    assert_int_equal(train_with("a", "eval.every", "4", NULL, &out), LG_OK);
    assert_string_equal(out.status, "already done");
    char *after = bytes_of("a", "run.json", NULL);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

/* Resuming a run of an earlier version is refused with advice, and nothing changes. */
static void runs_of_earlier_versions_are_refused(void **state) {
    (void)state;
    lg_run *r;
    lg_run_summary s;
    train_well("a");
    char *record = bytes_of("a", "run.json", NULL), *schema = strstr(record, "lengthen.run/2");
    memcpy(schema, "lengthen.run/1", strlen("lengthen.run/1"));
    put_bytes("a", "run.json", record, strlen(record));
    assert_fails(context, train_with("a", NULL, NULL, NULL, NULL), LG_USAGE, "retrain it with `lengthen train");
    assert_fails(context, lg_run_open(context, scratch_path(folder, "a"), &r), LG_USAGE, "was written by version ");
    assert_null(r);
    assert_int_equal(lg_run_summarize(context, scratch_path(folder, "a"), &s), LG_OK);
    assert_string_equal(s.state, "old");
    char *after = bytes_of("a", "run.json", NULL);
    assert_string_equal(after, record);
    free(record);
    free(after);
}

/* Trains the finished run `a` again with other test options. Asserts that it makes only the new tests (`tested`), and
 * that the results are those of a new run with these options. */
static void assert_tested_otherwise(const char *key, const char *value, int tested) {
    char line[64];
    lg_outcome out, fresh;
    counts c = {.stop_at = -1, .die_at_step = -1, .die_at_test = -1};
    const lg_callbacks calls = calls_of(&c);
    assert_int_equal(train_with("a", key, value, &calls, &out), LG_OK);
    assert_string_equal(out.status, "done");
    assert_true(c.steps == 0 && c.tested == tested && out.step == STEPS && out.seconds > 0);
    assert_int_equal(train_with(key, key, value, NULL, &fresh), LG_OK);
    assert_true(out.has_score && out.score.score == fresh.score.score && out.score.lengths == fresh.score.lengths);
    assert_true(same_file("a", key, "eval.jsonl") && same_file("a", key, "model.safetensors"));
    char *config = bytes_of("a", "config.yaml", NULL);
    snprintf(line, sizeof line, "%s: %s\n", key, value);
    assert_non_null(strstr(config, line));
    free(config);
    assert_int_equal(train_with("a", key, value, NULL, &out), LG_OK);
    assert_string_equal(out.status, "already done");
}

static void a_finished_run_is_tested_otherwise(void **state) {
    (void)state;
    train_well("a");
    train_well("b");
    assert_tested_otherwise("eval.lengths", "3,8", 2);
    remove_file("a", "state.safetensors"); /* the model suffices */
    assert_tested_otherwise("eval.position_samples", "4", TESTED);
    assert_tested_otherwise("eval.dropout", "true", TESTED);
    assert_tested_otherwise("eval.score", "paper-exact", TESTED);
    train_well("a"); /* with the first options again */
    assert_true(same_file("a", "b", "eval.jsonl") && same_file("a", "b", "model.safetensors"));
}

static void results_do_not_depend_on_the_directory_or_threads(void **state) {
    (void)state;
    train_well("a");
    assert_int_equal(train_with("b", "threads", "2", NULL, NULL), LG_OK);
    assert_same_run("a", "b");
    assert_int_equal(train_with("c", "seed", "2", NULL, NULL), LG_OK); /* the comparison can distinguish runs */
    assert_false(same_file("a", "c", "model.safetensors"));
}

static void tests_say_how_they_were_made(void **state) {
    (void)state;
    train_well("a");
    char *lines = bytes_of("a", "eval.jsonl", NULL);
    assert_non_null(strstr(lines, "\"draws\": 1, \"dropout\": false, \"seed\": 1}\n{\"length\": 2,"));
    free(lines);
    assert_int_equal(train_with("a", "eval.dropout", "true", NULL, NULL), LG_OK);
    lines = bytes_of("a", "eval.jsonl", NULL);
    assert_non_null(strstr(lines, "\"dropout\": true"));
    free(lines);
}

static void scores_follow_their_rule(void **state) {
    (void)state;
    lg_outcome out;
    assert_int_equal(train_with("a", "eval.score", "paper-exact", NULL, &out), LG_OK);
    assert_int_equal(out.score.first, 7);
    assert_int_equal(out.score.lengths, TESTED - 6);
    assert_int_equal(train_with("a", "eval.score_above", "3", NULL, &out), LG_OK);
    assert_true(out.score.first == 4 && out.score.above == 3 && out.score.lengths == TESTED - 3);
    assert_int_equal(train_with("a", "eval.score_above", "3", NULL, &out), LG_OK); /* recorded, so nothing is done */
    assert_string_equal(out.status, "already done");
    assert_true(out.score.first == 4 && out.score.above == 3);
    assert_int_equal(train_with("b", "eval.lengths", "2..4", NULL, &out), LG_OK);
    assert_true(isnan(out.score.score) && out.score.lengths == 0 && out.score.first == 0);
}

/* ---- stopped, killed, resumed ---- */

static void a_stopped_run_goes_on_to_the_same_bytes(void **state) {
    (void)state;
    train_well("a");
    for (int stop = 1; stop < STEPS + TESTED; stop += 7) {
        char name[16];
        lg_outcome out;
        counts c = {.stop_at = stop, .die_at_step = -1, .die_at_test = -1};
        const lg_callbacks calls = calls_of(&c);
        snprintf(name, sizeof name, "b%d", stop);
        assert_int_equal(train_with(name, NULL, NULL, &calls, &out), LG_PREEMPTED);
        assert_string_equal(out.status, "preempted");
        if (stop < STEPS) assert_int_equal(out.step, stop);
        assert_int_equal(train_with(name, NULL, NULL, &calls, &out), LG_OK);
        assert_string_equal(out.status, "done");
        assert_same_run("a", name);
    }
}

static void a_paused_run_is_no_preempted_one(void **state) {
    (void)state;
    const lg_callbacks calls = {.pause_at = 3};
    lg_outcome out;
    lg_run_summary s;
    train_well("a");
    assert_int_equal(train_with("b", NULL, NULL, &calls, &out), LG_PREEMPTED);
    assert_string_equal(out.status, "paused");
    assert_non_null(strstr(lg_error_text(context), "paused at step 3"));
    assert_int_equal(lg_run_summarize(context, scratch_path(folder, "b"), &s), LG_OK);
    assert_string_equal(s.state, "paused");
    assert_int_equal(train_with("b", NULL, NULL, &calls, &out), LG_PREEMPTED); /* it has already reached step 3 */
    assert_int_equal(out.step, 3);
    train_well("b");
    assert_same_run("a", "b");
}

/* Trains in a child process, which dies at this step or at this test (-1: never). */
static void train_with_and_die(const char *name, const char *key, const char *value, int step, int test) {
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        counts c = {.stop_at = -1, .die_at_step = step, .die_at_test = test};
        const lg_callbacks calls = calls_of(&c);
        train_with(name, key, value, &calls, NULL);
        _exit(1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 9);
}

static void train_and_die(const char *name, int step, int test) {
    train_with_and_die(name, NULL, NULL, step, test);
}

static void a_killed_run_goes_on_to_the_same_bytes(void **state) {
    (void)state;
    train_well("a");
    for (int step = 1; step <= STEPS; step += 6) { /* repeatedly */
        train_and_die("b", step, -1);
        if (step > 5) assert_true(has_file("b", "state.safetensors"));
    }
    train_and_die("b", -1, 2);
    train_and_die("b", -1, 7);
    put_bytes("b", "model.safetensors.123-0.tmp", "half", 4);
    train_well("b");
    assert_same_run("a", "b");
    assert_false(has_file("b", "model.safetensors.123-0.tmp"));
}

/* A finished run is trained further if more steps are requested. It can be killed during this training. */
static void a_finished_run_goes_on_to_more_steps(void **state) {
    (void)state;
    train_well("a");
    assert_int_equal(train_with("b", "steps", "12", NULL, NULL), LG_OK);
    for (int step = 13; step <= STEPS; step += 4) train_and_die("b", step, -1);
    train_and_die("b", -1, 2);
    train_well("b");
    assert_same_run("a", "b");
}

/* An interrupted run without a checkpoint can be given fewer steps. It then equals a run that had this number of steps
 * from the start. */
static void a_run_without_a_checkpoint_takes_fewer_steps(void **state) {
    (void)state;
    assert_int_equal(train_with("a", "steps", "12", NULL, NULL), LG_OK);
    train_and_die("b", 4, -1);
    assert_int_equal(train_with("b", "steps", "12", NULL, NULL), LG_OK);
    assert_same_run("a", "b");
    train_and_die("c", 6, -1);
    assert_true(has_file("c", "state.safetensors"));
    assert_int_equal(train_with("c", "steps", "12", NULL, NULL), LG_USAGE);
}

static void tests_of_a_finished_run_can_be_killed(void **state) {
    (void)state;
    train_well("b");
    assert_int_equal(train_with("a", "eval.seed", "2", NULL, NULL), LG_OK);
    remove_file("a", "state.safetensors"); /* it must not train from the beginning */
    train_and_die("a", -1, 2);
    train_and_die("a", -1, 7);
    train_well("a");
    assert_true(same_file("a", "b", "eval.jsonl") && same_file("a", "b", "model.safetensors"));
}

static lg_run_summary summary_of(const char *dir) {
    lg_run_summary s;
    assert_int_equal(lg_run_summarize(context, scratch_path(folder, dir), &s), LG_OK);
    return s;
}

static void tests_that_were_stopped_go_on_without_training(void **state) {
    (void)state;
    counts c = {.stop_at = STEPS + 3, .die_at_step = -1, .die_at_test = -1};
    const lg_callbacks calls = calls_of(&c);
    train_well("a");
    assert_int_equal(train_with("b", NULL, NULL, &calls, NULL), LG_PREEMPTED);
    assert_string_equal(summary_of("b").state, "preempted");
    assert_string_equal(summary_of("b").ended, "steps");
    remove_file("b", "state.safetensors"); /* it must not train from the beginning */
    train_and_die("b", -1, 6);
    assert_string_equal(summary_of("b").state, "interrupted");
    assert_string_equal(summary_of("b").ended, "steps");
    train_well("b");
    assert_true(same_file("a", "b", "eval.jsonl") && same_file("a", "b", "model.safetensors"));
}

static double seconds_of(const char *dir) {
    char *record = bytes_of(dir, "run.json", NULL);
    const double seconds = atof(strstr(record, "\"seconds\": ") + strlen("\"seconds\": "));
    free(record);
    return seconds;
}

static void the_record_has_times(void **state) {
    (void)state;
    char text[64];
    counts c = {.stop_at = 11, .die_at_step = -1, .die_at_test = -1};
    const lg_callbacks calls = calls_of(&c);
    setenv("SOURCE_DATE_EPOCH", "86399", 1);
    assert_int_equal(train_with("a", NULL, NULL, &calls, NULL), LG_PREEMPTED);
    assert_string_equal(member("a", "started", text), "1970-01-01T23:59:59Z");
    assert_string_equal(member("a", "finished", text), "");
    const double first = seconds_of("a");
    assert_true(first > 0);
    setenv("SOURCE_DATE_EPOCH", "951782400", 1);
    train_well("a");
    assert_string_equal(member("a", "started", text), "1970-01-01T23:59:59Z");
    assert_string_equal(member("a", "finished", text), "2000-02-29T00:00:00Z");
    assert_true(seconds_of("a") > first);
    unsetenv("SOURCE_DATE_EPOCH");
    assert_int_equal(train_with("a", "eval.seed", "2", NULL, NULL), LG_OK); /* tested again: finished again */
    assert_string_equal(member("a", "started", text), "1970-01-01T23:59:59Z");
    assert_true(strlen(member("a", "finished", text)) == 20 && !strncmp(text, "20", 2));
    train_and_die("b", 12, -1); /* dies after the checkpoint of step 10 */
    const double lost = seconds_of("b");
    train_and_die("b", 11, -1);
    assert_true(seconds_of("b") >= lost);
    remove_file("b", "state.safetensors"); /* the run starts again, with its steps and time lost */
    train_and_die("b", 1, -1);
    assert_true(seconds_of("b") == 0);
}

static void a_damaged_model_is_not_tested(void **state) {
    (void)state;
    size_t size;
    train_well("a");
    train_well("b");
    char *model = bytes_of("a", "model.safetensors", &size);
    model[size - 5] ^= 4;
    put_bytes("a", "model.safetensors", model, size);
    free(model);
    assert_int_equal(train_with("a", "eval.seed", "2", NULL, NULL), LG_CORRUPT);
    assert_words(context, "model.safetensors is damaged");
    assert_words(context, "remove it, and it is rebuilt");
    remove_file("a", "model.safetensors");
    train_well("a");
    assert_same_run("a", "b");
}

static void torn_lines_and_missing_files_are_made_again(void **state) {
    (void)state;
    size_t size;
    train_well("a");
    train_and_die("b", 23, -1);
    char *metrics = bytes_of("b", "metrics.jsonl", &size);
    put_bytes("b", "metrics.jsonl", metrics, size - 7);
    free(metrics);
    remove_file("b", "model.safetensors");
    train_well("b");
    assert_same_run("a", "b");
    char *eval = bytes_of("b", "eval.jsonl", &size);
    remove_file("b", "run.json");
    put_bytes("b", "eval.jsonl", eval, size / 2);
    free(eval);
    train_well("b");
    assert_same_run("a", "b");
    remove_file("b", "model.safetensors");
    train_well("b");
    assert_same_run("a", "b");
}

static void damaged_tests_of_a_finished_run_are_made_again(void **state) {
    (void)state;
    size_t size;
    lg_outcome out;
    train_well("a");
    char *eval = bytes_of("a", "eval.jsonl", &size), *bad = strdup(eval);
    memcpy(strstr(strchr(bad, '\n'), "accuracy"), "accurate", 8);
    const struct {
        const char *text;
        size_t size, kept;
    } damage[] = {{eval, size - 7, TESTED - 1}, {eval, 0, 0}, {"{", 1, 0}, {bad, size, 1}};
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        counts c = {.stop_at = -1, .die_at_step = -1, .die_at_test = -1};
        const lg_callbacks calls = calls_of(&c);
        put_bytes("a", "eval.jsonl", damage[i].text, damage[i].size);
        assert_int_equal(train_with("a", NULL, NULL, &calls, &out), LG_OK);
        assert_string_equal(out.status, "done");
        assert_true(c.steps == 0 && c.tested == TESTED && c.kept == (int)damage[i].kept);
        char *again = bytes_of("a", "eval.jsonl", NULL);
        assert_string_equal(again, eval);
        free(again);
    }
    free(bad);
    free(eval);
}

static void keep_words(void *user, lg_level level, const char *text) {
    if (level == LG_WARNING) snprintf(user, 1024, "%s", text);
}

/* Tests of a finished run are repeated if their recorded values are impossible, or if the recorded score does not
 * follow from these values. */
static void impossible_tests_of_a_finished_run_are_made_again(void **state) {
    (void)state;
    static const struct {
        const char *file;
        int line;
        const char *member, *value, *words;
        int kept;
    } damage[] = {
        {"a/eval.jsonl", 1, "\"token_accuracy\": ", "7.5",
         "line 1: token_accuracy is 7.5 (expected a number from 0 to 1", 0},
        {"a/eval.jsonl", 4, "\"token_accuracy\": ", "-0.25", "line 4: token_accuracy is -0.25", 3},
        {"a/eval.jsonl", 4, "\"token_accuracy\": ", "\"all\"", "line 4: token_accuracy is \"all\"", 3},
        {"a/eval.jsonl", 2, "\"cross_entropy\": ", "-3", "line 2: cross_entropy is -3", 1},
        {"a/eval.jsonl", 2, "\"perplexity\": ", "0.5", "line 2: perplexity is 0.5 (expected a number not below 1)", 1},
        {"a/eval.jsonl", 2, "\"perplexity\": ", "7.5", "line 2: perplexity is 7.5 (expected ", 1},
        {"a/eval.jsonl", 2, "\"sequences\": ", "-20", "line 2: sequences is -20", 1},
        {"a/eval.jsonl", 2, "\"tokens\": ", "0.5", "line 2: tokens is 0.5", 1},
        {"a/eval.jsonl", 2, "\"length\": ", "100001", "line 2: length is 100001", 1},
        {"a/eval.jsonl", TESTED, "\"token_accuracy\": ", "1", "run.json is damaged: score is ", 0},
        {"a/run.json", 1, "\"unit\": \"parts of 1\",\n    \"score\": ", "7.5", "run.json is damaged: score is ", 0},
        {"a/run.json", 1, "\"first\": ", "7", "run.json is damaged: its score covers ", 0},
    };
    lg_outcome out, first;
    char words[1024];
    assert_int_equal(train_with("a", NULL, NULL, NULL, &first), LG_OK);
    train_well("b");
    lg_context_log(context, keep_words, words);
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        counts c = {.stop_at = -1, .die_at_step = -1, .die_at_test = -1};
        const lg_callbacks calls = calls_of(&c);
        *words = '\0';
        assert_true(scratch_set(folder, damage[i].file, damage[i].line, damage[i].member, damage[i].value));
        assert_int_equal(train_with("a", NULL, NULL, &calls, &out), LG_OK);
        if (!strstr(words, damage[i].words)) fail_msg("'%s' is not in '%s'", damage[i].words, words);
        assert_true(c.steps == 0 && c.tested == TESTED && c.kept == damage[i].kept);
        assert_true(out.score.score == first.score.score);
        assert_same_run("a", "b");
    }
}

static void an_unfinished_run_can_get_other_tests(void **state) {
    (void)state;
    train_and_die("a", 12, -1);
    assert_int_equal(train_with("a", "eval.lengths", "2,4", NULL, NULL), LG_OK);
    assert_int_equal(lines_of("a", "eval.jsonl"), 2);
}

/* ---- checkpoints and best models ---- */

static bool has_step(const char *name, int step) {
    char file[64];
    snprintf(file, sizeof file, "checkpoints/step-%012d.safetensors", step);
    return has_file(name, file);
}

static void the_last_models_are_kept(void **state) {
    (void)state;
    train_well("plain");
    assert_false(has_file("plain", "checkpoints"));
    assert_int_equal(train_with("a", "train.keep", "3", NULL, NULL), LG_OK);
    for (int step = 1; step <= STEPS; step++) /* a checkpoint every 5 steps, and the last */
        assert_int_equal(has_step("a", step), step == 15 || step == 20 || step == STEPS);
    for (int step = 6; step <= STEPS; step += 6) train_with_and_die("b", "train.keep", "3", step, -1);
    put_bytes("b", "checkpoints/step-000000000003.safetensors.9-0.tmp", "half", 4);
    put_bytes("b", "checkpoints/step-of-mine.safetensors", "mine", 4);
    assert_int_equal(train_with("b", "train.keep", "3", NULL, NULL), LG_OK);
    assert_true(same_file("a", "b", "checkpoints/step-000000000015.safetensors"));
    assert_true(same_file("a", "b", "checkpoints/step-000000000020.safetensors"));
    assert_true(same_file("a", "b", "checkpoints/step-000000000024.safetensors"));
    assert_false(has_step("b", 10));
    assert_true(has_file("b", "checkpoints/step-of-mine.safetensors"));
    assert_false(has_file("b", "checkpoints/step-000000000003.safetensors.9-0.tmp"));
    char *kept = bytes_of("a", "checkpoints/step-000000000024.safetensors", NULL);
    char *model = bytes_of("a", "model.safetensors", NULL);
    assert_string_equal(kept + 8, model + 8); /* headers are equal, including a checksum of the data */
    free(kept);
    free(model);
}

/* Returns the highest score of the validations in a run's log, and their number in *tests. */
static double best_score(const char *name, int *tests) {
    double best = -INFINITY;
    char *text = bytes_of(name, "metrics.jsonl", NULL);
    *tests = 0;
    for (const char *at = text; (at = strstr(at, "\"token_accuracy\": ")); ++*tests)
        best = fmax(best, strtod(at += strlen("\"token_accuracy\": "), NULL));
    free(text);
    return best;
}

static void the_best_model_is_kept(void **state) {
    (void)state;
    int tests;
    char path[1100];
    lg_run *r;
    lg_score_report score, last;
    assert_int_equal(train_with("a", "eval.every", "2", NULL, NULL), LG_OK);
    const double best = best_score("a", &tests);
    assert_int_equal(tests, STEPS / 2);
    snprintf(path, sizeof path, "%s/checkpoints/best.safetensors", scratch_path(folder, "a"));
    assert_int_equal(lg_run_open(context, path, &r), LG_OK);
    assert_int_equal(lg_run_eval(r, NULL, &score), LG_OK);
    assert_true(score.score == best);
    lg_run_free(r);
    snprintf(path, sizeof path, "%s/model.safetensors", scratch_path(folder, "a"));
    assert_int_equal(lg_run_open(context, path, &r), LG_OK);
    assert_int_equal(lg_run_eval(r, NULL, &last), LG_OK);
    assert_true(last.score <= best);
    lg_run_free(r);
    for (int step = 3; step <= STEPS; step += 4) train_with_and_die("b", "eval.every", "2", step, -1);
    assert_int_equal(train_with("b", "eval.every", "2", NULL, NULL), LG_OK);
    assert_true(same_file("a", "b", "checkpoints/best.safetensors"));
    assert_same_run("a", "b");
}

/* ---- a stop during a call ---- */

/* The state of a stop hook that returns true at its `at`-th call. asked: calls so far; since: calls since the last
 * step; most: `since` when the hook returned true. */
typedef struct asking {
    int asked, at, since, most;
} asking;

static bool stop_at_question(void *user) {
    asking *x = user;
    x->asked++, x->since++;
    if (x->asked == x->at) x->most = x->since;
    return x->asked >= x->at;
}

static void note_answered_step(void *user, const lg_step_report *r) {
    (void)r;
    ((asking *)user)->since = 0;
}

/* Trains runs in new directories. The first run is stopped at the hook's first call, the second at the fourth, and so
 * on. Then each run is resumed, and must end with the bytes of the run `a`. The first call of the hook after a step
 * comes between two steps. Later calls come within the next step, or within a validation. Returns how many runs were
 * stopped within a step or a validation. */
static int stop_everywhere(const char *key, const char *value, const char *validation) {
    int within = 0;
    for (int at = 1, on = true; on; at += 3) {
        asking x = {.at = at};
        const lg_callbacks calls = {.step = note_answered_step, .user = &x};
        lg_outcome out;
        char name[16];
        snprintf(name, sizeof name, "b%d", at);
        for (int times = 0; times < 2; times++) {
            lg_config *f = config_of(name, key, value);
            assert_int_equal(lg_config_set(f, "eval.validation", validation, LG_FLAG, "here"), LG_OK);
            lg_context_stop(context, times == 0 ? stop_at_question : NULL, &x);
            on = lg_train(f, times == 0 ? &calls : NULL, &out) == LG_PREEMPTED || (times == 1 && on);
            lg_config_free(f);
        }
        assert_true(out.status && strcmp(out.status, "preempted"));
        within += x.most > 1;
        assert_same_run("a", name);
        if (has_file("a", "checkpoints/best.safetensors"))
            assert_true(same_file("a", name, "checkpoints/best.safetensors"));
    }
    return within;
}

static void a_stop_is_heard_within_a_step(void **state) {
    (void)state;
    train_well("a");
    assert_true(stop_everywhere(NULL, NULL, "test") > STEPS / 4);
}

/* If a run is stopped within a validation, the step before it counts as trained. When the run is resumed, the
 * validation is repeated, even if it is the one after the last step. */
static void a_stop_is_heard_within_a_validation(void **state) {
    (void)state;
    lg_config *f = config_of("a", "eval.every", "12");
    assert_int_equal(lg_config_set(f, "eval.validation", "validation", LG_FLAG, "here"), LG_OK);
    lg_outcome out;
    assert_int_equal(lg_train(f, NULL, &out), LG_OK);
    lg_config_free(f);
    assert_true(stop_everywhere("eval.every", "12", "validation") > STEPS / 4);
}

/* The lowest cross-entropy of the validations after a step. */
static double lowest_loss_after(const char *name, int step) {
    double best = INFINITY;
    char *text = bytes_of(name, "metrics.jsonl", NULL);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        const char *loss = strstr(line, "\"cross_entropy\": ");
        if (loss && atoi(line + strlen("{\"step\": ")) > step)
            best = fmin(best, strtod(loss + strlen("\"cross_entropy\": "), NULL));
    }
    free(text);
    return best;
}

/* If the metric is changed, the best model so far may not be the best by the new metric. So the model of the next
 * validation is always kept. Later models are kept only if they are better by the new metric. */
static void another_metric_chooses_the_best_model_anew(void **state) {
    (void)state;
    char path[1100];
    lg_run *r;
    lg_score_report score;
    lg_outcome out;
    counts c = {.stop_at = 8, .die_at_step = -1, .die_at_test = -1};
    const lg_callbacks calls = calls_of(&c);
    assert_int_equal(train_with("a", "eval.every", "2", &calls, NULL), LG_PREEMPTED);
    lg_config *f = config_of("a", "eval.every", "2");
    assert_int_equal(lg_config_set(f, "metric", "cross_entropy", LG_FLAG, "here"), LG_OK);
    assert_int_equal(lg_train(f, NULL, &out), LG_OK);
    lg_config_free(f);
    snprintf(path, sizeof path, "%s/checkpoints/best.safetensors", scratch_path(folder, "a"));
    assert_int_equal(lg_run_open(context, path, &r), LG_OK);
    assert_int_equal(lg_run_eval(r, NULL, &score), LG_OK);
    assert_true(score.metric == CROSS_ENTROPY && score.score == lowest_loss_after("a", 8));
    lg_run_free(r);
}

static void a_model_without_its_run_is_refused(void **state) {
    (void)state;
    lg_run *r;
    put_bytes(".", "lonely.safetensors", "no", 2);
    assert_int_equal(lg_run_open(context, scratch_path(folder, "lonely.safetensors"), &r), LG_USAGE);
    assert_words(context, "config.yaml");
}

/* ---- refusing ---- */

static void another_config_is_refused(void **state) {
    (void)state;
    size_t size, left;
    train_well("a");
    char *before = bytes_of("a", "model.safetensors", &size);
    assert_int_equal(train_with("a", "lr", "0.5", NULL, NULL), LG_USAGE);
    assert_words(context, "train.lr 0.5 instead of 0.001");
    assert_int_equal(train_with("a", "steps", "20", NULL, NULL), LG_USAGE);
    assert_words(context, "train.steps 20 instead of 24");
    assert_int_equal(train_with("a", "positions", "standard", NULL, NULL), LG_USAGE);
    assert_words(context, "positions standard instead of randomized, and 5 options that only one of the two uses");
    char *after = bytes_of("a", "model.safetensors", &left);
    assert_int_equal(left, size);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
}

static void foreign_directories_are_refused(void **state) {
    (void)state;
    assert_int_equal(mkdir(scratch_path(folder, "a"), 0777), 0);
    put_bytes("a", "thesis.tex", "precious", 8);
    assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_USAGE);
    assert_words(context, "thesis.tex");
    assert_false(has_file("a", "config.yaml") || has_file("a", ".lock"));
    put_bytes("a", "config.yaml", "title: My thesis", 16); /* belongs to another program */
    put_bytes("a", "thesis.tmp", "precious too", 12);
    assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_CORRUPT);
    assert_words(context, "there is no option 'title'");
    assert_true(has_file("a", "thesis.tmp") && !has_file("a", ".lock"));
    put_bytes(".", "file", "not a directory", 12);
    assert_int_equal(train_with("file", NULL, NULL, NULL, NULL), LG_FAILED);
    assert_int_equal(train_with("file/below", NULL, NULL, NULL, NULL), LG_FAILED);
    assert_words(context, "file");
}

/* Log files to which users redirect output are not foreign files, and are not changed. */
static void logs_of_users_are_not_foreign_files(void **state) {
    static const char words[] = "a word\n";
    const lg_bytes text = {words, strlen(words)};
    (void)state;
    train_well("a");
    assert_int_equal(mkdir(scratch_path(folder, "b"), 0777), 0);
    assert_true(lg_file_write(scratch_path(folder, "b/log.txt"), &text, 1, NULL));
    assert_true(lg_file_write(scratch_path(folder, "b/log.jsonl"), &text, 1, NULL));
    train_well("b");
    assert_same_run("a", "b");
    char *log = bytes_of("b", "log.txt", NULL);
    assert_string_equal(log, words);
    free(log);
}

/* A directory with foreign files is not treated as a run directory, even if their names end like those of temporary
 * files. */
static void foreign_temporary_files_are_kept(void **state) {
    (void)state;
    assert_int_equal(mkdir(scratch_path(folder, "a"), 0777), 0);
    put_bytes("a", "thesis.tmp", "precious", 8);
    assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_USAGE);
    assert_words(context, "thesis.tmp");
    assert_true(has_file("a", "thesis.tmp"));
    remove_file("a", "thesis.tmp");
    put_bytes("a", "config.yaml.1-0.tmp", "half", 4); /* as if killed while the directory was being taken over */
    assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_OK);
    assert_false(has_file("a", "config.yaml.1-0.tmp"));
}

/* Another user's run may contain links instead of files. Nothing is written through them. */
static void nothing_is_written_through_links(void **state) {
    (void)state;
    static const char *const files[] = {".lock", "eval.jsonl"}; /* replacing eval.jsonl replaces the link */
    train_well("a");
    for (int i = 0; i < 2; i++) {
        put_bytes(".", "target", "precious", 8);
        remove_file("a", files[i]);
        assert_int_equal(symlink("../target", scratch_path(folder, i ? "a/eval.jsonl" : "a/.lock")), 0);
        assert_int_equal(train_with("a", "eval.lengths", "1..3", NULL, NULL), i ? LG_OK : LG_FAILED);
        if (i == 0) assert_words(context, "it is a symbolic link, which is not followed");
        char *there = lg_file_read(scratch_path(folder, "target"), 100, NULL, NULL);
        assert_string_equal(there, "precious");
        free(there);
        remove_file("a", files[i]);
    }
}

/* Holds the run's lock for a short time, as a reader does. */
static void *look_briefly(void *file) {
    usleep(50000);
    flock(*(int *)file, LOCK_UN);
    return NULL;
}

static void a_look_hinders_no_training(void **state) {
    (void)state;
    pthread_t looker;
    train_well("a");
    int file = open(scratch_path(folder, "a/.lock"), O_RDONLY);
    assert_true(file >= 0);
    assert_int_equal(flock(file, LOCK_SH), 0);
    assert_int_equal(pthread_create(&looker, NULL, look_briefly, &file), 0);
    assert_int_equal(train_with("a", "eval.lengths", "1..3", NULL, NULL), LG_OK);
    pthread_join(looker, NULL);
    close(file);
}

static void train_inside(void *user, const lg_step_report *r) {
    lg_context *outer = context;
    if (r->step != 2) return;
    context = lg_context_new();
    *(lg_status *)user = train_with("a", NULL, NULL, NULL, NULL);
    assert_words(context, "another process is training in it");
    lg_context_free(context);
    context = outer;
}

static void two_processes_cannot_share_a_directory(void **state) {
    (void)state;
    lg_status inner = LG_OK;
    const lg_callbacks calls = {.user = &inner, .step = train_inside};
    assert_int_equal(train_with("a", NULL, NULL, &calls, NULL), LG_OK);
    assert_int_equal(inner, LG_FAILED);
}

static void a_full_disk_has_words(void **state) {
    (void)state;
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) { /* a limit on the file size, which fails like a full disk */
        const struct rlimit few = {3000, 3000};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &few);
        const lg_status status = train_with("a", NULL, NULL, NULL, NULL);
        _exit(status == LG_FAILED && strstr(lg_error_text(context), "cannot write") ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_false(has_file("a", "state.safetensors"));
    train_well("a");
    train_well("b");
    assert_same_run("a", "b");
}

/* ---- damage ---- */

static void a_damaged_state_is_noticed(void **state) {
    (void)state;
    size_t size;
    train_and_die("a", 13, -1);
    char *good = bytes_of("a", "state.safetensors", &size), *bad = malloc(size);
    assert_non_null(bad);
    for (size_t i = 0; i < 60; i++) {
        const size_t at = i < 40 ? i * 53 % 4000 : i * 7919 % size; /* 40 in the header, 20 anywhere */
        memcpy(bad, good, size);
        bad[at] ^= (char)(1 << i % 8);
        put_bytes("a", "state.safetensors", bad, size);
        assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_CORRUPT);
        assert_words(context, "state.safetensors");
        assert_words(context, "nothing was overwritten");
    }
    for (size_t i = 0; i < 12; i++) {
        put_bytes("a", "state.safetensors", good, i < 10 ? i : size * (i - 9) / 3);
        assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_CORRUPT);
    }
    put_bytes("a", "state.safetensors", good, size);
    train_well("a");
    train_well("b");
    assert_same_run("a", "b");
    free(good);
    free(bad);
}

static void a_state_of_another_run_is_noticed(void **state) {
    (void)state;
    size_t size;
    assert_int_equal(train_with("b", "seed", "7", NULL, NULL), LG_OK);
    char *other = bytes_of("b", "state.safetensors", &size);
    train_and_die("a", 13, -1);
    put_bytes("a", "state.safetensors", other, size);
    assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_CORRUPT);
    assert_words(context, "train.seed 7 instead of 1");
    free(other);
}

static void damaged_configs_and_records_are_noticed(void **state) {
    (void)state;
    size_t size;
    train_well("a");
    char *good = bytes_of("a", "config.yaml", &size);
    /* Texts are only cut before train.steps. A truncated number of steps would be smaller, and training to more steps
     * is allowed. */
    const size_t same = (size_t)(strstr(good, "train.steps: ") - good);
    for (size_t i = 0; i + 1 < same; i += 7) {
        lg_run *r;
        put_bytes("a", "config.yaml", good, i); /* missing lines have default values, so the config differs */
        assert_int_not_equal(train_with("a", NULL, NULL, NULL, NULL), LG_OK);
        const lg_status status = lg_run_open(context, scratch_path(folder, "a"), &r);
        if (status == LG_USAGE) /* half of a data set's name could be the name of another data set */
            assert_words(context, "data '");
        else
            assert_int_equal(status, LG_CORRUPT);
    }
    put_bytes("a", "config.yaml", good, size);
    free(good);
    put_bytes("a", "run.json", "{\"status\": \"do", 14);
    assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_CORRUPT);
    assert_words(context, "run.json");
    remove_file("a", "run.json");
    train_well("a");
}

static void impossible_records_are_noticed(void **state) {
    (void)state;
    static const char *const damage[][3] = {
        {"\"accuracy\": ", "7.5", "accuracy is 7.5"}, {"\"loss\": ", "-7.5", "loss is -7.5"},
        {"\"seconds\": ", "-1", "seconds is -1"},     {"\"step\": ", "-24", "step is -24"},
        {"\"steps\": ", "24.5", "steps is 24.5"},     {"\"last\": ", "100001", "last is 100001"}};
    size_t size;
    train_well("a");
    char *good = bytes_of("a", "run.json", &size);
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        assert_true(scratch_set(folder, "a/run.json", 1, damage[i][0], damage[i][1]));
        assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_CORRUPT);
        assert_words(context, "run.json is damaged");
        assert_words(context, damage[i][2]);
        put_bytes("a", "run.json", good, size);
    }
    free(good);
    train_well("a");
}

static void a_diverged_run_says_so(void **state) {
    (void)state;
    lg_outcome out;
    lg_config *f = config_of("a", "optimizer.epsilon", "0"); /* parameters without a gradient become 0 / 0 */
    assert_int_equal(lg_train(f, NULL, &out), LG_DIVERGED);
    assert_string_equal(out.status, "diverged");
    assert_false(out.has_score);
    assert_int_equal(lg_train(f, NULL, &out), LG_DIVERGED);
    assert_words(context, "diverged after step");
    lg_config_free(f);
}

static struct rlimit descriptors;

static void take_descriptors(void *user, const lg_step_report *r) {
    (void)user, (void)r;
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, descriptors.rlim_max});
}

static bool has_error(const char *dir, const char *words) {
    lg_run_summary s;
    char *record = bytes_of(dir, "run.json", NULL);
    assert_int_equal(lg_run_summarize(context, scratch_path(folder, dir), &s), LG_OK);
    const bool has_error = strstr(record, "\"error\": ");
    assert_true(has_error == (*s.error != '\0'));
    free(record);
    if (*words == '\0') return !has_error;
    return strstr(s.error, words);
}

/* The record of a run that diverged keeps the reason. If resuming a run is refused, only the reason is added to its
 * record. The reason is removed when the run is resumed. */
static void a_run_that_failed_says_why(void **state) {
    (void)state;
    counts c = {.stop_at = 8, .die_at_step = -1, .die_at_test = -1};
    const lg_callbacks calls = calls_of(&c);
    for (int times = 0; times < 2; times++) {
        assert_int_equal(train_with("a", "optimizer.epsilon", "0", NULL, NULL), LG_DIVERGED);
        assert_true(has_error("a", "training diverged (try a smaller train.lr)"));
    }
    assert_int_equal(train_with("b", NULL, NULL, &calls, NULL), LG_PREEMPTED);
    assert_true(has_error("b", ""));
    char *before = bytes_of("b", "run.json", NULL);
    size_t size;
    char *there = bytes_of("b", "state.safetensors", &size);
    const lg_bytes whole = {there, size}, part = {there, size - 1};
    assert_true(lg_file_write(scratch_path(folder, "b/state.safetensors"), &part, 1, NULL));
    for (int times = 0; times < 2; times++) {
        assert_int_equal(train_with("b", NULL, NULL, NULL, NULL), LG_CORRUPT);
        assert_true(has_error("b", "nothing was overwritten"));
        char *after = bytes_of("b", "run.json", NULL);
        assert_int_equal(strncmp(before, after, strlen(before) - 3), 0);
        free(after);
    }
    assert_true(lg_file_write(scratch_path(folder, "b/state.safetensors"), &whole, 1, NULL));
    assert_int_equal(train_with("b", NULL, NULL, NULL, NULL), LG_OK);
    assert_true(has_error("b", ""));
    assert_int_equal(train_with("b", NULL, NULL, NULL, NULL), LG_OK);
    free(before);
    free(there);
}

static void a_diverged_run_that_cannot_say_so_diverges_again(void **state) {
    (void)state;
    lg_outcome out;
    const lg_callbacks calls = {.step = take_descriptors};
    lg_config *f = config_of("a", "optimizer.epsilon", "0");
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &descriptors), 0);
    const lg_status status = lg_train(f, &calls, &out);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &descriptors), 0);
    assert_int_equal(status, LG_FAILED);
    assert_words(context, strerror(EMFILE));
    assert_int_equal(lg_train(f, NULL, &out), LG_DIVERGED);
    assert_string_equal(out.status, "diverged");
    lg_config_free(f);
}

/* ---- reopening ---- */

static void an_opened_run_tests_like_training(void **state) {
    (void)state;
    lg_outcome out;
    lg_score_report score;
    assert_int_equal(train_with("a", NULL, NULL, NULL, &out), LG_OK);
    const int files = scratch_count(folder);
    char *before = bytes_of("a", "eval.jsonl", NULL);
    lg_run *r = run_open("a");
    counts c = {.stop_at = -1, .die_at_step = -1, .die_at_test = -1};
    const lg_callbacks calls = calls_of(&c);
    assert_int_equal(lg_run_eval(r, &calls, &score), LG_OK);
    assert_true(score.score == out.score.score && c.tested == TESTED);
    lg_config_set(lg_run_config(r), "eval.lengths", "7", LG_FLAG, "--lengths");
    lg_config_set(lg_run_config(r), "eval.batch", "3", LG_FLAG, "--eval.batch");
    assert_int_equal(lg_run_eval(r, NULL, &score), LG_OK);
    assert_int_equal(score.lengths, 1);
    lg_config_set(lg_run_config(r), "positions", "standard", LG_FLAG, "--positions");
    assert_int_equal(lg_run_eval(r, NULL, &score), LG_OK);
    lg_config_set(lg_run_config(r), "mask", "causal", LG_FLAG, "--mask");
    assert_int_equal(lg_run_eval(r, NULL, &score), LG_OK);
    char *after = bytes_of("a", "eval.jsonl", NULL);
    assert_string_equal(before, after);
    assert_int_equal(scratch_count(folder), files);
    lg_run_free(r);
    free(before);
    free(after);
}

typedef struct counted {
    double right, tokens;
} counted;

static void count_right(void *user, const lg_length_report *r) {
    *(counted *)user = (counted){r->value * (double)r->tokens, (double)r->tokens};
}

/* Counts the right tokens in tests of `sequences` sequences, divided among `draws` position samples. */
static counted count_tests(lg_run *r, const char *sequences, const char *draws) {
    counted c;
    lg_score_report score;
    const lg_callbacks calls = {.user = &c, .length = count_right};
    lg_config_set(lg_run_config(r), "eval.sequences", sequences, LG_FLAG, "--eval.sequences");
    lg_config_set(lg_run_config(r), "eval.position_samples", draws, LG_FLAG, "--eval.position_samples");
    if (lg_run_eval(r, &calls, &score) != LG_OK) fail_msg("%s", lg_error_text(context));
    return c;
}

static void accuracies_of_draws_are_averaged(void **state) {
    (void)state;
    assert_int_equal(train_with("a", "task", "binary_addition", NULL, NULL), LG_OK);
    lg_run *r = run_open("a");
    lg_config_set(lg_run_config(r), "positions", "standard", LG_FLAG, "--positions"); /* all draws are equal */
    lg_config_set(lg_run_config(r), "eval.lengths", "9", LG_FLAG, "--lengths");
    const counted third = count_tests(r, "5", "1"), two = count_tests(r, "10", "1"), whole = count_tests(r, "15", "1");
    const counted drawn = count_tests(r, "15", "3");
    const double average = (third.right / third.tokens + (two.right - third.right) / (two.tokens - third.tokens) +
                            (whole.right - two.right) / (whole.tokens - two.tokens)) /
                           3;
    assert_true(drawn.tokens == whole.tokens);
    assert_true(fabs(drawn.right / drawn.tokens - average) < 1e-9);
    assert_true(fabs(drawn.right / drawn.tokens - whole.right / whole.tokens) >
                1e-4);                                                             /* each sample has equal weight */
    const counted few = count_tests(r, "2", "5"), none = count_tests(r, "2", "2"); /* 3 of 5 draws have no sequence */
    assert_true(few.right == none.right && few.tokens == none.tokens);
    lg_run_free(r);
}

/* Opens the run `a`, sets `key` to `value`, and evaluates the run. If `positions` is not NULL, also sets other
 * positions. */
static lg_status test_with(const char *key, const char *value, const char *positions) {
    lg_score_report score;
    lg_run *r = run_open("a");
    lg_config_set(lg_run_config(r), key, value, LG_FLAG, key);
    if (positions) lg_config_set(lg_run_config(r), "positions", positions, LG_FLAG, "--positions");
    const lg_status status = lg_run_eval(r, NULL, &score);
    lg_run_free(r);
    return status;
}

static void note_plan(void *user, const lg_eval_plan_report *r) {
    *(lg_eval_plan_report *)user = *r;
}

/* A length may have only two records, however many are requested. Timing one of them would take half as long as the
 * evaluation itself, so no record is timed. */
static void a_few_long_records_are_not_timed(void **state) {
    (void)state;
    static const char *const settings[][2] = {
        {"data", "copy_rsc"},    {"architecture", "decoder"}, {"protocol", "pass"},   {"data.test_examples", "2"},
        {"model.width", "64"},   {"model.blocks", "4"},       {"positions.L", "900"}, {"eval.sequences", "10000000"},
        {"eval.lengths", "400"}, {"mask", "causal"},          {"train.steps", "1"}};
    lg_config *f = config_of("a", NULL, NULL);
    lg_outcome out;
    lg_eval_plan_report plan = {.seconds = 1};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        assert_int_equal(lg_config_set(f, settings[i][0], settings[i][1], LG_FLAG, ""), LG_OK);
    if (lg_train(f, &(lg_callbacks){.user = &plan, .evaluating = note_plan}, &out) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    assert_int_equal(plan.sequences, 2);
    assert_true(isnan(plan.seconds));
    lg_config_free(f);
}

static void what_training_fixed_cannot_be_changed(void **state) {
    (void)state;
    static const struct {
        const char *key, *value, *positions, *words;
    } changes[] = {{"train.lr", "0.5", NULL, "trained with train.lr: 0.001"},
                   {"task", "odds_first", NULL, "trained with data: reverse_string"},
                   {"model.width", "16", NULL, "trained with model.width: 8"},
                   {"model.dropout", "0.2", NULL, "trained with model.dropout: 0.1"},
                   {"block", "post_norm", NULL, NULL}, /* the same as in training */
                   {"curriculum", "fixed", NULL, "trained with curriculum: uniform"},
                   {"encoding", "none", "standard", "trained with encoding: relative"},
                   {"encoding", "alibi", NULL, "trained with encoding: relative"},
                   {"encoding", "learned", "standard", "trained with encoding: relative"},
                   {"encoding.base", "500", NULL, "trained with encoding.base: 10000"}};
    train_well("a");
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const lg_status status = test_with(changes[i].key, changes[i].value, changes[i].positions);
        assert_int_equal(status, !changes[i].words ? LG_OK : LG_USAGE);
        if (!changes[i].words) continue;
        assert_words(context, changes[i].words);
        assert_words(
            context,
            "eval.*, metric, protocol, positions, mask, scale, and RoPE extensions (such as encoding.scaling) can");
    }
}

static void add_loss(void *user, const lg_length_report *r) {
    *(double *)user += r->values[CROSS_ENTROPY];
}

/* The sum of the losses at all lengths of a test of `a`, with one more setting. */
static double loss_with(const char *key, const char *value) {
    double sum = 0;
    lg_score_report score;
    const lg_callbacks calls = {.user = &sum, .length = add_loss};
    lg_run *r = run_open("a");
    lg_config_set(lg_run_config(r), key, value, LG_FLAG, key);
    if (lg_run_eval(r, &calls, &score) != LG_OK) fail_msg("%s: %s", key, lg_error_text(context));
    lg_run_free(r);
    return sum;
}

/* Settings of the forward pass can be changed for tests, and change losses. There are exceptions: some settings have no
 * effect with one block; a window that is wider than the sequence hides nothing; settings of the machine never change
 * losses. */
static void settings_of_the_forward_pass_can_be_changed(void **state) {
    (void)state;
    static const struct {
        const char *key, *value;
        bool seen;
    } changes[] = {{"positions.L", "128", true},
                   {"positions", "standard", true},
                   {"mask", "causal", true},
                   {"scale", "one", true},
                   {"eval.dropout", "true", true},
                   {"eval.seed", "2", true},
                   {"eval.position_samples", "2", true},
                   {"positions.per", "pass", false},
                   {"mask", "window", false},
                   {"eval.batch", "3", false},
                   {"threads", "2", false}};
    train_well("a");
    const double loss = loss_with("threads", "1");
    assert_true(loss > 0);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if ((loss_with(changes[i].key, changes[i].value) != loss) != changes[i].seen)
            fail_msg("%s: %s is %sseen", changes[i].key, changes[i].value, changes[i].seen ? "not " : "");
}

static void positions_must_suffice_for_what_is_tested(void **state) {
    (void)state;
    lg_score_report score;
    train_well("a");
    lg_run *r = run_open("a");
    lg_config_set(lg_run_config(r), "positions.L", "6", LG_FLAG, "--positions.L"); /* training needed 10 */
    assert_int_equal(lg_run_eval(r, NULL, &score), LG_USAGE);
    assert_words(context, "length 9 of reverse_string needs 18 positions");
    lg_config_set(lg_run_config(r), "eval.lengths", "1..3", LG_FLAG, "--lengths");
    assert_int_equal(lg_run_eval(r, NULL, &score), LG_OK);
    assert_true(lg_run_parameters(r) > 0);
    lg_run_free(r);
    assert_int_equal(train_with("b", "positions.L", "8", NULL, NULL), LG_USAGE);
    assert_words(context, "length 5 of reverse_string needs 10 positions");
    assert_int_equal(train_with("b", "positions.L", "16", NULL, NULL), LG_USAGE);
    assert_words(context, "length 9 of reverse_string needs 18 positions");
    assert_false(has_file("b", ".lock"));
}

static void order_by_itself_cannot_be_changed(void **state) {
    (void)state;
    lg_config *f = config_of("a", "attention", "geometric");
    lg_outcome out;
    lg_config_set(f, "encoding", "none", LG_FLAG, "--encoding");
    lg_config_set(f, "positions", "standard", LG_FLAG, "--positions");
    assert_int_equal(lg_train(f, NULL, &out), LG_OK);
    lg_config_free(f);
    assert_int_equal(test_with("attention.l1", "true", NULL), LG_USAGE);
    assert_words(context, "trained with attention.l1: false");
    assert_int_equal(test_with("attention", "softmax", NULL), LG_USAGE);
    assert_words(context, "trained with attention: geometric");
}

static void logits_and_parameters_come_out(void **state) {
    (void)state;
    const int32_t input[] = {0, 1, 1, 0, 1, 1}, wrong[] = {0, 9};
    double logits[64], again[64];
    int outputs, classes;
    train_well("a");
    lg_run *r = run_open("a");
    assert_int_equal(lg_run_logits(r, input, 6, logits, 64, &outputs, &classes), LG_OK);
    assert_true(outputs == 6 && classes == 2);
    assert_int_equal(lg_run_logits(r, input, 6, again, 64, &outputs, &classes), LG_OK);
    assert_memory_equal(logits, again, 12 * sizeof *logits);
    for (int i = 0; i < 12; i++) assert_true(isfinite(logits[i]));
    assert_int_equal(lg_run_logits(r, input, 6, logits, 11, &outputs, &classes), LG_USAGE);
    assert_int_equal(lg_run_logits(r, wrong, 2, logits, 64, &outputs, &classes), LG_USAGE);
    assert_words(context, "token 1 is 9");
    assert_int_equal(lg_run_logits(r, input, 0, logits, 64, &outputs, &classes), LG_USAGE);
    assert_int_equal(lg_run_logits(r, input, INT32_MAX, logits, 64, &outputs, &classes), LG_USAGE);
    assert_true(lg_run_parameters(r) > 10);
    const lg_parameter p = lg_run_parameter(r, 0);
    assert_true(p.norm > 0 && p.largest > 0 && p.largest <= p.norm && strlen(p.name) > 0);
    assert_string_equal(lg_run_parameter(r, 1000).name, "");
    lg_run_free(r);
}

static void a_probe_is_written(void **state) {
    (void)state;
    train_well("a");
    lg_run *r = run_open("a");
    assert_int_equal(lg_run_probe(r, 4, 3, scratch_path(folder, "probe.safetensors")), LG_OK);
    lg_safetensors *s = lg_safetensors_read(scratch_path(folder, "probe.safetensors"), 1 << 20, NULL);
    assert_non_null(s);
    int32_t input[12], target[12];
    double loss;
    assert_true(lg_safetensors_copy(s, "input", LG_I32, 2, (size_t[]){3, 4}, input, NULL));
    assert_true(lg_safetensors_copy(s, "target", LG_I32, 2, (size_t[]){3, 4}, target, NULL));
    for (int i = 0; i < 12; i++) assert_int_equal(target[i], input[i / 4 * 4 + 3 - i % 4]); /* reversed */
    assert_true(lg_safetensors_copy(s, "loss", LG_F64, 0, NULL, &loss, NULL));
    assert_true(loss > 0 && isfinite(loss));
    for (size_t i = 0; i < lg_run_parameters(r); i++) {
        char name[128];
        snprintf(name, sizeof name, "grad.%s", lg_run_parameter(r, i).name);
        const lg_array *gradient = lg_safetensors_find(s, name);
        assert_non_null(gradient);
        assert_memory_equal(gradient->shape, lg_run_parameter(r, i).shape, sizeof(size_t) * (size_t)gradient->rank);
    }
    lg_safetensors_free(s);
    assert_int_equal(lg_run_probe(r, 4, 3, scratch_path(folder, "no/where/probe")), LG_FAILED);
    assert_int_equal(lg_run_probe(r, 0, 3, scratch_path(folder, "probe")), LG_USAGE);
    assert_int_equal(lg_run_probe(r, 100, 3, scratch_path(folder, "probe")), LG_USAGE); /* more tokens than positions */
    assert_words(context, "length 100 of reverse_string needs 200 positions");
    assert_int_equal(lg_run_probe(r, 8, 65537, scratch_path(folder, "probe")), LG_USAGE);
    assert_words(context, "a probe of 65537 sequences of 16 tokens is too large");
    assert_int_equal(lg_run_probe(r, 100000, INT32_MAX, scratch_path(folder, "probe")), LG_USAGE);
    assert_words(context, "is too large");
    assert_int_equal(lg_run_probe(r, INT32_MAX, 1, scratch_path(folder, "probe")), LG_USAGE);
    assert_words(context, "a length in 1..100000");
    assert_int_equal(lg_run_probe(r, 4, -1, scratch_path(folder, "probe")), LG_USAGE);
    lg_run_free(r);
}

enum { SHOWN = 8, LONGEST = 40, SHOWN_STEPS = LONGEST + STEPS };

/* The shown samples of reverse_string, all of one length. */
typedef struct shown {
    int length, count;
    int32_t input[SHOWN][LONGEST];
} shown;

static void keep_example(void *user, const lg_example *e) {
    shown *s = user;
    memcpy(s->input[s->count++], e->input, (size_t)e->inputs * sizeof *e->input);
}

static void differ(const shown *s, lg_key key, const char *whose) {
    int32_t input[LONGEST], target[LONGEST];
    uint8_t mask[LONGEST];
    lg_sample drawn = {.input = input, .target = target, .mask = mask};
    for (uint64_t i = 0; i < SHOWN; i++) {
        lg_task_find("reverse_string")->sample(lg_key_fold(key, i), s->length, &drawn);
        for (int k = 0; k < s->count; k++)
            if (memcmp(input, s->input[k], (size_t)s->length * sizeof *input) == 0)
                fail_msg("length %d: sample %d is sequence %d of %s", s->length, k, (int)i, whose);
    }
}

/* Asserts that the samples differ from all samples that training and evaluation with the same seed draw at this length,
 * in any step. */
static void differ_from_training(const shown *s) {
    const lg_key root = lg_key_root(1);
    char step[32];
    assert_int_equal(s->count, SHOWN);
    for (uint64_t k = 0; k < SHOWN_STEPS; k++) {
        snprintf(step, sizeof step, "step %d", (int)k);
        differ(s, lg_key_fold(lg_key_fold(root, LG_KEY_DATA), k), step);
    }
    const lg_key test = lg_key_fold(lg_key_fold(root, LG_KEY_EVAL), (uint64_t)s->length);
    differ(s, lg_key_fold(test, LG_KEY_DATA), "a test");
}

static void samples_are_no_training_data(void **state) {
    (void)state;
    lg_config *f = config_of("a", NULL, NULL);
    for (int length = 30; length <= LONGEST; length++) {
        shown s = {.length = length};
        assert_int_equal(lg_sample_task(f, length, SHOWN, 1, keep_example, &s), LG_OK);
        differ_from_training(&s);
    }
    lg_config_free(f);
}

static void keep_positions(void *user, const lg_matrix *m) {
    if (!strcmp(m->what, "distances")) memcpy(user, m->data, m->shape[0] * sizeof *m->data);
}

/* The batch of a probe, and its position sample, differ from those of training with the same seed. */
static void a_probe_is_no_training_data(void **state) {
    (void)state;
    enum { LENGTH = 30, DISTANCES = 2 * 2 * LENGTH - 1 };
    shown s = {.length = LENGTH, .count = SHOWN};
    static int32_t input[SHOWN * LENGTH];
    double distances[DISTANCES], trained[DISTANCES] = {0};
    lg_config *f = config_of("a", NULL, NULL);
    train_well("a");
    lg_run *r = run_open("a");
    assert_int_equal(lg_run_probe(r, LENGTH, SHOWN, scratch_path(folder, "probe.safetensors")), LG_OK);
    lg_safetensors *file = lg_safetensors_read(scratch_path(folder, "probe.safetensors"), 1 << 20, NULL);
    assert_non_null(file);
    assert_true(lg_safetensors_copy(file, "input", LG_I32, 2, (size_t[]){SHOWN, LENGTH}, input, NULL));
    assert_true(lg_safetensors_copy(file, "positions.0", LG_F64, 1, (size_t[]){DISTANCES}, distances, NULL));
    for (int i = 0; i < SHOWN; i++) memcpy(s.input[i], input + i * LENGTH, LENGTH * sizeof *input);
    differ_from_training(&s);
    assert_int_equal(lg_inspect_positions(f, 2 * LENGTH, keep_positions, trained), LG_OK);
    assert_true(trained[0] != 0 && memcmp(trained, distances, sizeof trained) != 0);
    lg_safetensors_free(file);
    lg_run_free(r);
    lg_config_free(f);
}

static void what_is_no_run_is_not_opened(void **state) {
    (void)state;
    lg_run *r;
    size_t size;
    assert_int_equal(lg_run_open(context, scratch_path(folder, "nowhere"), &r), LG_USAGE);
    assert_null(r);
    assert_words(context, "is not a run directory");
    train_and_die("a", 3, -1);
    assert_int_equal(lg_run_open(context, scratch_path(folder, "a"), &r), LG_USAGE);
    assert_words(context, "has no model yet");
    train_well("a");
    char *model = bytes_of("a", "model.safetensors", &size);
    for (size_t at = 5; at < size; at += size / 20) {
        model[at] ^= 4;
        put_bytes("a", "model.safetensors", model, size);
        model[at] ^= 4;
        assert_int_equal(lg_run_open(context, scratch_path(folder, "a"), &r), LG_CORRUPT);
        assert_words(context, "model.safetensors");
    }
    free(model);
}

/* ---- machine ---- */

static void speeds_are_measured(void **state) {
    (void)state;
    lg_machine m;
    lg_speed s;
    lg_config *f = config_of("a", NULL, NULL);
    assert_int_equal(lg_doctor(context, true, &m), LG_OK);
    assert_true(m.peak_gflops > 0 && m.threads >= 1 && m.processors >= 1 && strlen(m.cpu) > 0);
    assert_int_equal(lg_bench(f, 4, 0.01, false, &s), LG_OK);
    assert_true(s.steps_per_second > 0 && s.gflops > 0 && s.peak_fraction > 0 && s.memory_bytes > 0);
    assert_true(s.length == 4 && s.tokens == 8);
    assert_float_equal(s.gflops / s.steps_per_second, s.gflop_per_step, 1e-6 * s.gflop_per_step);
    assert_int_equal(lg_bench(f, 0, 0.01, false, &s), LG_OK);
    assert_true(s.steps_per_second > 0 && s.tokens == 0);
    assert_int_equal(lg_bench(f, 20, 0.01, true, &s), LG_OK);
    assert_true(s.eval_tokens_per_second > 0 && s.gflop_per_step == 0);
    assert_int_equal(lg_bench(f, 100, 0.01, false, &s), LG_USAGE);
    assert_false(has_file("a", "config.yaml"));
    lg_config_free(f);
}

static void kernels_are_chosen_by_name(void **state) {
    (void)state;
    lg_machine m;
    setenv("LENGTHEN_KERNELS", "ref", 1);
    assert_int_equal(lg_doctor(context, false, &m), LG_OK);
    assert_string_equal(m.kernels, "ref");
    assert_string_equal(m.bf16_products, !strcmp(m.precision, "float64") ? "none" : "emulated");
    assert_non_null(strstr(m.kernel_sets, ", ref"));
    setenv("LENGTHEN_KERNELS", "abacus", 1);
    assert_int_equal(lg_doctor(context, false, &m), LG_USAGE);
    assert_words(context, "kernel set 'abacus' is not available");
    assert_int_equal(train_with("a", NULL, NULL, NULL, NULL), LG_USAGE);
    unsetenv("LENGTHEN_KERNELS");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, runs_open, runs_close)

/* A number that is not finite is null in the log, and its line says "finite": false. Null alone could also mean that
 * the number was not measured. */
static void numbers_that_are_not_finite_are_marked(void **state) {
    (void)state;
    lg_metrics_line x = {.kind = LG_LINE_STEP, .step = 3, .seconds = 1, .train = {.loss = 2, .accuracy = 0.5}};
    char *text = lg_metrics_line_text(&x);
    assert_null(strstr(text, "finite"));
    free(text);
    x.train.grad_norm = (double)INFINITY;
    text = lg_metrics_line_text(&x);
    assert_non_null(strstr(text, "\"grad_norm\": null"));
    assert_non_null(strstr(text, "\"finite\": false}"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_run_leaves_its_record),
        TEST(a_finished_run_is_left_alone),
        TEST(a_finished_run_is_tested_otherwise),
        TEST(the_record_has_times),
        TEST(options_that_change_no_test_make_none),
        TEST(runs_of_earlier_versions_are_refused),
        TEST(results_do_not_depend_on_the_directory_or_threads),
        TEST(tests_say_how_they_were_made),
        TEST(scores_follow_their_rule),
        TEST(a_stopped_run_goes_on_to_the_same_bytes),
        TEST(a_paused_run_is_no_preempted_one),
        TEST(tests_that_were_stopped_go_on_without_training),
        TEST(a_killed_run_goes_on_to_the_same_bytes),
        TEST(a_finished_run_goes_on_to_more_steps),
        TEST(a_run_without_a_checkpoint_takes_fewer_steps),
        TEST(tests_of_a_finished_run_can_be_killed),
        TEST(a_damaged_model_is_not_tested),
        TEST(torn_lines_and_missing_files_are_made_again),
        TEST(damaged_tests_of_a_finished_run_are_made_again),
        TEST(impossible_tests_of_a_finished_run_are_made_again),
        TEST(an_unfinished_run_can_get_other_tests),
        TEST(the_last_models_are_kept),
        TEST(the_best_model_is_kept),
        TEST(another_metric_chooses_the_best_model_anew),
        TEST(a_stop_is_heard_within_a_step),
        TEST(a_stop_is_heard_within_a_validation),
        TEST(a_model_without_its_run_is_refused),
        TEST(another_config_is_refused),
        TEST(foreign_directories_are_refused),
        TEST(logs_of_users_are_not_foreign_files),
        TEST(foreign_temporary_files_are_kept),
        TEST(nothing_is_written_through_links),
        TEST(a_look_hinders_no_training),
        TEST(two_processes_cannot_share_a_directory),
        TEST(a_full_disk_has_words),
        TEST(a_damaged_state_is_noticed),
        TEST(a_state_of_another_run_is_noticed),
        TEST(damaged_configs_and_records_are_noticed),
        TEST(impossible_records_are_noticed),
        TEST(a_diverged_run_says_so),
        TEST(a_run_that_failed_says_why),
        TEST(a_diverged_run_that_cannot_say_so_diverges_again),
        TEST(an_opened_run_tests_like_training),
        TEST(accuracies_of_draws_are_averaged),
        TEST(a_few_long_records_are_not_timed),
        TEST(what_training_fixed_cannot_be_changed),
        TEST(settings_of_the_forward_pass_can_be_changed),
        TEST(positions_must_suffice_for_what_is_tested),
        TEST(order_by_itself_cannot_be_changed),
        TEST(logits_and_parameters_come_out),
        TEST(a_probe_is_written),
        TEST(samples_are_no_training_data),
        TEST(a_probe_is_no_training_data),
        TEST(what_is_no_run_is_not_opened),
        TEST(speeds_are_measured),
        TEST(kernels_are_chosen_by_name),
        cmocka_unit_test(numbers_that_are_not_finite_are_marked),
    };
    if (access("/dev/shm", W_OK) == 0) setenv("TMPDIR", "/dev/shm", 0); /* a thousand fsyncs take long on a disk */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
