/* fuzz_registry.c: opens a damaged registry: arbitrary bytes as its file, or arbitrary values in its cells. The
 * registry must be refused with a message. If it is accepted, it must lease only runs of the plan, and its results must
 * stay the same when the registry is rebuilt from them.
 *
 * An input that begins with "SQLite" is the file. One that begins with "@" has lines of an offset and a byte in hex,
 * which are patched into a valid file. Any other input has lines of a column, a position and a value. */
#include <sqlite3.h>

#include "../test/sweeps.h"
#include "api/sweep.h"
#include "folder.h"
#include "sweep/registry/registry.h"
#include "sweep/registry/result_json.h"

enum { RUNS = 3 };

/* Two registries: one for cells, kept open with a second connection, and one for files. */
static made_sweep *sweep;
static lg_registry *cells;
static sqlite3 *db;
static char cell_folder[80], file_folder[80];
static char *valid; /* [valid_size]: the file of a valid registry */
static size_t valid_size;

static void run_sql(const char *sql) {
    want(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

static void begin(void) {
    lg_error err = {0};
    bool made;
    snprintf(cell_folder, sizeof cell_folder, "%s", path_of("cells"));
    snprintf(file_folder, sizeof file_folder, "%s", path_of("file"));
    want((sweep = sweep_make(RUNS)) && mkdir(cell_folder, 0700) == 0 && mkdir(file_folder, 0700) == 0);
    want((cells = lg_registry_open(cell_folder, &sweep->manifest, &made, &err)) && made);
    want(sqlite3_open(path_of("cells/registry.sqlite"), &db) == SQLITE_OK);
    run_sql("ATTACH ':memory:' AS saved; CREATE TABLE saved.runs AS SELECT * FROM main.runs");
    lg_registry_close(lg_registry_open(file_folder, &sweep->manifest, &made, &err)); /* moves the log into the file */
    want((valid = lg_file_read(path_of("file/registry.sqlite"), SIZE_MAX, &valid_size, &err)));
}

/* A line is "state\t1\tdone\n". Other lines, and values that SQLite refuses, change nothing. */
static void change_cell(const char *line) {
    char column[24], sql[96];
    int position, length = 0;
    sqlite3_stmt *s;
    if (sscanf(line, "%23[a-z_]\t%d\t%n", column, &position, &length) < 2 || length == 0) return;
    snprintf(sql, sizeof sql, "UPDATE OR IGNORE runs SET %s = ?1 WHERE position = ?2", column);
    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK) return;
    sqlite3_bind_text(s, 1, line + length, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 2, position);
    sqlite3_step(s);
    sqlite3_finalize(s);
}

static void change_cells(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1), *rest = text;
    want(text);
    if (size > 0) memcpy(text, bytes, size);
    text[size] = '\0';
    run_sql("DELETE FROM main.runs; INSERT INTO main.runs SELECT * FROM saved.runs");
    for (char *line; (line = strsep(&rest, "\n"));) change_cell(line);
    free(text);
}

static bool read_results(lg_registry *r, lg_results *all) {
    lg_error err = {0};
    const bool good = lg_registry_results(r, true, all, &err);
    want(good == (err.code == LG_OK) && good == (err.text[0] == '\0'));
    return good;
}

static void compare(lg_registry *r) {
    lg_results once, again;
    lg_error err = {0};
    size_t runs[RUNS], count;
    if (!read_results(r, &once)) return;
    if (lg_registry_rebuild(r, &once, &err)) {
        want(read_results(r, &again));
        for (size_t i = 0; i < RUNS; i++) {
            char *a = lg_json_text(lg_result_json(&sweep->manifest, i, &once.runs[i], false));
            char *b = lg_json_text(lg_result_json(&sweep->manifest, i, &again.runs[i], false));
            want(a && b && (once.runs[i].state == LG_RUN_RUNNING || !strcmp(a, b)));
            free(a);
            free(b);
        }
        lg_results_free(&again);
    }
    lg_results_free(&once);
    if (lg_registry_claim(r, RUNS, runs, &count, &err))
        for (size_t i = 0; i < count; i++) want(runs[i] < RUNS && (i == 0 || runs[i] != runs[i - 1]));
}

static void try_file(const uint8_t *bytes, size_t size) {
    lg_error err = {0};
    bool made;
    lg_registry_remove(file_folder, NULL);
    put_file("file/registry.sqlite", bytes, size);
    lg_registry *r = lg_registry_open(file_folder, &sweep->manifest, &made, &err);
    want(!r == (err.code != LG_OK) && !r == (err.text[0] != '\0'));
    if (r) compare(r);
    lg_registry_close(r);
}

/* A line is "@1a2\tff\n". */
static void try_patches(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1), *rest = text, *copy = malloc(valid_size);
    unsigned place, byte;
    want(text && copy);
    memcpy(text, bytes, size);
    text[size] = '\0';
    memcpy(copy, valid, valid_size);
    for (char *line; (line = strsep(&rest, "\n"));)
        if (sscanf(line, "@%x\t%x", &place, &byte) == 2) copy[place % valid_size] = (char)byte;
    try_file((const uint8_t *)copy, valid_size);
    free(copy);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (!sweep) begin();
    if (size > 0 && *bytes == '@') return try_patches(bytes, size), 0;
    if (size > 6 && !memcmp(bytes, "SQLite", 6)) return try_file(bytes, size), 0;
    change_cells(bytes, size);
    compare(cells);
    return 0;
}
