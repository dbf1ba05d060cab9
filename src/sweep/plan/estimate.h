/* estimate.h: estimates how long the runs of a sweep will take. It counts their operations (run/flops.c) and measures
 * the machine's speed briefly on a few of them. */
#ifndef LG_SWEEP_PLAN_ESTIMATE_H
#define LG_SWEEP_PLAN_ESTIMATE_H

#include "run/session.h"
#include "sweep/plan/grid.h"

/* Sets the cost of every run, and the text that describes the calibration. progress: called after each run; NULL: no
 * calls. */
bool lg_estimate(lg_manifest *m, const lg_context *c, const lg_plan_progress *progress, lg_error *err);

#endif
