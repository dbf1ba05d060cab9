/* database.h: a thin layer over SQLite. Error messages name the file. A database belongs to one thread at a time. */
#ifndef LG_SWEEP_REGISTRY_DATABASE_H
#define LG_SWEEP_REGISTRY_DATABASE_H

#include <sqlite3.h>

#include "base/error.h"

/* Opens a database, or creates an empty one. The database uses write-ahead logging (WAL), so that readers do not wait;
 * writers wait up to 30 s for each other. Triggers, views and functions of the schema are ignored. LG_CORRUPT if the
 * file is not a database. NULL on failure. */
sqlite3 *lg_database_open(const char *path, lg_error *err);
bool lg_database_close(sqlite3 *db); /* db may be NULL; returns true, so that it can end a chain of && */

/* Runs statements that return no rows, separated by "; ". */
bool lg_database_run(sqlite3 *db, const char *sql, lg_error *err);
/* Prepares a statement with parameters ?1, ?2, ...; free it with sqlite3_finalize. NULL on failure. */
sqlite3_stmt *lg_database_prepare(sqlite3 *db, const char *sql, lg_error *err);
/* Fetches the next row; false on failure and at the end, after which the statement can be used again. */
bool lg_database_row(sqlite3_stmt *s, lg_error *err);
/* Runs a statement that returns no rows. *changed: the number of changed rows; `changed` may be NULL. */
bool lg_database_do(sqlite3_stmt *s, size_t *changed, lg_error *err);
/* The first value of a query as text; "" if there is none. */
bool lg_database_text(sqlite3 *db, const char *sql, char *out, size_t size, lg_error *err);
/* Begin and end a transaction, during which nobody else can write. lg_database_end commits if `good` and otherwise
 * rolls back; true if it committed. */
bool lg_database_begin(sqlite3 *db, lg_error *err);
bool lg_database_end(sqlite3 *db, bool good, lg_error *err);

#endif
