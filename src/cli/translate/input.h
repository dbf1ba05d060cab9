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
    cli_file_line line;            /* the last line read */
    size_t first;                  /* index of the first line of the window, from 0 */
    bool ended;                    /* the input has ended */
    int64_t bytes, bytes_before;   /* bytes of the lines in the window; bytes of all windows before it */
    int64_t all_lines, all_bytes;  /* of the whole input; 0: unknown */
    size_t foreign, first_foreign; /* lines so far that are not UTF-8: their number; the first line's number, from 1 */
} cli_window;

/* Prepares windows of up to `capacity` lines, but reads nothing yet. Returns a status. */
int cli_window_open(cli_window *w, size_t capacity);
/* Reads the next window, replacing the last one. Returns a status. */
int cli_window_read(cli_window *w);
void cli_window_close(cli_window *w);

#endif
