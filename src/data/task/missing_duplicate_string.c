/* missing_duplicate_string.c: task of finding the hidden bit of a bit string that is given twice. */
#include "data/bits.h"
#include "data/sample.h"
#include "data/symbols.h"

#include <string.h>

enum { HIDDEN = 2, PADDING, SIZE };

static const char *const symbols[SIZE] = {"0", "1", "?", "_"};

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, 1);
    if (n == 1) { /* too short for a copy, so the sample is constant */
        out->input[0] = out->target[0] = 1;
        return;
    }
    const int half = n / 2;
    lg_bits_draw(&r, out->input, half);
    memcpy(out->input + half, out->input, (size_t)half * sizeof *out->input);
    int32_t *const slot = out->input + lg_random_below(&r, 2 * (uint32_t)half);
    out->target[0] = *slot;
    *slot = HIDDEN;
    if (n % 2 == 1) out->input[n - 1] = PADDING;
}

static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, 1, SIZE, 2)) return false;
    if (s->n == 1) return s->input[0] == 1 && s->target[0] == 1;
    if (s->n % 2 == 1 && s->input[s->n - 1] != PADDING) return false;
    int hidden = 0;
    for (int i = 0, half = s->n / 2; i < half; i++) {
        const int32_t a = s->input[i], b = s->input[i + half];
        if (a == PADDING || b == PADDING || (a == HIDDEN && b == HIDDEN)) return false;
        const bool incomplete = a == HIDDEN || b == HIDDEN;
        if (!incomplete && a != b) return false;
        if (incomplete && s->target[0] != (a == HIDDEN ? b : a)) return false;
        hidden += incomplete;
    }
    return hidden == 1;
}

const lg_task lg_task_missing_duplicate_string = {
    .name = "missing_duplicate_string",
    .summary = "the masked bit of a bit string that is given twice",
    .formula = "x: a string of floor(n/2) fair bits, written twice. One bit is masked (?). If n is odd, _ ends x.\n"
               "target [1]: the masked bit.\n"
               "For n = 1 the input is 1 and the target is 1.\n"
               "0 1 1 0 0 ? 1 0 -> 1\n"
               "1 0 1 1 ? 1 _ -> 0",
    .source = LG_CHOMSKY_PAPER "Missing Duplicate",
    .methods = &lg_task_methods,
    .level = "context-sensitive",
    .chance = 0.5,
    .input_size = SIZE,
    .output_size = 2,
    .input_symbols = symbols,
    .output_symbols = lg_symbols_bits,
    .outputs = lg_outputs_one,
    .sample = sample,
    .check = check,
};
