/* line.h: reads lines of text one at a time, so that input can be a pipe. */
#ifndef CLI_UI_LINE_H
#define CLI_UI_LINE_H

#include <stddef.h>
#include <stdio.h>

/* Initialize with zeros. */
typedef struct cli_file_line {
    char *text;    /* without line break and, on the first line, without byte order mark; NULL after the last line */
    size_t number; /* counted from 1 */
    size_t bytes;  /* length in the file, in bytes, with its line break */
    char *buffer;
} cli_file_line;

/* Reads the next line of the file `name`. Prompts may have at most LG_LENGTH_MAX bytes; of a longer line only the start
 * is kept, enough for callers to see that it is too long. Returns LG_OK, or, if a byte is 0 or reading failed, an error
 * status after printing a message. */
int cli_line_next(cli_file_line *l, FILE *f, const char *name);
void cli_line_free(cli_file_line *l);

#endif
