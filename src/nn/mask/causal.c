/* causal.c: a query sees itself and what came before. */
#include "nn/mask.h"

static void range(const lg_values *v, int T, int32_t *key_begin, int32_t *key_end) {
    (void)v;
    for (int i = 0; i < T; i++) {
        key_begin[i] = 0;
        key_end[i] = i + 1;
    }
}

const lg_mask lg_mask_causal = {
    .name = "causal",
    .summary = "a query sees itself and what came before",
    .formula = "visible iff j <= i",
    .source = "Vaswani et al. 2017, the decoder of section 3.1",
    .causal = true,
    .range = range,
};
