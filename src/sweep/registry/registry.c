/* registry.c: opens the registry and leases runs; see registry.h. Reads and writes that belong together are one
 * transaction that excludes other writers, so only one process gets a run. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/machine.h"
#include "sweep/registry/registry_file.h"
#include "sweep/registry/result_json.h"

#define FILE_NAME       "registry.sqlite"
#define IN_MEMORY       ":memory:" /* SQLite's name for a database without a file */
#define OF_THIS_PROCESS " AND state = 'running' AND pid = ?1 AND start_ticks = ?2 AND host = ?3 AND boot = ?4"

static const char *const statements[LG_REGISTRY_STATEMENTS] = {
    /* parameter: time */
    [LG_NEXT] = "SELECT position FROM runs WHERE state = 'planned' AND expires <= ?1"
                " ORDER BY crash_count, cost DESC, position",
    /* parameter: position */
    [LG_IS_OPEN] = "SELECT 1 FROM runs WHERE position = ?1 AND state IN ('planned', 'running', 'paused')",
    /* parameters: this process, its name, its parent, expiry, time as text, position */
    [LG_LEASE_ONE] = "UPDATE runs SET state = 'running', reason = '', attempts = attempts + 1, pid = ?1,"
                     " start_ticks = ?2, host = ?3, boot = ?4, owner = ?5, parent_pid = ?6, parent_start_ticks = ?7,"
                     " expires = ?8,"
                     " started = iif(started = '', ?9, started) WHERE position = ?10",
    [LG_LEASES] = "SELECT position, expires, host, boot, pid, start_ticks, parent_pid, parent_start_ticks"
                  " FROM runs WHERE state = 'running'",
    /* parameters: position, number of crashes to add (0 or 1), number of crashes at which the run fails */
    [LG_EXPIRE_LEASES] =
        "UPDATE runs SET crash_count = crash_count + ?2, expires = 0,"
        " reason = iif(crash_count + ?2 < ?3, '', 'its worker crashed ' || ?3 || ' times (last: ' || owner || ')'),"
        " state = iif(crash_count + ?2 < ?3, 'planned', 'failed') WHERE position = ?1",
    [LG_RENEW] = "UPDATE runs SET expires = ?5 WHERE true" OF_THIS_PROCESS,
    [LG_ADVANCE] = "UPDATE runs SET step = ?5, steps = ?6, loss = ?7, seconds = ?8 WHERE position = ?9" OF_THIS_PROCESS,
    [LG_RELEASE] = "UPDATE runs SET state = 'planned', expires = ?5 WHERE position = ?6" OF_THIS_PROCESS,
    [LG_FINISH] = LG_REGISTRY_UPDATE
    " AND (state = 'running' AND pid = ?16 AND start_ticks = ?17 AND host = ?18 AND boot = ?19 OR ?1 = 'done')",
};

/* ---- opening ---- */

static bool prepare_statements(lg_registry *r, lg_error *err) {
    for (int i = 0; i < LG_REGISTRY_STATEMENTS; i++)
        if (!(r->statements[i] = lg_database_prepare(r->db, statements[i], err))) return false;
    return true;
}

static bool open_file(lg_registry *r, const char *path, bool *made, lg_error *err) {
    r->db = lg_database_open(path, err);
    return r->db && lg_registry_create(r, made, err) && prepare_statements(r, err);
}

bool lg_registry_can_be_kept(const char *dir) {
    return access(dir, W_OK) == 0 || (errno != EACCES && errno != EROFS);
}

lg_registry *lg_registry_open(const char *dir, const lg_manifest *m, bool *made, lg_error *err) {
    char path[4096];
    lg_error words = {0};
    lg_registry *r = calloc(1, sizeof *r);
    snprintf(path, sizeof path, "%s/" FILE_NAME, dir);
    if (!lg_registry_can_be_kept(dir)) strcpy(path, IN_MEMORY);
    *made = false;
    if (!r) return lg_fail(err, LG_FAILED, "out of memory: %s", path), NULL;
    r->manifest = m;
    r->self = lg_owner_self();
    lg_registry_lease(r, LG_LEASE, NULL);
    if (open_file(r, path, made, &words)) return r;
    lg_registry_succeeded(&words, err);
    lg_registry_close(r);
    return NULL;
}

