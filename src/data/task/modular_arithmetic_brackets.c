/* modular_arithmetic_brackets.c: task of evaluating a bracketed expression modulo 5, "Modular Arithmetic" of the paper.
 * The classes are unbalanced, because products are often 0: on average over n in 41..500, a fraction of 0.310 of the
 * targets is 0. */
#include "data/expression.h"
#include "data/sample.h"
#include "data/symbols.h"

enum { SIZE = 11 };

static const char alphabet[] = "01234+-*()x"; /* the id of x is reserved; no expression contains x */
static const char *const symbols[SIZE] = {"0", "1", "2", "3", "4", "+", "-", "*", "(", ")", "x"};

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, 1);
    out->target[0] = lg_expression_draw(&r, alphabet, n, out->input);
}

static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, 1, SIZE - 1, LG_MODULUS)) return false;
    int value;
    return lg_expression_value(alphabet, s->input, s->n, 0, &value) && s->target[0] == value;
}

const lg_task lg_task_modular_arithmetic_brackets = {
    .name = "modular_arithmetic_brackets",
    .summary = "value modulo 5 of a bracketed expression with + - *",
    .formula = "x: an expression of n tokens, E = d | -d | (d) | (-d) | (E op E), op one of + - *.\n"
               "target [1]: its value mod 5.\n"
               "( 1 - - 4 ) -> 0 (5 mod 5)\n"
               "( ( - 3 ) * 3 ) -> 1 (-9 mod 5)",
    .source = LG_CHOMSKY_PAPER "Modular Arithmetic",
    .methods = &lg_task_methods,
    .level = "context-free",
    .chance = 0.2,
    .input_size = SIZE,
    .output_size = LG_MODULUS,
    .input_symbols = symbols,
    .output_symbols = lg_symbols_digits,
    .outputs = lg_outputs_one,
    .sample = sample,
    .check = check,
};
