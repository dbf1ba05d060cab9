/* database.h: a layer over SQLite: error texts name the file, statements are prepared once and kept. A
 * database belongs to one thread at a time. */
#ifndef LG_SWEEP_REGISTRY_DATABASE_H
#define LG_SWEEP_REGISTRY_DATABASE_H

#include <sqlite3.h>

#include "base/error.h"

/* Opens a file, and makes an empty database where there is none: a journal that readers do not wait for (WAL), half a
 * minute of patience with other writers, and no trust in what its schema says is to be run. LG_CORRUPT when it is no
 * database. NULL on failure. */
sqlite3 *lg_database_open(const char *path, lg_error *err);
bool lg_database_close(sqlite3 *db); /* NULL is allowed; true, so that it can end a sequence */

/* Statements without rows, "; " between them. */
bool lg_database_run(sqlite3 *db, const char *sql, lg_error *err);
/* One statement, with ?1, ?2, ... to be bound; for sqlite3_finalize. NULL on failure. */
sqlite3_stmt *lg_database_prepare(sqlite3 *db, const char *sql, lg_error *err);
/* The next row; false at the end, after which the statement may be used again, and on failure. */
bool lg_database_row(sqlite3_stmt *s, lg_error *err);
/* Runs a statement without rows; *changed, if not NULL: how many rows it has changed. */
bool lg_database_do(sqlite3_stmt *s, size_t *changed, lg_error *err);
/* The first value of a query as text; "": it has none. */
bool lg_database_text(sqlite3 *db, const char *sql, char *out, size_t size, lg_error *err);
/* Between these two nobody else writes. end: keeps all of it if all went well, else nothing; returns what became of
 * it. */
bool lg_database_begin(sqlite3 *db, lg_error *err);
bool lg_database_end(sqlite3 *db, bool good, lg_error *err);

#endif
