/* parity_check.c: task of deciding whether the number of ones is odd, a classic hard problem for perceptrons. The order
 * of bits does not matter. */
#include "data/bits.h"
#include "data/sample.h"
#include "data/symbols.h"

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, 1);
    lg_bits_draw(&r, out->input, n);
    out->target[0] = 0;
    for (int i = 0; i < n; i++) out->target[0] ^= out->input[i];
}

static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, 1, 2, 2)) return false;
    int ones = 0;
    for (int i = 0; i < s->n; i++) ones += s->input[i] == 1;
    return s->target[0] == ones % 2;
}

const lg_task lg_task_parity_check = {
    .name = "parity_check",
    .summary = "parity of the number of ones in a bit string",
    .formula = "x: n fair bits. target [1]: (sum of x) mod 2.\n"
               "1 0 1 0 1 0 0 -> 1\n"
               "0 1 1 1 1 -> 0",
    .source = LG_CHOMSKY_PAPER "Parity Check",
    .methods = &lg_task_methods,
    .level = "regular",
    .chance = 0.5,
    .order_invariant = true,
    .input_size = 2,
    .output_size = 2,
    .input_symbols = lg_symbols_bits,
    .output_symbols = lg_symbols_bits,
    .outputs = lg_outputs_one,
    .sample = sample,
    .check = check,
};
