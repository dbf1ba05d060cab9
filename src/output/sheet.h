/* sheet.h: a table of text cells for people, on a terminal, in Markdown or in LaTeX. Cells are added row by row; the
 * first row is the heading. On a terminal each column is as wide as its widest cell. */
#ifndef LG_OUTPUT_SHEET_H
#define LG_OUTPUT_SHEET_H

#include <stdbool.h>
#include <stdio.h>

typedef struct lg_sheet lg_sheet;

typedef enum lg_sheet_form {
    LG_SHEET_PLAIN,
    LG_SHEET_BOLD, /* like LG_SHEET_PLAIN, with a bold heading */
    LG_SHEET_MARKDOWN,
    LG_SHEET_LATEX /* a tabular with the rules of booktabs */
} lg_sheet_form;

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* One letter per column: 'l' left, 'r' right; 'L' and 'R' omit the column if all cells below the heading are empty.
 * Returns NULL when out of memory; the functions below accept NULL. */
lg_sheet *lg_sheet_new(const char *columns);
void lg_sheet_free(lg_sheet *s);
/* Adds the next cell. */
void lg_sheet_cell(lg_sheet *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a number with `digits` decimals; "infinite" for infinity, "-" for NaN. */
void lg_sheet_number(lg_sheet *s, double value, int digits);
/* False: cells are missing because memory ran out. */
bool lg_sheet_write(const lg_sheet *s, lg_sheet_form form, FILE *to);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
