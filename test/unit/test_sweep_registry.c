/* test_sweep_registry.c: the registry of a sweep. Tests which process leases which run, and which results are stored.
 * Many processes that share a registry neither lose nor duplicate runs, even if some are killed. */
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "api/sweep.h"
#include "base/file.h"
#include "metrics.h"
#include "other_registry.h"
#include "scratch.h"
#include "sweep/registry/owner.h"
#include "sweep/registry/registry.h"
#include "sweep/registry/result_json.h"
#include "sweeps.h"

static scratch *folder;
static made_sweep *sweep;

static int open_folder(void **state) {
    const int status = scratch_open(state);
    folder = *state;
    sweep = sweep_make(20);
    return status;
}

static pid_t holder; /* a process with a lease; 0: none */

static void end_holder(void) {
    if (holder == 0) return;
    kill(holder, SIGKILL);
    waitpid(holder, NULL, 0);
    holder = 0;
}

static int close_folder(void **state) {
    end_holder();
    sweep_unmake(sweep);
    return scratch_close(state);
}

static lg_registry *open_registry(void) {
    lg_error err = {0};
    bool made;
    lg_registry *r = lg_registry_open(folder->folder, &sweep->manifest, &made, &err);
    if (!r) fail_msg("%s", err.text);
    return r;
}

static size_t claim(lg_registry *r, size_t most, size_t *runs) {
    lg_error err = {0};
    size_t count;
    if (!lg_registry_claim(r, most, runs, &count, &err)) fail_msg("%s", err.text);
    return count;
}

static void finish(lg_registry *r, size_t run, lg_run_state state) {
    lg_error err = {0};
    lg_run_result x = lg_result_planned();
    x.state = state;
    if (!lg_registry_finish(r, run, &x, &err)) fail_msg("%s", err.text);
}

static lg_results results_of(lg_registry *r) {
    lg_error err = {0};
    lg_results x;
    if (!lg_registry_results(r, true, &x, &err)) fail_msg("%s", err.text);
    return x;
}

static size_t count_of(lg_registry *r, lg_run_state state) {
    lg_results x = results_of(r);
    size_t count = 0;
    for (size_t i = 0; i < x.manifest->run_count; i++) count += x.runs[i].state == state;
    lg_results_free(&x);
    return count;
}

/* ---- opening ---- */

static void test_is_made_once(void **state) {
    lg_error err = {0};
    bool made = false;
    lg_registry *first = lg_registry_open(folder->folder, &sweep->manifest, &made, &err);
    assert_non_null(first);
    assert_true(made);
    lg_registry *second = lg_registry_open(folder->folder, &sweep->manifest, &made, &err);
    assert_non_null(second);
    assert_false(made);
    assert_int_equal(count_of(second, LG_RUN_PLANNED), 20);
    lg_registry_close(first);
    lg_registry_close(second);
    (void)state;
}

static void refuse(lg_status code, const char *words) {
    lg_error err = {0};
    bool made;
    assert_null(lg_registry_open(folder->folder, &sweep->manifest, &made, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.text, words)) fail_msg("'%s' is not in '%s'", words, err.text);
}

static void test_refuses_what_is_not_its_own(void **state) {
    lg_error err = {0};
    lg_registry_close(open_registry());
    sweep->manifest.checksum = "another";
    refuse(LG_CORRUPT, "belongs to a different plan");
    assert_true(lg_registry_remove(folder->folder, &err));
    lg_registry_close(open_registry());
    assert_true(lg_registry_remove(folder->folder, &err));
    assert_int_equal(scratch_count(folder), 0);
    char text[4096];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_true(lg_file_write_text(scratch_path(folder, "registry.sqlite"), text, &err));
    refuse(LG_CORRUPT, "registry.sqlite: file is not a database");
    (void)state;
}

/* A registry that is a symbolic link is refused: in a sweep directory of another user, it could lead to any database of
 * the present user. */
