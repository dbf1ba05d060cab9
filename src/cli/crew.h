/* crew.h: worker processes that train the runs of a sweep, a run at a time each, and whoever watches over them. */
#ifndef CLI_CREW_H
#define CLI_CREW_H

#include "cli/cli.h"

/* Trains what is left of a sweep with up to `jobs` processes; 0: one for each processor. Tells how it goes and what
 * came out. Returns the exit status. The sweep was just refreshed. */
int cli_crew_run(cli *c, lg_sweep *s, int jobs);

#endif