void lg_registry_close(lg_registry *r) {
    if (!r) return;
    for (int i = 0; i < LG_REGISTRY_STATEMENTS; i++) sqlite3_finalize(r->statements[i]);
    lg_database_close(r->db);
    free(r);
}

bool lg_registry_is_gone(lg_registry *r) {
    int gone = 0;
    sqlite3_file_control(r->db, "main", SQLITE_FCNTL_HAS_MOVED, &gone);
    return gone;
}

bool lg_registry_remove(const char *dir, lg_error *err) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/" FILE_NAME "%s", dir, endings[i]);
        if (!lg_file_remove(path, err)) return false;
    }
    return true;
}

void lg_registry_lease(lg_registry *r, double seconds, const char *job) {
    r->lease = seconds;
    lg_owner_words(&r->self, job, r->owner);
}

static void bind_text(sqlite3_stmt *s, int at, const char *text) {
    sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
}

/* ---- leasing ---- */

bool lg_registry_awaits_training(lg_registry *r, size_t run, lg_error *err) {
    const size_t trainer = lg_planned_trainer(r->manifest, run);
    sqlite3_stmt *s = r->statements[LG_IS_OPEN];
    if (trainer == run) return false;
    sqlite3_bind_int64(s, 1, (sqlite3_int64)trainer);
    const bool waits = lg_database_row(s, err);
    sqlite3_reset(s);
    return waits;
}

static void bind_process(sqlite3_stmt *s, const lg_registry *r, int at) {
    sqlite3_bind_int64(s, at, r->self.process.pid);
    sqlite3_bind_int64(s, at + 1, r->self.process.start_ticks);
    bind_text(s, at + 2, r->self.host);
    bind_text(s, at + 3, r->self.boot);
}

static bool lease_run(lg_registry *r, size_t run, double expires, lg_error *err) {
    sqlite3_stmt *s = r->statements[LG_LEASE_ONE];
    char utc[LG_UTC];
    bind_process(s, r, 1);
    bind_text(s, 5, r->owner);
    sqlite3_bind_int64(s, 6, r->self.parent.pid);
    sqlite3_bind_int64(s, 7, r->self.parent.start_ticks);
    sqlite3_bind_double(s, 8, expires);
    bind_text(s, 9, lg_utc(utc));
    sqlite3_bind_int64(s, 10, (sqlite3_int64)run);
    return lg_database_do(s, NULL, err);
}

/* Adds the run of the current row to the runs to lease, unless it waits for a training. Checks the row, because the
 * file may come from anywhere. */
static bool add_next(lg_registry *r, size_t *runs, size_t *count, lg_error *err) {
    const sqlite3_int64 position = sqlite3_column_int64(r->statements[LG_NEXT], 0);
    if (position < 0 || (sqlite3_uint64)position >= r->manifest->run_count)
        return lg_registry_fail_damaged(r, err, "it has a run at position %lld; expected positions below %zu",
                                        (long long)position, r->manifest->run_count);
    if (lg_registry_awaits_training(r, (size_t)position, err)) return true;
    if (err->code != LG_OK) return false;
    for (size_t i = 0; i < *count; i++)
        if (runs[i] == (size_t)position)
            return lg_registry_fail_damaged(r, err, "it has two runs at position %lld", (long long)position);
    runs[(*count)++] = (size_t)position;
    return true;
}

