/* matrix.h: prints a matrix as text (large ones shortened) or JSON, or writes it to an NPY file. */
#ifndef CLI_UI_MATRIX_H
#define CLI_UI_MATRIX_H

#include "cli/cli.h"
#include "output/schema.h"

/* Describes where matrices are printed; passed as `user` to cli_matrix_print. */
typedef struct cli_matrix_sink {
    cli *c;
    const lg_schema *schema; /* schema of an lg_matrix */
    const char *asked;       /* name that the user gave, possibly an alias; NULL: the matrix's own name is printed */
    const char *prefix;      /* NPY files are named PREFIX-WHAT.npy; "": PREFIX is the matrix's name; NULL: no files */
    int printed, status;
} cli_matrix_sink;

void cli_matrix_print(void *sink, const lg_matrix *m);

#endif
