/* supervisor.h: starts, watches and replaces the worker processes that train the runs of a sweep. */
#ifndef CLI_SWEEP_SUPERVISOR_H
#define CLI_SWEEP_SUPERVISOR_H

#include "cli/cli.h"

/* Trains the remaining runs of a sweep with up to `jobs` processes (0: one per processor). Shows progress, prints the
 * outcome, and returns the exit status. Refresh the sweep before the call. */
int cli_supervisor_run(cli *c, lg_sweep *s, int jobs);

#endif
