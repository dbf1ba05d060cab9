/* text.h: text on a terminal: display width, line wrapping, the nearest word, and whether a stream takes colour. */
#ifndef CLI_UI_TEXT_H
#define CLI_UI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Columns that a UTF-8 text takes, one per code point: enough for the texts we print. */
int cli_text_width(const char *text);
/* Prints text, wrapped between blanks, in lines of up to `columns`; every line after the first is indented. `at` is the
 * column where the first begins. Line breaks in the text are kept. Ends with a line break. */
void cli_text_wrap(FILE *to, const char *text, int at, int indent, int columns);
/* The beginning of a text, in so many columns and in the bytes that there are, of 4 or more: whole characters, and
 * "..." where some are left out. CLI_CUT: bytes for any text of so many columns. Returns buffer. */
#define CLI_CUT(columns) (4 * (columns) + 1)
const char *cli_text_cut(char *buffer, size_t capacity, const char *text, int columns);

/* The next part of "1..40,50..100:10"; false at the end of the text or where it is something else. */
typedef struct cli_range {
    long first, last, step;
} cli_range;
bool cli_range_next(const char **text, cli_range *r);

double cli_seconds(void); /* a clock that only runs forward */
/* A time: "0.4 s", "12 s", "3 min 20 s", "2 h 10 min", "5 days", "12 years". Returns to. */
#define CLI_SPAN 24
const char *cli_span(double seconds, char to[CLI_SPAN]);

bool cli_terminal(FILE *f); /* a terminal that understands cursor movement */
int cli_columns(FILE *f);   /* its width; 100 when f is no terminal */
int cli_lines(FILE *f);     /* its height; 24 when f is no terminal */
bool cli_unicode(void);     /* may we print beyond ASCII? */
/* Escape sequences, or "" where there is no colour: no terminal, NO_COLOR, TERM=dumb. */
const char *cli_bold(FILE *f);
const char *cli_plain(FILE *f);

/* The word nearest to a misspelt one, by edit distance with swaps; no word when none is near. */
typedef struct cli_nearest {
    char word[64];
    const char *best;
    int distance;
} cli_nearest;
cli_nearest cli_nearest_to(const char *word, size_t length);
void cli_nearest_try(cli_nearest *n, const char *candidate);
const char *cli_nearest_best(const cli_nearest *n);

void cli_title(const char *text); /* on stdout, after an empty line */

#endif
