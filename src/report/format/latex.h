/* latex.h: splits a table into LaTeX floats, each no larger than a page, as blocks of columns and spans of rows. The
 * page is that of class article with the widest text: 10 pt letters on US letter paper. Widths are estimated from the
 * number of letters. */
#ifndef LG_REPORT_FORMAT_LATEX_H
#define LG_REPORT_FORMAT_LATEX_H

#include "report/format/table.h"

enum { LG_LATEX_BROAD = 28 }; /* in a list, texts of more than this many letters wrap */

typedef struct lg_latex {
    bool small;            /* scriptsize instead of footnotesize */
    size_t across;         /* number of blocks of columns */
    double capacity;       /* lines available for rows in a float */
    double caption, notes; /* lines that the caption takes from the first float, and the notes from the last */
} lg_latex;

/* A float: a block of columns and a span of rows. */
typedef struct lg_latex_part {
    size_t column, column_end, row, row_end;
} lg_latex_part;

/* Chooses the fewest floats; among these the fewest blocks, then the larger letters. */
lg_latex lg_latex_choose(const lg_table *t);
/* Advances to the next float, or to the first if *p is zeros. False after the last. */
bool lg_latex_next(const lg_table *t, const lg_latex *layout, lg_latex_part *p);
/* Does `text` write anything for a cell of the row in this float? */
bool lg_latex_has(const lg_table *t, const lg_latex_part *p, size_t row, lg_cell_text text);

/* For lists: does a column's text exceed LG_LATEX_BROAD letters, and is the list wider than the page even with wrapped
 * text? */
bool lg_latex_is_broad(const lg_table *t, size_t column);
bool lg_latex_is_wide(const lg_table *t);

#endif
