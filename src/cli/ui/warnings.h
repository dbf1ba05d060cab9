/* warnings.h: warnings of a command on stderr. One that comes again, as from each run of a sweep, is printed once, and
 * counted. */
#ifndef CLI_UI_WARNINGS_H
#define CLI_UI_WARNINGS_H

#include <stddef.h>

typedef struct cli cli;

/* Zeros to begin with. */
typedef struct cli_warnings {
    struct cli_warning *list; /* in the order in which they came */
    size_t count, capacity;
} cli_warnings;

void cli_warn(cli *c, const char *text);
/* Says how often each came that came more than once, and frees all. */
void cli_warnings_end(cli *c);

#endif
