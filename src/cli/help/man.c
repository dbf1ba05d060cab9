/* man.c: the man page's sections on commands and options, in scdoc. The rest of the page is written by hand in
 * doc/lengthen.1.scd. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/command_table.h"
#include "cli/help/help.h"
#include "cli/options.h"

/* Prints text with scdoc's markup escaped. */
static void print_plain(const char *text) {
    for (bool first = true; *text; first = *text++ == '\n') {
        if (strchr("*_\\`#[]|<>~", *text) || (first && *text == '-')) putchar('\\');
        putchar(*text);
    }
}

/* Prints verbatim lines. */
static void print_literal(const char *text) {
    printf("```\n%s\n```\n\n", text);
}

static void print_term(const char *before, const char *name, const char *value) {
    printf("*%s", before);
    print_plain(name);
    putchar('*');
    if (value && *value == '[') /* no italics: "[" follows the name directly, and scdoc ignores "_" within a word */
        print_plain(value);
    else if (value && *value)
        printf(" _"), print_plain(value), putchar('_');
}

static void flag_entry(const cli_flag *f) {
    if (f->letter) printf("*-%c*, ", f->letter);
    print_term("--", f->name, f->value);
    printf("\n\t");
    print_plain(f->help);
    printf("\n\n");
}

static void flag_entries(const cli_flag *f) {
    for (; f && f->name; f++) flag_entry(f);
}

static void command_entry(const cli_command *const *commands, const cli_command *c) {
    (void)commands;
    printf("## lengthen %s\n\n", c->name);
    print_literal(c->usage);
    printf("%c", toupper((unsigned char)*c->summary));
    print_plain(c->summary + 1);
    printf(".\n\n");
    if (strstr(c->text, "  ")) /* the text has columns */
        print_literal(c->text);
    else
        print_plain(c->text), printf("\n\n");
    flag_entries(c->verbs ? NULL : c->flags);
    printf("Examples:\n\n");
    print_literal(c->examples);
}

static void option_entry(const cli_option *o) {
    if (*o->info.flag) print_term("--", o->info.flag, NULL), printf(", ");
    print_term("--", o->info.name, o->info.type);
    printf("\n\t");
    print_plain(o->info.help);
    if (*o->info.choices) printf("; one of: "), print_plain(o->info.choices);
    if (*o->info.bounds) printf("; "), print_plain(o->info.bounds);
    if (*o->info.fallback) printf("; default "), print_plain(o->info.fallback);
    if (o->owners) printf("; only with *--%s* ", o->of_axis), print_plain(o->owners);
    printf("\n\n");
}

void cli_help_scdoc(const cli_command *const *commands) {
    printf("# COMMANDS\n\n");
    cli_commands_walk(commands, command_entry);
    printf("# FLAGS OF EVERY COMMAND\n\n");
    flag_entries(cli_common_flags);
    printf("*train*, *eval*, *sample*, *inspect* and *bench* also take\n\n");
    flag_entries(cli_config_flags);
    printf("# OPTIONS\n\n");
    for (size_t i = 0; i < cli_option_count(); i++) option_entry(cli_option_at(i));
}
