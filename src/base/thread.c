/* thread.c: see thread.h. */
#include "base/thread.h"

int lg_thread_create(pthread_t *thread, void *(*run)(void *), void *of) {
    pthread_attr_t a;
    int trouble = pthread_attr_init(&a);
    if (trouble != 0) return trouble;
    trouble = pthread_attr_setstacksize(&a, LG_STACK);
    if (trouble == 0) trouble = pthread_create(thread, &a, run, of);
    pthread_attr_destroy(&a);
    return trouble;
}
