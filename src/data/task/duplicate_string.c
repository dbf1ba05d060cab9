/* duplicate_string.c: task of writing a bit string twice. It has the longest sequences of the benchmark: n input
 * tokens, and 2n target tokens. */
#include "data/bits.h"
#include "data/sample.h"
#include "data/symbols.h"

#include <string.h>

static int outputs(int n) {
    return 2 * n;
}

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, 2 * n);
    lg_bits_draw(&r, out->input, n);
    memcpy(out->target, out->input, (size_t)n * sizeof *out->input);
    memcpy(out->target + n, out->input, (size_t)n * sizeof *out->input);
}

static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, outputs(s->n), 2, 2)) return false;
    for (int j = 0; j < s->m; j++)
        if (s->target[j] != s->input[j % s->n]) return false;
    return true;
}

const lg_task lg_task_duplicate_string = {
    .name = "duplicate_string",
    .summary = "a bit string repeated twice",
    .formula = "x: n fair bits. target [2n]: x followed by x.\n"
               "1 0 1 -> 1 0 1 1 0 1\n"
               "0 0 1 1 -> 0 0 1 1 0 0 1 1",
    .source = LG_CHOMSKY_PAPER "Duplicate String",
    .methods = &lg_task_methods,
    .level = "context-sensitive",
    .chance = 0.5,
    .input_size = 2,
    .output_size = 2,
    .input_symbols = lg_symbols_bits,
    .output_symbols = lg_symbols_bits,
    .outputs = outputs,
    .sample = sample,
    .check = check,
};
