/* pool.h: a fixed set of worker threads that works through numbered jobs. Which thread takes which job is left to
 * chance, so a job must not depend on it; `worker` only selects the memory to be used. */
#ifndef LG_BASE_POOL_H
#define LG_BASE_POOL_H

#include <stdbool.h>

#include "base/error.h"

typedef struct lg_pool lg_pool;
typedef void (*lg_job)(void *task, int job, int worker);

lg_pool *lg_pool_new(int threads, lg_error *err); /* threads >= 1; the caller of lg_pool_run is one of them */
void lg_pool_free(lg_pool *p);
int lg_pool_threads(const lg_pool *p);
/* Calls work(task, job, worker) once for each job in 0..jobs-1, worker in 0..threads-1; returns when all are done.
 * One call at a time, and none from inside a job. Denormal numbers are 0 in jobs (denormals.h). */
void lg_pool_run(lg_pool *p, int jobs, lg_job work, void *task);
/* For jobs: how many threads each of those that run has to itself, when all have been claimed; 1 where there is no
 * other, or where nothing runs. It changes while jobs end. */
int lg_pool_share(lg_pool *p);
/* From inside a job, or with one that runs alone: calls work(task, part, worker) once for each part in 0..parts-1, on
 * this worker and on those that have no job; returns when all are done. No part may split. */
void lg_pool_split(lg_pool *p, int worker, int parts, lg_job work, void *task);
bool lg_pool_is_crowded(const lg_pool *p); /* more threads than processors: to split would be slower */
int lg_pool_processors(void); /* processors that this process may use: affinity, cgroup quota, OMP_NUM_THREADS */

#endif
