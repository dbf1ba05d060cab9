/* causal.c: a query sees itself and earlier tokens. In a model with a memory, mask.same_length can give all queries
 * the same number of keys. Otherwise, the last token of a segment of L tokens sees L - 1 more keys than the first. */
#include "nn/axes/mask.h"

typedef struct causal {
    enum { NO, MEMORY, MEMORY_AND_SELF } same_length;
} causal;

static const lg_option options[] = {
    {"mask.same_length", LG_NAME, "no", 0, 0, "no memory memory_and_self",
     "keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M "
     "keys, including its own; memory_and_self: M earlier keys and its own key"},
    {0},
};

static void range(const void *own, int T, int32_t *key_begin, int32_t *key_end) {
    (void)own;
    for (int i = 0; i < T; i++) {
        key_begin[i] = 0;
        key_end[i] = i + 1;
    }
}

static int most(const void *own, int kept) {
    const causal *x = own;
    if (kept == 0 || x->same_length == NO) return 0;
    return x->same_length == MEMORY ? kept : kept + 1;
}

#define FORMULA "j <= i"

static lg_formula_source formula_of(const void *own) {
    (void)own;
    return (lg_formula_source){.place = &lg_formula_mask, .text = FORMULA};
}

const lg_mask lg_mask_causal = {
    .name = "causal",
    .summary = "a query sees itself and all earlier tokens",
    .formula = "visible iff " FORMULA "\n"
               "with a segment memory of M rows (keys j < 0), mask.same_length limits the keys:\n"
               "memory: i - M < j <= i\n"
               "memory_and_self: i - M <= j <= i",
    .source = "Vaswani et al. 2017, the decoder of section 3.1; mask.same_length: Dai et al. 2019, the code in "
              "PyTorch (memory) and TensorFlow (memory_and_self)",
    .options = options,
    .own_bytes = LG_OWN(causal),
    .example = "--mask causal, T = 4\n"
               "#...\n"
               "##..\n"
               "###.\n"
               "####",
    .plain = true,
    .causal = true,
    .range = range,
    .formula_of = formula_of,
    .most = most,
};
