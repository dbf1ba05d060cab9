/* samples.h: position ids in training and in longer tests (`lengthen inspect positions NAME... --figure FILE`). */
#ifndef CLI_INSPECT_SAMPLES_H
#define CLI_INSPECT_SAMPLES_H

#include "cli/cli.h"
#include "output/schema.h"

/* Draws samples of T and of 4 T tokens of each position sampler. Prints every sample as a row of the schema in data
 * formats, and writes every file of --figure with a panel per sampler. Returns an exit status. */
int cli_samples_draw(cli *c, const char *const *names, int count, int T, const lg_schema *row);

#endif
