/* symbols.h: translates between a task's tokens and their symbols. */
#ifndef CLI_UI_SYMBOLS_H
#define CLI_UI_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "api/program.h"

enum { CLI_SYMBOLS = 1024 };

typedef struct cli_symbols {
    char *input[CLI_SYMBOLS], *output[CLI_SYMBOLS]; /* [id]; NULL: unknown */
} cli_symbols;

/* Collects the symbols from samples of the config's task. A token that is in no sample has no symbol. */
void cli_symbols_learn(cli_symbols *s, lg_config *f);
void cli_symbols_free(cli_symbols *s);
/* The symbol of an output token, or its id as text; valid until the next call. */
const char *cli_symbols_output(const cli_symbols *s, int id);
/* Parses the ids that a flag lists, separated by blanks or commas, with or without brackets. Returns LG_OK, or LG_USAGE
 * after printing a message. The caller frees *ids. */
int cli_ids_read(const char *flag, const char *text, int32_t **ids, int *count);
/* Parses symbols separated by blanks into ids. A symbol that is in no sample gets the id 0. *unknown points to the
 * first such symbol in the text; NULL: all symbols are known. */
int cli_symbols_read(const cli_symbols *s, const char *text, int32_t **ids, int *count, const char **unknown);
int cli_symbols_refuse(const char *unknown); /* LG_USAGE, after printing a message */

#endif
