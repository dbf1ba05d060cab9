/* buffer.h: a block of memory that grows, and is kept. */
#ifndef LG_TRAIN_BUFFER_H
#define LG_TRAIN_BUFFER_H

#include <stddef.h>

#include "base/error.h"

typedef struct lg_buffer {
    char *data;
    size_t bytes;
    void *block; /* what was allocated: data lies in it, aligned */
} lg_buffer;

/* Memory for `bytes`. When it grows it is all zeros, and what it held is lost; of a large block, memory is used only
 * where it is written. On failure `what` names it. */
bool lg_buffer_reserve(lg_buffer *b, size_t bytes, const char *what, lg_error *err);
void lg_buffer_free(lg_buffer *b);

#endif
