/* database.c: opens SQLite databases and runs statements; see database.h. Commits do not wait for the disk (synchronous
 * = NORMAL): after a power failure the database is consistent but may lack the last commits, which is acceptable for an
 * index. */
#include "sweep/registry/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/file.h"

#define PATIENCE 30000 /* milliseconds to wait for other writers */

/* True if the error is a temporary shortage of the machine. */
static bool is_shortage(int code) {
    static const int codes[] = {SQLITE_NOMEM, SQLITE_FULL,     SQLITE_IOERR,    SQLITE_BUSY,
                                SQLITE_LOCKED, SQLITE_CANTOPEN, SQLITE_PROTOCOL, SQLITE_READONLY};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (code == codes[i]) return true;
    return false;
}

static bool fail_sqlite(sqlite3 *db, lg_error *err) {
    const int code = sqlite3_errcode(db) & 0xff;
    const char *path = sqlite3_db_filename(db, NULL);
    const lg_error kind = {.code = code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? LG_CORRUPT : LG_FAILED,
                           .lasting = !is_shortage(code)};
    return lg_fail_like(err, &kind, "%s: %s", !path ? "database" : path, sqlite3_errmsg(db));
}

bool lg_database_run(sqlite3 *db, const char *sql, lg_error *err) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || fail_sqlite(db, err);
}

/* Switches to write-ahead logging. If several processes open an empty file at once, only one can change the journal
 * mode, and SQLite fails in the other processes instead of waiting, so this function retries. */
static bool use_log(sqlite3 *db, lg_error *err) {
    const struct timespec moment = {.tv_nsec = 20000000};
    for (int tries = 0; tries < PATIENCE / 20; tries++, nanosleep(&moment, NULL)) {
        if (sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) == SQLITE_OK) return true;
        if ((sqlite3_errcode(db) & 0xff) != SQLITE_BUSY) break;
    }
    return fail_sqlite(db, err);
}

/* Disables triggers, views and functions in the schema, and makes SQLite check each cell before use: the file may come
 * from anywhere. */
static bool distrust(sqlite3 *db, lg_error *err) {
    static const struct {
        int option, on;
    } settings[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                    {SQLITE_DBCONFIG_ENABLE_VIEW, 0}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (sqlite3_db_config(db, settings[i].option, settings[i].on, NULL) != SQLITE_OK) return fail_sqlite(db, err);
    return lg_database_run(db, "PRAGMA cell_size_check = ON", err);
}

sqlite3 *lg_database_open(const char *path, lg_error *err) {
    sqlite3 *db = NULL;
    lg_file_kind kind;
    if (!lg_file_get_kind(path, &kind, err)) return NULL;
    if (kind == LG_SPECIAL) return lg_fail_permanent(err, "cannot open %s: it is not a regular file", path), NULL;
    if (lg_file_is_link(path))
        return lg_fail_permanent(err, "cannot open %s: it is a symbolic link, which is not followed", path), NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
        lg_fail(err, LG_FAILED, "%s: %s", path, !db ? "out of memory" : sqlite3_errmsg(db));
    } else if (sqlite3_busy_timeout(db, PATIENCE) == SQLITE_OK && distrust(db, err) && use_log(db, err) &&
               lg_database_run(db, "PRAGMA synchronous = NORMAL", err)) {
        return db;
    }
    lg_database_close(db);
    return NULL;
}

bool lg_database_close(sqlite3 *db) {
    sqlite3_close_v2(db);
    return true;
}

sqlite3_stmt *lg_database_prepare(sqlite3 *db, const char *sql, lg_error *err) {
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL) == SQLITE_OK) return s;
    /* The program's own statements are correct, so SQLITE_ERROR means that a table or column is missing. */
    if ((sqlite3_errcode(db) & 0xff) == SQLITE_ERROR)
        lg_fail(err, LG_CORRUPT, "%s: %s", sqlite3_db_filename(db, NULL), sqlite3_errmsg(db));
    else
        fail_sqlite(db, err);
    return NULL;
}

bool lg_database_row(sqlite3_stmt *s, lg_error *err) {
    const int code = sqlite3_step(s);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) fail_sqlite(sqlite3_db_handle(s), err);
    sqlite3_reset(s);
    return false;
}

bool lg_database_do(sqlite3_stmt *s, size_t *changed, lg_error *err) {
    sqlite3 *db = sqlite3_db_handle(s);
    const bool good = sqlite3_step(s) == SQLITE_DONE || fail_sqlite(db, err);
    if (good && changed) *changed = (size_t)sqlite3_changes64(db);
    sqlite3_reset(s);
    return good;
}

bool lg_database_text(sqlite3 *db, const char *sql, char *out, size_t size, lg_error *err) {
    lg_error words = {0};
    sqlite3_stmt *s = lg_database_prepare(db, sql, &words);
    *out = '\0';
    const bool found = s && lg_database_row(s, &words);
    const char *text = found ? (const char *)sqlite3_column_text(s, 0) : "";
    if (!text) lg_fail(&words, LG_FAILED, "out of memory: %s", sqlite3_db_filename(db, NULL));
    if (text) snprintf(out, size, "%s", text);
    sqlite3_finalize(s);
    return words.code == LG_OK || lg_fail_like(err, &words, "%s", words.text);
}

bool lg_database_begin(sqlite3 *db, lg_error *err) {
    return lg_database_run(db, "BEGIN IMMEDIATE", err);
}

bool lg_database_end(sqlite3 *db, bool good, lg_error *err) {
    if (good && lg_database_run(db, "COMMIT", err)) return true;
    if (!sqlite3_get_autocommit(db)) lg_database_run(db, "ROLLBACK", NULL);
    return false;
}
