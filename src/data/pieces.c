/* pieces.c: see pieces.h. */
#include "data/pieces.h"

#include <stdlib.h>
#include <string.h>

bool lg_pieces_add(lg_pieces *p, const char *text, size_t size, const char *end, lg_error *err) {
    const size_t more = strlen(end), needed = p->size + size + more + 1;
    if (needed > p->capacity) {
        char *larger = realloc(p->text, 2 * needed);
        if (!larger) return lg_fail(err, LG_FAILED, "out of memory: a text of %zu bytes", needed);
        p->text = larger;
        p->capacity = 2 * needed;
    }
    memcpy(p->text + p->size, text, size);
    memcpy(p->text + p->size + size, end, more + 1);
    p->size = needed;
    p->count++;
    return true;
}

void lg_pieces_clear(lg_pieces *p) {
    p->count = 0;
    p->size = 0;
}

void lg_pieces_free(lg_pieces *p) {
    free(p->text);
    *p = (lg_pieces){0};
}
