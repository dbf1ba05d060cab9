/* parameters.h: parameters of a model, and what `lengthen inspect model` prints of one that is not trained yet. */
#ifndef CLI_UI_PARAMETERS_H
#define CLI_UI_PARAMETERS_H

#include "cli/cli.h"
#include "output/schema.h"

/* What is known of a parameter before it is trained: a row within others. */
typedef struct cli_parameter {
    char name[160];
    int rank;
    size_t shape[4], count; /* count: of all its numbers */
    const size_t *sizes;    /* that shape: set it again where the struct is copied */
    char words[96];         /* the shape as text: "8 x 32" */
    double decay;
} cli_parameter;
void cli_parameter_fill(cli_parameter *p, const lg_parameter *from);
extern const lg_schema cli_schema_parameter;

int cli_parameters_print(cli *c, lg_config *f);
extern const lg_schema cli_schema_model;

#endif
