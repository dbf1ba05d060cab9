/* chunks.h: work on flat arrays, in jobs of a pool. Where chunks are summed one by one (the norm of the gradient) they
 * must depend on the model alone. */
#ifndef LG_TRAIN_CHUNKS_H
#define LG_TRAIN_CHUNKS_H

#include <stddef.h>

enum { LG_CHUNKS = 64 };

/* First element of a chunk of an array, and how many there are in it. */
static inline size_t lg_chunk_of(size_t elements, int chunk, size_t *first) {
    const size_t lines = (elements + 15) / 16, each = (lines + LG_CHUNKS - 1) / LG_CHUNKS * 16;
    *first = (size_t)chunk * each;
    if (*first >= elements) return 0;
    return *first + each < elements ? each : elements - *first;
}

#endif
