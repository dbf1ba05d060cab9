/* buffer.h: a reusable block of memory that grows. */
#ifndef LG_TRAIN_BUFFER_H
#define LG_TRAIN_BUFFER_H

#include <stddef.h>

#include "base/error.h"

typedef struct lg_buffer {
    char *data;
    size_t bytes;
    void *block; /* allocated block, which contains the aligned data */
} lg_buffer;

/* Makes room for `bytes`. Growing discards the contents and zeroes the block. The operating system provides memory of a
 * large block only where it is written. `what` names the block in the error message. */
bool lg_buffer_reserve(lg_buffer *b, size_t bytes, const char *what, lg_error *err);
void lg_buffer_free(lg_buffer *b);

#endif
