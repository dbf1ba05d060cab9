/* hook.h: runs a shell command when a run or a sweep has ended. The command comes only from --on-end or
 * LENGTHEN_ON_END, so that untrusted files cannot start programs. Environment variables describe the run or sweep to
 * the command. The command has no input, and its output goes to stderr, because stdout is for data. A failing hook is
 * reported, but does not change files or the exit status. */
#ifndef CLI_UI_HOOK_H
#define CLI_UI_HOOK_H

#include <sys/types.h>

#include "cli/cli.h"

#define CLI_HOOK_FLAG                                                                                                  \
    { "on-end", 0, "COMMAND", "run this shell command at the end (default: LENGTHEN_ON_END)" }

/* An environment variable for the command. In the last element of a list, both members are NULL. A variable whose
 * value is NULL is not set. */
typedef struct cli_hook_fact {
    const char *name, *value;
} cli_hook_fact;

typedef struct cli_hooks {
    cli *c;
    const char *command; /* NULL: none */
    pid_t *started;      /* [count]: commands not yet waited for */
    size_t count;
} cli_hooks;

cli_hooks cli_hooks_of(cli *c); /* reads --on-end, or else LENGTHEN_ON_END; "" counts as no command */
/* Starts the command without waiting for it, because other runs continue. */
void cli_hooks_start(cli_hooks *h, const cli_hook_fact *facts);
void cli_hooks_end(cli_hooks *h); /* waits for all commands, and reports failed ones */

#endif
