/* former_registry.h: turns the registry of a sweep into one of an earlier version, with the same runs. */
#ifndef FORMER_REGISTRY_H
#define FORMER_REGISTRY_H

#include <sqlite3.h>

static const char former_tables[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE runs (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, labels TEXT NOT NULL,"
    " cost REAL NOT NULL, state TEXT NOT NULL DEFAULT 'planned'"
    " CHECK (state IN ('planned', 'leased', 'done', 'failed', 'diverged')), reason TEXT NOT NULL DEFAULT '',"
    " owner TEXT NOT NULL DEFAULT '', host TEXT NOT NULL DEFAULT '', boot TEXT NOT NULL DEFAULT '',"
    " pid INTEGER NOT NULL DEFAULT 0, born INTEGER NOT NULL DEFAULT 0, parent INTEGER NOT NULL DEFAULT 0,"
    " parent_born INTEGER NOT NULL DEFAULT 0, expires REAL NOT NULL DEFAULT 0, deaths INTEGER NOT NULL DEFAULT 0,"
    " attempts INTEGER NOT NULL DEFAULT 0, step INTEGER NOT NULL DEFAULT 0, steps INTEGER NOT NULL DEFAULT 0,"
    " score REAL, loss REAL, accuracy REAL, seconds REAL, started TEXT NOT NULL DEFAULT '',"
    " finished TEXT NOT NULL DEFAULT '', curve TEXT NOT NULL DEFAULT '[]', progress TEXT NOT NULL DEFAULT '[]');"
    "CREATE INDEX next ON runs (deaths, cost DESC, position) WHERE state = 'planned';"
    "CREATE INDEX leases ON runs (position) WHERE state = 'leased';";

static const char former_rows[] =
    "INSERT INTO meta SELECT key, iif(key = 'schema', '1', value) FROM present_meta;"
    "INSERT INTO runs SELECT position, id, labels, cost, iif(state = 'running', 'leased', state), reason, owner, host,"
    " boot, pid, start_ticks, parent_pid, parent_start_ticks, expires, crash_count, attempts, step, steps, score, loss,"
    " accuracy, seconds, started, finished, curve, progress FROM present_runs;"
    "DROP TABLE present_meta; DROP TABLE present_runs; COMMIT;";

static void change_registry(const char *path, const char *const *parts, size_t count) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (size_t i = 0; i < count; i++)
        if (sqlite3_exec(db, parts[i], NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* That of version 0.1. */
static void make_former_registry(const char *path) {
    const char *const parts[] = {"BEGIN; DROP INDEX next; DROP INDEX leases;"
                                 "ALTER TABLE meta RENAME TO present_meta; ALTER TABLE runs RENAME TO present_runs;",
                                 former_tables, former_rows};
    change_registry(path, parts, sizeof parts / sizeof *parts);
}

/* Of schema 3: points of curves have three metrics. */
static void make_registry_of_3(const char *path) {
    static const char *const parts[] = {"UPDATE meta SET value = '3' WHERE key = 'schema';"
                                        "UPDATE runs SET curve = '[[41, 0.5, 1, 0.25]]' WHERE state = 'done'"};
    change_registry(path, parts, 1);
}

#endif
