/* thread.h: creates threads with the same stack size on every system. */
#ifndef LG_BASE_THREAD_H
#define LG_BASE_THREAD_H

#include <pthread.h>

#define LG_STACK ((size_t)8 << 20)

/* pthread_create with a stack of LG_STACK bytes, the usual default of glibc. The defaults of musl (128 KiB) and macOS
 * (512 KiB) are too small for kernels, tables and SQLite. Returns 0 or an errno value. */
int lg_thread_create(pthread_t *thread, void *(*run)(void *), void *of);

#endif
