/* ensemble.h: an ensemble of the runs given as positional arguments (--ensemble). */
#ifndef CLI_ENSEMBLE_H
#define CLI_ENSEMBLE_H

#include "cli/cli.h"

#define CLI_ENSEMBLE_FLAG                                                                                              \
    { "ensemble", 0, NULL, "treat all given models as one, with the mean of their probabilities" }

typedef struct cli_ensemble {
    char *name; /* "runs/a + runs/b" */
    lg_run **runs;
    size_t count;
} cli_ensemble;

/* The names of the runs as one name, "a + b"; the caller frees it. NULL: out of memory. */
char *cli_ensemble_name(const char *const *runs, size_t count);
/* Opens the runs in all positional arguments, calls `prepare` for the config of each run, and joins all other runs to
 * the first run. Returns LG_OK, or a status after a message. Call cli_ensemble_close also after a failure. */
int cli_ensemble_open(cli *c, int (*prepare)(cli *c, lg_config *f), cli_ensemble *out);
void cli_ensemble_close(cli_ensemble *x);

#endif
