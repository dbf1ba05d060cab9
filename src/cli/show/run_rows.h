/* run_rows.h: run directories as rows: state, score and option values of each run. */
#ifndef CLI_SHOW_RUN_ROWS_H
#define CLI_SHOW_RUN_ROWS_H

#include "cli/cli.h"

typedef struct cli_run_row {
    char *dir;
    lg_run_summary summary;
    char **values; /* [count]: option values in the order of cli_run_rows.keys; NULL: the run lacks the option */
    char **names;  /* [count]: the alias through which a choice was made, such as "yarn"; otherwise NULL */
    size_t count;
    char *problem; /* why the run could not be read completely; NULL: no problem */
} cli_run_row;

typedef struct cli_run_rows {
    cli *c;
    cli_run_row *row;
    size_t count, capacity;
    char **keys; /* names of all options of any row, in the order of configs */
    size_t key_count, key_capacity;
    int status; /* LG_OK, or the status of the last machine failure, after a message */
} cli_run_rows;

/* Adds the runs in a directory and its subdirectories. Returns LG_OK, or a status after a message. A damaged run is not
 * a failure; see `problem` of its row. */
int cli_run_rows_add(cli_run_rows *rows, const char *dir);
void cli_run_rows_drop(cli_run_rows *rows, size_t i); /* removes row i */
void cli_run_rows_free(cli_run_rows *rows);

extern const char *const cli_run_fields[]; /* "run", "state", "score", ...; ends with NULL */
enum { CLI_RUN_FIELD = 640 };
/* A field of a row as text: one of cli_run_fields, or an option by its dotted name; "" if the row does not have it. The
 * text is in `out` or in the row. */
const char *cli_run_field(const cli_run_rows *rows, const cli_run_row *r, const char *key, char out[CLI_RUN_FIELD]);
bool cli_run_is_field(const char *key); /* is it one of cli_run_fields? */

/* Like cli_run_field, but returns the alias ("yarn") if the choice was made through an alias. */
const char *cli_run_name(const cli_run_rows *rows, const cli_run_row *r, const char *key, char out[CLI_RUN_FIELD]);

/* Whether two rows have different values of an option or choice. Rows without the option are ignored: they already
 * differ in the choice that adds it. */
bool cli_run_differs(const cli_run_rows *rows, const char *key);
/* Compares two texts and returns -1, 0 or 1. Numbers are compared by value, also inside texts; other text letter by
 * letter. */
int cli_run_compare(const char *a, const char *b);

#endif
