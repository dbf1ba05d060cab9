/* line.c: reads lines of text one at a time. */
#include "cli/ui/line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/program.h"
#include "cli/ui/message.h"

/* Maximum number of kept bytes; a valid line with a byte order mark and \r has fewer. */
enum { MOST = LG_LENGTH_MAX + 8 };

/* Reads a line without its line break into the buffer. Returns the number of bytes kept. */
static size_t read_line(cli_file_line *l, FILE *f) {
    size_t size = 0;
    int c = 0;
    for (l->bytes = 0; c != '\n' && (c = getc_unlocked(f)) != EOF; l->bytes++)
        if (size < MOST && c != '\n') l->buffer[size++] = (char)c;
    l->buffer[size] = '\0';
    return size;
}

int cli_line_next(cli_file_line *l, FILE *f, const char *name) {
    l->text = NULL;
    if (!l->buffer && !(l->buffer = malloc(MOST + 1))) return cli_fail(LG_FAILED, "out of memory: a line of %s", name);
    size_t size = read_line(l, f);
    if (ferror(f)) return cli_fail(cli_path_status(), "%s: %s", name, strerror(errno));
    if (l->bytes == 0) return LG_OK;
    l->number++;
    if (size > 0 && l->buffer[size - 1] == '\r') l->buffer[--size] = '\0';
    if (strlen(l->buffer) != size)
        return cli_fail(LG_USAGE, "%s:%zu: contains a NUL byte; expected text", name, l->number);
    l->text = l->buffer + (l->number == 1 ? lg_text_mark(l->buffer, size) : 0);
    return LG_OK;
}

void cli_line_free(cli_file_line *l) {
    free(l->buffer);
    *l = (cli_file_line){0};
}
