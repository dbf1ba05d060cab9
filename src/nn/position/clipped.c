/* clipped.c: distances that are clipped at a width, or grow more slowly beyond it, so that distant keys are no further
 * than in training. It has no positions, since clipped distances are not differences of positions. */
#include "nn/axes/position.h"

typedef struct clipped {
    int width;
    double compress;
} clipped;

static const lg_option options[] = {
    {"positions.width", LG_INT, "40", 1, 1 << 24, NULL, "largest distance w that is not changed",
     .at = offsetof(clipped, width)},
    {"positions.compress", LG_REAL, "0", 0, 1e6, NULL,
     "divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width",
     .at = offsetof(clipped, compress)},
    {0},
};

static void distances(const void *own, const lg_position_draw *x, bool extra_left, double *d) {
    const clipped *c = own;
    const int T = x->T;
    (void)extra_left;
    for (int delta = 0; delta < T; delta++) {
        const double beyond = c->compress > 0 ? (delta - c->width) / c->compress : 0;
        d[T - 1 + delta] = delta <= c->width ? delta : c->width + beyond;
        d[T - 1 - delta] = -d[T - 1 + delta];
    }
    d[T - 1] = 0;
}

const lg_position_sampler lg_position_clipped = {
    .name = "clipped",
    .summary = "distances are clipped at a width, or compressed beyond it",
    .formula = "a key at offset delta has the distance sign(delta) min(|delta|, w), w = positions.width\n"
               "positions.compress f > 0: beyond w, the distance is sign(delta) (w + (|delta| - w) / f)\n"
               "only for encodings that read distances; rope reads positions and has encoding.clip instead",
    .source =
        "Su 2023, ReRoPE and Leaky ReRoPE; with mask: lambda, where w is below mask.width: Han et al. 2023 "
        "(LM-Infinite)",
    .example = "lengthen inspect positions clipped --positions.width 2 --length 5\n"
               "distances: -2 -2 -2 -1 0 1 2 2 2\n"
               "The offsets -4..4, clipped at 2.\n"
               "lengthen inspect positions clipped --positions.width 2 --positions.compress 2 --length 5\n"
               "distances: -3 -2.5 -2 -1 0 1 2 2.5 3\n"
               "3 becomes 2 + 1/2, 4 becomes 2 + 2/2.",
    .published = "Su 2023, ReRoPE: Llama-2 13B without fine-tuning, w = 1024, loss at 4k 8k 16k "
                 "tokens: 1.4996 1.4267 1.4001 (rope 1.4967 at 4k, 8.8615 at 8k)",
    .options = options,
    .own_bytes = LG_OWN(clipped),
    .real = true,
    .distances = distances,
};
