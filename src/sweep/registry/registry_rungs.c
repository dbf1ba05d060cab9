/* registry_rungs.c: decides the rungs of a sweep under the lock of its registry, and determines whether runs wait. A
 * decision is written to rungs.jsonl before any run is leased because of it. If the process is killed in between, the
 * next one applies the decisions in the file. */
#include <string.h>

#include "api/sweep.h"
#include "lengthen/core.h"
#include "sweep/registry/registry_file.h"
#include "sweep/registry/rungs.h"

static bool set_state(sqlite3_stmt *s, size_t run, lg_run_state state, lg_error *err) {
    sqlite3_bind_text(s, 1, lg_run_state_name(state), -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)run);
    return lg_database_do(s, NULL, err);
}

/* Sets the states of runs according to the decisions. */
static bool carry_out(lg_registry *r, const lg_rungs *rungs, const lg_results *now, size_t *changed, lg_error *err) {
    const lg_manifest *m = r->manifest;
    lg_climb *climb = lg_arena_alloc(now->arena, m->run_count * sizeof *climb);
    if (!climb) return lg_fail(err, LG_FAILED, "out of memory: the rungs of a sweep");
    lg_rungs_climb(rungs, m, climb);
    sqlite3_stmt *s = lg_database_prepare(r->db, "UPDATE runs SET state = ?1, expires = 0 WHERE position = ?2", err);
    bool good = s;
    for (size_t i = 0; i < m->run_count && good; i++) {
        const lg_run_state state = lg_climb_state(m, &climb[i], &now->runs[i]);
        if (state == now->runs[i].state) continue;
        good = set_state(s, i, state, err);
        ++*changed;
    }
    sqlite3_finalize(s);
    return good;
}

/* Decides rungs and applies all decisions. If the directory is not writable, only applies the decisions in the file. */
static bool promote_runs(lg_registry *r, const char *dir, bool without_failed, lg_results *now, size_t *changed,
                         lg_error *err) {
    lg_rungs rungs;
    size_t decided = 0;
    if (!lg_rungs_read(dir, r->manifest, now->arena, &rungs, err)) return false;
    if (lg_registry_can_be_kept(dir) && !lg_rungs_decide(&rungs, now, without_failed, &decided, err)) return false;
    if (decided > 0 && !lg_rungs_write(&rungs, dir, r->manifest, err)) return false;
    *changed = decided;
    return carry_out(r, &rungs, now, changed, err);
}

static bool promote_locked(lg_registry *r, const char *dir, bool without_failed, size_t *changed, lg_error *err) {
    lg_results now;
    if (!lg_registry_results(r, true, &now, err)) return false;
    const bool good = promote_runs(r, dir, without_failed, &now, changed, err);
    lg_results_free(&now);
    return good;
}

bool lg_registry_promote(lg_registry *r, const char *dir, bool without_failed, size_t *changed, lg_error *err) {
    *changed = 0;
    return r->manifest->promotion.rung_count == 0 ||
           (lg_database_begin(r->db, err) &&
            lg_database_end(r->db, promote_locked(r, dir, without_failed, changed, err), err));
}

/* True if some runs wait (paused, or for a training), and other runs that may end the wait are running or can be
 * leased. */
static bool any_waits(lg_registry *r, lg_error *err) {
    bool wait = false, move = false;
    sqlite3_stmt *s = lg_database_prepare(
        r->db, "SELECT position, state FROM runs WHERE state IN ('paused', 'running', 'planned')", err);
    while (s && !(wait && move) && lg_database_row(s, err)) {
        const sqlite3_int64 run = sqlite3_column_int64(s, 0);
        const char *state = (const char *)sqlite3_column_text(s, 1);
        if (!state || run < 0 || (sqlite3_uint64)run >= r->manifest->run_count) continue;
        const bool awaits =
            !strcmp(state, lg_run_state_name(LG_RUN_PLANNED)) && lg_registry_awaits_training(r, (size_t)run, err);
        const bool waits = awaits || !strcmp(state, lg_run_state_name(LG_RUN_PAUSED));
        wait = wait || waits, move = move || !waits;
    }
    sqlite3_finalize(s);
    return wait && move;
}

bool lg_registry_waits(lg_registry *r, bool *waits, lg_error *err) {
    lg_error words = {0};
    *waits = false;
    if (r->manifest->promotion.rung_count == 0 && !r->manifest->trained_by) return true;
    if (!lg_database_begin(r->db, err) || !lg_database_end(r->db, lg_registry_expire_leases(r, err), err)) return false;
    *waits = any_waits(r, &words);
    return lg_registry_succeeded(&words, err);
}
