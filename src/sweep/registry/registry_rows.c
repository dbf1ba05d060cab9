/* registry_rows.c: reads, writes and rebuilds results as rows of the registry. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "run/jsonl.h"
#include "run/recorded.h"
#include "sweep/registry/registry_file.h"
#include "sweep/registry/result_json.h"

/* ---- reading ---- */

static double real_at(sqlite3_stmt *s, int column) {
    return sqlite3_column_type(s, column) == SQLITE_NULL ? (double)NAN : sqlite3_column_double(s, column);
}

/* The text in a column; NULL if the column is NULL. */
static const char *string_at(sqlite3_stmt *s, int column) {
    return (const char *)sqlite3_column_text(s, column);
}

/* Parses the JSON in a column. When out of memory, returns NULL without an error. */
static json_t *json_at(sqlite3_stmt *s, int column, lg_error *err) {
    const bool none = sqlite3_column_type(s, column) == SQLITE_NULL;
    const char *text = string_at(s, column);
    bool no_memory = !text && !none;
    json_t *value = text ? lg_jsonl_parse(text, strlen(text), &no_memory) : NULL;
    if (!value && !no_memory) lg_fail(err, LG_CORRUPT, "its %s is not JSON", sqlite3_column_name(s, column));
    return value;
}

static bool read_scores(sqlite3_stmt *s, lg_run_result *x, lg_error *err) {
    json_t *scores = json_at(s, 6, err);
    const bool good = scores && lg_scores_read(scores, x->scores, err);
    json_decref(scores);
    return good;
}

static bool read_points(sqlite3_stmt *s, lg_arena *arena, lg_run_result *x, lg_error *err) {
    json_t *curve = json_at(s, 12, err);
    json_t *progress = json_at(s, 13, err);
    const bool good =
        curve && progress && lg_curve_read(curve, arena, x, err) && lg_progress_read(progress, arena, x, err);
    json_decref(curve);
    json_decref(progress);
    return good;
}

static bool read_load(sqlite3_stmt *s, lg_arena *arena, lg_run_result *x, lg_error *err) {
    json_t *load = json_at(s, 16, err);
    const bool good = load && lg_load_record_read(load, arena, &x->load, err);
    json_decref(load);
    return good;
}

/* Reads a row. False with an error or, when out of memory, without one. */
static bool read_row(sqlite3_stmt *s, bool curves, lg_arena *arena, lg_run_result *x, lg_error *err) {
    *x = (lg_run_result){.reason = lg_result_text(string_at(s, 1), arena),
                         .owner = lg_result_text(string_at(s, 2), arena),
                         .attempts = sqlite3_column_int(s, 3),
                         .step = sqlite3_column_int64(s, 4),
                         .steps = sqlite3_column_int64(s, 5),
                         .loss = real_at(s, 7),
                         .accuracy = real_at(s, 8),
                         .seconds = real_at(s, 9),
                         .started = lg_result_text(string_at(s, 10), arena),
                         .finished = lg_result_text(string_at(s, 11), arena)};
    lg_run_state_find(string_at(s, 0), &x->state);
    return x->reason && x->owner && x->started && x->finished && read_scores(s, x, err) &&
           (!curves || (read_points(s, arena, x, err) && read_load(s, arena, x, err)));
}

/* Fails with the id of the run whose row has impossible numbers. */
static bool refuse_row(const lg_registry *r, size_t run, const lg_error *words, lg_error *err) {
    if (words->code != LG_CORRUPT) return lg_fail(err, LG_FAILED, "out of memory: the results of a sweep");
    return lg_registry_fail_damaged(r, err, "run %s: %s", r->manifest->runs[run].id, words->text);
}

/* Checks that the numbers of ended runs are possible. */
static bool check_numbers(const lg_registry *r, const lg_results *all, lg_error *err) {
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        const lg_run_result *x = &all->runs[i];
        lg_error words = {0};
        if (x->state != LG_RUN_DONE && x->state != LG_RUN_DIVERGED) continue;
        if (!lg_count_check(x->step, "step", 0, INT64_MAX, &words) ||
            !lg_count_check(x->steps, "steps", 0, INT64_MAX, &words) || !lg_amount_check(x->loss, "loss", &words) ||
            !lg_fraction_check(x->accuracy, "accuracy", &words) || !lg_amount_check(x->seconds, "seconds", &words))
            return refuse_row(r, i, &words, err);
    }
    return true;
}

/* Checks that this is the row of run i, so that no result is assigned to another run. */
static bool check_row(const lg_registry *r, sqlite3_stmt *s, size_t i, lg_error *err) {
    const char *id = string_at(s, 15);
    const sqlite3_int64 position = sqlite3_column_int64(s, 14);
    return (position == (sqlite3_int64)i && id && !strcmp(id, r->manifest->runs[i].id)) ||
           lg_registry_fail_damaged(r, err, "expected run %zu of the plan, but it has another run at position %lld", i,
                                    (long long)position);
}

