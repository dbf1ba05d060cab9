/* supervisor.h: starts, watches and replaces the worker processes that train the runs of a sweep. */
#ifndef CLI_SWEEP_SUPERVISOR_H
#define CLI_SWEEP_SUPERVISOR_H

#include "cli/cli.h"

/* Trains what is left of a sweep with up to `jobs` processes; 0: one for each processor. Shows progress and
 * prints the outcome. Returns the exit status. The sweep was just refreshed. */
int cli_supervisor_run(cli *c, lg_sweep *s, int jobs);

#endif
