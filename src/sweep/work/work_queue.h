/* work_queue.h: the runs that a worker trains and where it records their results: the registry, or a fixed shard and
 * its file. Belongs to one thread at a time, except that another thread may send heartbeats. */
#ifndef LG_SWEEP_WORK_WORK_QUEUE_H
#define LG_SWEEP_WORK_WORK_QUEUE_H

#include "api/sweep.h"
#include "sweep/sweep.h"

typedef struct lg_work_queue {
    const char *dir;
    const lg_manifest *manifest;
    const lg_worker *options;
    lg_registry *registry;   /* NULL: a shard */
    lg_registry *heartbeats; /* a second handle, for the thread that renews leases */
    size_t *shard;           /* [count]: runs of the shard */
    size_t count, next;      /* next: index in `shard`; all runs before it were taken */
    char *states;            /* [run_count], for a shard: see work_queue.c */
} lg_work_queue;

/* registry: NULL if options->use_shards. */
bool lg_work_queue_open(lg_work_queue *s, const char *dir, const lg_manifest *m, const lg_worker *options,
                        lg_registry *registry, lg_error *err);
void lg_work_queue_close(lg_work_queue *s); /* zeros are allowed */
/* Takes the next run; *found: whether there is one. */
bool lg_work_queue_next(lg_work_queue *s, size_t *run, bool *found, lg_error *err);
/* Records the progress of a run when its training begins, before the first heartbeat. */
bool lg_work_queue_begin(lg_work_queue *s, const lg_heartbeat *b, lg_error *err);
bool lg_work_queue_finish(lg_work_queue *s, size_t run, const lg_run_result *x, lg_error *err);
/* Gives back a run. If `elsewhere` is false, the run was stopped, and its progress is recorded. If `elsewhere` is true,
 * another process trains the run, and it is not leased again for a while. */
bool lg_work_queue_release(lg_work_queue *s, const lg_heartbeat *b, bool elsewhere, lg_error *err);
bool lg_work_queue_heartbeat(lg_work_queue *s, const lg_heartbeat *beats, size_t count, lg_error *err);
/* The step at which a leased run must pause; 0: the run continues to its last step. */
bool lg_work_queue_goal(const lg_work_queue *s, size_t run, int64_t *goal, lg_error *err);
/* Decides the rungs that are ready. *more: runs can be taken now or may become available later, so the worker must not
 * end. */
bool lg_work_queue_promote(lg_work_queue *s, bool *more, lg_error *err);
double lg_work_queue_lease(const lg_work_queue *s); /* seconds; 0: without leases */

#endif
