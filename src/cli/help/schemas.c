/* schemas.c: prints the sections of doc/schemas.md, in the order of the commands. */
#include <stdio.h>

#include "cli/command_table.h"
#include "cli/help/help.h"
#include "cli/ui/print.h"

enum { MOST = 200 };

static const lg_schema *written[MOST];
static size_t count;

/* Whether a schema has not been printed yet. Several commands may have the same schema. */
static bool is_new(const lg_schema *s) {
    for (size_t i = 0; i < count; i++)
        if (written[i] == s) return false;
    if (count < MOST) written[count++] = s;
    return true;
}

static void write_schemas(const cli_command *const *commands, const cli_command *c) {
    (void)commands;
    for (const lg_schema *const *s = c->schemas; s && *s; s++) {
        if (!is_new(*s)) continue;
        if (count > 1) putchar('\n');
        lg_schema_write_section(*s, stdout);
    }
}

int cli_help_schemas(const cli_command *const *commands) {
    count = 0;
    cli_commands_walk(commands, write_schemas);
    return LG_OK;
}
