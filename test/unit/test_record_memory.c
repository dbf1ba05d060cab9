/* test_record_memory.c: memory runs out at any single allocation while run.json, a line or a header of arrays is
 * written. The call fails with a message, or the written text has every member. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alloc_fail_after.h"
#include "base/file.h"
#include "base/safetensors.h"
#include "evaluate/evaluate.h"
#include "run/run_dir.h"
#include "run/session.h"
#include "scratch.h"

static struct {
    lg_context *context;
    lg_config *config;
    const lg_resolved_config *resolved;
    lg_session session;
    lg_run_dir dir;
} world;

static int open_world(void **state) {
    lg_error err = {0};
    static char path[1024];
    if (scratch_open(state) != 0) return -1;
    strcpy(path, scratch_path(*state, "run"));
    world.context = lg_context_new();
    assert_int_equal(lg_config_new(world.context, &world.config), LG_OK);
    lg_config_set(world.config, "train.steps", "4", LG_FLAG, "");
    world.resolved = lg_config_resolved(world.config, &err);
    assert_non_null(world.resolved);
    assert_true(lg_session_new(&world.session, world.context, world.resolved->values, &err));
    assert_true(lg_run_dir_acquire(&world.dir, path, world.resolved, &err));
    return 0;
}

static int close_world(void **state) {
    lg_session_free(&world.session);
    lg_run_dir_close(&world.dir);
    lg_config_free(world.config);
    lg_context_free(world.context);
    return scratch_close(state);
}

static bool write_record(lg_error *err) {
    const lg_run_record r = {
        .phase = LG_STATUS_DONE,
        .step = 4,
        .steps = 4,
        .loss = 0.5,
        .started = "2026-11-21T10:04:29Z",
        .has_score = true,
        .score = {.score = 0.75, .rule = "all", .average = "lengths", .first = 1, .last = 2, .lengths = 2}};
    return lg_run_record_write(&world.dir, &r, world.resolved, &world.session.runtime, err);
}

static bool write_step(lg_error *err) {
    lg_file_remove(world.dir.metrics, NULL);
    return lg_metrics_append(&world.dir, &(lg_step){.step = 2, .loss = 0.5}, 1, false, err);
}

static bool write_test(lg_error *err) {
    lg_file_remove(world.dir.eval, NULL);
    return lg_eval_append(&world.dir, world.resolved->values, &(lg_eval_result){.length = 3}, false, err);
}

static bool write_arrays(lg_error *err) {
    static const float data[24];
    const lg_array array = {.name = "x", .dtype = LG_F32, .rank = 3, .shape = {2, 3, 4}, .data = data};
    return lg_safetensors_write(world.dir.model, &array, 1, NULL, 0, err);
}

/* Asserts, for every number of allocations before the first failure, that the text is complete or that there is a
 * message about memory. once: only a single allocation fails. */
static void write_short(bool (*write)(lg_error *err), const char *path, bool once) {
    lg_error err = {0};
    assert_true(write(&err));
    size_t size, written;
    char *whole = lg_file_read(path, 1 << 20, &size, NULL);
    bool reached = true;
    long n = 1;
    for (fail_once = once; reached && n < 1000; n++) {
        err = (lg_error){0};
        left = n;
        const bool good = write(&err);
        reached = left <= 0;
        left = -1;
        if (!good) assert_non_null(strstr(err.text, " memory"));
        if (!good) continue;
        char *text = lg_file_read(path, 1 << 20, &written, NULL);
        assert_int_equal(written, size);
        assert_memory_equal(text, whole, size);
        free(text);
    }
    assert_in_range(n, 3, 999);
    free(whole);
}

static void write_short_of_memory(bool (*write)(lg_error *err), const char *path) {
    if (!CAN_REFUSE) skip();
    write_short(write, path, false);
    write_short(write, path, true);
}

static void test_run_record(void **state) {
    write_short_of_memory(write_record, world.dir.record);
    (void)state;
}

static void test_lines(void **state) {
    write_short_of_memory(write_step, world.dir.metrics);
    write_short_of_memory(write_test, world.dir.eval);
    (void)state;
}

static void test_arrays(void **state) {
    write_short_of_memory(write_arrays, world.dir.model);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_run_record),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
