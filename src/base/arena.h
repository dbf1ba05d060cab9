/* arena.h: memory with one lifetime. Objects are allocated from an arena one after another and freed all at once. Each
 * is aligned to 64 bytes, which is a cache line and the widest vector. Red zones between objects let AddressSanitizer
 * detect overruns. */
#ifndef LG_BASE_ARENA_H
#define LG_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct lg_arena lg_arena;

#define LG_ALIGN 64
/* Rounds a size up to whole cache lines. */
static inline size_t lg_aligned(size_t bytes) {
    return (bytes + LG_ALIGN - 1) / LG_ALIGN * LG_ALIGN;
}

lg_arena *lg_arena_new(void);                    /* NULL: out of memory */
void lg_arena_free(lg_arena *a);                 /* NULL is allowed */
void *lg_arena_alloc(lg_arena *a, size_t bytes); /* zeroed; NULL: out of memory */
size_t lg_arena_bytes(const lg_arena *a);        /* of all chunks, including their unused parts */
char *lg_arena_printf(lg_arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *lg_arena_vprintf(lg_arena *a, const char *format, va_list words);
/* Makes room for one more element in an array with `count` elements of `bytes` bytes. Returns the array or a larger
 * copy; NULL: out of memory. */
void *lg_arena_grow(lg_arena *a, void *array, size_t count, size_t *capacity, size_t bytes);

#endif
