/* plan_progress.h: plans a sweep, and shows a progress bar if that takes longer than a second. */
#ifndef CLI_SWEEP_PLAN_PROGRESS_H
#define CLI_SWEEP_PLAN_PROGRESS_H

#include "cli/cli.h"

/* Calls lg_sweep_plan_watched with the command's context, and shows its progress. */
lg_status cli_plan_sweep(cli *c, const char *file, const char *dir, bool write, lg_sweep **out);

#endif
