/* plan.h: which runs a command line asks for: one for each config file among its words and each seed of a list, or just
 * one. */
#ifndef CLI_PLAN_H
#define CLI_PLAN_H

#include "cli/cli.h"

typedef struct cli_plan {
    lg_config **configs; /* checked; each with a directory of its own */
    size_t count;
} cli_plan;

/* LG_OK, or an exit status after a message. Free it in any case. */
int cli_plan_make(cli *c, cli_plan *plan);
void cli_plan_free(cli_plan *plan);

#endif
