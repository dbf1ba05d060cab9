/* quote.h: quotes external text for another language so that none of it is interpreted there. All quoting rules are in
 * this module. Hidden characters (lg_text_blank) become blanks, except in shell words and file names, which must stay
 * exact. NULL is treated as "". For JSON see json.h, for YAML config/yaml.h, for terminals lg_text_blank. */
#ifndef LG_BASE_QUOTE_H
#define LG_BASE_QUOTE_H

#include <stdio.h>

void lg_quote_shell(FILE *to, const char *text);          /* a word */
void lg_quote_gnuplot(FILE *to, const char *text);        /* a string */
void lg_quote_gnuplot_format(FILE *to, const char *text); /* a string used as a number format, such as a tick label */
void lg_quote_gnuplot_file(FILE *to, const char *name);   /* a string: the name of a file in the script's directory */
void lg_quote_gnuplot_word(FILE *to, const char *text);   /* a shell word inside a string that is a command */
void lg_quote_comment(FILE *to, const char *text);        /* part of a line that starts with "#" */
void lg_quote_csv(FILE *to, const char *text);            /* a cell that no spreadsheet evaluates as a formula */
void lg_quote_latex(FILE *to, const char *text);
void lg_quote_markdown(FILE *to, const char *text);
void lg_quote_html(FILE *to, const char *text); /* also for attributes in quotes */

#endif
