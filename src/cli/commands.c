/* commands.c: the table of commands, made from commands.def. */
#include <string.h>

#include "cli/cli.h"

const cli_command *const cli_commands[] = {
#define COMMAND(name) &cli_command_##name,
#include "cli/commands.def"
#undef COMMAND
    NULL,
};

const char *cli_verb_name(const cli_command *verb) {
    return strchr(verb->name, ' ') + 1;
}

const cli_command *cli_verb_find(const cli_command *family, const char *name) {
    for (const cli_command *const *v = family->verbs; *v; v++)
        if (!strcmp(cli_verb_name(*v), name)) return *v;
    return NULL;
}

void cli_commands_walk(void (*each)(const cli_command *c)) {
    for (const cli_command *const *c = cli_commands; *c; c++) {
        each(*c);
        for (const cli_command *const *v = (*c)->verbs; v && *v; v++) each(*v);
    }
}

const cli_command *cli_command_find(const char *name) {
    for (const cli_command *const *c = cli_commands; *c; c++)
        if (!strcmp((*c)->name, name)) return *c;
    return NULL;
}
