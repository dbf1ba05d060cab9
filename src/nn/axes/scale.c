/* scale.c: see scale.h. */
#include "nn/axes/scale.h"

bool lg_scale_by_number(const lg_chosen_scale *s) {
    return lg_formula_names(s->entry->formula_of(&s->own).text, "n");
}

bool lg_scale_of_queries(const lg_chosen_scale *s) {
    const lg_formula_source f = s->entry->formula_of(&s->own);
    return (f.parameters && *f.parameters != '\0') || lg_formula_names(f.text, "head");
}
