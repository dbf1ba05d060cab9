/* array.h: arrays of numbers in files: nested JSON lists and NPY (NumPy's format, versions 1 to 3). */
#ifndef CLI_UI_ARRAY_H
#define CLI_UI_ARRAY_H

#include <stddef.h>

#include "cli/cli.h"

enum { CLI_RANK = 4 };

typedef struct cli_array {
    int rank;
    size_t shape[CLI_RANK], count; /* count: product of shape */
    double *data;                  /* row-major; not NULL, even if empty */
} cli_array;

/* Reads a file; which format it is shows in its first byte. LG_OK, or a status after a message. */
int cli_array_read(cli *c, const char *path, cli_array *out);
void cli_array_free(cli_array *a);
/* Writes an NPY file of float64. */
int cli_array_write(cli *c, const char *path, const size_t *shape, int rank, const double *data);

#endif
