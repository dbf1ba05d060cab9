/* test_sweep_memory.c: memory runs out at any single allocation while a sweep is opened, its results are written, or
 * its registry is rebuilt. The call fails with a message or gives the usual results. Afterwards everything works. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alloc_fail_after.h"
#include "api/sweep.h"
#include "base/file.h"
#include "runs.h"

/* ---- a sweep of two runs, finished, with shards ---- */

static const char file[] = "set:\n"
                           "  model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}\n"
                           "  curriculum.lengths: 1..3\n"
                           "  train: {steps: 4, batch: 2, checkpoint_every: 4}\n"
                           "  eval: {lengths: 1..3, sequences: 2, every: 2}\n"
                           "grid:\n"
                           "  seed: 1..2\n"
                           "select: {seeds: seed}\n";

static char *results;

static void check(lg_status status) {
    if (status != LG_OK) fail_msg("%s", lg_error_text(context));
}

static char *read_results(void) {
    return lg_file_read(scratch_path(folder, "results.jsonl"), 1 << 20, NULL, NULL);
}

static void write_results(lg_sweep *s) {
    check(lg_sweep_results(s, scratch_path(folder, "results.jsonl")));
}

static lg_status open_sweep(lg_sweep **s) {
    return lg_sweep_open(context, scratch_path(folder, "sweep"), s);
}

static int train_sweep(void **state) {
    lg_sweep *s;
    char dir[1024];
    const lg_worker how = {.threads = 1, .use_shards = true, .shard_count = 1};
    if (runs_open(state) != 0) return -1;
    snprintf(dir, sizeof dir, "%s", scratch_path(folder, "sweep"));
    assert_true(lg_file_write_text(scratch_path(folder, "two.yaml"), file, NULL));
    check(lg_sweep_plan(context, folder->path, dir, true, &s));
    check(lg_sweep_work(s, &how, NULL));
    check(lg_sweep_merge(s, NULL, 0));
    write_results(s);
    results = read_results();
    lg_sweep_free(s);
    /* libfyaml 0.7 dereferences a null pointer if memory runs out in its parser, so the plan is opened without the YAML
     * file. */
    assert_true(lg_file_remove(scratch_path(folder, "sweep/sweep.yaml"), NULL));
    return 0;
}

static int forget_sweep(void **state) {
    free(results);
    return runs_close(state);
}

/* ---- use ---- */

static lg_status look(void) {
    lg_sweep *s;
    lg_status status = open_sweep(&s);
    if (status != LG_OK) return status;
    status = lg_sweep_refresh(s);
    if (status == LG_OK) assert_int_equal(lg_sweep_about(s).count[LG_RUN_DONE], 2);
    lg_sweep_free(s);
    return status;
}

static lg_status print(void) {
    lg_sweep *s;
    lg_status status = open_sweep(&s);
    if (status != LG_OK) return status;
    status = lg_sweep_results(s, scratch_path(folder, "results.jsonl"));
    lg_sweep_free(s);
    return status;
}

static lg_status rebuild(void) {
    lg_sweep *s;
    lg_status status = open_sweep(&s);
    if (status != LG_OK) return status;
    status = lg_sweep_merge(s, NULL, 0);
    lg_sweep_free(s);
    return status;
}

static void assert_results(void) {
    lg_sweep *s;
    check(open_sweep(&s));
    write_results(s);
    char *now = read_results();
    assert_string_equal(now, results);
    free(now);
    lg_sweep_free(s);
}

static void run_short(lg_status (*what)(void)) {
    if (!CAN_REFUSE) skip();
    lg_status status = LG_FAILED;
    long n = 1;
    for (; n < 100000 && status != LG_OK; n += 1 + n / 100) {
        left = n;
        status = what();
        left = -1;
        if (status != LG_OK && status != LG_FAILED)
            fail_msg("allocation %ld: status %d: %s", n, status, lg_error_text(context));
        if (status == LG_FAILED && *lg_error_text(context) == '\0') fail_msg("allocation %ld: no message", n);
        if (status == LG_OK) assert_results();
    }
    assert_int_equal(status, LG_OK);
    assert_true(n > 50); /* more than 50 allocations failed in turn */
    assert_results();
}

static void test_looking(void **state) {
    run_short(look);
    (void)state;
}

static void test_printing(void **state) {
    run_short(print);
    (void)state;
}

static void test_rebuilding(void **state) {
    run_short(rebuild);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looking),
        cmocka_unit_test(test_printing),
        cmocka_unit_test(test_rebuilding),
    };
    return cmocka_run_group_tests(tests, train_sweep, forget_sweep);
}
