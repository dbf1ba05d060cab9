/* cli.h: what every command of the program sees. The program is the library's first client: beside the system's
 * headers it includes lengthen.h and nothing else of the house. A command is one file that exports one cli_command, and
 * one line in commands.def. Data goes to stdout, messages to stderr, and what becomes of a command is its exit status:
 * the numbers of lg_status, or 128 + n after signal n. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/args.h"
#include "cli/progress.h"
#include "lengthen.h"

/* One command at work. */
typedef struct cli {
    lg_context *context;
    cli_args args;
    bool json, quiet, verbose;
    cli_progress progress;
} cli;

struct cli_command {
    const char *name, *summary;
    const char *usage;     /* "lengthen train [flags]", one form a line */
    const char *examples;  /* help begins with them */
    const char *text;      /* what the command does, in paragraphs of lines up to 100 columns */
    const cli_flag *flags; /* its own flags; ends with a row of zeros, NULL: none */
    const char *words;     /* what its words may be, for completions: literal words and @task, @name, @axis, @command,
                              @folder, @file; NULL: none, and any word is an error */
    const cli_flag *settings; /* not NULL: takes every option of the library as a flag, and these flags */
    const char *frequent;     /* options that help shows, between blanks; NULL: axes, all with a short flag, and those
                                 without a dot */
    int (*run)(cli *c);       /* returns the exit status */
    /* Not NULL: the command is a family of verbs, whose first word names one: "sweep" has "sweep plan". It runs nothing
     * itself, and has no flags and words of its own. Ends with NULL. */
    const cli_command *const *verbs;
};

#define COMMAND(name) extern const cli_command cli_command_##name;
#include "cli/commands.def"
#undef COMMAND

extern const cli_command *const cli_commands[]; /* ends with NULL */
const cli_command *cli_command_find(const char *name);
const cli_command *cli_verb_find(const cli_command *family, const char *name); /* by its second word */
const char *cli_verb_name(const cli_command *verb);                            /* its second word */
/* Every command and, after its family, every verb: calls `each`. */
void cli_commands_walk(void (*each)(const cli_command *c));

/* "lengthen: words" on stderr; returns status, so that `return cli_fail(...)` reads well. */
int cli_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The status for errno after a path could not be written: LG_USAGE where it leads nowhere, LG_FAILED for any other
 * reason. A path that cannot be read is LG_USAGE, here as in the library. */
int cli_path_status(void);
/* Can a file of this path be made? LG_OK, or a status after a message that names the flag. */
int cli_check_folder(const char *flag, const char *path);
/* The command takes no such word; it may be a choice without its flag. LG_USAGE after a message. */
int cli_refuse_word(const cli *c, const char *word);
/* cli_fail with the words of the library. */
int cli_fail_library(cli *c, int status);
/* A message that is no error; silent with --quiet. */
void cli_note(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The presets with their summaries; `first`: nothing has been printed before. */
void cli_list_presets(cli *c, bool first);
/* The sweep files, the same. */
void cli_list_sweeps(cli *c, bool first);
/* Shows the sweep file of that name; false if there is none, *status is LG_OK or that of a failure. */
bool cli_show_sweep_file(cli *c, const char *name, int *status);
/* A run directory: what it is, and how to repeat it; false if the name is none. */
bool cli_show_run(cli *c, const char *name, int *status);

/* Help pages, which the flag --help prints too. */
void cli_help_overview(void);
void cli_help_command(const cli_command *command);
/* One option, indented; owners NULL: every run reads it, else runs with these choices on the axis. */
void cli_help_option(const lg_option_info *info, const char *axis, const char *owners);

#endif
