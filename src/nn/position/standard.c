/* standard.c: positions 0, 1, 2, ... */
#include "nn/axes/position.h"

static void positions(const void *own, const lg_position_draw *x, double *p) {
    (void)own;
    lg_even_positions(0, 1, x->T, p);
}

static void distances(const void *own, const lg_position_draw *x, bool extra_left, double *d) {
    (void)own, (void)extra_left;
    lg_even_distances(1, x->T, d);
}

const lg_position_sampler lg_position_standard = {
    .name = "standard",
    .summary = "positions 0, 1, 2, ...",
    .formula = "p[t] = t, t in 0..T-1\ndistance of key s from query t: s - t",
    .source = "Vaswani et al. 2017, Attention Is All You Need, section 3.5",
    .example = "lengthen inspect positions standard --length 4\n"
               "positions: 0 1 2 3\n"
               "distances: -3 -2 -1 0 1 2 3\n"
               "Key 0 is at distance -3 from query 3; key 3 is at distance 3 from query 0.",
    .positions = positions,
    .distances = distances,
};