static bool find_next(lg_registry *r, size_t most, size_t *runs, size_t *count, lg_error *err) {
    lg_error words = {0};
    sqlite3_stmt *s = r->statements[LG_NEXT];
    sqlite3_bind_double(s, 1, lg_wall_seconds());
    *count = 0;
    while (*count < most && lg_database_row(s, &words) && add_next(r, runs, count, &words)) continue;
    sqlite3_reset(s);
    return lg_registry_succeeded(&words, err);
}

/* Leases runs. First ends the leases of dead processes, but at most once a second, because every owner must be checked.
 * If no run is left, ends these leases even within that second, and looks for runs again. */
static bool claim_runs(lg_registry *r, size_t most, size_t *runs, size_t *count, lg_error *err) {
    const double now = lg_wall_seconds();
    const bool expires = now - r->expired_at >= 1;
    if ((expires && !lg_registry_expire_leases(r, err)) || !find_next(r, most, runs, count, err)) return false;
    if (*count == 0 && !expires && (!lg_registry_expire_leases(r, err) || !find_next(r, most, runs, count, err)))
        return false;
    for (size_t i = 0; i < *count; i++)
        if (!lease_run(r, runs[i], now + r->lease, err)) return false;
    return true;
}

bool lg_registry_claim(lg_registry *r, size_t most, size_t *runs, size_t *count, lg_error *err) {
    *count = 0;
    if (lg_database_begin(r->db, err) && lg_database_end(r->db, claim_runs(r, most, runs, count, err), err))
        return true;
    *count = 0;
    return false;
}

static bool record_progress(lg_registry *r, const lg_heartbeat *b, lg_error *err) {
    sqlite3_stmt *s = r->statements[LG_ADVANCE];
    bind_process(s, r, 1);
    sqlite3_bind_int64(s, 5, b->step);
    sqlite3_bind_int64(s, 6, b->steps);
    sqlite3_bind_double(s, 7, b->loss);
    sqlite3_bind_double(s, 8, b->seconds);
    sqlite3_bind_int64(s, 9, (sqlite3_int64)b->run);
    return lg_database_do(s, NULL, err);
}

static bool renew_leases(lg_registry *r, const lg_heartbeat *beats, size_t count, lg_error *err) {
    sqlite3_stmt *s = r->statements[LG_RENEW];
    bind_process(s, r, 1);
    sqlite3_bind_double(s, 5, lg_wall_seconds() + r->lease);
    bool good = lg_database_do(s, NULL, err);
    for (size_t i = 0; good && i < count; i++) good = record_progress(r, &beats[i], err);
    return good;
}

bool lg_registry_heartbeat(lg_registry *r, const lg_heartbeat *beats, size_t count, lg_error *err) {
    return lg_database_begin(r->db, err) && lg_database_end(r->db, renew_leases(r, beats, count, err), err);
}

bool lg_registry_release(lg_registry *r, size_t run, double pause, lg_error *err) {
    sqlite3_stmt *s = r->statements[LG_RELEASE];
    bind_process(s, r, 1);
    sqlite3_bind_double(s, 5, lg_wall_seconds() + pause);
    sqlite3_bind_int64(s, 6, (sqlite3_int64)run);
    return lg_database_do(s, NULL, err);
}

bool lg_registry_finish(lg_registry *r, size_t run, const lg_run_result *result, lg_error *err) {
    sqlite3_stmt *s = r->statements[LG_FINISH];
    bind_process(s, r, 16);
    return lg_registry_bind(s, lg_manifest_metric(r->manifest), run, result, err) && lg_database_do(s, NULL, err);
}

bool lg_registry_retry(lg_registry *r, bool diverged, size_t *count, lg_error *err) {
    sqlite3_stmt *s = lg_database_prepare(r->db,
                                          "UPDATE runs SET state = 'planned', reason = '', crash_count = 0, expires = 0"
                                          " WHERE state = 'failed' OR (?1 AND state = 'diverged')",
                                          err);
    sqlite3_bind_int(s, 1, diverged);
    const bool good = s && lg_database_do(s, count, err);
    sqlite3_finalize(s);
    return good;
}
