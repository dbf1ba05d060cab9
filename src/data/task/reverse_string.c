/* reverse_string.c: task of reversing a bit string. */
#include "data/bits.h"
#include "data/sample.h"
#include "data/symbols.h"

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, n);
    lg_bits_draw(&r, out->input, n);
    for (int j = 0; j < n; j++) out->target[j] = out->input[n - 1 - j];
}

static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, s->n, 2, 2)) return false;
    const int32_t *backwards = s->target + s->n;
    for (int i = 0; i < s->n; i++)
        if (s->input[i] != *--backwards) return false;
    return true;
}

const lg_task lg_task_reverse_string = {
    .name = "reverse_string",
    .summary = "a bit string reversed",
    .formula = "x: n fair bits. target [n]: target[j] = x[n-1-j].\n"
               "1 0 0 -> 0 0 1\n"
               "0 1 1 0 1 0 -> 0 1 0 1 1 0",
    .source = LG_CHOMSKY_PAPER "Reverse String",
    .methods = &lg_task_methods,
    .level = "context-free",
    .chance = 0.5,
    .input_size = 2,
    .output_size = 2,
    .input_symbols = lg_symbols_bits,
    .output_symbols = lg_symbols_bits,
    .aligned = true,
    .outputs = lg_outputs_same,
    .sample = sample,
    .check = check,
};
