/* standard.c: positions 0, 1, 2, ... */
#include "nn/position.h"

static void positions(const lg_values *v, lg_key key, int T, double *p) {
    (void)v, (void)key;
    for (int t = 0; t < T; t++) p[t] = t;
}

static void distances(const lg_values *v, lg_key key, int T, bool extra_left, double *d) {
    (void)v, (void)key, (void)extra_left;
    for (int delta = 1 - T; delta < T; delta++) d[delta + T - 1] = delta;
}

const lg_position_sampler lg_position_standard = {
    .name = "standard",
    .summary = "positions 0, 1, 2, ...",
    .formula = "p[t] = t, t in 0..T-1\ndistance of key s from query t: s - t",
    .source = "Vaswani et al. 2017, Attention Is All You Need, section 3.5",
    .positions = positions,
    .distances = distances,
};
