/* solve_equation.c: task of solving a bracketed equation modulo 5 in which x stands for one digit. There are no
 * products, so the solution is unique. This follows the authors' code; examples in their paper have products. */
#include "data/expression.h"
#include "data/sample.h"
#include "data/symbols.h"

#include <string.h>

enum { SIZE = 11, SHORTEST = 3 }; /* shorter inputs are constant: zeros, with the target 0 */

static const char alphabet[] = "01234+-()x=";
static const char *const symbols[SIZE] = {"0", "1", "2", "3", "4", "+", "-", "(", ")", "x", "="};

/* Chooses the first digit at or after a random position (wrapping around), writes x in its place, and returns it. As in
 * the authors' code, a digit after many other tokens is more likely to be chosen. */
static int32_t hide_digit(lg_random *r, int32_t *expression, int count) {
    int i = (int)lg_random_below(r, (uint32_t)count);
    while (expression[i] >= LG_MODULUS) i = (i + 1) % count;
    const int32_t digit = expression[i];
    expression[i] = lg_expression_id(alphabet, 'x');
    return digit;
}

static void sample(lg_key key, int n, lg_sample *out) {
    lg_sample_begin(out, n, 1);
    if (n < SHORTEST) {
        memset(out->input, 0, (size_t)n * sizeof *out->input);
        out->target[0] = 0;
        return;
    }
    lg_random r = lg_random_from(key);
    const int value = lg_expression_draw(&r, alphabet, n - 2, out->input);
    out->target[0] = hide_digit(&r, out->input, n - 2);
    out->input[n - 2] = lg_expression_id(alphabet, '=');
    out->input[n - 1] = value;
}

static int count_of(const lg_sample *s, char c) {
    int count = 0;
    for (int i = 0; i < s->n; i++) count += alphabet[s->input[i]] == c;
    return count;
}

static bool check_constant(const lg_sample *s) {
    return count_of(s, '0') == s->n && s->target[0] == 0;
}

/* Checks by substituting each digit for x: only the target may solve the equation. */
static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, 1, SIZE, LG_MODULUS)) return false;
    if (s->n < SHORTEST) return check_constant(s);
    if (count_of(s, 'x') != 1 || count_of(s, '=') != 1 || alphabet[s->input[s->n - 2]] != '=') return false;
    for (int digit = 0; digit < LG_MODULUS; digit++) {
        int value;
        if (!lg_expression_value(alphabet, s->input, s->n - 2, digit, &value)) return false;
        if ((value == s->input[s->n - 1]) != (digit == s->target[0])) return false;
    }
    return true;
}

const lg_task lg_task_solve_equation = {
    .name = "solve_equation",
    .summary = "the unknown digit of an equation modulo 5, with brackets",
    .formula = "source: an expression of n-2 tokens, E = d | -d | (d) | (-d) | (E op E), op + or -, in which the\n"
               "symbol x replaces one digit; then = and the value of the expression mod 5.\n"
               "target [1]: the replaced digit. For n < 3 all tokens are 0.\n"
               "( 2 - x ) = 4 -> 3\n"
               "( ( x ) + 4 ) = 1 -> 2",
    .source = LG_CHOMSKY_PAPER "Solve Equation",
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
