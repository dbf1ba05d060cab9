/* work_queue.h: the runs that a worker trains, and where it records their results: the registry, or a fixed shard and
 * the file of that shard. One thread at a time, but for heartbeats. */
#ifndef LG_SWEEP_WORK_WORK_QUEUE_H
#define LG_SWEEP_WORK_WORK_QUEUE_H

#include "api/sweep.h"
#include "sweep/sweep.h"

typedef struct lg_work_queue {
    const char *dir;
    const lg_manifest *manifest;
    const lg_worker *options;
    lg_registry *registry;   /* NULL: a shard */
    lg_registry *heartbeats; /* the same for the thread that renews leases */
    size_t *shard;           /* [count]: its runs */
    size_t count, next;      /* next: the first in shard that was not given to a worker */
    char *states;            /* [run_count], of a shard's: below */
} lg_work_queue;

/* registry: NULL where options->use_shards. */
bool lg_work_queue_open(lg_work_queue *s, const char *dir, const lg_manifest *m, const lg_worker *options,
                        lg_registry *registry, lg_error *err);
void lg_work_queue_close(lg_work_queue *s); /* a struct of zeros is allowed */
/* The next run; *found: whether there is one. */
bool lg_work_queue_next(lg_work_queue *s, size_t *run, bool *found, lg_error *err);
/* Its training begins: records its progress, so that it is known before the first heartbeat. */
bool lg_work_queue_begin(lg_work_queue *s, const lg_heartbeat *b, lg_error *err);
bool lg_work_queue_finish(lg_work_queue *s, size_t run, const lg_run_result *x, lg_error *err);
/* It was stopped, which leaves its progress; or, elsewhere, another process trains it: then it is not leased again for
 * a while. */
bool lg_work_queue_release(lg_work_queue *s, const lg_heartbeat *b, bool elsewhere, lg_error *err);
bool lg_work_queue_heartbeat(lg_work_queue *s, const lg_heartbeat *beats, size_t count, lg_error *err);
/* The step at which a run that was leased is to pause; 0: it goes on to its end. */
bool lg_work_queue_goal(const lg_work_queue *s, size_t run, int64_t *goal, lg_error *err);
/* Decides the rungs that are ready. *more: there may be runs now, or later, for which the worker has to wait. */
bool lg_work_queue_promote(lg_work_queue *s, bool *more, lg_error *err);
double lg_work_queue_lease(const lg_work_queue *s); /* seconds; 0: there are no leases */

#endif
