/* registry_create.c: the tables of a registry. Their comments are kept in the file: `sqlite3 SWEEP/registry.sqlite
 * .schema` shows them. Times of leases are seconds since 1970, those of results are text in UTC; a number that there is
 * not is NULL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/registry/registry_file.h"
#include "sweep/registry/result_json.h"

#define VERSION "1"

static const char schema[] =
    "CREATE TABLE meta ( -- schema: the version of these tables; manifest: the checksum of manifest.jsonl\n"
    "  key TEXT PRIMARY KEY,\n"
    "  value TEXT NOT NULL\n"
    ");\n"
    "CREATE TABLE runs (\n"
    "  position INTEGER PRIMARY KEY,      -- in the plan, from 0\n"
    "  id TEXT NOT NULL UNIQUE,           -- its directory is runs/ID\n"
    "  labels TEXT NOT NULL,              -- JSON: the label on each axis, by name\n"
    "  cost REAL NOT NULL,                -- estimated seconds of one thread\n"
    "  state TEXT NOT NULL DEFAULT 'planned'\n"
    "    CHECK (state IN ('planned', 'leased', 'done', 'failed', 'diverged')),\n"
    "  reason TEXT NOT NULL DEFAULT '',   -- of a failure or divergence, in words\n"
    "  owner TEXT NOT NULL DEFAULT '',    -- who has it leased or had it last, in words; then in numbers\n"
    "  host TEXT NOT NULL DEFAULT '',\n"
    "  boot TEXT NOT NULL DEFAULT '',\n"
    "  pid INTEGER NOT NULL DEFAULT 0,\n"
    "  born INTEGER NOT NULL DEFAULT 0,   -- clock ticks after the boot at which it was started\n"
    "  parent INTEGER NOT NULL DEFAULT 0, -- the process that started it\n"
    "  parent_born INTEGER NOT NULL DEFAULT 0,\n"
    "  expires REAL NOT NULL DEFAULT 0,   -- leased: until then; planned: not to be leased before\n"
    "  deaths INTEGER NOT NULL DEFAULT 0, -- workers that died over it\n"
    "  attempts INTEGER NOT NULL DEFAULT 0, -- how often it was leased\n"
    "  step INTEGER NOT NULL DEFAULT 0,   -- done\n"
    "  steps INTEGER NOT NULL DEFAULT 0,  -- wanted; 0: not begun\n"
    "  score REAL,\n"
    "  loss REAL,                         -- of the last training batch, as is accuracy\n"
    "  accuracy REAL,\n"
    "  seconds REAL,                      -- of training\n"
    "  started TEXT NOT NULL DEFAULT '',\n"
    "  finished TEXT NOT NULL DEFAULT '',\n"
    "  curve TEXT NOT NULL DEFAULT '[]',  -- JSON: [[length, accuracy], ...] of the test after training\n"
    "  progress TEXT NOT NULL DEFAULT '[]' -- JSON: [[step, score, seconds], ...] of tests in mid-training\n"
    ");\n"
    "CREATE INDEX next ON runs (deaths, cost DESC, position) WHERE state = 'planned';\n"
    "CREATE INDEX leases ON runs (position) WHERE state = 'leased';\n";

/* ---- making ---- */

static bool insert_runs(lg_registry *r, lg_error *err) {
    const lg_manifest *m = r->manifest;
    sqlite3_stmt *s =
        lg_database_prepare(r->db, "INSERT INTO runs (position, id, labels, cost) VALUES (?1, ?2, ?3, ?4)", err);
    bool good = s;
    for (size_t i = 0; good && i < m->run_count; i++) {
        char *labels = lg_json_text(lg_labels_json(m, i));
        good = labels || lg_fail(err, LG_FAILED, "no memory for the registry of a sweep");
        sqlite3_bind_int64(s, 1, (sqlite3_int64)i);
        sqlite3_bind_text(s, 2, m->runs[i].id, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 3, labels, -1, free);
        sqlite3_bind_double(s, 4, m->runs[i].cost);
        good = good && lg_database_do(s, NULL, err);
    }
    sqlite3_finalize(s);
    return good;
}

static bool make_all(lg_registry *r, lg_error *err) {
    char *sql =
        sqlite3_mprintf("INSERT INTO meta VALUES ('schema', %Q), ('manifest', %Q)", VERSION, r->manifest->checksum);
    const bool good = (sql || lg_fail(err, LG_FAILED, "no memory for the registry of a sweep")) &&
                      lg_database_run(r->db, schema, err) && lg_database_run(r->db, sql, err) && insert_runs(r, err);
    sqlite3_free(sql);
    return good;
}

/* Reads one value; "" if there is none. */
static bool look_up(lg_registry *r, const char *sql, char *out, size_t size, lg_error *err) {
    lg_error words = {0};
    sqlite3_stmt *s = lg_database_prepare(r->db, sql, &words);
    *out = '\0';
    if (s && lg_database_row(s, &words)) snprintf(out, size, "%s", (const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    return words.code == LG_OK || lg_fail(err, words.code, "%s", words.text);
}

static bool is_empty(lg_registry *r, bool *empty, lg_error *err) {
    char tables[16];
    const bool good = look_up(r, "SELECT count(*) FROM sqlite_master", tables, sizeof tables, err);
    *empty = !strcmp(tables, "0");
    return good;
}

/* The first process makes it, in one piece: another one finds nothing or all of it. */
static bool make_if_empty(lg_registry *r, bool *made, lg_error *err) {
    if (!is_empty(r, made, err)) return false;
    if (!*made) return true;
    return lg_database_begin(r->db, err) &&
           lg_database_end(r->db, is_empty(r, made, err) && (!*made || make_all(r, err)), err);
}

/* ---- looking ---- */

static bool belongs(lg_registry *r, lg_error *err) {
    char tables[16], version[16], checksum[64], runs[16];
    const char *path = sqlite3_db_filename(r->db, NULL);
    if (!look_up(r, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('meta', 'runs')", tables,
                 sizeof tables, err))
        return false;
    if (strcmp(tables, "2")) return lg_fail(err, LG_CORRUPT, "%s is no registry of a sweep", path);
    if (!look_up(r, "SELECT value FROM meta WHERE key = 'schema'", version, sizeof version, err) ||
        !look_up(r, "SELECT value FROM meta WHERE key = 'manifest'", checksum, sizeof checksum, err) ||
        !look_up(r, "SELECT count(*) FROM runs", runs, sizeof runs, err))
        return false;
    if (strcmp(version, VERSION))
        return lg_fail(err, LG_CORRUPT, "%s was written by another version of the program (schema %s instead of %s)",
                       path, version, VERSION);
    if (strcmp(checksum, r->manifest->checksum) || (size_t)atoll(runs) != r->manifest->run_count)
        return lg_fail(err, LG_CORRUPT, "%s belongs to another plan than manifest.jsonl beside it", path);
    return true;
}

bool lg_registry_create(lg_registry *r, bool *made, lg_error *err) {
    return make_if_empty(r, made, err) && belongs(r, err);
}
