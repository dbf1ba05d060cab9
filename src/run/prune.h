/* prune.h: removal of files that a finished run no longer needs. */
#ifndef LG_RUN_PRUNE_H
#define LG_RUN_PRUNE_H

#include "lengthen/core.h"
#include "run/run_dir.h"

/* Removes the training state of a finished run. Fails if its model is damaged, because the state is then needed to
 * rebuild the model. */
bool lg_prune_state(const lg_run_dir *s, lg_error *err);

#endif
