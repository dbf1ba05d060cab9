/* print.h: prints the output of a command in the format of --format. A schema (output/schema.h) declares rows, which
 * are printed as lines of JSON or CSV, or as a table. Summary tables that are built by hand are never part of JSON or
 * CSV. */
#ifndef CLI_UI_PRINT_H
#define CLI_UI_PRINT_H

#include "cli/cli.h"
#include "output/schema.h"

/* Call before and after a command. Reads --json and --format; returns LG_OK, or LG_USAGE after printing a message. */
int cli_format_read(cli *c);
void cli_format_end(void); /* writes the CSV header if there were no rows */
bool cli_is_table(void);   /* is the format plain text, Markdown or LaTeX, rather than rows of data? */
bool cli_is_plain(void);   /* is the format plain text? Only then are character graphics printed */

typedef struct cli_rows {
    const lg_schema *schema;
    lg_sheet *sheet; /* created with the first row; NULL in data formats, and for schemas without a table */
} cli_rows;

cli_rows cli_rows_begin(const lg_schema *schema);
void cli_rows_put(cli_rows *r, const void *row); /* rows of data are printed at once */
void cli_rows_end(cli_rows *r, int status);      /* prints the table if status is LG_OK, and frees it */
/* Prints a row in data formats; prints nothing in table formats. CSV contains only rows of one schema: the command's
 * first one, or the one chosen with cli_csv_choose. */
void cli_row_put(const lg_schema *schema, const void *row);
void cli_csv_choose(const lg_schema *schema);

void cli_sheet_print(lg_sheet *s, FILE *to); /* also frees it */
/* These print wrapped text below (legend) or above (heading) a table. In data formats they print nothing. */
void cli_legend(const char *text);
void cli_heading(const char *text);
void cli_line(void); /* an empty line between two tables */

/* Reports a written file: in JSON, an object with its path. */
void cli_file_put(const char *path);
extern const lg_schema cli_schema_file;

#endif
