/* matrix.h: prints a matrix of the library as text (shortened where it is large), as JSON, or as an NPY file. */
#ifndef CLI_UI_MATRIX_H
#define CLI_UI_MATRIX_H

#include "cli/cli.h"
#include "output/schema.h"

/* Where matrices go; also the user of lg_matrix_fn. */
typedef struct cli_matrix_sink {
    cli *c;
    const lg_schema *schema; /* of an lg_matrix */
    const char *asked;       /* the name that the user gave it, which may be a second name; NULL: that of the matrix */
    const char *prefix;      /* NPY files are PREFIX-WHAT.npy, "": of the matrix's name; NULL: none */
    int printed, status;
} cli_matrix_sink;

void cli_matrix_print(void *sink, const lg_matrix *m);

#endif
