/* input.c: see input.h. */
#include "cli/translate/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/ui/message.h"
#include "lengthen.h"

/* Counts what is left of a file; of a pipe it stays unknown. */
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

/* A line of `size` bytes without its end. */
static int add_line(cli_window *w, char *line, size_t size) {
    if (size > 0 && line[size - 1] == '\n') line[--size] = 0;
    if (size > 0 && line[size - 1] == '\r') line[--size] = 0;
    const size_t number = w->first + w->count + 1;
    if (strlen(line) != size) return cli_fail(LG_USAGE, "standard input:%zu: a byte is 0; expected text", number);
    w->lines[w->count] = strdup(line);
    if (!w->lines[w->count++]) return cli_fail(LG_FAILED, "out of memory: %zu lines", w->count);
    lg_text_utf8(line);
    if (strcmp(line, w->lines[w->count - 1]) && w->foreign++ == 0) w->first_foreign = number;
    return LG_OK;
}

int cli_window_read(cli_window *w) {
    char *line = NULL;
    size_t capacity = 0;
    int status = LG_OK;
    w->first += w->count;
    w->bytes_before += w->bytes;
    w->bytes = 0;
    free_lines(w);
    while (status == LG_OK && w->count < w->capacity && !w->ended) {
        const ssize_t n = getline(&line, &capacity, stdin);
        w->ended = n < 0;
        if (n < 0) break;
        w->bytes += n;
        status = add_line(w, line, (size_t)n);
    }
    free(line);
    if (w->ended) {
        w->all_lines = (int64_t)(w->first + w->count);
        w->all_bytes = w->bytes_before + w->bytes;
    }
    if (status == LG_OK && ferror(stdin)) return cli_fail(cli_path_status(), "standard input: %s", strerror(errno));
    return status;
}

void cli_window_close(cli_window *w) {
    free_lines(w);
    free(w->lines);
}
