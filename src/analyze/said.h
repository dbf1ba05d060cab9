/* said.h: what a run says to the records of an evaluation, one after another. */
#ifndef LG_ANALYZE_SAID_H
#define LG_ANALYZE_SAID_H

#include "base/error.h"
#include "evaluate/evaluate.h"
#include "run/run.h"
#include "train/train.h"

/* Evaluates a run that is ready, as lg_run_eval does; `each` may fail in err. Lengths come one after another. */
bool lg_analyze_said(lg_run *r, const lg_callbacks *calls, lg_said_fn each, void *user, lg_error *err);

#endif
