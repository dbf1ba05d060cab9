/* testing.h: how tests are announced and watched: what there is to do and about how long it will take, then a line of
 * progress that counts lengths and weighs them by their work. */
#ifndef CLI_TESTING_H
#define CLI_TESTING_H

#include "cli/cli.h"

/* Before the first test. `run`: whose model it is, NULL where that is plain. */
void cli_testing_begin(cli *c, const char *run, const lg_testing_report *r);
/* After a test; `done` of `wanted` lengths. */
void cli_testing_show(cli *c, const lg_length_report *r, int64_t done, int64_t wanted);

#endif
