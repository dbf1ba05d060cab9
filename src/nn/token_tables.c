/* token_tables.c: see token_tables.h. */
#include "nn/token_tables.h"

#include <string.h>

#include "nn/model.h"

bool lg_model_one_table(const lg_model *m) {
    const bool apart =
        lg_values_has(m->values, "architecture.tables") && !strcmp(lg_text(m->values, "architecture.tables"), "apart");
    return m->data->one_vocabulary && !apart;
}
