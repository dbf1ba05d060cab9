/* line.h: reads lines of text one at a time, so that input can be a pipe. */
#ifndef CLI_UI_LINE_H
#define CLI_UI_LINE_H

#include <stddef.h>
#include <stdio.h>

/* Initialize with zeros. */
typedef struct cli_file_line {
    char *text;    /* without line break; the first line without byte order mark; NULL after the last line */
    size_t number; /* counted from 1 */
    size_t bytes;  /* bytes of the line in the file, including its line break */
    char *buffer;
} cli_file_line;

/* Reads the next line of the file `name`. Prompts may have at most LG_LENGTH_MAX bytes. Only the start of a longer line
 * is kept, but this start is long enough for callers to see that the line is too long. Returns LG_OK. If the line
 * contains a NUL byte or reading fails, returns an error status after printing a message. */
int cli_line_next(cli_file_line *l, FILE *f, const char *name);
void cli_line_free(cli_file_line *l);

#endif
