/* commands.c: the table of commands, made from commands.def. */
#include <string.h>

#include "cli/cli.h"

const cli_command *const cli_commands[] = {
#define COMMAND(name) &cli_command_##name,
#include "cli/commands.def"
#undef COMMAND
    NULL,
};

const cli_command *cli_command_find(const char *name) {
    for (const cli_command *const *c = cli_commands; *c; c++)
        if (!strcmp((*c)->name, name)) return *c;
    return NULL;
}
