/* rest.h: how long a sweep will take from now on, wherever that is told. */
#ifndef CLI_SWEEP_REST_H
#define CLI_SWEEP_REST_H

#include "api/program.h"

#include "api/program.h"

/* What is left of runs, and how long took what they have done: sums over runs. */
typedef struct cli_rest {
    double left;            /* estimated seconds of one thread */
    double took, estimated; /* seconds so far, and the estimate for them */
} cli_rest;
cli_rest cli_rest_of(const lg_sweep_run *r);
/* Seconds of one thread: the estimate of what is left, times what took, divided by the estimate for it. */
double cli_rest_seconds(const cli_rest *x);
double cli_rest_share(const cli_rest *x, double cost); /* that is done of the estimate of all */
double cli_sweep_left(lg_sweep *s);                    /* the same, for all runs as of the last refresh */

#endif
