/* help.h: help pages, the man page and completions, generated from the tables of commands and options. */
#ifndef CLI_HELP_HELP_H
#define CLI_HELP_HELP_H

#include "cli/cli.h"

/* Pages for a terminal: the program, one command, all options. */
void cli_help_overview(const cli_command *const *commands);
void cli_help_command(const cli_command *command);
void cli_help_options(void);
/* Prints one option, indented. owners: the choices on `axis` whose runs have the option; NULL: every run has it. */
void cli_help_option(const lg_option_info *info, const char *axis, const char *owners);

/* The sections COMMANDS and OPTIONS of the man page, in scdoc. */
void cli_help_scdoc(const cli_command *const *commands);
/* Prints the completion script of bash, zsh or fish. Returns LG_OK, or LG_USAGE after a message. */
int cli_help_completion(const char *shell);
/* `lengthen __complete WORD...`, called by the completion scripts: prints candidates for the last word. */
int cli_help_complete(const cli_command *const *commands, char **words, int count);

/* `lengthen help formula`: how to write a mechanism as a formula. */
void cli_help_formula(void);
/* Prints doc/schemas.md, a section per kind of JSON object: `lengthen __schemas`. */
int cli_help_schemas(const cli_command *const *commands);

#endif
