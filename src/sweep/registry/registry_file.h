/* registry_file.h: the definition of lg_registry; private to registry*.c. The schema of its file is in
 * registry_create.c.
 *
 *   $ sqlite3 SWEEP/registry.sqlite "SELECT state, count(*) FROM runs GROUP BY state"
 *   $ sqlite3 SWEEP/registry.sqlite "SELECT labels ->> 'task', max(score) FROM runs WHERE state = 'done' GROUP BY 1"
 *   $ sqlite3 SWEEP/registry.sqlite "SELECT id, owner, step, steps FROM runs WHERE state = 'running'"
 *
 * Times of leases are seconds since 1970; times of results are text in UTC. A missing number is NULL. */
#ifndef LG_SWEEP_REGISTRY_REGISTRY_FILE_H
#define LG_SWEEP_REGISTRY_REGISTRY_FILE_H

#include "base/machine.h"
#include "sweep/registry/database.h"
#include "sweep/registry/owner.h"
#include "sweep/registry/registry.h"

#define LG_REGISTRY_UPDATE                                                                                             \
    "UPDATE runs SET state = ?1, reason = ?2, step = ?3, steps = ?4, score = ?5, loss = ?6, accuracy = ?7,"            \
    " seconds = ?8, started = iif(?9 = '', started, ?9), finished = ?10, curve = ?11, progress = ?12, scores = ?13,"   \
    " load = ?15 WHERE position = ?14"

/* Prepared statements; see registry.c. */
enum {
    LG_NEXT,
    LG_IS_OPEN,
    LG_LEASE_ONE,
    LG_LEASES,
    LG_EXPIRE_LEASES,
    LG_RENEW,
    LG_ADVANCE,
    LG_RELEASE,
    LG_FINISH,
    LG_REGISTRY_STATEMENTS
};

struct lg_registry {
    sqlite3 *db;
    const lg_manifest *manifest;
    sqlite3_stmt *statements[LG_REGISTRY_STATEMENTS];
    lg_owner self;
    char owner[LG_OWNER_WORDS];
    double lease;      /* seconds */
    double expired_at; /* time of the last check of the leases, in seconds since 1970 */
};

/* Creates the tables, with all runs, if there are none or if they have other metrics. Checks that existing tables
 * belong to the manifest. */
bool lg_registry_create(lg_registry *r, bool *made, lg_error *err);

/* True if `words` has no error. Otherwise copies it to err, with instructions if the registry is damaged. */
bool lg_registry_succeeded(const lg_error *words, lg_error *err);
/* Fails with LG_CORRUPT and this message. */
bool lg_registry_fail_damaged(const lg_registry *r, lg_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* True if a planned run must wait for the training whose model it evaluates (trainings.h). Also false on failure, which
 * sets err->code. */
bool lg_registry_awaits_training(lg_registry *r, size_t run, lg_error *err);
/* Makes runs planned again if their lease has expired or its owner is dead. Call it inside a transaction. */
bool lg_registry_expire_leases(lg_registry *r, lg_error *err);
/* Marks runs of dead processes in `x` as planned, without writing to the registry. */
bool lg_registry_leave_out_dead(lg_registry *r, lg_results *x, lg_error *err);
/* The owner of a lease, from columns 2 to 7 of a row: host, boot, pid, start time of the process, parent, start time of
 * the parent. */
lg_owner lg_registry_lease_owner(sqlite3_stmt *s);
/* Binds a run and its result to the parameters of LG_REGISTRY_UPDATE; SQLite stores NaN as NULL. metric: the sweep's
 * metric. */
bool lg_registry_bind(sqlite3_stmt *s, size_t metric, size_t run, const lg_run_result *result, lg_error *err);

#endif
