/* main.c: the entry point of the program: finds the command, parses its flags, runs it, and returns its exit status. */
#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/command_table.h"
#include "cli/help/help.h"
#include "cli/options.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

#define COMMAND(name) extern const cli_command cli_command_##name;
#include "cli/command/commands.def"
#undef COMMAND

static const cli_command *const commands[] = {
#define COMMAND(name) &cli_command_##name,
#include "cli/command/commands.def"
#undef COMMAND
    NULL,
};

static void on_log(void *user, lg_level level, const char *text) {
    cli *c = user;
    if (level == LG_WARNING)
        cli_warn(c, text);
    else if ((level == LG_INFO && !c->json) || c->verbose)
        cli_note(c, "%s", text);
}

static int run_command(cli *c) {
    c->quiet = cli_flag_on(&c->args, "quiet");
    c->verbose = cli_flag_on(&c->args, "verbose");
    if (cli_flag_on(&c->args, "help")) {
        cli_help_command(c->args.command);
        return LG_OK;
    }
    const int wrong = cli_format_read(c);
    if (wrong != LG_OK) return wrong;
    if (c->args.positional_count && !c->args.command->positionals)
        return cli_refuse_positional(&c->args, c->args.positionals[0]);
    c->context = lg_context_new();
    if (!c->context) return cli_fail(LG_FAILED, "out of memory");
    lg_context_log(c->context, on_log, c);
    int status = c->args.command->run(c);
    cli_progress_end(&c->progress);
    cli_warnings_end(c);
    if (status == LG_OK) cli_format_end();
    lg_context_free(c->context);
    return status;
}

/* Names of commands in other programs, with the command to use here. */
static const cli_other_name others[] = {
    {" compare diff ", "; `lengthen eval RUN RUN` compares runs, `lengthen report SWEEP` all runs of a sweep"},
    {" plot draw figure graph visualize visualise ", "; `lengthen eval RUN... --figure FILE.svg` draws scores against "
                                                     "lengths, `lengthen report SWEEP` the figures of a "
                                                     "sweep"},
    {" test evaluate validate ", "; here it is `lengthen eval RUN`"},
    {" predict infer inference decode ", "; `lengthen generate RUN` continues a text, `lengthen translate RUN` "
                                         "translates one"},
    {" tag label annotate comment ", "; `lengthen note RUN --tag WORD` tags a run"},
    {" resume continue ", "; `lengthen train RUN` resumes a run, `lengthen sweep resume SWEEP` a sweep"},
    {" -v ", "; did you mean --version?"},
    {" ls status ps ", "; `lengthen runs` lists runs, `lengthen sweep status SWEEP` those of a sweep"},
    {" rm delete remove clean ", "; `rm -r RUN` removes a run, `lengthen prune RUN` its training state"},
    {" init new create start fit run ", "; `lengthen train` starts a run, `lengthen runs` lists all"},
    {" config configure options ",
     "; `lengthen train --print-config` prints a config, `lengthen help options` explains "
     "the options"},
    {" tune search grid ", "; `lengthen sweep plan FILE` plans a grid of runs, `lengthen help sweep` explains it"},
    {" data dataset datasets ", "; `lengthen list data` lists data, `lengthen sample DATA` prints examples"},
    {0},
};

static int unknown_command(const char *name) {
    const char *other = cli_other_answer(others, name, strlen(name));
    if (other) return cli_fail(LG_USAGE, "unknown command %s%s", name, other);
    cli_nearest near = cli_nearest_to(name, strlen(name));
    for (const cli_command *const *c = commands; *c; c++) cli_nearest_try(&near, (*c)->name);
    cli_nearest_try(&near, "--version");
    cli_nearest_try(&near, "--help");
    const char *best = cli_nearest_best(&near);
    if (best) return cli_fail(LG_USAGE, "unknown command %s; did you mean %s?", name, best);
    return cli_fail(LG_USAGE, "unknown command %s; `lengthen help` lists the commands", name);
}

