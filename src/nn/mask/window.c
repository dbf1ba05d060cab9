/* window.c: a query sees its neighbourhood on both sides. */
#include "nn/mask.h"

static const lg_option options[] = {
    {"mask.width", LG_INT, "81", 1, 1 << 24, NULL, "width of the window; an even width counts as the next odd one"},
    {0},
};

static void range(const lg_values *v, int T, int32_t *key_begin, int32_t *key_end) {
    int radius = (int)lg_int(v, "mask.width") / 2;
    for (int i = 0; i < T; i++) {
        key_begin[i] = i > radius ? i - radius : 0;
        key_end[i] = i + radius + 1 < T ? i + radius + 1 : T;
    }
}

const lg_mask lg_mask_window = {
    .name = "window",
    .summary = "a query sees the keys within half a window on both sides",
    .formula = "visible iff |i - j| <= floor(width / 2)",
    .source = "Ruoss et al. 2023, the attention_window option of the released program",
    .options = options,
    .range = range,
};
