/* help.c: `lengthen help`: chooses the help page. */
#include "cli/help/help.h"

#include <string.h>

#include "cli/command_table.h"
#include "cli/options.h"
#include "cli/ui/text.h"

static const cli_flag flags[] = {
    {"completion", 0, "SHELL", "print a completion script: bash, zsh or fish"},
    {"scdoc", 0, NULL, "print the man page's sections about commands and options"},
    {0},
};

static int help_about(const cli_command *const *commands, const char *topic) {
    const cli_command *command = cli_command_find(commands, topic);
    lg_choice choice;
    if (command) return cli_help_command(command), LG_OK;
    if (!strcmp(topic, "options")) return cli_help_options(), LG_OK;
    if (!strcmp(topic, "formula")) return cli_help_formula(), LG_OK;
    cli_nearest near = cli_nearest_to(topic, strlen(topic));
    for (const cli_command *const *c = commands; *c; c++) cli_nearest_try(&near, (*c)->name);
    cli_nearest_try(&near, "options");
    cli_nearest_try(&near, "formula");
    const char *best = cli_nearest_best(&near);
    if (best) return cli_fail(LG_USAGE, "there is no help for %s; did you mean %s?", topic, best);
    if (cli_option_find(topic, strlen(topic)) || lg_choice_find(topic, &choice))
        return cli_fail(LG_USAGE, "there is no help for %s; did you mean lengthen show %s?", topic, topic);
    return cli_fail(LG_USAGE, "there is no help for %s; `lengthen help` lists the commands", topic);
}

static int help_about_verb(const cli_command *family, const char *topic) {
    const cli_command *verb = cli_verb_find(family, topic);
    if (verb) return cli_help_command(verb), LG_OK;
    return cli_fail(LG_USAGE, "there is no help for %s %s; see `lengthen help %s`", family->name, topic, family->name);
}

static int run_help(cli *c) {
    const char *shell = cli_flag_value(&c->args, "completion");
    if (shell) return cli_help_completion(shell);
    if (cli_flag_on(&c->args, "scdoc")) return cli_help_scdoc(c->commands), LG_OK;
    if (!c->args.positional_count) return cli_help_overview(c->commands), LG_OK;
    const cli_command *family = cli_command_find(c->commands, c->args.positionals[0]);
    if (c->args.positional_count == 2 && family && family->verbs)
        return help_about_verb(family, c->args.positionals[1]);
    if (c->args.positional_count > 1)
        return cli_fail(LG_USAGE, "help takes one word; remove %s", c->args.positionals[1]);
    return help_about(c->commands, c->args.positionals[0]);
}

const cli_command cli_command_help = {
    .name = "help",
    .summary = "explain the program, a command or all options",
    .usage = "lengthen help [COMMAND | COMMAND VERB | options | formula]",
    .examples = "lengthen help\n"
                "lengthen help train\n"
                "lengthen help options\n"
                "lengthen help formula\n"
                "lengthen help --completion bash > /etc/bash_completion.d/lengthen",
    .text = "The man page and the completions for bash, zsh and fish are generated from the same tables.\n"
            "Completions call the program for each word, so they include your own presets and sweep files.",
    .positionals = "@command options formula",
    .flags = flags,
    .run = run_help,
};
