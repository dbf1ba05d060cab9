/* options.h: every library option as a flag. The catalogue is read from the library once: axes, options of every run,
 * and options of choices. Help, completion, the parser and the man page use it. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "api/program.h"
#include "cli/ui/text.h"

typedef struct cli_option {
    lg_option_info info;
    bool axis;           /* the option is an axis; its value is the name of a choice */
    char *names;         /* names of the choices on this axis, separated by blanks; owned by the catalogue, as is
                            `owners` */
    const char *of_axis; /* the axis whose choices have this option; NULL: an option of every run */
    char *owners;        /* choices that have it: "randomized, unsorted"; NULL: an option of every run */
} cli_option;

bool cli_options_complete(void); /* false: memory ran out, and options are missing */
size_t cli_option_count(void);
const cli_option *cli_option_at(size_t i);
/* Finds an option by dotted name, short flag, axis name or AXIS.name; NULL if there is none. */
const cli_option *cli_option_find(const char *name, size_t length);
/* The short flag or the full name of the option, whichever the user typed as `name`, as a string that lives as long as
 * the catalogue. For an axis, the name of the axis. */
const char *cli_option_spelling(const cli_option *o, const char *name, size_t length);
bool cli_is_axis(const char *name); /* is it the name of an axis? */
void cli_options_suggest(cli_nearest *near);
void cli_options_free(void);

#endif
