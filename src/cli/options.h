/* options.h: every option of the library as a flag. The catalogue is read from the library once: the axes, the options
 * of every run and those that the choices bring. Help, completions, the parser and the man page all read it. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/cli.h"
#include "cli/text.h"

typedef struct cli_option {
    lg_option_info info;
    bool axis;           /* the option is an axis: its value is the name of a choice */
    char *names, *first; /* those names, and the default; owned by the catalogue, as is owners */
    const char *of_axis; /* brought by choices of this axis; NULL: an option of every run */
    char *owners;        /* the choices, "randomized, unsorted"; NULL: an option of every run */
} cli_option;

size_t cli_option_count(void);
const cli_option *cli_option_at(size_t i);
/* By dotted name, short flag, axis name, or AXIS.name; NULL if there is none. */
const cli_option *cli_option_find(const char *name, size_t length);
/* The spelling among those that was typed, with the lifetime of the catalogue. */
const char *cli_option_spelling(const cli_option *o, const char *name, size_t length);
void cli_options_suggest(cli_nearest *near);
void cli_options_free(void);

/* Something done with a config: LG_OK, or an exit status after a message. */
typedef int (*cli_config_fn)(cli *c, lg_config *f, void *user);
/* The frame of commands with a new config: fills it from presets, files, the environment and flags; lets `prepare` look
 * at it, or checks it where that is NULL; prints it when --print-config is on, else hands it to `work`; frees it. */
int cli_config_run(cli *c, cli_config_fn prepare, cli_config_fn work, void *user);
/* Fills a config from presets and files, then `file` if it is not NULL, the environment and flags; checks nothing. */
int cli_config_fill(cli *c, lg_config *f, const char *file);
/* Puts LENGTHEN_EVAL_... and LENGTHEN_THREADS and the settings given as flags into the config of a run; checks it. */
int cli_config_override(cli *c, lg_config *f);
/* --print-config: every value with its origin, as YAML or JSON, if the config is right. */
int cli_config_print(cli *c, lg_config *f);
/* The same of several new runs, which are checked: YAML documents, or objects that name their run. */
int cli_config_print_all(cli *c, lg_config *const *configs, size_t count);
/* The whole number behind an option of f; `otherwise` when it is not in force. */
long cli_config_int(lg_config *f, const char *key, long otherwise);

#endif
