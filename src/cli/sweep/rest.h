/* rest.h: estimates the remaining time of a sweep. */
#ifndef CLI_SWEEP_REST_H
#define CLI_SWEEP_REST_H

#include "api/program.h"

#include "api/program.h"

/* The work of a run in seconds on one thread, or the sum over several runs. */
typedef struct cli_rest {
    double left;            /* estimate of the remaining work */
    double took, estimated; /* the finished work: its measured time, and its estimate */
} cli_rest;
cli_rest cli_rest_of(const lg_sweep_run *r);
/* Remaining seconds on one thread: `left`, scaled by took / estimated. */
double cli_rest_seconds(const cli_rest *x);
double cli_rest_share(const cli_rest *x, double cost); /* finished share of the work; cost: estimate of all work */
double cli_sweep_left(lg_sweep *s);                    /* remaining seconds on one thread, as of the last refresh */

#endif
