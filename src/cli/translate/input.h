/* input.h: reads standard input in windows of lines, for `lengthen translate`. */
#ifndef CLI_TRANSLATE_INPUT_H
#define CLI_TRANSLATE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/ui/line.h"

typedef struct cli_window {
    char **lines; /* [capacity] */
    size_t count, capacity;
    cli_file_line line;            /* the last one read */
    size_t first;                  /* index of the first line of the window, from 0 */
    bool ended;                    /* the input has ended */
    int64_t bytes, bytes_before;   /* of the lines in the window, and in all windows before */
    int64_t all_lines, all_bytes;  /* of the whole input; 0: unknown */
    size_t foreign, first_foreign; /* number of lines so far that are not UTF-8; number of the first one, from 1 */
} cli_window;

/* Prepares windows of up to `capacity` lines, and reads none yet. Returns a status. */
int cli_window_open(cli_window *w, size_t capacity);
/* Reads the next window, replacing the last one. Returns a status. */
int cli_window_read(cli_window *w);
void cli_window_close(cli_window *w);

#endif