static void test_a_link_is_not_opened(void **state) {
    lg_error err = {0};
    char *there;
    assert_true(lg_file_write_text(scratch_path(folder, "target"), "", &err));
    assert_int_equal(symlink("target", scratch_path(folder, "registry.sqlite")), 0);
    refuse(LG_FAILED, "registry.sqlite: it is a symbolic link, which is not followed");
    assert_true(lg_file_read_if_there(scratch_path(folder, "target"), 100, &there, NULL, &err));
    assert_string_equal(there, "");
    free(there);
    (void)state;
}

static void test_reasons_are_one_line(void **state) {
    lg_registry *r = open_registry();
    lg_run_result x = lg_result_planned();
    x.state = LG_RUN_FAILED;
    x.reason = "it\033[31m is\nred";
    size_t run, count;
    assert_true(lg_registry_claim(r, 1, &run, &count, NULL));
    assert_true(lg_registry_finish(r, run, &x, NULL));
    lg_results all = results_of(r);
    assert_string_equal(all.runs[run].reason, "it?[31m is?red");
    lg_results_free(&all);
    lg_registry_close(r);
    (void)state;
}

static void test_says_where_nothing_can_be_made(void **state) {
    char path[300];
    lg_error err = {0};
    bool made;
    snprintf(path, sizeof path, "%s/nowhere", folder->folder);
    assert_null(lg_registry_open(path, &sweep->manifest, &made, &err));
    assert_int_equal(err.code, LG_FAILED);
    assert_non_null(strstr(err.text, path));
    (void)state;
}

/* ---- foreign changes ---- */

#define OTHER_TABLES "its tables differ from those of this version"

