/* help.h: pages made from the tables of commands and options, for readers of other kinds. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/cli.h"

/* The sections COMMANDS and OPTIONS of the man page, in scdoc. */
void cli_help_scdoc(void);
/* A completion script for bash, zsh or fish. LG_OK, or LG_USAGE after a message. */
int cli_help_completion(const char *shell);

#endif
