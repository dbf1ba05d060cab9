/* line.c: see line.h. */
#include "cli/ui/line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/message.h"
#include "lengthen.h"

int cli_line_next(cli_line *l, FILE *f, const char *name) {
    const ssize_t n = getline(&l->buffer, &l->capacity, f);
    l->text = NULL;
    if (n < 0 && feof(f) && !ferror(f)) return LG_OK;
    if (n < 0 && errno == ENOMEM) return cli_fail(LG_FAILED, "%s: out of memory: line %zu", name, l->number + 1);
    if (n < 0) return cli_fail(cli_path_status(), "%s: %s", name, strerror(errno));
    l->bytes = (size_t)n;
    l->number++;
    size_t size = l->bytes;
    if (size > 0 && l->buffer[size - 1] == '\n') l->buffer[--size] = '\0';
    if (size > 0 && l->buffer[size - 1] == '\r') l->buffer[--size] = '\0';
    if (strlen(l->buffer) != size) return cli_fail(LG_USAGE, "%s:%zu: a byte is 0; expected text", name, l->number);
    l->text = l->buffer + (l->number == 1 ? lg_text_mark(l->buffer, size) : 0);
    return LG_OK;
}

void cli_line_free(cli_line *l) {
    free(l->buffer);
    *l = (cli_line){0};
}
