/* position.c: functions that several position samplers share; see position.h. */
#include "nn/axes/position.h"

#include <math.h>
#include <string.h>

int lg_position_range_limit(const void *own) {
    return ((const lg_position_range *)own)->L;
}

lg_position_per lg_position_range_per(const void *own) {
    return ((const lg_position_range *)own)->per;
}

/* One pass over 0..L-1: x is taken with probability (numbers still needed) / (numbers not yet visited). The result is
 * exactly uniform and already sorted (selection sampling; Knuth, The Art of Computer Programming, vol. 2, 3.4.2,
 * algorithm S). */
void lg_sorted_subset(lg_key key, int L, int count, double *out) {
    lg_random r = lg_random_from(key);
    int taken = 0;
    for (int x = 0; x < L && taken < count; x++)
        if (lg_random_below(&r, (uint32_t)(L - x)) < (uint32_t)(count - taken)) out[taken++] = x;
}

/* Counts the numbers that are at most x. */
static int count_up_to(const double *numbers, int count, double x) {
    int below = 0;
    for (int i = 0; i < count; i++) below += numbers[i] <= x;
    return below;
}

/* Counts the numbers in `taken` (ascending) that are below the number with this rank among the numbers not taken. */
static int count_below_rank(const double *taken, int count, int rank) {
    int low = 0;
    for (int high = count; low < high;) {
        const int middle = low + (high - low) / 2;
        if (taken[middle] - middle <= rank)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Member i is the number with a random rank among the numbers of 0..L-1 that members 0..i-1 do not use. Ranks count
 * from 0. */
void lg_nested_subset(lg_key key, int L, int count, bool ascending, double *out) {
    lg_random r = lg_random_from(key);
    for (int i = 0; i < count; i++) {
        const int rank = (int)lg_random_below(&r, (uint32_t)(L - i));
        int place = i, below = 0;
        if (ascending) {
            place = below = count_below_rank(out, i, rank);
            memmove(out + place + 1, out + place, (size_t)(i - place) * sizeof *out);
        } else
            for (int more; (more = count_up_to(out, i, rank + below)) > below;) below = more;
        out[place] = rank + below;
    }
}

void lg_position_subset(const lg_position_draw *x, lg_key key, int L, int count, double *out) {
    if (x->nested)
        lg_nested_subset(key, L, count, true, out);
    else
        lg_sorted_subset(key, L, count, out);
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
