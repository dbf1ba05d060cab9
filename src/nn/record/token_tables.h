/* token_tables.h: which streams share one embedding table. */
#ifndef LG_NN_TOKEN_TABLES_H
#define LG_NN_TOKEN_TABLES_H

#include <stdbool.h>

struct lg_model;

/* Do all streams share one table, and thus one vocabulary? */
bool lg_model_one_table(const struct lg_model *m);

#endif
