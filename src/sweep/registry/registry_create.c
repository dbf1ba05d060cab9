/* registry_create.c: the tables of a registry. Comments in the schema are kept in the file; `sqlite3
 * SWEEP/registry.sqlite .schema` shows them. Times of leases are seconds since 1970; times of results are text in UTC;
 * a missing number is NULL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"
#include "metric/metric.h"
#include "sweep/registry/registry_file.h"
#include "sweep/registry/result_json.h"

/* The version of the tables, a dot, and a checksum of the metrics' names. Numbers are stored in the order of
 * lg_metrics, so each list of metrics has its own version. If only the metrics differ, the results are read from the
 * run directories again. */
#define VERSION "8."
enum { VERSION_SIZE = 16, NAMES_SIZE = 1024 };

/* The names of the metrics, each followed by a comma. */
static void write_metrics(char names[NAMES_SIZE]) {
    *names = '\0';
    for (size_t i = 0, at = 0; i < LG_METRICS && at < NAMES_SIZE; i++)
        at += (size_t)snprintf(names + at, NAMES_SIZE - at, "%s,", lg_metrics[i]->name);
}

static void write_version(char version[VERSION_SIZE]) {
    char names[NAMES_SIZE];
    write_metrics(names);
    snprintf(version, VERSION_SIZE, VERSION "%08x", (unsigned)lg_crc32c(names, strlen(names)));
}

static const char schema[] =
    "CREATE TABLE meta ( -- schema: the version of these tables; manifest: the checksum of manifest.jsonl; metrics:\n"
    "                    -- names, in the order of METRICS below\n"
    "  key TEXT PRIMARY KEY,\n"
    "  value TEXT NOT NULL\n"
    ");\n"
    "CREATE TABLE runs (\n"
    "  position INTEGER PRIMARY KEY,      -- in the plan, from 0\n"
    "  id TEXT NOT NULL UNIQUE,           -- its directory is runs/ID\n"
    "  labels TEXT NOT NULL,              -- JSON: the label on each axis, by name\n"
    "  cost REAL NOT NULL,                -- estimated seconds of one thread\n"
    "  state TEXT NOT NULL DEFAULT 'planned'\n"
    "    CHECK (state IN ('planned', 'running', 'done', 'failed', 'diverged', 'paused', 'stopped')),\n"
    "  reason TEXT NOT NULL DEFAULT '',   -- of a failure or divergence, in words\n"
    "  owner TEXT NOT NULL DEFAULT '',    -- the worker that has it leased or had it last, as text; then in numbers\n"
    "  host TEXT NOT NULL DEFAULT '',\n"
    "  boot TEXT NOT NULL DEFAULT '',\n"
    "  pid INTEGER NOT NULL DEFAULT 0,\n"
    "  start_ticks INTEGER NOT NULL DEFAULT 0, -- when it was started, in clock ticks after the boot\n"
    "  parent_pid INTEGER NOT NULL DEFAULT 0, -- the process that started it\n"
    "  parent_start_ticks INTEGER NOT NULL DEFAULT 0,\n"
    "  expires REAL NOT NULL DEFAULT 0,   -- running: when its lease does; planned: not to be leased before\n"
    "  crash_count INTEGER NOT NULL DEFAULT 0, -- workers that crashed while they trained it\n"
    "  attempts INTEGER NOT NULL DEFAULT 0, -- how often it was leased\n"
    "  step INTEGER NOT NULL DEFAULT 0,   -- done\n"
    "  steps INTEGER NOT NULL DEFAULT 0,  -- in all; 0: not begun\n"
    "  score REAL,                        -- in the metric of the sweep\n"
    "  scores TEXT NOT NULL DEFAULT '{}', -- JSON: that in every metric, by its name\n"
    "  loss REAL,                         -- of the last training batch, as is accuracy\n"
    "  accuracy REAL,\n"
    "  seconds REAL,                      -- of training\n"
    "  started TEXT NOT NULL DEFAULT '',\n"
    "  finished TEXT NOT NULL DEFAULT '',\n"
    "  curve TEXT NOT NULL DEFAULT '[]',  -- JSON: [[length, METRICS], ...] after training: a number for each metric\n"
    "  progress TEXT NOT NULL DEFAULT '[]', -- JSON: [[step, METRICS, seconds, split], ...] of validations\n"
    "  load TEXT NOT NULL DEFAULT '{}'    -- JSON: dropped and load of experts in the last training step, {}: none\n"
    ");\n"
    "CREATE INDEX next ON runs (crash_count, cost DESC, position) WHERE state = 'planned';\n"
    "CREATE INDEX leases ON runs (position) WHERE state = 'running';\n";

