/* args.h: the parsed command line. Flags are --name VALUE or --name=VALUE; switches are --name, and some have a
 * one-letter form, -q. A command's own flags are stored as given. Every library option is a flag too, stored as a
 * setting. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cli_command cli_command;

typedef struct cli_flag {
    const char *name;  /* without dashes */
    char letter;       /* one-letter form; 0: none */
    const char *value; /* placeholder in the help: "FILE"; NULL: a switch; "[=X]": the value is optional */
    const char *help;  /* one line */
    bool repeats;      /* may be given several times; otherwise two different values are an error */
} cli_flag;

/* Names of flags or commands in other programs, or in other commands of this one, with advice for the error message. */
typedef struct cli_other_name {
    const char *names;  /* separated by blanks, with a blank at each end: " max-tokens max_tokens " */
    const char *answer; /* appended to "unknown flag --NAME" */
} cli_other_name;
/* Finds the answer for a name; NULL if the name is not in `others`. The list ends with a row of zeros; NULL is an empty
 * list. */
const char *cli_other_answer(const cli_other_name *others, const char *name, size_t length);

/* One flag as the user wrote it. */
typedef struct cli_flag_value_pair {
    const char *name;
    const char *value; /* "" for a switch */
    bool setting;      /* a library option, not a flag of the command */
} cli_flag_value_pair;

typedef struct cli_args {
    const cli_command *command;
    cli_flag_value_pair *flags;
    size_t flag_count;
    const char **positionals;
    size_t positional_count;
} cli_args;

extern const cli_flag cli_common_flags[]; /* --format, --json, --quiet, --verbose, --help: for every command */
extern const cli_flag cli_config_flags[]; /* for commands that make a config: --config, --preset, --print-config */
extern const cli_flag cli_stored_flags[]; /* for commands that use a run's config: --print-config */

/* Finds a flag of the command by name, not a library option; NULL if the command has no such flag. */
const cli_flag *cli_flag_find(const cli_command *command, const char *name, size_t length);
/* Parses argv[0..count-1], the arguments after the command's name. argv must outlive args. Returns LG_OK, or an exit
 * status after a message that names the flag. */
int cli_args_parse(cli_args *args, const cli_command *command, char **argv, int count);
void cli_args_free(cli_args *args);
/* Sets the choice on an axis from a positional argument, as --AXIS NAME would. Returns LG_OK, or LG_USAGE after a
 * message if a flag sets another choice on that axis. */
int cli_args_name(cli_args *args, const char *axis, const char *name);

/* Reports a positional argument that the command does not take; if it is the name of a choice, suggests the flag.
 * Returns LG_USAGE. */
int cli_refuse_positional(const cli_args *args, const char *positional);

bool cli_flag_on(const cli_args *args, const char *name);
const char *cli_flag_value(const cli_args *args, const char *name); /* the last value given; NULL: none */
/* The value of the next flag of this name, searched from *at; NULL at the end. For flags that may be repeated. */
const char *cli_flag_next(const cli_args *args, const char *name, size_t *at);
const char *cli_setting_value(const cli_args *args, const char *name); /* last value of a library option; NULL: none */
/* Parses a whole number in [low, high]; *out is unchanged if the flag is absent. Returns LG_OK, or LG_USAGE after a
 * message. */
int cli_flag_int(const cli_args *args, const char *name, long low, long high, long *out);
int cli_flag_real(const cli_args *args, const char *name, double low, double high, double *out);

#endif
