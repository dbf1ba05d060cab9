/* lines.h: reads all lines of a text file into memory. */
#ifndef CLI_UI_LINES_H
#define CLI_UI_LINES_H

#include "cli/cli.h"

/* Initialize with zeros. */
typedef struct cli_file_lines {
    const char *name; /* the path, or "standard input" */
    char *text;       /* the whole file; each line ends with NUL */
    size_t size;
    const char **at; /* [count]: start of each line */
    size_t count;
} cli_file_lines;

/* Reads all lines of a file with lg_read_file, or of standard input if the path is "-". Either may have at most 256 MiB
 * and no NUL bytes. The last line needs no line break. Returns LG_OK, or an error status after printing a message. */
int cli_file_lines_read(cli *c, cli_file_lines *l, const char *path);
void cli_file_lines_free(cli_file_lines *l);

#endif
