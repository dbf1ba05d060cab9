/* line.h: lines of text that a user gives, one after another. */
#ifndef CLI_UI_LINE_H
#define CLI_UI_LINE_H

#include <stddef.h>
#include <stdio.h>

/* Zeros to begin with. */
typedef struct cli_file_line {
    char *text;    /* without its end and, the first one, without a byte order mark; NULL after the last one */
    size_t number; /* from 1 */
    size_t bytes;  /* that it takes in the file */
    char *buffer;
} cli_file_line;

/* The next line of a file called `name`; of one that has more than LG_LENGTH_MAX bytes, which no prompt may have, more
 * than so many but not all. LG_OK, or a status after a message: a byte is 0, or reading failed. */
int cli_line_next(cli_file_line *l, FILE *f, const char *name);
void cli_line_free(cli_file_line *l);

#endif
