/* latex.h: how a table is cut into floats of LaTeX, each no larger than a page: into as many blocks of columns, and as
 * many spans of rows, as it takes. What a page of class article holds in its widest form, letters of 10 points on US
 * letter paper, is taken for the page; widths are estimated from the number of letters. */
#ifndef LG_REPORT_FORMAT_LATEX_H
#define LG_REPORT_FORMAT_LATEX_H

#include "report/format/table.h"

enum { LG_LATEX_BROAD = 28 }; /* letters of words in a list that get lines of their own beyond */

typedef struct lg_latex {
    bool small;            /* letters of scriptsize, not footnotesize */
    size_t across;         /* blocks of columns, all as wide as can be */
    double capacity;       /* lines of rows in a float */
    double caption, notes; /* less in the first and the last: so many */
} lg_latex;

/* A float: a block of columns and a span of rows. */
typedef struct lg_latex_part {
    size_t column, column_end, row, row_end;
} lg_latex_part;

/* The fewest floats; of those the fewest blocks, then the larger letters. */
lg_latex lg_latex_choose(const lg_table *t);
/* The float after this one; the first after zeros. False: there is none. */
bool lg_latex_next(const lg_table *t, const lg_latex *layout, lg_latex_part *p);
/* Has any cell of a row in this float such a text? */
bool lg_latex_has(const lg_table *t, const lg_latex_part *p, size_t row, lg_cell_text text);

/* Of lists: words longer than LG_LATEX_BROAD; and wider than the page even so. */
bool lg_latex_is_broad(const lg_table *t, size_t column);
bool lg_latex_is_wide(const lg_table *t);

#endif
