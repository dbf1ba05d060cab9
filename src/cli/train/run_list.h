/* run_list.h: the runs of a command line: one for each config file among its positionals and each seed of a list, or
 * just one. */
#ifndef CLI_TRAIN_RUN_LIST_H
#define CLI_TRAIN_RUN_LIST_H

#include "cli/cli.h"

typedef struct cli_run_list {
    lg_config **configs; /* checked; each with a directory of its own */
    size_t count;
} cli_run_list;

/* LG_OK, or an exit status after a message. Free it in any case. */
int cli_run_list_make(cli *c, cli_run_list *plan);
void cli_run_list_free(cli_run_list *plan);

#endif
