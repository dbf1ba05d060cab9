/* print.h: what a command prints on stdout, in the form that --format asks for. Rows are declared by a schema
 * (output/schema.h): they are lines of JSON or CSV, or the rows of a table. A table that is made by hand, of what rows
 * add up to, is for people alone: it is none of the data. */
#ifndef CLI_UI_PRINT_H
#define CLI_UI_PRINT_H

#include "cli/cli.h"
#include "output/schema.h"

/* Before and after a command. Reads --json and --format: LG_OK, or LG_USAGE after a message. */
int cli_format_read(cli *c);
void cli_format_end(void); /* CSV without rows has its heading */
bool cli_is_table(void); /* is it a table for people: on a terminal, in Markdown or LaTeX? Else it is data */
bool cli_is_plain(void); /* is it for a terminal? Pictures of letters are in no other form */

typedef struct cli_rows {
    const lg_schema *schema;
    lg_sheet *sheet; /* begins with the first row; NULL: data, or a schema without a table */
} cli_rows;

cli_rows cli_rows_begin(const lg_schema *schema);
void cli_rows_put(cli_rows *r, const void *row); /* data are written at once */
void cli_rows_end(cli_rows *r, int status);      /* prints the table if that is LG_OK, and frees it */
/* A row of data alone: nothing where a table is asked for. CSV has rows of the first schema of the command, or of the
 * one that was chosen. */
void cli_row_put(const lg_schema *schema, const void *row);
void cli_csv_choose(const lg_schema *schema);

void cli_sheet_print(lg_sheet *s, FILE *to); /* and frees it */
/* What stands below a table, and above it, wrapped; not in data. */
void cli_legend(const char *text);
void cli_heading(const char *text);
void cli_line(void); /* an empty line between two tables */

/* A file that was written: with JSON an object with its path. */
void cli_file_put(const char *path);
extern const lg_schema cli_schema_file;

#endif
