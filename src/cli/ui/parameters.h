/* parameters.h: prints the parameters of a model that is not trained yet (`lengthen inspect model`). */
#ifndef CLI_UI_PARAMETERS_H
#define CLI_UI_PARAMETERS_H

#include "cli/cli.h"
#include "output/schema.h"

/* A parameter of an untrained model, printed as a nested row. */
typedef struct cli_parameter {
    char name[160];
    int rank;
    size_t shape[4], count; /* count: product of the shape */
    const size_t *sizes;    /* points to `shape`; set it again after copying the struct */
    char words[96];         /* the shape as text: "8 x 32" */
    double decay;
} cli_parameter;
void cli_parameter_fill(cli_parameter *p, const lg_parameter *from);
extern const lg_schema cli_schema_parameter;

int cli_parameters_print(cli *c, lg_config *f);
extern const lg_schema cli_schema_model;

#endif
