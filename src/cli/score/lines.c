/* lines.c: see lines.h. */
#include "cli/score/lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/message.h"
#include "lengthen.h"

static int no_memory(const cli_lines *l) {
    return cli_fail(LG_FAILED, "out of memory: the lines of %s", l->name);
}

/* All bytes of a stream, and a NUL behind them. */
static int read_stream(cli_lines *l, FILE *f) {
    size_t n;
    do {
        if (l->capacity - l->size < 2) {
            const size_t capacity = l->capacity ? 2 * l->capacity : 1 << 16;
            char *more = realloc(l->text, capacity);
            if (!more) return no_memory(l);
            l->text = more, l->capacity = capacity;
        }
        n = fread(l->text + l->size, 1, l->capacity - l->size - 1, f);
        l->size += n;
    } while (n > 0);
    l->text[l->size] = 0;
    return ferror(f) ? cli_fail(cli_path_status(), "%s: %s", l->name, strerror(errno)) : LG_OK;
}

static size_t count_lines(const cli_lines *l) {
    size_t count = l->size > 0 && l->text[l->size - 1] != '\n';
    for (size_t i = 0; i < l->size; i++) count += l->text[i] == '\n';
    return count;
}

static int split_lines(cli_lines *l) {
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
            return cli_fail(LG_USAGE, "%s:%zu: a byte is 0; expected text", l->name, l->count);
    }
    return LG_OK;
}

int cli_lines_read(cli_lines *l, const char *path) {
    l->name = strcmp(path, "-") ? path : "standard input";
    FILE *f = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!f) return cli_fail(cli_path_status(), "%s: %s", path, strerror(errno));
    int status = read_stream(l, f);
    if (f != stdin) fclose(f);
    return status == LG_OK ? split_lines(l) : status;
}

void cli_lines_free(cli_lines *l) {
    free(l->text);
    free(l->at);
    *l = (cli_lines){0};
}
