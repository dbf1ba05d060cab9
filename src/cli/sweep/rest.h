/* rest.h: estimates the remaining time of a sweep. */
#ifndef CLI_SWEEP_REST_H
#define CLI_SWEEP_REST_H

#include "api/program.h"

#include "api/program.h"

/* The remaining work of a run, and the time that its work took so far, measured and estimated; or sums over runs. */
typedef struct cli_rest {
    double left;            /* estimated seconds of one thread */
    double took, estimated; /* seconds so far, measured and estimated */
} cli_rest;
cli_rest cli_rest_of(const lg_sweep_run *r);
/* Remaining seconds of one thread: the estimate of what is left, scaled by took / estimated. */
double cli_rest_seconds(const cli_rest *x);
double cli_rest_share(const cli_rest *x, double cost); /* finished share; cost: estimate of all work */
double cli_sweep_left(lg_sweep *s);                    /* remaining seconds of all runs, as of the last refresh */

#endif
