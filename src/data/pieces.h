/* pieces.h: the tokens of a text, as strings, while it is split. */
#ifndef LG_DATA_PIECES_H
#define LG_DATA_PIECES_H

#include <stddef.h>

#include "base/error.h"

/* A struct of zeros has no pieces. The pieces are consecutive in `text`, each 0-terminated. */
typedef struct lg_pieces {
    int count;
    char *text;
    size_t size, capacity;
} lg_pieces;

/* Appends a piece: `size` bytes, none of them 0, followed by `end`. */
bool lg_pieces_add(lg_pieces *p, const char *text, size_t size, const char *end, lg_error *err);
void lg_pieces_clear(lg_pieces *p);
void lg_pieces_free(lg_pieces *p);

#endif
