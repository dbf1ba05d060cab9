/* thread.h: threads with stacks of one size on every system. */
#ifndef LG_BASE_THREAD_H
#define LG_BASE_THREAD_H

#include <pthread.h>

#define LG_STACK ((size_t)8 << 20)

/* pthread_create with a stack of LG_STACK bytes, the usual one of the C library of GNU: that of musl has 128 KiB, that
 * of macOS 512, which is less than kernels, tables and SQLite take. Returns 0 or why it failed. */
int lg_thread_create(pthread_t *thread, void *(*run)(void *), void *of);

#endif
