/* modular_arithmetic.c: task of evaluating a sum of products modulo 5 without brackets, "Modular Arithmetic (Simple)"
 * of the paper. Digits and operators alternate, so the length is odd. An even n is rounded down, as in the authors'
 * code (according to their paper it is rounded up). */
#include "data/sample.h"
#include "data/symbols.h"

enum { MODULUS = 5, PLUS = 5, MINUS, TIMES, BLANK, SIZE };

static const char *const symbols[SIZE] = {"0", "1", "2", "3", "4", "+", "-", "*", "_"};

static int length(int n) {
    return n % 2 == 0 ? n - 1 : n;
}

/* Evaluates from left to right. `sum`: the sum of complete terms. `term`: the product being computed, with its sign. */
static int value(const int32_t *x, int n) {
    int sum = 0, term = x[0];
    for (int i = 1; i < n; i += 2) {
        const int digit = x[i + 1];
        if (x[i] == TIMES) {
            term = term * digit % MODULUS;
        } else {
            sum += term;
            term = x[i] == MINUS ? MODULUS - digit : digit;
        }
    }
    return (sum + term) % MODULUS;
}

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, length(n), 1);
    for (int i = 0; i < out->n; i++)
        out->input[i] = (int32_t)(i % 2 == 0 ? lg_random_below(&r, MODULUS) : PLUS + lg_random_below(&r, 3));
    out->target[0] = value(out->input, out->n);
}

/* Checks by reading from right to left: a product is complete when the operator before it is not *. A blank token
 * counts as 0 in place of a digit, and as + in place of an operator. */
static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, 1, SIZE, MODULUS) || s->n % 2 == 0) return false;
    int sum = 0, product = 1;
    for (int i = s->n - 1; i >= 0; i--) {
        const int id = s->input[i];
        const bool number = id < PLUS || id == BLANK, operator= id >= PLUS;
        if (i % 2 == 0 ? !number : !operator) return false;
        if (i % 2 == 0) product = product * (id == BLANK ? 0 : id) % MODULUS;
        if (i % 2 == 1 && id != TIMES) {
            sum = (sum + (id == MINUS ? MODULUS - product : product)) % MODULUS;
            product = 1;
        }
    }
    return s->target[0] == (sum + product) % MODULUS;
}

const lg_task lg_task_modular_arithmetic = {
    .name = "modular_arithmetic",
    .summary = "value modulo 5 of an expression of digits and + - *, without brackets",
    .formula = "x: digits 0..4 at even positions (from 0), + - * at odd positions. An even n is reduced by 1.\n"
               "target [1]: the value mod 5, where * binds more tightly than + and -.\n"
               "1 + 2 * 3 -> 2 (7 mod 5)\n"
               "2 - 3 * 4 * 2 + 1 -> 4 (-21 mod 5)",
    .source = LG_CHOMSKY_PAPER "Modular Arithmetic (Simple)",
    .methods = &lg_task_methods,
    .level = "regular",
    .chance = 0.2,
    .input_size = SIZE,
    .output_size = MODULUS,
    .input_symbols = symbols,
    .output_symbols = lg_symbols_digits,
    .length = length,
    .outputs = lg_outputs_one,
    .sample = sample,
    .check = check,
};
