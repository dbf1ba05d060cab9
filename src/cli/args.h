/* args.h: the command line, parsed. Flags are --name VALUE or --name=VALUE, switches --name, one-letter forms -q.
 * A command's own flags are kept as given; every option of the library is a flag as well and is kept as a setting. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cli_command cli_command;

typedef struct cli_flag {
    const char *name;  /* without dashes */
    char letter;       /* one-letter form, 0: none */
    const char *value; /* what follows, for help: "FILE"; NULL: a switch; "[=X]": the value may be left out */
    const char *help;  /* one line */
    bool repeats;      /* may be given several times; else two values are an error */
} cli_flag;

/* What other programs, or other commands, have as a flag or as a command. */
typedef struct cli_other_name {
    const char *names;  /* between blanks: " max-tokens max_tokens " */
    const char *answer; /* what is said behind "unknown flag --NAME" */
} cli_other_name;
/* NULL: it is not in the list, which ends with a row of zeros; NULL: an empty one. */
const char *cli_other_answer(const cli_other_name *others, const char *name, size_t length);

/* One flag as it was written. */
typedef struct cli_flag_value_pair {
    const char *name;
    const char *value; /* "" for a switch */
    bool setting;      /* an option of the library rather than a flag of the command */
} cli_flag_value_pair;

typedef struct cli_args {
    const cli_command *command;
    cli_flag_value_pair *flags;
    size_t flag_count;
    const char **positionals;
    size_t positional_count;
} cli_args;

extern const cli_flag cli_common_flags[]; /* --json, --quiet, --verbose, --help: of every command */
extern const cli_flag cli_config_flags[]; /* of commands with a new config: --config, --preset, --print-config */
extern const cli_flag cli_stored_flags[]; /* of commands with the config of a run: --print-config */

/* A flag of the command that is no option of the library; NULL: there is none of that name. */
const cli_flag *cli_flag_find(const cli_command *command, const char *name, size_t length);
/* Parses argv[0..count-1], what follows the command; argv must outlive args. Returns LG_OK, or the exit status after a
 * message that names the flag. */
int cli_args_parse(cli_args *args, const cli_command *command, char **argv, int count);
void cli_args_free(cli_args *args);
/* Sets the choice on an axis to a positional, as --AXIS NAME would. LG_OK, or LG_USAGE after a message: a flag sets
 * another choice, or the name is on another axis. */
int cli_args_name(cli_args *args, const char *axis, const char *name);

/* The error for a positional that the command does not take, which may be a choice without its flag: LG_USAGE after a
 * message. */
int cli_refuse_positional(const cli_args *args, const char *positional);

bool cli_flag_on(const cli_args *args, const char *name);
const char *cli_flag_value(const cli_args *args, const char *name); /* the last one given; NULL if there is none */
/* The value of the next flag of this name, from *at on; NULL at the end. For flags that may be repeated. */
const char *cli_flag_next(const cli_args *args, const char *name, size_t *at);
const char *cli_setting_value(const cli_args *args, const char *name); /* the same for an option of the library */
/* A whole number in [low, high]; *out stays as it is when the flag is absent. LG_OK, or LG_USAGE after a message. */
int cli_flag_int(const cli_args *args, const char *name, long low, long high, long *out);
int cli_flag_real(const cli_args *args, const char *name, double low, double high, double *out);

#endif
