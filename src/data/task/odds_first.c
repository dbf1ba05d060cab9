/* odds_first.c: task of writing the bits at odd positions, then those at even positions. Positions count from 0, as in
 * the authors' code. (In the paper they count from 1, so that the other half would come first.) */
#include "data/bits.h"
#include "data/sample.h"
#include "data/symbols.h"

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, n);
    lg_bits_draw(&r, out->input, n);
    int32_t *next = out->target;
    for (int i = 1; i < n; i += 2) *next++ = out->input[i];
    for (int i = 0; i < n; i += 2) *next++ = out->input[i];
}

static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, s->n, 2, 2)) return false;
    for (int i = 0; i < s->n; i++) {
        const int place = i % 2 == 1 ? i / 2 : s->n / 2 + i / 2;
        if (s->target[place] != s->input[i]) return false;
    }
    return true;
}

const lg_task lg_task_odds_first = {
    .name = "odds_first",
    .summary = "the bits at odd positions of a string, then the bits at even positions",
    .formula = "x: n fair bits. target [n]: x[1] x[3] x[5] ... x[0] x[2] x[4] ..., counted from 0.\n"
               "0 1 1 0 1 -> 1 0 0 1 1\n"
               "0 0 1 1 0 1 0 1 -> 0 1 1 1 0 1 0 0",
    .source = LG_CHOMSKY_PAPER "Odds First",
    .methods = &lg_task_methods,
    .level = "context-sensitive",
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
