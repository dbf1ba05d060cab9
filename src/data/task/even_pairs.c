/* even_pairs.c: task of deciding whether the number of unequal neighbours in a bit string is odd. It is odd if and only
 * if the first and the last bit differ, but a model has to learn that. */
#include "data/bits.h"
#include "data/sample.h"
#include "data/symbols.h"

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, 1);
    lg_bits_draw(&r, out->input, n);
    out->target[0] = out->input[0] != out->input[n - 1];
}

static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, 1, 2, 2)) return false;
    int unequal = 0;
    for (int i = 0; i + 1 < s->n; i++) unequal += s->input[i] != s->input[i + 1];
    return s->target[0] == unequal % 2;
}

const lg_task lg_task_even_pairs = {
    .name = "even_pairs",
    .summary = "parity of the number of unequal adjacent pairs in a bit string",
    .formula = "x: n fair bits. target [1]: (number of i with x[i] != x[i+1]) mod 2.\n"
               "0 1 1 0 -> 0 (2 unequal pairs)\n"
               "0 1 0 1 0 0 1 -> 1 (5 unequal pairs)",
    .source = LG_CHOMSKY_PAPER "Even Pairs",
    .methods = &lg_task_methods,
    .level = "regular",
    .chance = 0.5,
    .input_size = 2,
    .output_size = 2,
    .input_symbols = lg_symbols_bits,
    .output_symbols = lg_symbols_bits,
    .outputs = lg_outputs_one,
    .sample = sample,
    .check = check,
};
