/* window.c: a query sees a window of keys, around it or before it. With a window as wide as the training length and an
 * encoding of distances, longer sequences have no untrained distances or numbers of keys. Encodings added to embeddings
 * still have untrained positions. */
#include "nn/axes/mask.h"

typedef struct window {
    int width;
    enum { SYMMETRIC, HALF, CAUSAL, EDGE_SHIFT } form;
} window;

static const lg_option options[] = {
    {"mask.width", LG_INT, "81", 1, 1 << 24, NULL,
     "width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1",
     .at = offsetof(window, width)},
    {"mask.form", LG_NAME, "symmetric", 0, 0, "symmetric half causal edge_shift",
     "placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by "
     "1; causal: width keys up to the query itself, the default if the architecture or encoding needs a causal mask; "
     "edge_shift: width keys for every query, shifted inward at both ends",
     .at = offsetof(window, form)},
    {0},
};

static bool is_causal(const void *own) {
    return ((const window *)own)->form == CAUSAL;
}

static bool is_shifted(const void *own) {
    return ((const window *)own)->form == EDGE_SHIFT;
}

/* `before` keys before each query, and `after` keys after it. */
static void look_around(int before, int after, int T, int32_t *key_begin, int32_t *key_end) {
    for (int i = 0; i < T; i++) {
        key_begin[i] = i > before ? i - before : 0;
        key_end[i] = i + after + 1 < T ? i + after + 1 : T;
    }
}

static void shift_at_edges(int width, int T, int32_t *key_begin, int32_t *key_end) {
    const int last = T > width ? T - width : 0; /* the last possible start of a window */
    for (int i = 0; i < T; i++) {
        const int begin = i > width / 2 ? i - width / 2 : 0;
        key_begin[i] = begin < last ? begin : last;
        key_end[i] = key_begin[i] + width < T ? key_begin[i] + width : T;
    }
}

static void range(const void *own, int T, int32_t *key_begin, int32_t *key_end) {
    const window *w = own;
    const int half = (w->width - 1) / 2;
    switch (w->form) {
    case SYMMETRIC: look_around(w->width / 2, w->width / 2, T, key_begin, key_end); break;
    case HALF: look_around(half, half, T, key_begin, key_end); break;
    case CAUSAL: look_around(w->width - 1, 0, T, key_begin, key_end); break;
    case EDGE_SHIFT: shift_at_edges(w->width, T, key_begin, key_end); break;
    }
}

#define SYMMETRIC_FORMULA "abs(i - j) <= floor(width/2)"
#define HALF_FORMULA      "abs(i - j) <= floor((width - 1)/2)"
#define CAUSAL_FORMULA    "j <= i and i - j < width"

static lg_formula_source formula_of(const void *own) {
    static const char *const texts[] = {
        [SYMMETRIC] = SYMMETRIC_FORMULA, [HALF] = HALF_FORMULA, [CAUSAL] = CAUSAL_FORMULA, [EDGE_SHIFT] = NULL};
    const window *x = own;
    return (lg_formula_source){.place = &lg_formula_mask, .text = texts[x->form], .given = {{"width", x->width}}};
}

const lg_mask lg_mask_window = {
    .name = "window",
    .summary = "a query sees the keys in a window around it or before it",
    .formula = "mask.form: symmetric: visible iff " SYMMETRIC_FORMULA "\n"
               "half: " HALF_FORMULA "; causal: " CAUSAL_FORMULA "\n"
               "edge_shift: s <= j < s + width, s = min(max(i - floor(width / 2), 0), max(T - width, 0))",
    .source = "Ruoss et al. 2023, the attention_window option of the released code (symmetric); Su 2023, windows as "
              "long as the training sequences (half, causal)",
    .example = "--mask window --mask.width 3, T = 5\n"
               "##...\n"
               "###..\n"
               ".###.\n"
               "..###\n"
               "...##\n"
               "--mask window --mask.width 3 --mask.form causal, T = 5\n"
               "#....\n"
               "##...\n"
               "###..\n"
               ".###.\n"
               "..###\n"
               "--mask window --mask.width 3 --mask.form edge_shift, T = 5\n"
               "###..\n"
               "###..\n"
               ".###.\n"
               "..###\n"
               "..###",
    .published =
        "Xiao et al. 2023: 13B, books, the last 1,024 keys, without further training: perplexity 5158 (mask lambda, "
        "the first 4 and the last 1,020: 5.40)",
    .options = options,
    .own_bytes = LG_OWN(window),
    .causal_if = is_causal,
    .causal_flag = "mask.form causal",
    .by_length = is_shifted,
    .range = range,
    .formula_of = formula_of,
};
