/* estimate.h: how long the runs of a sweep will take. Their work is counted (train/cost.c), the speed of the machine is
 * measured on a few of them for a moment. */
#ifndef LG_SWEEP_PLAN_ESTIMATE_H
#define LG_SWEEP_PLAN_ESTIMATE_H

#include "run/session.h"
#include "sweep/plan/manifest.h"

/* Fills in the cost of every run and the words of the calibration. */
bool lg_estimate(lg_manifest *m, const lg_context *c, lg_error *err);

#endif
