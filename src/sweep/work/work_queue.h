/* work_queue.h: where a worker gets its runs from, and where it puts what became of them: the registry, or a fixed
 * share and lines in a shard. One thread at a time, but for the beats. */
#ifndef LG_SWEEP_WORK_WORK_QUEUE_H
#define LG_SWEEP_WORK_WORK_QUEUE_H

#include "sweep/sweep.h"

typedef struct lg_work_queue {
    const char *dir;
    const lg_manifest *manifest;
    const lg_worker *how;
    lg_registry *registry; /* NULL: a share */
    lg_registry *beats;    /* the same for the thread that renews leases */
    size_t *share;         /* its runs, */
    size_t count, next;    /* how many, and the one that is looked at next */
} lg_work_queue;

/* registry: NULL where how->shards. */
bool lg_work_queue_open(lg_work_queue *s, const char *dir, const lg_manifest *m, const lg_worker *how,
                        lg_registry *registry, lg_error *err);
void lg_work_queue_close(lg_work_queue *s); /* a struct of zeros is allowed */
/* The next run; *found: whether there is one. */
bool lg_work_queue_next(lg_work_queue *s, size_t *run, bool *found, lg_error *err);
/* It is being trained: how far it is, for those who look before the first beat. */
bool lg_work_queue_begin(lg_work_queue *s, const lg_heartbeat *b, lg_error *err);
bool lg_work_queue_finish(lg_work_queue *s, size_t run, const lg_run_result *x, lg_error *err);
/* It was stopped; or another process has it, which is given a while to end it. */
bool lg_work_queue_release(lg_work_queue *s, size_t run, bool elsewhere, lg_error *err);
bool lg_work_queue_heartbeat(lg_work_queue *s, const lg_heartbeat *beats, size_t count, lg_error *err);
double lg_work_queue_lease(const lg_work_queue *s); /* seconds; 0: there are no leases */

#endif
