/* prune.h: the files of a finished run that its results, its evaluation and its models do without. */
#ifndef LG_RUN_PRUNE_H
#define LG_RUN_PRUNE_H

#include "lengthen/core.h"
#include "run/run_dir.h"

/* Removes the training state of a finished run. Fails where its model, which could be made again from it, is not whole.
 */
bool lg_prune_state(const lg_run_dir *s, lg_error *err);

#endif
