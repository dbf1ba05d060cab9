/* lines.c: reads all lines of a text file into memory. */
#include "cli/ui/lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX ((size_t)256 << 20) /* bytes */

static int no_memory(const cli_file_lines *l) {
    return cli_fail(LG_FAILED, "out of memory: the lines of %s", l->name);
}

/* Reads all of standard input, and appends a NUL. */
static int read_stream(cli_file_lines *l) {
    size_t n, capacity = 0;
    do {
        if (capacity - l->size < 2) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *more = realloc(l->text, capacity);
            if (!more) return no_memory(l);
            l->text = more;
        }
        n = fread(l->text + l->size, 1, capacity - l->size - 1, stdin);
        l->size += n;
        if (l->size > FILE_MAX) return cli_fail(LG_USAGE, "%s has more than %zu bytes", l->name, FILE_MAX);
    } while (n > 0);
    l->text[l->size] = 0;
    return ferror(stdin) ? cli_fail(cli_path_status(), "%s: %s", l->name, strerror(errno)) : LG_OK;
}

static size_t count_lines(const cli_file_lines *l) {
    size_t count = l->size > 0 && l->text[l->size - 1] != '\n';
    for (size_t i = 0; i < l->size; i++) count += l->text[i] == '\n';
    return count;
}

static int split_lines(cli_file_lines *l) {
    const size_t count = count_lines(l);
    char *text = l->text + lg_text_mark(l->text, l->size);
    l->at = malloc((count + 1) * sizeof *l->at);
    if (!l->at) return no_memory(l);
    for (char *end; l->count < count; text = end + 1) {
        end = memchr(text, '\n', (size_t)(l->text + l->size - text));
        if (!end) end = l->text + l->size;
        *end = 0;
        l->at[l->count++] = text;
        if (strlen(text) < (size_t)(end - text))
            return cli_fail(LG_USAGE, "%s:%zu: contains a NUL byte; expected text", l->name, l->count);
    }
    return LG_OK;
}

int cli_file_lines_read(cli *c, cli_file_lines *l, const char *path) {
    const bool standard = !strcmp(path, "-");
    l->name = standard ? "standard input" : path;
    const lg_status found = standard ? LG_OK : lg_read_file(c->context, path, FILE_MAX, &l->text, &l->size);
    if (found != LG_OK) return cli_fail_library(c, found);
    const int status = standard ? read_stream(l) : LG_OK;
    return status == LG_OK ? split_lines(l) : status;
}

void cli_file_lines_free(cli_file_lines *l) {
    free(l->text);
    free(l->at);
    *l = (cli_file_lines){0};
}
