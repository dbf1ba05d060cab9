/* command_table.h: finds commands and verbs by name. Tables of commands end with NULL. */
#ifndef CLI_COMMAND_TABLE_H
#define CLI_COMMAND_TABLE_H

#include "cli/cli.h"

const cli_command *cli_command_find(const cli_command *const *commands, const char *name);
/* Finds a verb by the part of its name after the family's name: "plan" for "sweep plan". */
const cli_command *cli_verb_find(const cli_command *family, const char *name);
const char *cli_verb_name(const cli_command *verb);
/* Calls `each` for every command; the verbs of a family come right after the family. */
typedef void (*cli_command_fn)(const cli_command *const *commands, const cli_command *c);
void cli_commands_walk(const cli_command *const *commands, cli_command_fn each);

#endif
