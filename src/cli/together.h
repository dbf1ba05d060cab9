/* together.h: trains the runs of a plan, and tells how far they are and what became of them. */
#ifndef CLI_TOGETHER_H
#define CLI_TOGETHER_H

#include "cli/plan.h"

/* jobs: runs at a time; 0: one for each thread. Returns the exit status. */
int cli_train_together(cli *c, const cli_plan *plan, int jobs);

#endif
