/* train_progress.h: trains runs, shows their progress and prints their outcome. */
#ifndef CLI_TRAIN_TRAIN_PROGRESS_H
#define CLI_TRAIN_TRAIN_PROGRESS_H

#include "cli/train/run_list.h"

/* jobs: number of runs that train at a time; 0: one per thread of the context. Returns the exit status. */
int cli_train_runs(cli *c, const cli_run_list *plan, int jobs);
extern const lg_schema *const cli_train_schemas[]; /* schemas of its data output */

#endif
