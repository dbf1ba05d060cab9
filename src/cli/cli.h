/* cli.h: declarations that every command uses. The program is a client of the library: beyond src/cli and system
 * headers it includes only api/program.h, api/analysis.h, output/schema.h and base/embed.h. A command is one file that
 * exports one cli_command, and one line in commands.def. Data goes to stdout, messages to stderr. A command returns its
 * exit status: a value of lg_status, or 128 + n after signal n. */
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
    const cli_command *const *commands; /* all commands of the program; ends with NULL */
    cli_args args;
    bool json; /* the output is data: JSON or CSV */
    bool quiet, verbose;
    cli_progress progress;
    cli_warnings warnings;
} cli;

struct cli_command {
    const char *name, *summary;
    const char *usage;            /* "lengthen train [flags]", one form per line */
    const char *examples;         /* shown first in the help */
    const char *text;             /* what the command does; paragraphs with lines of up to 100 columns */
    const cli_flag *flags;        /* its own flags; ends with a row of zeros; NULL: none */
    const cli_other_name *others; /* advice for unknown names of flags; ends with a row of zeros; NULL: none */
    const char *elsewhere;        /* where library options are set if they are not flags; NULL: nowhere */
    const char *positionals;  /* positional arguments, for completion: literal words and @task, @name, @axis, @command,
                               * @folder, @file; NULL: none, and any positional argument is an error */
    const cli_flag *settings; /* not NULL: the command takes every library option as a flag, and these flags */
    const char *frequent;     /* options shown in the help, separated by blanks; NULL: axes, options with a short flag,
                               * options without a dot, and curriculum.lengths */
    const lg_schema *const *schemas; /* schemas of its data output, the one for CSV first; ends with NULL; NULL: none */
    bool tabular;                    /* it prints tables, which --format can print in other forms */
    int (*run)(cli *c);              /* returns the exit status */
    /* Not NULL: the command is a family of verbs, like "sweep" with "sweep plan". A family does not run, and has no
     * flags or positional arguments of its own. Ends with NULL. */
    const cli_command *const *verbs;
    bool kinds; /* the help calls the verbs "kinds", as in `lengthen analyze` */
};

#endif
