/* eval_progress.h: announces an evaluation, with an estimate of its time, then shows a line of progress that
 * counts lengths and weighs them by their work. */
#ifndef CLI_UI_EVAL_PROGRESS_H
#define CLI_UI_EVAL_PROGRESS_H

#include "cli/cli.h"

/* Before the first length. `run`: the run that is evaluated, NULL where there is only one. */
void cli_eval_progress_begin(cli *c, const char *run, const lg_eval_plan_report *r);
/* After a length; `done` of `wanted`. */
void cli_eval_progress_show(cli *c, const lg_length_report *r, int64_t done, int64_t wanted);

#endif