static void change(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(scratch_path(folder, "registry.sqlite"), &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void assert_damaged(const lg_error *err, const char *words) {
    assert_int_equal(err->code, LG_CORRUPT);
    if (!strstr(err->text, words) || !strstr(err->text, "registry.sqlite is damaged: ") ||
        !strstr(err->text, "`lengthen sweep merge` rebuilds it"))
        fail_msg("'%s' is not in '%s'", words, err->text);
}

/* Changes a new registry. Expects the message `claiming` when runs are claimed and the message `reading` when results
 * are read. NULL means success. */
static void changed(const char *sql, const char *claiming, const char *reading) {
    lg_error err = {0}, other = {0};
    size_t runs[20], count = 1;
    lg_results x;
    assert_true(lg_registry_remove(folder->folder, &err));
    lg_registry_close(open_registry());
    change(sql);
    lg_registry *r = open_registry();
    assert_int_equal(lg_registry_results(r, true, &x, &other), !reading);
    if (reading) assert_damaged(&other, reading);
    assert_int_equal(lg_registry_claim(r, 20, runs, &count, &err), !claiming);
    if (claiming) assert_damaged(&err, claiming);
    assert_int_equal(count, !claiming ? 20 : 0);
    if (!reading) lg_results_free(&x);
    lg_registry_close(r);
}

static void test_positions_are_checked(void **state) {
    (void)state;
    changed("UPDATE runs SET position = position + 1000000",
            "it has a run at position 1000006; expected positions below 20",
            "expected run 0 of the plan, but it has another run at position 1000000");
    changed("UPDATE runs SET position = 20 WHERE position = 19",
            "it has a run at position 20; expected positions below 20",
            "expected run 19 of the plan, but it has another run at position 20");
    changed("UPDATE runs SET position = -1 WHERE position = 19", "it has a run at position -1",
            "expected run 0 of the plan, but it has another run at position -1");
    changed("UPDATE runs SET id = 'x' || id WHERE position < 2;"
            "UPDATE runs SET id = printf('%016x', 1 - position) WHERE position < 2",
            NULL, "expected run 0 of the plan, but it has another run at position 0");
    changed("UPDATE runs SET cost = 1", NULL, NULL);
}

/* Bytes that are not UTF-8 are shown as "?". Neither these bytes nor a cell that is not JSON are reported as lack of
 * memory. */
static void test_any_bytes_are_survived(void **state) {
    lg_registry_close(open_registry());
    change("UPDATE runs SET reason = CAST(x'9bff61' AS TEXT), started = CAST(x'ff' AS TEXT) WHERE position = 0");
    lg_registry *r = open_registry();
    lg_results all = results_of(r);
    assert_string_equal(all.runs[0].reason, "??a");
    assert_string_equal(all.runs[0].started, "?");
    lg_results_free(&all);
    lg_registry_close(r);
    changed("UPDATE runs SET scores = CAST(x'7bff7d' AS TEXT)", NULL, "its scores is not JSON");
    changed("UPDATE runs SET progress = '[[' WHERE position = 3", NULL, "its progress is not JSON");
    (void)state;
}

/* Registries with other tables are refused: a schema may contain triggers, or columns that convert the values that are
 * written. */
static void test_other_tables_are_refused(void **state) {
    static const char *const changes[][2] = {
        {"CREATE TRIGGER often AFTER UPDATE ON runs BEGIN UPDATE runs SET reason = 'triggered'; END", OTHER_TABLES},
        {"PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'id TEXT', 'id REAL')",
         OTHER_TABLES},
        {"CREATE TABLE bare AS SELECT * FROM runs; DROP TABLE runs; ALTER TABLE bare RENAME TO runs", OTHER_TABLES},
        {"DROP INDEX leases", OTHER_TABLES},
        {"ALTER TABLE runs RENAME TO rows; CREATE VIEW runs AS SELECT * FROM rows", "is not the registry of a sweep"},
    };
    lg_error err = {0};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        assert_true(lg_registry_remove(folder->folder, &err));
        lg_registry_close(open_registry());
        change(changes[i][0]);
        refuse(LG_CORRUPT, changes[i][1]);
    }
    assert_true(lg_registry_remove(folder->folder, &err));
    lg_registry_close(open_registry());
    change("ANALYZE; VACUUM");
    lg_registry_close(open_registry());
    (void)state;
}

/* If the offset of free space in a page (bytes 5 and 6) is wrong, SQLite would write new rows over others. So such a
 * registry is reported as damaged, and not written. */
static void test_rebuilt_in_whole_pages_alone(void **state) {
    const size_t page = 4096, size = 1 << 20;
    size_t length;
    lg_error err = {0};
    lg_registry_close(open_registry());
    const char *path = scratch_path(folder, "registry.sqlite");
    uint8_t *file = (uint8_t *)lg_file_read(path, size, &length, &err);
    assert_non_null(file);
    for (uint8_t *at = file + page; at < file + length; at += page)
        if (*at == 13) at[6] = (uint8_t)(at[6] + 3); /* a leaf of a table */
    FILE *f = fopen(path, "wb");
    assert_true(f && fwrite(file, 1, length, f) == length && fclose(f) == 0);
    free(file);
    lg_registry *r = open_registry();
    lg_results x = results_of(r);
    assert_false(lg_registry_rebuild(r, &x, &err));
    assert_damaged(&err, "");
    lg_results_free(&x);
    lg_registry_close(r);
    (void)state;
}

/* ---- leases ---- */

static void test_longest_first(void **state) {
    lg_registry *r = open_registry();
    size_t runs[20];
    assert_int_equal(claim(r, 3, runs), 3);
    assert_int_equal(runs[0], 6); /* runs 6 and 13 cost 7 seconds each */
    assert_int_equal(runs[1], 13);
    assert_int_equal(runs[2], 5);
    assert_int_equal(claim(r, 20, runs), 17);
    assert_int_equal(claim(r, 20, runs), 0);
    assert_int_equal(count_of(r, LG_RUN_RUNNING), 20);
    lg_registry_close(r);
    (void)state;
}

static void test_given_back(void **state) {
    lg_registry *r = open_registry();
    lg_error err = {0};
    size_t runs[20];
    claim(r, 20, runs);
    assert_true(lg_registry_release(r, 4, 0, &err));
    assert_true(lg_registry_release(r, 5, 3600, &err));
    assert_int_equal(claim(r, 20, runs), 1);
    assert_int_equal(runs[0], 4);
    lg_results x = results_of(r);
    assert_int_equal(x.runs[4].attempts, 2);
    assert_int_equal(x.runs[5].state, LG_RUN_PLANNED);
    assert_non_null(strstr(x.runs[4].owner, " pid "));
    lg_results_free(&x);
    lg_registry_close(r);
    (void)state;
}

static void test_a_lease_runs_out(void **state) {
    lg_registry *r = open_registry(), *other = open_registry();
    lg_error err = {0};
    size_t runs[20];
    lg_registry_lease(r, -1, "9_1");
    assert_int_equal(claim(r, 20, runs), 20);
    assert_int_equal(claim(other, 1, runs), 1);
    lg_results x = results_of(r);
    assert_int_equal(x.runs[6].state, LG_RUN_RUNNING);
    assert_int_equal(x.runs[7].state, LG_RUN_PLANNED);
    assert_non_null(strstr(x.runs[7].owner, " job 9_1"));
    lg_results_free(&x);
    assert_true(lg_registry_heartbeat(r, &(lg_heartbeat){6, 30, 100, 0.5, 2.5}, 1, &err));
    assert_true(
        lg_registry_heartbeat(r, &(lg_heartbeat){7, 30, 100, 0.5, 2.5}, 1, &err)); /* run 7 is leased to another now */
    x = results_of(r);
    assert_int_equal(x.runs[6].step, 30);
    assert_true(x.runs[6].seconds == 2.5);
    assert_int_equal(x.runs[7].step, 0);
    lg_results_free(&x);
    lg_registry_close(r);
    lg_registry_close(other);
    (void)state;
}

/* Leases a run in another process, which then dies. orphan: the process that started this process dies too. */
static void die_with_a_lease(bool orphan) {
    pid_t pid = fork();
    if (pid == 0 && orphan && fork() != 0) { /* waits for the grandchild to lease, then exits */
        wait(NULL);
        _exit(0);
    }
    if (pid == 0) {
        size_t runs[1];
        lg_registry *r = open_registry();
        claim(r, 1, runs);
        raise(SIGKILL);
    }
    waitpid(pid, NULL, 0);
}

/* Readers show runs of dead processes as planned at once, although they do not change the registry. */
static void test_runs_of_the_dead_are_planned(void **state) {
    size_t runs[1];
    lg_registry *r = open_registry();
    assert_int_equal(claim(r, 1, runs), 1);
    die_with_a_lease(false);
    assert_int_equal(count_of(r, LG_RUN_RUNNING), 1);
    assert_int_equal(count_of(r, LG_RUN_PLANNED), 19);
    lg_registry_close(r);
    (void)state;
}

static void test_three_crashes(void **state) {
    size_t runs[20];
    sweep->manifest.run_count = 1;
    for (int i = 0; i < 4; i++) die_with_a_lease(true);
    die_with_a_lease(false);
    die_with_a_lease(false);
    lg_registry *r = open_registry();
    assert_int_equal(claim(r, 1, runs), 1);
    lg_error err = {0};
    assert_true(lg_registry_release(r, 0, 0, &err));
    die_with_a_lease(false);
    assert_int_equal(claim(r, 1, runs), 0);
    lg_results x = results_of(r);
    assert_int_equal(x.runs[0].state, LG_RUN_FAILED);
    assert_non_null(strstr(x.runs[0].reason, "its worker crashed 3 times (last: "));
    lg_results_free(&x);
    size_t count;
    assert_true(lg_registry_retry(r, false, &count, &err));
    assert_int_equal(count, 1);
    assert_int_equal(claim(r, 1, runs), 1);
    lg_registry_close(r);
    (void)state;
}

/* ---- registries of other versions ---- */

/* Leases a run in another process, which waits to be killed. Then changes the registry to that of a version with other
 * metrics, in which the lease expires after `seconds`. */
static void lease_otherwise(double seconds) {
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    holder = fork();
    if (holder == 0) {
        size_t runs[1];
        lg_registry *r = open_registry();
        lg_registry_lease(r, seconds, NULL);
        claim(r, 1, runs);
        lg_registry_close(r);
        if (write(ready[1], "", 1) == 1) pause();
        _exit(0);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    make_registry_of_other_metrics(scratch_path(folder, "registry.sqlite"));
}

static void assert_made_again(void) {
    lg_error err = {0};
    bool made = false;
    size_t runs[20];
    lg_registry *r = lg_registry_open(folder->folder, &sweep->manifest, &made, &err);
    if (!r) fail_msg("%s", err.text);
    assert_true(made);
    assert_int_equal(count_of(r, LG_RUN_PLANNED), 20);
    assert_int_equal(claim(r, 20, runs), 20);
    lg_registry_close(r);
}

/* While workers of its version train, a registry with other metrics is refused and not changed. After they have ended,
 * it is replaced. */
static void test_tables_with_other_metrics_are_replaced(void **state) {
    lease_otherwise(600);
    refuse(LG_FAILED, "is from a version with other metrics, whose workers are still training 1 of its runs; wait");
    end_holder();
    assert_made_again();
    lg_registry_close(open_registry()); /* and is not replaced again */
    (void)state;
}

static void test_leases_of_other_versions_expire(void **state) {
    lease_otherwise(-1);
    assert_made_again();
    (void)state;
}

static void test_tables_with_other_metrics_of_another_plan(void **state) {
    lg_registry_close(open_registry());
    make_registry_of_other_metrics(scratch_path(folder, "registry.sqlite"));
    sweep->manifest.checksum = "another";
    refuse(LG_CORRUPT, "belongs to a different plan");
    (void)state;
}

static void test_tables_of_other_versions_are_refused(void **state) {
    lg_registry_close(open_registry());
    change_registry(scratch_path(folder, "registry.sqlite"),
                    "UPDATE meta SET value = '7.00000000' WHERE key = 'schema'");
    refuse(LG_USAGE, "plan the sweep again from its sweep.yaml in another directory");
    (void)state;
}

/* ---- results ---- */

static void test_states_have_names(void **state) {
    for (int s = 0; s < LG_RUN_STATES; s++) {
        lg_run_state found = LG_RUN_STATES;
        assert_true(lg_run_state_find(lg_run_state_name((lg_run_state)s), &found));
        assert_int_equal(found, s);
    }
    lg_run_state found = LG_RUN_FAILED;
    assert_false(lg_run_state_find("leased", &found));
    assert_false(lg_run_state_find(NULL, &found));
    assert_int_equal(found, LG_RUN_FAILED);
    (void)state;
}

static void test_results_are_kept(void **state) {
    lg_registry *r = open_registry();
    lg_error err = {0};
    size_t runs[20];
    claim(r, 20, runs);
    const lg_point points[] = {POINT(41, 0.1), POINT(42, 1.0 / 3)};
    const lg_progress_point progress[] = {PROGRESS(1000, 1.5, 0.25)};
    const double load[] = {0.25, 0.75, 1, 0};
    lg_run_result x = {.state = LG_RUN_DONE,
                       .reason = "",
                       .step = 100,
                       .steps = 100,
                       .scores = {0.7, 0, 0.5, 1, 0},
                       .loss = NAN,
                       .accuracy = 0.9,
                       .seconds = 12.5,
                       .started = "2026-01-01T00:00:00Z",
                       .finished = "2026-01-01T00:01:00Z",
                       .points = points,
                       .point_count = 2,
                       .progress = progress,
                       .progress_count = 1,
                       .load = {2, 2, 0.125, load}};
    assert_true(lg_registry_finish(r, 3, &x, &err));
    finish(r, 4, LG_RUN_FAILED);
    finish(r, 5, LG_RUN_DIVERGED);
    finish(r, 3, LG_RUN_FAILED); /* a finished run stays finished */
    lg_results all = results_of(r);
    const lg_run_result *y = &all.runs[3];
    assert_int_equal(y->state, LG_RUN_DONE);
    assert_true(!memcmp(y->scores, x.scores, sizeof x.scores) && isnan(y->loss) && y->accuracy == x.accuracy &&
                y->seconds == x.seconds);
    assert_string_equal(y->started, x.started);
    assert_string_equal(y->finished, x.finished);
    assert_int_equal(y->point_count, 2);
    assert_true(y->points[1].length == 42 && y->points[1].values[ACCURACY] == 1.0 / 3);
    assert_int_equal(y->progress_count, 1);
    assert_true(y->progress[0].step == 1000 && y->progress[0].scores[ACCURACY] == 0.25 &&
                y->progress[0].seconds == 1.5);
    assert_true(y->load.sublayers == 2 && y->load.experts == 2 && y->load.dropped == 0.125);
    assert_memory_equal(y->load.load, load, sizeof load);
    assert_int_equal(all.runs[4].load.sublayers, 0);
    lg_results_free(&all);
    size_t count;
    assert_true(lg_registry_retry(r, false, &count, &err));
    assert_int_equal(count, 1);
    assert_true(lg_registry_retry(r, true, &count, &err));
    assert_int_equal(count, 1);
    lg_registry_close(r);
    (void)state;
}

/* A point of a curve, with the values of the first three metrics; all other metrics are unknown. */
static json_t *curve_point(int length, double accuracy, double cross_entropy, double exact_match) {
    json_t *p = json_pack("[i, f, f, f]", length, accuracy, cross_entropy, exact_match);
    assert_non_null(p);
    while (json_array_size(p) <= LG_METRICS) json_array_append_new(p, json_null());
    return p;
}

/* Curves with lengths that cannot be tested, or that do not ascend, are refused. */
static void test_lengths_of_curves_are_checked(void **state) {
    static const char *const wrong[] = {"[[-1,0.5,1,0]]",
                                        "[[0,0.5,1,0]]",
                                        "[[2,0.25,1,0,null,null,null],[2,0.5,1,0]]",
                                        "[[2,0.25,1,0,null,null,null],[1,0.5,1,0]]",
                                        "[[\"3\",0.5,1,0]]",
                                        "[7]",
                                        "[[4294967299,0.5,1,0]]",
                                        "[[2147483647,0.5,1,0]]",
                                        "[[100001,0.5,1,0]]",
                                        "[[2,0.25]]"};
    lg_run_result x;
    lg_arena *arena = lg_arena_new();
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lg_error err = {0};
        json_t *list = json_loads(wrong[i], 0, NULL);
        assert_non_null(list);
        assert_false(lg_curve_read(list, arena, &x, &err));
        assert_int_equal(err.code, LG_CORRUPT);
        json_decref(list);
    }
    json_t *list = json_pack("[o, o]", curve_point(2, 0.25, 1.5, 0), curve_point(100000, 0.75, 2, 1));
    json_array_set_new(json_array_get(list, 1), 1 + CROSS_ENTROPY, json_null());
    json_array_set_new(json_array_get(list, 1), 1 + STEPS, json_real(0.5));
    json_array_set_new(json_array_get(list, 1), 1 + CHRF, json_real(12.5));
    assert_true(lg_curve_read(list, arena, &x, NULL));
    assert_int_equal(x.point_count, 2);
    assert_true(x.points[1].length == 100000 && x.points[1].values[ACCURACY] == 0.75);
    lg_arena_free(arena);
    json_decref(list);
}

/* The registry is an index without checksums, so impossible results are refused. */
static void test_impossible_results_are_refused(void **state) {
    static const lg_point points[] = {POINT(41, 0.1), POINT(42, 7.5)}, lengths[] = {POINT(0, 0.1)};
    static const lg_progress_point progress[] = {PROGRESS(1000, 1.5, -0.25)};
    static const double load[] = {0.5, 1.5};
    lg_registry *r = open_registry();
    lg_run_result x = lg_result_planned();
    x.state = LG_RUN_DONE;
    x.scores[ACCURACY] = 0.5;
    lg_run_result wrong[] = {x, x, x, x, x, x, x, x};
    wrong[0].scores[ACCURACY] = 7.5;
    wrong[1].accuracy = -0.5;
    wrong[2].loss = -3;
    wrong[3].step = -1;
    wrong[4].points = points, wrong[4].point_count = 2;
    wrong[5].points = lengths, wrong[5].point_count = 1;
    wrong[6].progress = progress, wrong[6].progress_count = 1;
    wrong[7].load = (lg_load_record){1, 2, 0, load};
    static const char *const words[] = {
        "token_accuracy is 7.5", "accuracy is -0.5",        "loss is -3", "step is -1", "token_accuracy is 7.5",
        "length is 0",           "token_accuracy is -0.25", "load is 1.5"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lg_error err = {0};
        lg_results all;
        assert_true(lg_registry_finish(r, 3, &wrong[i], NULL));
        assert_false(lg_registry_results(r, true, &all, &err));
        assert_int_equal(err.code, LG_CORRUPT);
        if (!strstr(err.text, words[i])) fail_msg("'%s' is not in '%s'", words[i], err.text);
        assert_non_null(strstr(err.text, "run 0000000000000003"));
        assert_true(lg_registry_finish(r, 3, &x, NULL));
        all = results_of(r);
        lg_results_free(&all);
    }
    lg_registry_close(r);
    (void)state;
}

static void test_is_rebuilt_around_the_living(void **state) {
    lg_registry *r = open_registry();
    lg_error err = {0};
    size_t runs[20];
    lg_results from;
    claim(r, 2, runs);
    assert_true(lg_results_new(&from, &sweep->manifest, &err));
    from.runs[6].state = from.runs[7].state = LG_RUN_DONE; /* this process has leased run 6 */
    assert_true(lg_registry_rebuild(r, &from, &err));
    lg_results_free(&from);
    assert_int_equal(count_of(r, LG_RUN_RUNNING), 2);
    assert_int_equal(count_of(r, LG_RUN_DONE), 1);
    assert_int_equal(count_of(r, LG_RUN_PLANNED), 17);
    lg_registry_close(r);
    (void)state;
}

/* ---- many processes ---- */

enum { RUNS = 3000, WORKERS = 16, VICTIMS = 12 };

/* Memory that all processes share. Every worker has its own number, including those that replace victims. */
static struct {
    atomic_int holder[RUNS]; /* by run: number of its worker, from 1; 0: none */
    atomic_int finished[RUNS];
    atomic_bool dead[WORKERS + VICTIMS + 1];
    atomic_int doubled, claims, started;
} * shared;

/* Claims runs, one or two at a time. A victim dies after some time while it holds a run. */
static void work(int number, int dies_after) {
    lg_registry *r = open_registry();
    size_t runs[2];
    for (shared->started++; shared->started < WORKERS;) sched_yield();
    for (size_t count; (count = claim(r, 1 + (size_t)number % 2, runs)) > 0;) {
        atomic_fetch_add(&shared->claims, (int)count);
        for (size_t i = 0; i < count; i++) {
            const int before = atomic_exchange(&shared->holder[runs[i]], number);
            if (before != 0 && !shared->dead[before]) shared->doubled++;
        }
        for (size_t i = 0; i < count; i++) {
            if (dies_after-- == 0) {
                shared->dead[number] = true;
                raise(SIGKILL);
            }
            shared->holder[runs[i]] = 0;
            finish(r, runs[i], LG_RUN_DONE);
            shared->finished[runs[i]]++;
        }
    }
    lg_registry_close(r);
    _exit(0);
}

static void start(int number) {
    if (fork() == 0) work(number, number <= VICTIMS ? number % 4 : -1);
}

static void test_many_lose_and_double_nothing(void **state) {
    sweep_unmake(sweep);
    sweep = sweep_make(RUNS);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(shared != MAP_FAILED);
    int next = 1, status, victims = 0, lost = 0;
    while (next <= WORKERS) start(next++);
    while (wait(&status) > 0) {
        if (WIFEXITED(status)) assert_int_equal(WEXITSTATUS(status), 0);
        victims += WIFSIGNALED(status);
        if (WIFSIGNALED(status)) start(next++);
    }
    lg_registry *r = open_registry();
    size_t runs[1];
    assert_int_equal(claim(r, 1, runs), 0);
    assert_in_range(victims, 1, VICTIMS);
    assert_int_equal(shared->doubled, 0);
    assert_int_equal(count_of(r, LG_RUN_DONE), RUNS);
    lg_results x = results_of(r);
    for (int i = 0; i < RUNS; i++) {
        assert_int_equal(shared->finished[i], 1);
        lost += x.runs[i].attempts - 1;
    }
    assert_int_equal(lost, shared->claims - RUNS); /* only runs that victims held were claimed again */
    assert_in_range(lost, 1, 2 * VICTIMS);
    lg_results_free(&x);
    lg_registry_close(r);
    munmap(shared, sizeof *shared);
    (void)state;
}

/* A process without a free file descriptor cannot check whether other processes are alive, so it treats all as
 * alive. */
static void test_who_cannot_be_seen_is_not_dead(void **state) {
    struct rlimit before, none;
    const lg_owner self = lg_owner_self();
    lg_owner gone = self;
    gone.process.start_ticks++; /* ended: its id is that of a later process */
    assert_false(lg_owner_is_dead(&self, &self));
    assert_true(lg_owner_is_dead(&gone, &self));
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = (struct rlimit){0, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const bool dead = lg_owner_is_dead(&self, &self);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_false(dead);
    (void)state;
}

/* Different machines may have the same host name. So another boot id means that a process has ended only if the machine
 * is known to be the same. */
static void test_other_hosts_of_our_name_may_live(void **state) {
    const lg_owner self = {.host = "node", .boot = "b a1", .process = {1, 1}};
    const lg_owner before = {.host = "node", .boot = "a a1", .process = {1, 1}};
    const lg_owner other = {.host = "node", .boot = "a a2", .process = {1, 1}};
    const lg_owner unknown = {.host = "node", .boot = "a ", .process = {1, 1}}, former = {.host = "node", .boot = "a"};
    const lg_owner incomplete = {.host = "node", .boot = "b ", .process = {1, 1}};
    (void)state;
    assert_true(lg_owner_is_dead(&before, &self));
    assert_false(lg_owner_is_dead(&other, &self));
    assert_false(lg_owner_is_dead(&unknown, &self));
    assert_false(lg_owner_is_dead(&former, &self));
    assert_false(lg_owner_is_dead(&unknown, &incomplete));
}

#define test(name) cmocka_unit_test_setup_teardown(name, open_folder, close_folder)

int main(void) {
    const struct CMUnitTest tests[] = {
        test(test_is_made_once),
        test(test_other_hosts_of_our_name_may_live),
        test(test_refuses_what_is_not_its_own),
        test(test_a_link_is_not_opened),
        test(test_reasons_are_one_line),
        test(test_says_where_nothing_can_be_made),
        test(test_positions_are_checked),
        test(test_any_bytes_are_survived),
        test(test_other_tables_are_refused),
        test(test_rebuilt_in_whole_pages_alone),
        test(test_longest_first),
        test(test_given_back),
        test(test_a_lease_runs_out),
        test(test_runs_of_the_dead_are_planned),
        test(test_three_crashes),
        test(test_who_cannot_be_seen_is_not_dead),
        test(test_tables_with_other_metrics_are_replaced),
        test(test_leases_of_other_versions_expire),
        test(test_tables_with_other_metrics_of_another_plan),
        test(test_tables_of_other_versions_are_refused),
        test(test_states_have_names),
        test(test_results_are_kept),
        test(test_lengths_of_curves_are_checked),
        test(test_impossible_results_are_refused),
        test(test_is_rebuilt_around_the_living),
        test(test_many_lose_and_double_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
