/* symbols.h: the symbols of the tokens of a task. */
#ifndef CLI_UI_SYMBOLS_H
#define CLI_UI_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "api/program.h"

enum { CLI_SYMBOLS = 1024 };

typedef struct cli_symbols {
    char *input[CLI_SYMBOLS], *output[CLI_SYMBOLS]; /* by id; NULL: not known */
} cli_symbols;

/* Learns the symbols from samples of the config's task. A token in no sample has no symbol. */
void cli_symbols_learn(cli_symbols *s, lg_config *f);
void cli_symbols_free(cli_symbols *s);
/* The symbol of a class, or its id as text; valid until the next call. */
const char *cli_symbols_output(const cli_symbols *s, int id);
/* The ids that a flag lists, between blanks or commas. LG_OK, or LG_USAGE after a message. The caller frees *ids. */
int cli_ids_read(const char *flag, const char *text, int32_t **ids, int *count);
/* The same of symbols, between blanks. *unknown: where in the text the first symbol begins that no sample has, whose id
 * is then 0; NULL: all are known. */
int cli_symbols_read(const cli_symbols *s, const char *text, int32_t **ids, int *count, const char **unknown);
int cli_symbols_refuse(const char *unknown); /* LG_USAGE, after a message */

#endif
