/* token_tables.h: which streams have one table of token vectors. */
#ifndef LG_NN_TOKEN_TABLES_H
#define LG_NN_TOKEN_TABLES_H

#include <stdbool.h>

struct lg_model;

/* Have all streams one? They have one vocabulary then. */
bool lg_model_one_table(const struct lg_model *m);

#endif
