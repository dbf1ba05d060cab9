/* signals.h: SIGTERM, SIGINT, SIGHUP and SIGUSR1 make a training run finish its step and write a checkpoint. */
#ifndef CLI_UI_SIGNALS_H
#define CLI_UI_SIGNALS_H

#include <stdbool.h>

void cli_signals_catch(void);           /* from now on; a second signal ends the program at once with 128 + n */
void cli_signals_say(const char *line); /* what the first one prints on stderr, with its newline; it must stay */
bool cli_signals_stop(void);            /* has one been caught? */
int cli_signals_status(void);           /* exit status after a stop: 130 for SIGINT, else LG_PREEMPTED */

#endif
