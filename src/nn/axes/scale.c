/* scale.c: see scale.h. */
#include "nn/axes/scale.h"

bool lg_scale_by_number(const lg_chosen_scale *s) {
    return lg_formula_names(s->entry->formula_of(&s->own).text, "n");
}
