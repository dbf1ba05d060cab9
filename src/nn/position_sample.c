/* position_sample.c: see position_sample.h. */
#include "nn/position_sample.h"

#include <stdlib.h>
#include <string.h>

int lg_position_count(const lg_model *m, int T) {
    int C = m->mask->chunk ? m->mask->chunk(m->values) : T;
    return C < T ? C : T;
}

/* All chunks have the same positions: token t that of token t mod C. Distances beyond a chunk are never read. */
static void sample_block(const lg_model *m, lg_key key, int T, double *values, lg_position_ids *out) {
    int C = lg_position_count(m, T);
    *out = (lg_position_ids){.T = T};
    if (m->distances) {
        memset(values, 0, sizeof(double) * (size_t)(2 * T - 1));
        m->sampler->distances(m->values, key, C, m->encoding->extra_left, values + (T - C));
        out->distance = values;
        return;
    }
    if (!m->sampler->positions) return;
    m->sampler->positions(m->values, key, C, values);
    for (int t = C; t < T; t++) values[t] = values[t - C];
    out->position = values;
}

bool lg_position_sample_draw(lg_model *m, lg_key key, int T, lg_position_sample *d, lg_error *err) {
    const int count = m->per_block ? m->blocks : 1;
    size_t each = (size_t)(2 * T); /* 2T-1 distances, or T positions */
    if (d->capacity < T || d->count < count) {
        lg_position_sample_free(d);
        d->values = malloc(sizeof(double) * each * (size_t)count);
        d->ids = malloc(sizeof(lg_position_ids) * (size_t)count);
        d->capacity = T;
        if (!d->values || !d->ids) {
            lg_position_sample_free(d);
            return lg_fail(err, LG_FAILED, "out of memory: positions of %d tokens", T);
        }
    }
    d->model = m;
    d->T = T;
    d->count = count;
    for (int i = 0; i < count; i++)
        sample_block(m, lg_key_fold(key, (uint64_t)i), T, d->values + each * (size_t)i, &d->ids[i]);
    return true;
}

void lg_position_sample_free(lg_position_sample *d) {
    free(d->values);
    free(d->ids);
    *d = (lg_position_sample){0};
}

const lg_position_ids *lg_position_sample_ids(const lg_position_sample *d, int block) {
    return &d->ids[d->count > 1 ? block : 0];
}