static bool read_all(lg_registry *r, bool curves, lg_results *out, lg_error *err) {
    lg_error words = {0}, row = {0};
    sqlite3_stmt *s = lg_database_prepare(
        r->db,
        "SELECT state, reason, owner, attempts, step, steps, scores, loss, accuracy,"
        " seconds, started, finished, curve, progress, position, id, load FROM runs ORDER BY position",
        &words);
    bool good = s;
    for (size_t i = 0; good && i < r->manifest->run_count && lg_database_row(s, &words); i++)
        good = check_row(r, s, i, &words) &&
               (read_row(s, curves, out->arena, &out->runs[i], &row) || refuse_row(r, i, &row, &words));
    sqlite3_finalize(s);
    return lg_registry_succeeded(&words, err);
}

bool lg_registry_results(lg_registry *r, bool curves, lg_results *out, lg_error *err) {
    if (!lg_results_new(out, r->manifest, err)) return false;
    if (read_all(r, curves, out, err) && check_numbers(r, out, err) && lg_registry_leave_out_dead(r, out, err))
        return true;
    lg_results_free(out);
    return false;
}

/* ---- writing ---- */

/* Binds JSON as text, which SQLite then owns; frees the JSON. */
static bool bind_json(sqlite3_stmt *s, int at, json_t *json, lg_error *err) {
    char *text = lg_json_text(json);
    if (!text) return lg_fail(err, LG_FAILED, "out of memory: the result of a run");
    return sqlite3_bind_text(s, at, text, -1, free) == SQLITE_OK;
}

bool lg_registry_bind(sqlite3_stmt *s, size_t metric, size_t run, const lg_run_result *x, lg_error *err) {
    sqlite3_bind_text(s, 1, lg_run_state_name(x->state), -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, x->reason, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 3, x->step);
    sqlite3_bind_int64(s, 4, x->steps);
    sqlite3_bind_double(s, 5, x->scores[metric]);
    sqlite3_bind_double(s, 6, x->loss);
    sqlite3_bind_double(s, 7, x->accuracy);
    sqlite3_bind_double(s, 8, x->seconds);
    sqlite3_bind_text(s, 9, x->started, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 10, x->finished, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 14, (sqlite3_int64)run);
    return bind_json(s, 11, lg_curve_json(x), err) && bind_json(s, 12, lg_progress_json(x, true), err) &&
           bind_json(s, 13, lg_scores_json(x->scores), err) && bind_json(s, 15, lg_load_record_json(&x->load), err);
}

/* Statements that rebuild a run. Run directories do not record owner and attempts, so values in the registry are
 * kept. */
static const char *const rebuilding[2] = {
    LG_REGISTRY_UPDATE,
    "UPDATE runs SET crash_count = 0, expires = 0, owner = iif(?1 = '', owner, ?1), attempts = max(attempts, ?2)"
    " WHERE position = ?3",
};

static bool rebuild_run(sqlite3_stmt *s[2], size_t metric, size_t run, const lg_run_result *x, lg_error *err) {
    sqlite3_bind_text(s[1], 1, x->owner, -1, SQLITE_STATIC);
    sqlite3_bind_int(s[1], 2, x->attempts);
    sqlite3_bind_int64(s[1], 3, (sqlite3_int64)run);
    return lg_registry_bind(s[0], metric, run, x, err) && lg_database_do(s[0], NULL, err) &&
           lg_database_do(s[1], NULL, err);
}

/* Writes the results of all runs except those leased by living processes, which record the results of their runs
 * themselves. */
static bool rebuild_runs(lg_registry *r, const lg_results *from, const lg_results *now, lg_error *err) {
    sqlite3_stmt *s[2] = {0};
    bool good = true;
    for (int i = 0; i < 2 && good; i++) good = (s[i] = lg_database_prepare(r->db, rebuilding[i], err));
    for (size_t i = 0; good && i < r->manifest->run_count; i++)
        good = now->runs[i].state == LG_RUN_RUNNING || rebuild_run(s, from->metric, i, &from->runs[i], err);
    for (int i = 0; i < 2; i++) sqlite3_finalize(s[i]);
    return good;
}

/* Checks that the database file is intact. If a page had wrong free-space information, writing could overwrite rows. */
static bool check_pages(lg_registry *r, lg_error *err) {
    char found[1024];
    lg_error words = {0};
    if (lg_database_text(r->db, "PRAGMA quick_check(1)", found, sizeof found, &words) && strcmp(found, "ok"))
        lg_registry_fail_damaged(r, &words, "%s", found);
    return lg_registry_succeeded(&words, err);
}

static bool rebuild_all(lg_registry *r, const lg_results *from, lg_error *err) {
    lg_results now;
    if (!check_pages(r, err) || !lg_registry_expire_leases(r, err) || !lg_results_new(&now, r->manifest, err))
        return false;
    const bool good = read_all(r, false, &now, err) && rebuild_runs(r, from, &now, err);
    lg_results_free(&now);
    return good;
}

bool lg_registry_rebuild(lg_registry *r, const lg_results *from, lg_error *err) {
    return lg_database_begin(r->db, err) && lg_database_end(r->db, rebuild_all(r, from, err), err);
}
