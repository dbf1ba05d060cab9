/* alloc_fail_after.h: makes allocations of the process fail, including allocations in libraries: all from the n-th on,
 * or only the n-th. Include it in one file of a program. */
#ifndef REFUSE_H
#define REFUSE_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "sanitizer.h"

static long left = -1; /* the left-th allocation from now fails, and all after it; negative: none fails */
static bool __attribute__((unused)) fail_once = false; /* only one allocation fails; later ones succeed */

#if !SANITIZED && defined(__GLIBC__)

/* Functions that a program exports replace those of the C library. The originals have a second name, __libc_.... */
#define SHOWN __attribute__((visibility("default")))
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *p, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static int granted(void) {
    if (left > 0) left--;
    if (left != 0) return 1;
    if (fail_once) left = -1;
    errno = ENOMEM;
    return 0;
}

SHOWN void *malloc(size_t bytes) {
    return granted() ? __libc_malloc(bytes) : NULL;
}

SHOWN void *calloc(size_t count, size_t bytes) {
    return granted() ? __libc_calloc(count, bytes) : NULL;
}

SHOWN void *realloc(void *p, size_t bytes) {
    return granted() ? __libc_realloc(p, bytes) : NULL;
}

SHOWN void *aligned_alloc(size_t alignment, size_t bytes) {
    return granted() ? __libc_memalign(alignment, bytes) : NULL;
}

#define CAN_REFUSE 1
#else
#define CAN_REFUSE 0
#endif

#endif
