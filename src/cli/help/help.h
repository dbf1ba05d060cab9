/* help.h: pages made from the tables of commands and options. */
#ifndef CLI_HELP_HELP_H
#define CLI_HELP_HELP_H

#include "cli/cli.h"

/* Pages for a terminal: the program, one command, all options. */
void cli_help_overview(const cli_command *const *commands);
void cli_help_command(const cli_command *command);
void cli_help_options(void);
/* One option, indented; owners NULL: every run reads it, else runs with these choices on the axis. */
void cli_help_option(const lg_option_info *info, const char *axis, const char *owners);

/* The sections COMMANDS and OPTIONS of the man page, in scdoc. */
void cli_help_scdoc(const cli_command *const *commands);
/* A completion script for bash, zsh or fish, with the presets and sweep files that the context finds. LG_OK, or
 * LG_USAGE after a message. */
int cli_help_completion(lg_context *c, const cli_command *const *commands, const char *shell);

#endif
