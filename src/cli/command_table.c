/* command_table.c: finds commands and verbs by name. */
#include "cli/command_table.h"

#include <string.h>

const cli_command *cli_command_find(const cli_command *const *commands, const char *name) {
    for (const cli_command *const *c = commands; *c; c++)
        if (!strcmp((*c)->name, name)) return *c;
    return NULL;
}

const char *cli_verb_name(const cli_command *verb) {
    return strchr(verb->name, ' ') + 1;
}

const cli_command *cli_verb_find(const cli_command *family, const char *name) {
    for (const cli_command *const *v = family->verbs; *v; v++)
        if (!strcmp(cli_verb_name(*v), name)) return *v;
    return NULL;
}

void cli_commands_walk(const cli_command *const *commands, cli_command_fn each) {
    for (const cli_command *const *c = commands; *c; c++) {
        each(commands, *c);
        for (const cli_command *const *v = (*c)->verbs; v && *v; v++) each(commands, *v);
    }
}
