/* input.h: the lines of standard input, window after window, for `lengthen translate`. */
#ifndef CLI_TRANSLATE_INPUT_H
#define CLI_TRANSLATE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/ui/line.h"

typedef struct cli_window {
    char **lines; /* [capacity] */
    size_t count, capacity;
    cli_file_line line;                 /* the last one that was read */
    size_t first;                  /* number of the first one, from 0 on */
    bool ended;                    /* the input has */
    int64_t bytes, bytes_before;   /* of its lines, and of those of the windows before */
    int64_t all_lines, all_bytes;  /* of the whole input; 0: not known yet */
    size_t foreign, first_foreign; /* lines so far with bytes that are no UTF-8; number of the first, from 1 on */
} cli_window;

/* A window of so many lines at a time, before the first one. Returns a status. */
int cli_window_open(cli_window *w, size_t capacity);
/* The next lines, as many as there are and as a window has. Returns a status. */
int cli_window_read(cli_window *w);
void cli_window_close(cli_window *w);

#endif
