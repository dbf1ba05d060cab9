/* estimate.h: estimates how long the runs of a sweep will take. The estimate is the number of operations of a run
 * (run/flops.c) divided by the machine's speed, which is measured briefly on a few runs. */
#ifndef LG_SWEEP_PLAN_ESTIMATE_H
#define LG_SWEEP_PLAN_ESTIMATE_H

#include "run/session.h"
#include "sweep/plan/grid.h"

/* Sets the cost of every run, and the text that describes the calibration. progress: called after each run; NULL: no
 * calls. */
bool lg_estimate(lg_manifest *m, const lg_context *c, const lg_plan_progress *progress, lg_error *err);

#endif
