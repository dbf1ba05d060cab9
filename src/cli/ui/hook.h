/* hook.h: a command of the user that is run when a run or a sweep has ended. It comes from the command line (--on-end)
 * or from LENGTHEN_ON_END, and from nowhere else: files of strangers start nothing. It gets what ended in variables,
 * reads nothing, and prints on stderr, since stdout is data. That it fails is told, and changes neither files nor the
 * exit status. */
#ifndef CLI_UI_HOOK_H
#define CLI_UI_HOOK_H

#include <sys/types.h>

#include "cli/cli.h"

#define CLI_HOOK_FLAG                                                                                                  \
    { "on-end", 0, "COMMAND", "run this shell command at the end (default: LENGTHEN_ON_END)" }

/* Variables of the command; NULL, NULL ends a list, and one without a value is left out. */
typedef struct cli_hook_fact {
    const char *name, *value;
} cli_hook_fact;

typedef struct cli_hooks {
    cli *c;
    const char *command; /* NULL: there is none */
    pid_t *started;      /* [count]: commands that have not been waited for */
    size_t count;
} cli_hooks;

cli_hooks cli_hooks_of(cli *c); /* by the flag, else by the variable; an empty one is none */
/* Starts the command and does not wait for it: other runs go on. */
void cli_hooks_start(cli_hooks *h, const cli_hook_fact *facts);
void cli_hooks_end(cli_hooks *h); /* waits for all, and tells which failed */

#endif
