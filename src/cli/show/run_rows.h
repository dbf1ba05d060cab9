/* run_rows.h: run directories as rows: what each is, what it scored, and the values of its options. */
#ifndef CLI_SHOW_RUN_ROWS_H
#define CLI_SHOW_RUN_ROWS_H

#include "cli/cli.h"

typedef struct cli_run_row {
    char *dir;
    lg_run_summary summary;
    char **values; /* [keys of the rows when it was added]: of options; NULL: this run has none of that name */
    char **names;  /* likewise, of choices that have a name with their options: "yarn"; NULL: none */
    size_t count;
    char *problem; /* why it could not be read, or not whole; NULL: it could */
} cli_run_row;

typedef struct cli_run_rows {
    cli *c;
    cli_run_row *row;
    size_t count, capacity;
    char **keys; /* of all options of any row, in the order of configs */
    size_t key_count, key_capacity;
    int status; /* LG_OK, or that of the machine's last failure to read a run, after a message */
} cli_run_rows;

/* Adds the runs of a directory and below. LG_OK, or a status after a message; a run that is damaged is no failure of
 * the others (problem of its row). */
int cli_run_rows_add(cli_run_rows *rows, const char *dir);
void cli_run_rows_drop(cli_run_rows *rows, size_t i); /* leaves row i out */
void cli_run_rows_free(cli_run_rows *rows);

extern const char *const cli_run_fields[]; /* "run", "state", "score", ...; ends with NULL */
enum { CLI_RUN_FIELD = 640 };
/* A field of a row as text: one of cli_run_fields, or an option by its dotted name. "" where the row has none. The text
 * is in `out`, or in the row. */
const char *cli_run_field(const cli_run_rows *rows, const cli_run_row *r, const char *key, char out[CLI_RUN_FIELD]);
bool cli_run_is_field(const char *key); /* is it one of these, and no option? */

/* The same, but a choice with its options by the name that people know: "yarn". */
const char *cli_run_name(const cli_run_rows *rows, const cli_run_row *r, const char *key, char out[CLI_RUN_FIELD]);

/* Is the value of this option, or the name of this choice, not the same in all rows that have it? Those that lack it
 * made another choice, which differs itself. */
bool cli_run_differs(const cli_run_rows *rows, const char *key);
/* -1, 0, 1: numbers by their value, other texts letter by letter, numbers within them by value. */
int cli_run_compare(const char *a, const char *b);

#endif
