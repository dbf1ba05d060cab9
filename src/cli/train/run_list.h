/* run_list.h: the runs of a command line: one run per config file and per seed of a list, or a single run. */
#ifndef CLI_TRAIN_RUN_LIST_H
#define CLI_TRAIN_RUN_LIST_H

#include "cli/cli.h"

typedef struct cli_run_list {
    lg_config **configs; /* checked; each has its own directory */
    size_t count;
} cli_run_list;

/* Returns LG_OK, or an exit status after printing a message. Free the list in both cases. */
int cli_run_list_make(cli *c, cli_run_list *plan);
void cli_run_list_free(cli_run_list *plan);

#endif