/* ---- creating ---- */

static bool insert_runs(lg_registry *r, lg_error *err) {
    const lg_manifest *m = r->manifest;
    sqlite3_stmt *s =
        lg_database_prepare(r->db, "INSERT INTO runs (position, id, labels, cost) VALUES (?1, ?2, ?3, ?4)", err);
    bool good = s;
    for (size_t i = 0; good && i < m->run_count; i++) {
        char *labels = lg_json_text(lg_labels_json(m, i));
        good = labels || lg_fail(err, LG_FAILED, "out of memory: the registry of a sweep");
        sqlite3_bind_int64(s, 1, (sqlite3_int64)i);
        sqlite3_bind_text(s, 2, m->runs[i].id, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 3, labels, -1, free);
        sqlite3_bind_double(s, 4, m->runs[i].cost);
        good = good && lg_database_do(s, NULL, err);
    }
    sqlite3_finalize(s);
    return good;
}

static bool create_tables(lg_registry *r, lg_error *err) {
    char version[VERSION_SIZE], metrics[NAMES_SIZE];
    write_version(version), write_metrics(metrics);
    char *sql = sqlite3_mprintf("INSERT INTO meta VALUES ('schema', %Q), ('manifest', %Q), ('metrics', %Q)", version,
                                r->manifest->checksum, metrics);
    const bool good = (sql || lg_fail(err, LG_FAILED, "out of memory: the registry of a sweep")) &&
                      lg_database_run(r->db, schema, err) && lg_database_run(r->db, sql, err) && insert_runs(r, err);
    sqlite3_free(sql);
    return good;
}

static bool is_empty(lg_registry *r, bool *empty, lg_error *err) {
    char tables[16];
    const bool good = lg_database_text(r->db, "SELECT count(*) FROM sqlite_master", tables, sizeof tables, err);
    *empty = !strcmp(tables, "0");
    return good;
}

/* Creates the tables if there are none, in one transaction, so that another process sees all of the tables or none. */
static bool create_if_empty(lg_registry *r, bool *made, lg_error *err) {
    if (!is_empty(r, made, err)) return false;
    if (!*made) return true;
    return lg_database_begin(r->db, err) &&
           lg_database_end(r->db, is_empty(r, made, err) && (!*made || create_tables(r, err)), err);
}

/* ---- checking ---- */

static bool read_version(lg_registry *r, char version[VERSION_SIZE], lg_error *err) {
    return lg_database_text(r->db, "SELECT value FROM meta WHERE key = 'schema'", version, VERSION_SIZE, err);
}

/* True if the tables are of this version but have other metrics. */
static bool has_other_metrics(const char *version) {
    char present[VERSION_SIZE];
    write_version(present);
    return !strncmp(version, VERSION, strlen(VERSION)) && strcmp(version, present);
}

/* Checks that the schema is exactly that of this version, because with another schema, writing a row may have other
 * effects. Ignores SQLite's internal tables. */
