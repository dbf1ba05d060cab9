/* registry_leases.c: ends leases of dead processes and leases without a recent heartbeat. For programs that only read,
 * it finds the runs whose leases belong to dead processes, without writing. */
#include <stdio.h>

#include "api/sweep.h"
#include "lengthen/core.h"
#include "sweep/registry/registry_file.h"

#define MAX_CRASHES 3

static void column_text(sqlite3_stmt *s, int at, char *out, size_t size) {
    snprintf(out, size, "%s", (const char *)sqlite3_column_text(s, at));
}

lg_owner lg_registry_lease_owner(sqlite3_stmt *s) {
    lg_owner o = {.process = {sqlite3_column_int64(s, 4), sqlite3_column_int64(s, 5)},
                  .parent = {sqlite3_column_int64(s, 6), sqlite3_column_int64(s, 7)}};
    column_text(s, 2, o.host, sizeof o.host);
    column_text(s, 3, o.boot, sizeof o.boot);
    return o;
}

bool lg_registry_expire_leases(lg_registry *r, lg_error *err) {
    lg_error words = {0};
    sqlite3_stmt *leases = r->statements[LG_LEASES], *s = r->statements[LG_EXPIRE_LEASES];
    r->expired_at = lg_wall_seconds();
    while (lg_database_row(leases, &words)) {
        const lg_owner o = lg_registry_lease_owner(leases);
        const bool dead = lg_owner_is_dead(&o, &r->self);
        if (!dead && sqlite3_column_double(leases, 1) > r->expired_at) continue;
        sqlite3_bind_int64(s, 1, sqlite3_column_int64(leases, 0));
        sqlite3_bind_int(s, 2, dead && lg_owner_crashed(&o, &r->self));
        sqlite3_bind_int(s, 3, MAX_CRASHES);
        if (!lg_database_do(s, NULL, &words)) break;
    }
    sqlite3_reset(leases);
    return lg_registry_succeeded(&words, err);
}

bool lg_registry_leave_out_dead(lg_registry *r, lg_results *x, lg_error *err) {
    sqlite3_stmt *leases = r->statements[LG_LEASES];
    lg_error words = {0};
    while (lg_database_row(leases, &words)) {
        const lg_owner o = lg_registry_lease_owner(leases);
        const sqlite3_int64 run = sqlite3_column_int64(leases, 0);
        if (run < 0 || (sqlite3_uint64)run >= r->manifest->run_count || !lg_owner_is_dead(&o, &r->self)) continue;
        if (x->runs[run].state == LG_RUN_RUNNING) x->runs[run].state = LG_RUN_PLANNED;
    }
    sqlite3_reset(leases);
    return lg_registry_succeeded(&words, err);
}

bool lg_registry_count_leases(lg_registry *r, size_t *count, lg_error *err) {
    lg_error words = {0};
    *count = 0;
    if (!lg_registry_expire_leases(r, err)) return false;
    while (lg_database_row(r->statements[LG_LEASES], &words)) (*count)++;
    sqlite3_reset(r->statements[LG_LEASES]);
    return words.code == LG_OK || lg_fail_like(err, &words, "%s", words.text);
}
