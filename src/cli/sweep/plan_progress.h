/* plan_progress.h: plans a sweep, with a line of progress where that takes longer than a second. */
#ifndef CLI_SWEEP_PLAN_PROGRESS_H
#define CLI_SWEEP_PLAN_PROGRESS_H

#include "cli/cli.h"

/* lg_sweep_plan, in the context of the command. */
lg_status cli_plan_sweep(cli *c, const char *file, const char *dir, bool write, lg_sweep **out);

#endif
