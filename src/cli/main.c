/* main.c: the program lengthen. Finds the command, takes its flags apart, gives it a context, and turns what became of
 * it into an exit status. */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out.h"
#include "cli/text.h"

static void say(const char *format, va_list words) {
    fputs("lengthen: ", stderr);
    vfprintf(stderr, format, words);
    fputc('\n', stderr);
}

int cli_fail(int status, const char *format, ...) {
    va_list words;
    va_start(words, format);
    say(format, words);
    va_end(words);
    return status;
}

int cli_path_status(void) {
    return errno == ENOENT || errno == ENOTDIR || errno == EISDIR ? LG_USAGE : LG_FAILED;
}

int cli_check_folder(const char *flag, const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s/.", slash ? (int)(slash - path) : 1, slash ? path : ".");
    if (!access(folder, W_OK)) return LG_OK;
    return cli_fail(cli_path_status(), "--%s %s: cannot write there: %s", flag, path, strerror(errno));
}

int cli_fail_library(cli *c, int status) {
    cli_progress_clear(&c->progress);
    const char *text = lg_error_text(c->context);
    return cli_fail(status, "%s", *text ? text : "something failed without words");
}

void cli_note(cli *c, const char *format, ...) {
    if (c->quiet) return;
    cli_progress_clear(&c->progress);
    va_list words;
    va_start(words, format);
    vfprintf(stderr, format, words);
    va_end(words);
    fputc('\n', stderr);
}

static void on_log(void *user, lg_level level, const char *text) {
    cli *c = user;
    bool shown = level == LG_WARNING || (level == LG_INFO && !c->json) || c->verbose;
    if (shown) cli_note(c, "%s%s", level == LG_WARNING ? "warning: " : "", text);
}

int cli_refuse_word(const cli *c, const char *word) {
    const char *name = c->args.command->name;
    lg_choice choice;
    if (c->args.command->settings && lg_choice_find(word, &choice))
        return cli_fail(LG_USAGE, "%s takes no word %s; did you mean --%s %s?", name, word, choice.axis, word);
    return cli_fail(LG_USAGE, "%s takes no word %s; `lengthen %s --help` shows how it is used", name, word, name);
}

static int run(cli *c) {
    c->json = cli_flag_on(&c->args, "json");
    c->quiet = cli_flag_on(&c->args, "quiet");
    c->verbose = cli_flag_on(&c->args, "verbose");
    if (cli_flag_on(&c->args, "help")) {
        cli_help_command(c->args.command);
        return LG_OK;
    }
    if (c->args.word_count && !c->args.command->words) return cli_refuse_word(c, c->args.words[0]);
    c->context = lg_context_new();
    if (!c->context) return cli_fail(LG_FAILED, "out of memory");
    lg_context_log(c->context, on_log, c);
    int status = c->args.command->run(c);
    cli_progress_end(&c->progress);
    lg_context_free(c->context);
    return status;
}

static int unknown_command(const char *name) {
    cli_nearest near = cli_nearest_to(name, strlen(name));
    for (const cli_command *const *c = cli_commands; *c; c++) cli_nearest_try(&near, (*c)->name);
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
    cli c = {0};
    int status = cli_args_parse(&c.args, command, argv, count);
    if (status == LG_OK) status = run(&c);
    cli_args_free(&c.args);
    return status;
}

static int unknown_verb(const cli_command *family, const char *name) {
    cli_nearest near = cli_nearest_to(name, strlen(name));
    for (const cli_command *const *v = family->verbs; *v; v++) cli_nearest_try(&near, cli_verb_name(*v));
    const char *best = cli_nearest_best(&near);
    if (best)
        return cli_fail(LG_USAGE, "there is no %s %s; did you mean %s %s?", family->name, name, family->name, best);
    return cli_fail(LG_USAGE, "there is no %s %s; `lengthen %s --help` lists what there is", family->name, name,
                    family->name);
}

static int start_verb(const cli_command *family, int argc, char **argv) {
    if (argc < 3)
        return cli_fail(LG_USAGE, "%s wants a word more; `lengthen %s --help` lists them", family->name, family->name);
    if (is_one_of(argv[2], "--help", "-h")) return cli_help_command(family), LG_OK;
    const cli_command *verb = cli_verb_find(family, argv[2]);
    return verb ? start_command(verb, argv + 3, argc - 3) : unknown_verb(family, argv[2]);
}

static int start(int argc, char **argv) {
    if (argc < 2) return cli_fail(LG_USAGE, "a command is wanted; `lengthen help` lists them");
    if (is_one_of(argv[1], "--version", "-V")) return printf("lengthen %s\n", lg_version()), LG_OK;
    if (is_one_of(argv[1], "--help", "-h")) return cli_help_overview(), LG_OK;
    const cli_command *command = cli_command_find(argv[1]);
    if (!command) return unknown_command(argv[1]);
    if (command->verbs) return start_verb(command, argc, argv);
    return start_command(command, argv + 2, argc - 2);
}

int main(int argc, char **argv) {
    cli_out_keep_streams();
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* a reader that leaves is noticed where we write */
    int status = start(argc, argv);
    cli_options_free();
    return cli_out_close(status);
}
