/* sample.c: code shared by the samplers of all tasks. The checks do not use the samplers, so they can find errors in
 * them. */
#include "data/sample.h"

#include <string.h>

int lg_outputs_one(int n) {
    (void)n;
    return 1;
}

int lg_outputs_same(int n) {
    return n;
}

int lg_outputs_with_end(int n) {
    return n + 1;
}

void lg_sample_begin(lg_sample *s, int n, int m) {
    s->n = n;
    s->m = m;
    memset(s->mask, 1, (size_t)m);
}

static bool all_below(const int32_t *ids, int count, int size) {
    for (int i = 0; i < count; i++)
        if (ids[i] < 0 || ids[i] >= size) return false;
    return true;
}

bool lg_sample_fits(const lg_sample *s, int m, int input_size, int output_size) {
    return s->n >= 1 && s->m == m && all_below(s->input, s->n, input_size) && all_below(s->target, m, output_size);
}

bool lg_sample_fits_scored(const lg_sample *s, int m, int input_size, int output_size) {
    if (!lg_sample_fits(s, m, input_size, output_size)) return false;
    for (int j = 0; j < m; j++)
        if (s->mask[j] != 1) return false;
    return true;
}

void lg_sample_terminate(lg_sample *s, int bits) {
    s->target[bits] = LG_TERMINATOR;
    for (int j = bits + 1; j < s->m; j++) {
        s->target[j] = 0;
        s->mask[j] = 0;
    }
}

int lg_sample_terminated(const lg_sample *s) {
    int bits = 0;
    while (bits < s->m && s->target[bits] != LG_TERMINATOR) bits++;
    if (bits == s->m) return -1;
    for (int j = 0; j < s->m; j++) {
        if (j > bits && s->target[j] != 0) return -1;
        if (s->mask[j] != (j <= bits)) return -1;
    }
    return bits;
}
