/* lines.h: the lines of a text file, all in memory. */
#ifndef CLI_SCORE_LINES_H
#define CLI_SCORE_LINES_H

#include <stddef.h>

/* Zeros to begin with. */
typedef struct cli_lines {
    const char *name; /* the path, or "standard input" */
    char *text;       /* the whole file, where lines end in NUL */
    size_t size, capacity;
    const char **at; /* [count] */
    size_t count;
} cli_lines;

/* "-" is standard input. LG_OK, or a status after a message. Lines may have any bytes but 0; the last one may lack its
 * line break. */
int cli_lines_read(cli_lines *l, const char *path);
void cli_lines_free(cli_lines *l);

#endif
