/* ensemble.h: opens the models of an ensemble for one call, after the session of the first model is ready. */
#ifndef LG_RUN_ENSEMBLE_H
#define LG_RUN_ENSEMBLE_H

#include "run/run.h"

/* Opens the runs joined to r (lg_run_join), if any, and appends their models to the model of r. unread: see
 * lg_run_ready_without. Call lg_ensemble_close after the work, also after a failure. */
bool lg_ensemble_open(lg_run *r, unsigned unread, lg_error *err);
void lg_ensemble_close(lg_run *r);

#endif
