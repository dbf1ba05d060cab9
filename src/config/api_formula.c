/* api_formula.c: implements the words of formulas of api/catalogue.h. */
#include <string.h>

#include "api/catalogue.h"
#include "formula/formula.h"

lg_formula_word lg_formula_function_at(size_t i) {
    static const lg_formula_word words[] = {
        {"if(c, a, b)", "a where c is not 0, else b"},
        {"min(a, b)", "the smaller one"},
        {"max(a, b)", "the larger one"},
        {"bucket(d, n, m)", "which of n buckets a distance is in, as in T5: the last one begins before m"},
        {"sum(k, n, x)", "x for k = 0, 1, ..., n-1, added"},
#define FUNCTION(name, value, slope, help) {#name "(x)", help},
#include "formula/functions.inc"
    };
    return i < sizeof words / sizeof *words ? words[i] : (lg_formula_word){"", ""};
}

lg_formula_word lg_formula_operand_at(const char *key, size_t i) {
    for (const lg_formula_place *const *p = lg_formula_places; *p; p++) {
        if (strcmp((*p)->key, key)) continue;
        const lg_operand *o = (*p)->operands;
        for (size_t k = 0; o[k].name; k++)
            if (k == i) return (lg_formula_word){o[k].name, o[k].help};
    }
    return (lg_formula_word){"", ""};
}
