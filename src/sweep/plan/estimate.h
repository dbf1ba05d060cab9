/* estimate.h: how long the runs of a sweep will take. Their operations are counted (run/flops.c), the speed of the
 * machine is measured on a few of them for a moment. */
#ifndef LG_SWEEP_PLAN_ESTIMATE_H
#define LG_SWEEP_PLAN_ESTIMATE_H

#include "run/session.h"
#include "sweep/plan/grid.h"

/* Fills in the cost of every run, and the calibration. progress: called after each run; NULL: not. */
bool lg_estimate(lg_manifest *m, const lg_context *c, const lg_plan_progress *progress, lg_error *err);

#endif
