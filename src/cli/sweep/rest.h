/* rest.h: estimates the remaining time of a sweep. */
#ifndef CLI_SWEEP_REST_H
#define CLI_SWEEP_REST_H

#include "api/program.h"

#include "api/program.h"

/* Remaining work of runs, and the measured and estimated time of the work so far; sums over runs. */
typedef struct cli_rest {
    double left;            /* estimated seconds of one thread */
    double took, estimated; /* seconds so far, measured and estimated */
} cli_rest;
cli_rest cli_rest_of(const lg_sweep_run *r);
/* Remaining seconds of one thread: the estimate of what is left, scaled by took / estimated. */
double cli_rest_seconds(const cli_rest *x);
double cli_rest_share(const cli_rest *x, double cost); /* finished share of the total estimate */
double cli_sweep_left(lg_sweep *s);                    /* remaining seconds of all runs, as of the last refresh */

#endif
