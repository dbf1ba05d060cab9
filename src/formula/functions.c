/* functions.c: the table of functions in formulas. */
#include "formula/program.h"

const lg_formula_function lg_formula_functions[] = {
    {"if", LG_DO_IF, 3},
    {"min", LG_DO_MIN, 2},
    {"max", LG_DO_MAX, 2},
    {"bucket", LG_DO_BUCKET, 3},
    {"sum", LG_DO_SUM, 3},
#define FUNCTION(name, value, slope, help) {#name, LG_DO_##name, 1},
#include "formula/functions.inc"
    {0},
};
