/* token_tables.c: see token_tables.h. */
#include "nn/record/token_tables.h"

#include "nn/axes/architecture.h"
#include "nn/model/model.h"

bool lg_model_one_table(const lg_model *m) {
    const lg_architecture *a = m->architecture.entry;
    return m->data->one_vocabulary && !(a->tables_apart && a->tables_apart(&m->architecture.own));
}
