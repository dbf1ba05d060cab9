/* quote.c: see quote.h. */
#include "report/plot/quote.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"

/* A line break would end the comment or the string, and what follows it would be run. */
void lg_quote_line(FILE *to, const char *text, const char *apostrophe) {
    for (; text && *text; text++)
        fputs(*text == '\'' ? apostrophe : (char[]){lg_text_is_control(*text) ? ' ' : *text, '\0'}, to);
}

/* gnuplot reads two apostrophes at the start as an empty string: the first ones of the text are strings of their own.
 */
void lg_quote_text(FILE *to, const char *text) {
    for (; text && *text == '\''; text++) fputs("\"\\047\".", to);
    fputc('\'', to);
    lg_quote_line(to, text, "''");
    fputc('\'', to);
}

/* gnuplot takes a first "|" or "<" for a command to run, and other signs for what is no file: a folder before it makes
 * it the name of one. */
void lg_quote_file(FILE *to, const char *name) {
    const bool plain = isalnum((unsigned char)*name) || (unsigned char)*name >= 0x80 || strchr("_.", *name);
    fputs(plain ? "'" : "'./", to);
    lg_quote_line(to, name, "''");
    fputc('\'', to);
}
