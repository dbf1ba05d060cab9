/* parameters.h: the parameters of a model that is not trained yet, as a table or as one JSON object. */
#ifndef CLI_UI_PARAMETERS_H
#define CLI_UI_PARAMETERS_H

#include "cli/cli.h"

size_t cli_parameter_count(const lg_parameter *p); /* its numbers */
int cli_parameters_print(cli *c, lg_config *f);

#endif
