/* quote.h: text from outside within a text of another language, such that none of it means anything there: the one
 * place that knows the rules of each. What lg_text_blank hides becomes a blank, but in words of a shell and names of
 * files, which have to name them as they are called. NULL is the same as "". JSON is in json.h and YAML in
 * config/yaml.h; for terminals there is lg_text_blank. */
#ifndef LG_BASE_QUOTE_H
#define LG_BASE_QUOTE_H

#include <stdio.h>

void lg_quote_shell(FILE *to, const char *text);          /* a word */
void lg_quote_gnuplot(FILE *to, const char *text);        /* a string */
void lg_quote_gnuplot_format(FILE *to, const char *text); /* one that is read as a format of numbers: a name of a tic */
void lg_quote_gnuplot_file(FILE *to, const char *name);   /* the same; the name of a file in the script's folder */
void lg_quote_gnuplot_word(FILE *to, const char *text);   /* a word of a shell, within a string that is a command */
void lg_quote_comment(FILE *to, const char *text);        /* a part of a line that begins with "#" */
void lg_quote_csv(FILE *to, const char *text);            /* a cell, which no spreadsheet takes for a formula */
void lg_quote_latex(FILE *to, const char *text);
void lg_quote_markdown(FILE *to, const char *text);
void lg_quote_html(FILE *to, const char *text); /* also as an attribute between quotes */

#endif
