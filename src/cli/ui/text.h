/* text.h: text on a terminal: display width, line wrapping, suggestions for misspelt words, colour, and durations. */
#ifndef CLI_UI_TEXT_H
#define CLI_UI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Display width of a UTF-8 text, with one column per code point. */
int cli_text_width(const char *text);
/* Prints text wrapped at blanks into lines of at most `columns`, and a final line break. The first line starts at
 * column `at`, all others at column `indent`. Line breaks in the text are kept. */
void cli_text_wrap(FILE *to, const char *text, int at, int indent, int columns);
/* Copies as many whole characters of a text as fit into `columns` and into `capacity` bytes (at least 4). A truncated
 * text ends with "...". Returns `buffer`. CLI_CUT: the capacity that suffices for any text of that many columns. */
#define CLI_CUT(columns) (4 * (columns) + 1)
const char *cli_text_cut(char *buffer, size_t capacity, const char *text, int columns);

/* Parses the next range of "1..40,50..100:10". Returns false at the end of the text or on a syntax error. */
typedef struct cli_range {
    long first, last, step;
} cli_range;
bool cli_range_next(const char **text, cli_range *r);

double cli_seconds(void); /* monotonic clock */
/* Formats a duration: "0.4 s", "12 s", "3 min 20 s", "2 h 10 min", "5 days", "12 years". Returns `to`. */
#define CLI_SPAN 24
const char *cli_span(double seconds, char to[CLI_SPAN]);

bool cli_terminal(FILE *f); /* a terminal that supports cursor movement */
int cli_columns(FILE *f);   /* width of the terminal; 100 if f is not a terminal */
int cli_lines(FILE *f);     /* height of the terminal; 24 if f is not a terminal */
bool cli_unicode(void);     /* true if the terminal shows characters beyond ASCII */
/* Escape sequences. They are "" if there is no colour: no terminal, NO_COLOR is set, or TERM=dumb. */
const char *cli_bold(FILE *f);
const char *cli_plain(FILE *f);

/* Finds the word nearest to a misspelt one, by edit distance with transpositions; NULL if none is near. Words of 64
 * bytes or more have no near word. */
typedef struct cli_nearest {
    char word[64];
    const char *best;
    int distance;
} cli_nearest;
cli_nearest cli_nearest_to(const char *word, size_t length);
void cli_nearest_try(cli_nearest *n, const char *candidate);
const char *cli_nearest_best(const cli_nearest *n);

void cli_title(const char *text); /* prints a title on stdout, after an empty line */

#endif