static bool is_one_of(const char *word, const char *a, const char *b) {
    return !strcmp(word, a) || !strcmp(word, b);
}

static int start_command(const cli_command *command, char **argv, int count) {
    cli c = {.commands = commands};
    int status = cli_args_parse(&c.args, command, argv, count);
    if (status == LG_OK) status = run_command(&c);
    cli_args_free(&c.args);
    return status;
}

/* Finds a misplaced verb of the family. The place of the verb is argv[2]; this function returns the first verb after
 * argv[2]. NULL: none. */
static const cli_command *verb_behind(const cli_command *family, int argc, char **argv) {
    const cli_command *verb = NULL;
    for (int i = 3; i < argc && !verb; i++) verb = cli_verb_find(family, argv[i]);
    return verb;
}

static int unknown_verb(const cli_command *family, int argc, char **argv) {
    const char *name = argv[2];
    const cli_command *behind = verb_behind(family, argc, argv);
    const bool is_path = !access(name, F_OK);
    cli_nearest near = cli_nearest_to(name, strlen(name));
    for (const cli_command *const *v = family->verbs; *v; v++) cli_nearest_try(&near, cli_verb_name(*v));
    const char *best = cli_nearest_best(&near);
    if (behind)
        return cli_fail(LG_USAGE, "%s %s: the verb comes first: lengthen %s %s", family->name, name, behind->name,
                        name);
    if (best && !is_path)
        return cli_fail(LG_USAGE, "there is no %s %s; did you mean %s %s?", family->name, name, family->name, best);
    if (is_path)
        return cli_fail(LG_USAGE, "%s needs a verb before %s: `lengthen %s %s`, or %s, %s, ...", family->name, name,
                        family->verbs[1]->name, name, cli_verb_name(family->verbs[0]), cli_verb_name(family->verbs[2]));
    return cli_fail(LG_USAGE, "there is no %s %s; `lengthen %s --help` lists the subcommands", family->name, name,
                    family->name);
}

static int start_verb(const cli_command *family, int argc, char **argv) {
    if (argc < 3)
        return cli_fail(LG_USAGE, "missing subcommand of %s; `lengthen %s --help` lists the subcommands", family->name,
                        family->name);
    if (is_one_of(argv[2], "--help", "-h")) return cli_help_command(family), LG_OK;
    const cli_command *verb = cli_verb_find(family, argv[2]);
    return verb ? start_command(verb, argv + 3, argc - 3) : unknown_verb(family, argc, argv);
}

static int start_program(int argc, char **argv) {
    if (argc < 2) return dup2(STDERR_FILENO, STDOUT_FILENO), cli_help_overview(commands), LG_USAGE;
    if (is_one_of(argv[1], "--version", "-V")) return printf("lengthen %s\n", lg_version()), LG_OK;
    if (is_one_of(argv[1], "--help", "-h")) return cli_help_overview(commands), LG_OK;
    if (!strcmp(argv[1], "__complete")) return cli_help_complete(commands, argv + 2, argc - 2);
    if (!strcmp(argv[1], "__schemas")) return cli_help_schemas(commands);
    const cli_command *command = cli_command_find(commands, argv[1]);
    if (!command) return unknown_command(argv[1]);
    if (command->verbs) return start_verb(command, argc, argv);
    return start_command(command, argv + 2, argc - 2);
}

/* Allocates memory for Jansson, or exits, because Jansson 2.14's parser writes through a null pointer when memory runs
 * out. Exiting is safe: our files are complete at every moment. */
static void *allocate_json(size_t bytes) {
    void *p = malloc(bytes);
    if (!p) _exit(cli_fail(LG_FAILED, "out of memory"));
    return p;
}

int main(int argc, char **argv) {
    cli_out_reserve_standard_fds();
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* writes report a closed pipe instead */
    signal(SIGXFSZ, SIG_IGN); /* writes report the file size limit instead */
    json_set_alloc_funcs(allocate_json, free);
    int status = start_program(argc, argv);
    cli_options_free();
    return cli_out_close(status);
}
