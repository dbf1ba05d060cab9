/* warnings.h: prints warnings on stderr. A repeated warning, for example from each run of a sweep, is printed once and
 * counted. */
#ifndef CLI_UI_WARNINGS_H
#define CLI_UI_WARNINGS_H

#include <stddef.h>

typedef struct cli cli;

/* Initialize with zeros. */
typedef struct cli_warnings {
    struct cli_warning *list; /* in the order of their first appearance */
    size_t count, capacity;
} cli_warnings;

void cli_warn(cli *c, const char *text);
/* Prints how often each repeated warning occurred, and frees all warnings. */
void cli_warnings_end(cli *c);

#endif
