/* table.h: text tables. Cells are added row by row, columns become as wide as their widest cell. */
#ifndef CLI_UI_TABLE_H
#define CLI_UI_TABLE_H

#include <stdio.h>

typedef struct cli_table cli_table;

/* One letter per column: 'l' left, 'r' right. Returns NULL when there is no memory, which all calls below accept; the
 * command then fails (cli_out_lose). */
cli_table *cli_table_new(const char *columns);
void cli_table_free(cli_table *t);
/* The next cell; the first row is the heading. */
void cli_table_cell(cli_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A number with so many digits behind the point, or "infinite"; "-" where there is none. */
void cli_table_number(cli_table *t, double value, int digits);
void cli_table_print(const cli_table *t, FILE *to);

#endif
