/* array.h: reads arrays from JSON (nested lists) or NPY files (NumPy's format, versions 1 to 3), and writes NPY
 * files. */
#ifndef CLI_UI_ARRAY_H
#define CLI_UI_ARRAY_H

#include <stddef.h>

#include "cli/cli.h"

enum { CLI_RANK = 4 };

typedef struct cli_array {
    int rank;
    size_t shape[CLI_RANK], count; /* count: product of the shape */
    double *data;                  /* row-major; not NULL, even if empty */
} cli_array;

/* Reads an array. A file that starts with NPY's magic bytes is read as NPY, any other file as JSON. Returns LG_OK, or
 * an error status after printing a message. */
int cli_array_read(cli *c, const char *path, cli_array *out);
void cli_array_free(cli_array *a);
/* Writes an NPY file of float64. */
int cli_array_write(cli *c, const char *path, const size_t *shape, int rank, const double *data);

#endif
