/* sheet.h: a table of text cells, for people: on a terminal, in Markdown or in LaTeX. Cells are added row by row; the
 * first row is the heading. On a terminal columns become as wide as their widest cell. */
#ifndef LG_OUTPUT_SHEET_H
#define LG_OUTPUT_SHEET_H

#include <stdbool.h>
#include <stdio.h>

typedef struct lg_sheet lg_sheet;

typedef enum lg_sheet_form {
    LG_SHEET_PLAIN,
    LG_SHEET_BOLD, /* the same, with a bold heading */
    LG_SHEET_MARKDOWN,
    LG_SHEET_LATEX /* a tabular with the rules of booktabs */
} lg_sheet_form;

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* One letter per column: 'l' left, 'r' right; 'L' and 'R' are left out where all cells but the heading are empty.
 * Returns NULL when there is no memory, which all calls below accept. */
lg_sheet *lg_sheet_new(const char *columns);
void lg_sheet_free(lg_sheet *s);
/* The next cell. */
void lg_sheet_cell(lg_sheet *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A number with so many digits behind the point, or "infinite"; "-" where there is none. */
void lg_sheet_number(lg_sheet *s, double value, int digits);
/* False: some cells are missing for want of memory. */
bool lg_sheet_write(const lg_sheet *s, lg_sheet_form form, FILE *to);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
