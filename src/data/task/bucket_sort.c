/* bucket_sort.c: task of sorting tokens of five kinds. */
#include "data/sample.h"
#include "data/symbols.h"

#include <string.h>

enum { KINDS = 5 };

static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, n);
    int count[KINDS] = {0};
    for (int i = 0; i < n; i++) count[out->input[i] = (int32_t)lg_random_below(&r, KINDS)]++;
    int32_t *next = out->target;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < count[kind]; i++) *next++ = kind;
}

static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, s->n, KINDS, KINDS)) return false;
    int surplus[KINDS] = {0};
    for (int i = 0; i < s->n; i++) {
        if (i > 0 && s->target[i - 1] > s->target[i]) return false;
        surplus[s->input[i]]++;
        surplus[s->target[i]]--;
    }
    return memcmp(surplus, (int[KINDS]){0}, sizeof surplus) == 0;
}

const lg_task lg_task_bucket_sort = {
    .name = "bucket_sort",
    .summary = "tokens of five kinds, sorted in ascending order",
    .formula = "x: n tokens, uniform in 0..4. target [n]: the same tokens in ascending order.\n"
               "1 0 2 0 4 1 1 2 -> 0 0 1 1 1 2 2 4\n"
               "4 2 1 3 0 2 2 1 4 -> 0 1 1 2 2 2 3 4 4",
    .source = LG_CHOMSKY_PAPER "Bucket Sort",
    .methods = &lg_task_methods,
    .level = "context-sensitive",
    .chance = 0.2,
    .order_invariant = true,
    .input_size = KINDS,
    .output_size = KINDS,
    .input_symbols = lg_symbols_digits,
    .output_symbols = lg_symbols_digits,
    .aligned = true,
    .outputs = lg_outputs_same,
    .sample = sample,
    .check = check,
};
