/* buffer.c: see buffer.h. */
#include "train/buffer.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/system.h"

/* Large blocks use huge pages where available: with small pages, weights, gradients and activations would need more TLB
 * entries than the processor has. */
enum { HUGE_PAGE = 2 << 20 };

/* Blocks of up to this many bytes are allocated an eighth larger than requested, because longer sequences usually
 * follow. */
enum { GROWN = 16 << 20 };

static void allocate_block(lg_buffer *b, size_t bytes) {
    const bool large = bytes >= HUGE_PAGE;
    const size_t alignment = large ? HUGE_PAGE : LG_ALIGN;
    b->bytes = (bytes + alignment - 1) / alignment * alignment;
    b->block = calloc(1, b->bytes + alignment);
    b->data = (char *)(((uintptr_t)b->block + alignment - 1) / alignment * alignment);
    if (b->block && large) lg_system_large_pages(b->data, b->bytes);
}

bool lg_buffer_reserve(lg_buffer *b, size_t bytes, const char *what, lg_error *err) {
    if (bytes <= b->bytes) return true;
    lg_buffer_free(b);
    allocate_block(b, bytes < GROWN ? bytes + bytes / 8 : bytes);
    if (b->block) return true;
    const size_t wanted = b->bytes;
    *b = (lg_buffer){0};
    return lg_fail(err, LG_FAILED, "out of memory: %zu bytes of %s", wanted, what);
}

void lg_buffer_free(lg_buffer *b) {
    free(b->block);
    *b = (lg_buffer){0};
}
