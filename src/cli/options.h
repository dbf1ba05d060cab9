/* options.h: every option of the library as a flag. The catalogue is read from the library once: the axes, the options
 * of every run and those of the choices. Help, completions, the parser and the man page all read it. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "api/program.h"
#include "cli/ui/text.h"

typedef struct cli_option {
    lg_option_info info;
    bool axis;           /* the option is an axis: its value is the name of a choice */
    char *names;         /* those names; owned by the catalogue, as is owners */
    const char *of_axis; /* an option of choices on this axis; NULL: an option of every run */
    char *owners;        /* the choices, "randomized, unsorted"; NULL: an option of every run */
} cli_option;

bool cli_options_complete(void); /* false: memory ran out, and some are missing */
size_t cli_option_count(void);
const cli_option *cli_option_at(size_t i);
/* By dotted name, short flag, axis name, or AXIS.name; NULL if there is none. */
const cli_option *cli_option_find(const char *name, size_t length);
/* The spelling among those that was typed, or the name of an axis, with the lifetime of the catalogue. */
const char *cli_option_spelling(const cli_option *o, const char *name, size_t length);
bool cli_is_axis(const char *name); /* is it the name of an axis? */
void cli_options_suggest(cli_nearest *near);
void cli_options_free(void);

#endif
