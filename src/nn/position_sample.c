/* position_sample.c: see position_sample.h. */
#include "nn/position_sample.h"

#include <stdlib.h>
#include <string.h>

int lg_position_count(const lg_model *m, int T) {
    int C = m->mask->chunk ? m->mask->chunk(m->values) : T;
    return C < T ? C : T;
}

/* Chunks are numbered alike: token t like token t mod C. Distances beyond a chunk are never looked at. */
static void number_tokens(const lg_model *m, lg_key key, int T, double *numbers, lg_position_ids *out) {
    int C = lg_position_count(m, T);
    *out = (lg_position_ids){.T = T};
    if (m->distances) {
        memset(numbers, 0, sizeof(double) * (size_t)(2 * T - 1));
        m->source->distances(m->values, key, C, m->encoding->spare, numbers + (T - C));
        out->distance = numbers;
        return;
    }
    if (!m->source->positions) return;
    m->source->positions(m->values, key, C, numbers);
    for (int t = C; t < T; t++) numbers[t] = numbers[t - C];
    out->position = numbers;
}

bool lg_position_sample_draw(lg_model *m, lg_key key, int T, lg_position_sample *d, lg_error *err) {
    int numberings = m->per_block ? m->blocks : 1;
    size_t each = (size_t)(2 * T); /* 2T-1 distances, or T positions */
    if (d->capacity < T || d->numberings < numberings) {
        lg_position_sample_free(d);
        d->numbers = malloc(sizeof(double) * each * (size_t)numberings);
        d->numbering = malloc(sizeof(lg_position_ids) * (size_t)numberings);
        d->capacity = T;
        if (!d->numbers || !d->numbering) {
            lg_position_sample_free(d);
            return lg_fail(err, LG_FAILED, "out of memory: positions of %d tokens", T);
        }
    }
    d->model = m;
    d->T = T;
    d->numberings = numberings;
    for (int i = 0; i < numberings; i++)
        number_tokens(m, lg_key_fold(key, (uint64_t)i), T, d->numbers + each * (size_t)i, &d->numbering[i]);
    return true;
}

void lg_position_sample_free(lg_position_sample *d) {
    free(d->numbers);
    free(d->numbering);
    *d = (lg_position_sample){0};
}

const lg_position_ids *lg_position_sample_ids(const lg_position_sample *d, int block) {
    return &d->numbering[d->numberings > 1 ? block : 0];
}
