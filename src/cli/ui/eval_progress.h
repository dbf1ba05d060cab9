/* eval_progress.h: announces an evaluation with an estimate of its time, then shows a progress bar that counts lengths,
 * weighted by their work. */
#ifndef CLI_UI_EVAL_PROGRESS_H
#define CLI_UI_EVAL_PROGRESS_H

#include "cli/cli.h"

/* Call before the first length. `run`: the evaluated run; NULL if there is only one. */
void cli_eval_progress_begin(cli *c, const char *run, const lg_eval_plan_report *r);
/* Call after each length: `done` of `wanted` are evaluated. */
void cli_eval_progress_show(cli *c, const lg_length_report *r, int64_t done, int64_t wanted);

#endif
