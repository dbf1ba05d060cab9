/* quote.h: text from outside within a gnuplot script, such that none of it is run. NULL is the same as "". */
#ifndef LG_REPORT_PLOT_QUOTE_H
#define LG_REPORT_PLOT_QUOTE_H

#include <stdio.h>

/* Within a line: apostrophes as given, blanks for control characters. */
void lg_quote_line(FILE *to, const char *text, const char *apostrophe);
void lg_quote_text(FILE *to, const char *text); /* a string of the script */
void lg_quote_file(FILE *to, const char *name); /* the same; the name of a file in the script's folder */

#endif
