/* allocations.h: counts all allocations of the process, including those of libraries. Include it in one file of a
 * program. */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "sanitizer.h"

static atomic_long allocations;

#if SANITIZED

/* A sanitizer replaces malloc and provides hooks for it. gcc has this function, but no header that declares it. */
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *p, size_t bytes),
                                              void (*on_free)(const volatile void *p));

static void on_malloc(const volatile void *p, size_t bytes) {
    (void)p, (void)bytes;
    allocations++;
}

static void on_free(const volatile void *p) {
    (void)p;
}

__attribute__((constructor)) static void listen(void) {
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}

#define COUNTS_ALLOCATIONS 1

#elif defined(__GLIBC__)

/* Functions that a program exports replace those of the C library. The originals have a second name, __libc_.... */
#define SHOWN __attribute__((visibility("default")))
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *p, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

SHOWN void *malloc(size_t bytes) {
    allocations++;
    return __libc_malloc(bytes);
}

SHOWN void *calloc(size_t count, size_t bytes) {
    allocations++;
    return __libc_calloc(count, bytes);
}

SHOWN void *realloc(void *p, size_t bytes) {
    allocations++;
    return __libc_realloc(p, bytes);
}

SHOWN void *aligned_alloc(size_t alignment, size_t bytes) {
    allocations++;
    return __libc_memalign(alignment, bytes);
}

SHOWN int posix_memalign(void **p, size_t alignment, size_t bytes) {
    allocations++;
    *p = __libc_memalign(alignment, bytes);
    return *p ? 0 : ENOMEM;
}

#define COUNTS_ALLOCATIONS 1

#else
#define COUNTS_ALLOCATIONS 0 /* this C library offers no way to count */
#endif

#ifdef __SANITIZE_THREAD__
#define SEES_ALIGNED 0 /* gcc's thread sanitizer does not report aligned_alloc */
#else
#define SEES_ALIGNED 1
#endif

#endif
