/* lines.h: the lines of a text file, all in memory. */
#ifndef CLI_UI_LINES_H
#define CLI_UI_LINES_H

#include "cli/cli.h"

/* Zeros to begin with. */
typedef struct cli_file_lines {
    const char *name; /* the path, or "standard input" */
    char *text;       /* the whole file, where lines end in NUL */
    size_t size;
    const char **at; /* [count] */
    size_t count;
} cli_file_lines;

/* "-" is standard input; other files are those of lg_read_file, of at most 256 MiB. LG_OK, or a status after a message.
 * Lines may have any bytes but 0; the last one may lack its line break. */
int cli_file_lines_read(cli *c, cli_file_lines *l, const char *path);
void cli_file_lines_free(cli_file_lines *l);

#endif
