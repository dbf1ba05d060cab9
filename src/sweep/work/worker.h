/* worker.h: a worker, which trains runs, several at a time, until no run is left for it. */
#ifndef LG_SWEEP_WORK_WORKER_H
#define LG_SWEEP_WORK_WORKER_H

#include "api/sweep.h"
#include "sweep/sweep.h"

typedef struct lg_worker_summary {
    bool stopped;
    size_t done, failed; /* runs that this worker has ended; diverged runs count as failed */
    char text[1024];     /* message of the first failure */
} lg_worker_summary;

/* Runs must have names (lg_sweep_name_runs). Trains runs until none is left; fails if a result cannot be recorded. */
bool lg_worker_run(lg_sweep *s, const lg_worker *options, const lg_worker_callbacks *calls, lg_worker_summary *out,
                   lg_error *err);

#endif
