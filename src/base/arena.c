/* arena.c: a list of chunks, each handed out from front to back. A chunk comes from calloc and each byte is handed out
 * once, so objects are zero without being cleared, and large arrays take no physical memory until they are used.
 *
 *   chunk:  | header | object | padding | red zone | object | ...        (red zones under AddressSanitizer only)
 *
 * Under AddressSanitizer everything but the objects is poisoned, so even a one-byte overrun is detected. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONING
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define POISONING
#endif

#ifdef POISONING
#include <sanitizer/asan_interface.h>
#define RED_ZONE              LG_ALIGN
#define poison(from, bytes)   __asan_poison_memory_region(from, bytes)
#define unpoison(from, bytes) __asan_unpoison_memory_region(from, bytes)
#else
#define RED_ZONE              0
#define poison(from, bytes)   ((void)(from), (void)(bytes))
#define unpoison(from, bytes) ((void)(from), (void)(bytes))
#endif

#define SMALLEST_CHUNK ((size_t)16 << 10)
#define MAX_CHUNK      ((size_t)1 << 20) /* of small objects; a larger object gets a chunk of its own size */

typedef struct chunk {
    struct chunk *next;
    char *free;  /* aligned start of the unused part */
    size_t left; /* bytes in the unused part */
} chunk;

struct lg_arena {
    chunk *chunks;     /* objects are cut from the first one */
    size_t chunk_size; /* of the next chunk of small objects */
    size_t bytes;      /* of all chunks */
};

lg_arena *lg_arena_new(void) {
    lg_arena *a = calloc(1, sizeof *a);
    if (a) a->chunk_size = SMALLEST_CHUNK;
    return a;
}

void lg_arena_free(lg_arena *a) {
    if (!a) return;
    for (chunk *c = a->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(a);
}

size_t lg_arena_bytes(const lg_arena *a) {
    return a->bytes;
}

static chunk *chunk_new(size_t bytes) {
    chunk *c = calloc(1, sizeof *c + LG_ALIGN + bytes);
    if (!c) return NULL;
    c->free = (char *)lg_aligned((uintptr_t)(c + 1));
    c->left = bytes;
    poison(c->free, c->left);
    return c;
}

/* Adds a chunk with at least `bytes` free. The new chunk becomes the first chunk. Exception: if the old first chunk has
 * more free space than the new chunk will have after these `bytes`, the new chunk becomes the second. Returns the new
 * chunk. */
static chunk *grow(lg_arena *a, size_t bytes) {
    const size_t size = bytes > a->chunk_size ? bytes : a->chunk_size;
    chunk *c = chunk_new(size), *first = a->chunks;
    if (!c) return NULL;
    a->bytes += size;
    if (a->chunk_size < MAX_CHUNK) a->chunk_size *= 2;
    if (first && first->left > size - bytes) {
        c->next = first->next;
        first->next = c;
    } else {
        c->next = first;
        a->chunks = c;
    }
    return c;
}

void *lg_arena_alloc(lg_arena *a, size_t bytes) {
    if (bytes > PTRDIFF_MAX - 4096) return NULL; /* keeps the sums below far from overflow */
    const size_t capacity = lg_aligned(bytes) + RED_ZONE;
    chunk *c = a->chunks;
    if (!c || c->left < capacity) c = grow(a, capacity);
    if (!c) return NULL;
    char *object = c->free;
    c->free += capacity;
    c->left -= capacity;
    unpoison(object, bytes);
    return object;
}

char *lg_arena_vprintf(lg_arena *a, const char *format, va_list words) {
    va_list again;
    va_copy(again, words);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : lg_arena_alloc(a, (size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, words);
    return text;
}

char *lg_arena_printf(lg_arena *a, const char *format, ...) {
    va_list words;
    va_start(words, format);
    char *text = lg_arena_vprintf(a, format, words);
    va_end(words);
    return text;
}

void *lg_arena_grow(lg_arena *a, void *array, size_t count, size_t *capacity, size_t bytes) {
    if (count < *capacity) return array;
    const size_t larger = 2 * *capacity + 16;
    void *copy = lg_arena_alloc(a, larger * bytes);
    if (!copy) return NULL;
    if (count > 0) memcpy(copy, array, count * bytes);
    *capacity = larger;
    return copy;
}
