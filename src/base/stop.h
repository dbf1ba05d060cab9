/* stop.h: the hook that a host sets in a context to stop a long call. */
#ifndef LG_BASE_STOP_H
#define LG_BASE_STOP_H

#include "base/error.h"

typedef struct lg_stop_hook {
    bool (*stop)(void *user); /* NULL: the call cannot be stopped */
    void *user;
} lg_stop_hook;

/* True if a stop has been requested. */
static inline bool lg_stop_asked(const lg_stop_hook *h) {
    return h->stop && h->stop(h->user);
}

/* Called between two steps of a long call. Fails with LG_PREEMPTED if a stop has been requested. */
static inline bool lg_stop_go_on(const lg_stop_hook *h, lg_error *err) {
    return !lg_stop_asked(h) || lg_fail(err, LG_PREEMPTED, "stopped on request");
}

#endif
