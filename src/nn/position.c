/* position.c: what several position samplers share. */
#include "nn/position.h"

#include <math.h>

int lg_position_range(const lg_values *v) {
    return (int)lg_int(v, "positions.L");
}

/* One pass over 0..L-1: x is taken with probability (still needed) / (still to come). Exact, and sorted by itself
 * (selection sampling; Knuth, The Art of Computer Programming, vol. 2, 3.4.2, algorithm S). */
void lg_sorted_subset(lg_key key, int L, int count, double *out) {
    lg_random r = lg_random_from(key);
    int taken = 0;
    for (int x = 0; x < L && taken < count; x++)
        if (lg_random_below(&r, (uint32_t)(L - x)) < (uint32_t)(count - taken)) out[taken++] = x;
}

void lg_even_positions(double first, double step, int T, double *p) {
    for (int t = 0; t < T; t++) p[t] = first + t * step;
}

void lg_even_distances(double step, int T, double *d) {
    for (int delta = 1 - T; delta < T; delta++) d[delta + T - 1] = delta * step;
}

int lg_position_above(double p) {
    return p < 1 << 30 ? (int)floor(p) + 1 : 1 << 30;
}
