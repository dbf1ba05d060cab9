/* input.c: reads standard input in windows of lines, and counts its lines and bytes for the progress bar. */
#include "cli/translate/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/program.h"
#include "cli/ui/message.h"

enum { BYTES = 4 << 20 }; /* maximum size of a window */

/* Counts the remaining lines and bytes if the input is a file. For a pipe they stay unknown. */
static void count_rest(cli_window *w) {
    struct stat s;
    char block[1 << 16], last = '\n';
    off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (at < 0 || fstat(STDIN_FILENO, &s) != 0 || !S_ISREG(s.st_mode)) return;
    for (ssize_t n; (n = pread(STDIN_FILENO, block, sizeof block, at)) > 0; at += n) {
        for (ssize_t i = 0; i < n; i++) w->all_lines += block[i] == '\n';
        w->all_bytes += n;
        last = block[n - 1];
    }
    w->all_lines += last != '\n';
}

int cli_window_open(cli_window *w, size_t capacity) {
    *w = (cli_window){.capacity = capacity, .lines = calloc(capacity, sizeof *w->lines)};
    if (!w->lines) return cli_fail(LG_FAILED, "out of memory: %zu lines", capacity);
    count_rest(w);
    return LG_OK;
}

static void free_lines(cli_window *w) {
    for (size_t i = 0; i < w->count; i++) free(w->lines[i]);
    w->count = 0;
}

static int add_line(cli_window *w, char *line) {
    w->lines[w->count] = strdup(line);
    if (!w->lines[w->count++]) return cli_fail(LG_FAILED, "out of memory: %zu lines", w->count);
    lg_text_utf8(line);
    if (strcmp(line, w->lines[w->count - 1]) && w->foreign++ == 0) w->first_foreign = w->line.number;
    return LG_OK;
}

int cli_window_read(cli_window *w) {
    int status = LG_OK;
    w->first += w->count;
    w->bytes_before += w->bytes;
    w->bytes = 0;
    free_lines(w);
    while (status == LG_OK && w->count < w->capacity && w->bytes < BYTES && !w->ended) {
        status = cli_line_next(&w->line, stdin, "standard input");
        w->ended = !w->line.text;
        if (w->ended) break;
        w->bytes += (int64_t)w->line.bytes;
        status = add_line(w, w->line.text);
    }
    if (w->ended) {
        w->all_lines = (int64_t)(w->first + w->count);
        w->all_bytes = w->bytes_before + w->bytes;
    }
    return status;
}

void cli_window_close(cli_window *w) {
    free_lines(w);
    free(w->lines);
    cli_line_free(&w->line);
}