static bool check_tables(lg_registry *r, lg_error *err) {
    char same[16];
    char *sql = sqlite3_mprintf("SELECT group_concat(sql || ';' || char(10), '') IS %Q FROM"
                                " (SELECT sql FROM sqlite_master WHERE name NOT GLOB 'sqlite_*' ORDER BY rowid)",
                                schema);
    const bool read = sql ? lg_database_text(r->db, sql, same, sizeof same, err)
                          : lg_fail(err, LG_FAILED, "out of memory: the registry of a sweep");
    sqlite3_free(sql);
    return read &&
           (!strcmp(same, "1") || lg_registry_fail_damaged(r, err, "its tables differ from those of this version"));
}

/* Checks that the registry belongs to this plan. *others: the registry has other metrics. */
static bool check_plan(lg_registry *r, bool *others, lg_error *err) {
    char tables[16], version[VERSION_SIZE], present[VERSION_SIZE], checksum[64], runs[16];
    const char *path = sqlite3_db_filename(r->db, NULL);
    if (!lg_database_text(r->db, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('meta', 'runs')",
                          tables, sizeof tables, err))
        return false;
    if (strcmp(tables, "2")) return lg_fail(err, LG_CORRUPT, "%s is not the registry of a sweep", path);
    if (!read_version(r, version, err) ||
        !lg_database_text(r->db, "SELECT value FROM meta WHERE key = 'manifest'", checksum, sizeof checksum, err) ||
        !lg_database_text(r->db, "SELECT count(*) FROM runs", runs, sizeof runs, err))
        return false;
    write_version(present);
    *others = has_other_metrics(version);
    if (!*others && strcmp(version, present))
        return lg_fail(err, LG_USAGE,
                       "%s was written by another version (schema %s instead of %s): plan the sweep again from its "
                       "sweep.yaml in another directory",
                       path, version, present);
    if (!*others && !check_tables(r, err)) return false;
    if (strcmp(checksum, r->manifest->checksum) || (size_t)atoll(runs) != r->manifest->run_count)
        return lg_fail(err, LG_CORRUPT, "%s belongs to a different plan than manifest.jsonl", path);
    return true;
}

/* ---- other metrics ---- */

/* Counts the runs in the old tables that living workers have leased, as far as this process can tell. */
static bool count_leases(lg_registry *r, size_t *count, lg_error *err) {
    lg_error words = {0};
    const double now = lg_wall_seconds();
    sqlite3_stmt *s = lg_database_prepare(
        r->db,
        "SELECT position, expires, host, boot, pid, start_ticks, parent_pid, parent_start_ticks FROM runs WHERE state ="
        " 'running'",
        &words);
    *count = 0;
    while (s && lg_database_row(s, &words)) {
        const lg_owner o = lg_registry_lease_owner(s);
        *count += sqlite3_column_double(s, 1) > now && !lg_owner_is_dead(&o, &r->self);
    }
    sqlite3_finalize(s);
    return words.code == LG_OK || lg_fail_like(err, &words, "%s", words.text);
}

/* Replaces the tables by new ones with all runs planned. The caller then fills them from run directories and shards,
 * like any new registry. Fails if living workers have leased runs in the old tables, because these workers could not
 * use the new tables. Runs inside a transaction and checks the version again, because another process may have been
 * faster. */
static bool replace_tables(lg_registry *r, bool *made, lg_error *err) {
    char version[VERSION_SIZE];
    size_t leases;
    if (!read_version(r, version, err)) return false;
    if (!has_other_metrics(version)) return true;
    if (!count_leases(r, &leases, err)) return false;
    if (leases > 0)
        return lg_fail(err, LG_FAILED,
                       "%s is from a version with other metrics, whose workers are still training %zu of its runs; "
                       "wait for them or stop them before this version continues the sweep",
                       sqlite3_db_filename(r->db, NULL), leases);
    *made = true;
    return lg_database_run(r->db, "DROP TABLE meta; DROP TABLE runs", err) && create_tables(r, err);
}

bool lg_registry_create(lg_registry *r, bool *made, lg_error *err) {
    bool others = false;
    if (!create_if_empty(r, made, err) || !check_plan(r, &others, err)) return false;
    return !others || (lg_database_begin(r->db, err) && lg_database_end(r->db, replace_tables(r, made, err), err));
}
