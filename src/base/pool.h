/* pool.h: a fixed pool of worker threads that execute numbered jobs. Any thread may execute any job, so a job's result
 * must not depend on `worker`, which only selects scratch memory. */
#ifndef LG_BASE_POOL_H
#define LG_BASE_POOL_H

#include <stdbool.h>

#include "base/error.h"

typedef struct lg_pool lg_pool;
typedef void (*lg_job)(void *task, int job, int worker);

lg_pool *lg_pool_new(int threads, lg_error *err); /* threads >= 1, including the caller of lg_pool_run */
void lg_pool_free(lg_pool *p);
int lg_pool_threads(const lg_pool *p);
/* Calls work(task, job, worker) once for each job in 0..jobs-1, with worker in 0..threads-1, and returns when all are
 * done. Calls must not overlap or be nested. Denormals are flushed to 0 in jobs (denormals.h). */
void lg_pool_run(lg_pool *p, int jobs, lg_job work, void *task);
/* The number of threads that each running job of lg_pool_run can use. It is 1 while a job is still waiting for a
 * thread; after that, it grows as jobs end. Outside of lg_pool_run it is 1. */
int lg_pool_share(lg_pool *p);
/* Calls work(task, part, worker) once for each part in 0..parts-1, on this worker and on idle workers, and returns when
 * all are done. May be called inside a job, or outside of jobs while no job runs. Parts must not split again. */
void lg_pool_split(lg_pool *p, int worker, int parts, lg_job work, void *task);
bool lg_pool_is_crowded(const lg_pool *p); /* more threads than processors: splitting would be slower */
int lg_pool_processors(void); /* processors that this process may use: affinity, cgroup quota, OMP_NUM_THREADS */

#endif
