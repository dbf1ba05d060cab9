/* signals.h: SIGTERM, SIGINT, SIGHUP and SIGUSR1 make a training run write a checkpoint and stop. */
#ifndef CLI_UI_SIGNALS_H
#define CLI_UI_SIGNALS_H

#include <stdbool.h>

void cli_signals_catch(void);           /* starts catching; a second signal n ends the program with status 128 + n */
void cli_signals_say(const char *line); /* line printed to stderr on the first signal, including "\n"; not copied */
bool cli_signals_stop(void);            /* has a signal been caught? */
int cli_signals_status(void);           /* exit status after a stop: 130 for SIGINT, else LG_PREEMPTED */

#endif
