/* command_table.h: look-ups in a table of commands, which ends with NULL. */
#ifndef CLI_COMMAND_TABLE_H
#define CLI_COMMAND_TABLE_H

#include "cli/cli.h"

const cli_command *cli_command_find(const cli_command *const *commands, const char *name);
/* The name of a verb is the part after that of its family. */
const cli_command *cli_verb_find(const cli_command *family, const char *name);
const char *cli_verb_name(const cli_command *verb);
/* Calls `each` for every command and, after its family, every verb. */
typedef void (*cli_command_fn)(const cli_command *const *commands, const cli_command *c);
void cli_commands_walk(const cli_command *const *commands, cli_command_fn each);

#endif
