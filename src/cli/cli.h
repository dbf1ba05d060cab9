/* cli.h: what every command of the program sees. The program is the library's first client: beside the system's
 * headers it includes lengthen.h and, of the project, only the macro of base/embed.h. A command is one file that
 * exports one cli_command, and one line in commands.def. Data goes to stdout, messages to stderr, and a command returns
 * its exit status: the numbers of lg_status, or 128 + n after signal n. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "api/program.h"
#include "cli/args.h"
#include "cli/ui/message.h"
#include "cli/ui/progress.h"
#include "cli/ui/warnings.h"

typedef struct lg_schema lg_schema; /* output/schema.h */

/* A running command. */
typedef struct cli {
    lg_context *context;
    const cli_command *const *commands; /* all of the program; ends with NULL */
    cli_args args;
    bool json; /* its output is data: JSON or CSV */
    bool quiet, verbose;
    cli_progress progress;
    cli_warnings warnings;
} cli;

struct cli_command {
    const char *name, *summary;
    const char *usage;            /* "lengthen train [flags]", one form a line */
    const char *examples;         /* help begins with them */
    const char *text;             /* what the command does, in paragraphs of lines up to 100 columns */
    const cli_flag *flags;        /* its own flags; ends with a row of zeros, NULL: none */
    const cli_other_name *others; /* what else may be meant; ends with a row of zeros, NULL: nothing */
    const char *elsewhere;        /* where options of the library are set, if they are no flags; NULL: nowhere */
    const char *positionals;  /* which there may be, for completion: literal words and @task, @name, @axis, @command,
                                 @folder, @file; NULL: none, and any positional is an error */
    const cli_flag *settings; /* not NULL: it takes every option of the library as a flag, and these flags */
    const char *frequent;     /* options that help shows, between blanks; NULL: axes, all with a short flag, those
                                 without a dot, and curriculum.lengths */
    const lg_schema *const *schemas; /* of what it prints as data, that of CSV first; ends with NULL; NULL: nothing */
    bool tabular;                    /* it prints tables, which --format may have in other forms */
    int (*run)(cli *c);              /* returns the exit status */
    /* Not NULL: the command is a family of verbs, as "sweep", with "sweep plan" and others. It runs nothing itself, and
     * has no flags and positionals of its own. Ends with NULL. */
    const cli_command *const *verbs;
};

#endif
