/* position_sample.c: see position_sample.h. */
#include "nn/position_sample.h"

#include <stdlib.h>
#include <string.h>

/* In keys: no stream and block. */
#define SEQUENCES UINT64_MAX

int lg_position_count(const lg_model *m, int T) {
    int C = m->mask->chunk ? m->mask->chunk(m->values) : T;
    return C < T ? C : T;
}

bool lg_position_check(const lg_values *v, const lg_position_sampler *s, const lg_encoding *e, int count,
                       const char *what, lg_error *err) {
    int (*const limit)(const lg_values *) = s->limit ? s->limit : e ? e->limit : NULL;
    const char *option = s->limit ? "positions.L" : e ? e->limit_option : "";
    const int needed = s->below ? s->below(v, count) : count;
    if (!limit || needed <= limit(v)) return true;
    if (!s->limit && e->limit_advice)
        return lg_fail_keys(err, option, "%s needs %d positions, but with %s: %s there are %d (%s)", what, needed,
                            option, lg_values_text(v, option), limit(v), e->limit_advice);
    return lg_fail_keys(err, option, "%s needs %d positions, but %s is %d (use --%s %d or more)", what, needed, option,
                        limit(v), option, needed);
}

/* All chunks have the same positions: token t that of token t mod C. Distances beyond a chunk are never read. */
static void sample_block(const lg_model *m, lg_position_draw x, int stream, double *values, lg_position_ids *out) {
    const int T = x.T, C = stream == 0 ? lg_position_count(m, T) : T;
    x.T = C;
    *out = (lg_position_ids){.T = T};
    if (m->distances) {
        memset(values, 0, sizeof(double) * (size_t)(2 * T - 1));
        m->sampler->distances(m->values, &x, m->encoding->extra_left, values + (T - C));
        out->distance = values;
        return;
    }
    if (!m->sampler->positions) return;
    m->sampler->positions(m->values, &x, values);
    for (int t = C; t < T; t++) values[t] = values[t - C];
    out->position = values;
}

static size_t numbers_of(int T) {
    return 2 * (size_t)T; /* 2T-1 distances, or T positions */
}

static int samples_of(const lg_model *m) {
    return m->per_block ? m->blocks : 1;
}

bool lg_position_sample_reserve(const lg_model *m, const int *T, int streams, lg_position_sample *d, lg_error *err) {
    const int ids = streams * samples_of(m);
    size_t values = 0;
    for (int s = 0; s < streams; s++) values += (size_t)samples_of(m) * numbers_of(T[s]);
    if (d->values_capacity >= values && d->ids_capacity >= ids) return true;
    lg_position_sample_free(d);
    d->values = malloc(sizeof *d->values * values);
    d->ids = malloc(sizeof *d->ids * (size_t)ids);
    d->values_capacity = values;
    d->ids_capacity = ids;
    if (d->values && d->ids) return true;
    lg_position_sample_free(d);
    return lg_fail(err, LG_FAILED, "out of memory: positions of %zu tokens", values / 2);
}

bool lg_position_sample_draw(lg_model *m, lg_key key, bool training, const int *T, int streams, lg_position_sample *d,
                             lg_error *err) {
    const int count = samples_of(m);
    if (!lg_position_sample_reserve(m, T, streams, d, err)) return false;
    d->model = m;
    d->streams = streams;
    d->count = count;
    double *to = d->values;
    for (int s = 0; s < streams; s++)
        for (int i = 0; i < count; i++, to += numbers_of(T[s])) {
            const lg_key own = lg_key_fold(key, (uint64_t)s << 32 | (uint64_t)i),
                         targets = lg_key_fold(key, (uint64_t)i);
            const lg_position_draw x = {own, T[s], training, s > 0 ? &targets : NULL};
            sample_block(m, x, s, to, &d->ids[s * count + i]);
        }
    return true;
}

lg_key lg_position_sample_key(lg_key pass, int sequence) {
    return lg_key_fold(lg_key_fold(pass, SEQUENCES), (uint64_t)sequence);
}

void lg_position_sample_extend(lg_model *m, int T) {
    const lg_position_sampler *s = m->sampler;
    const int below = s->below ? s->below(m->values, T) : s->limit ? s->limit(m->values) : T;
    lg_sinusoid_extend(&m->model_table, below);
    lg_sinusoid_extend(&m->head_table, below);
}

void lg_position_sample_free(lg_position_sample *d) {
    free(d->values);
    free(d->ids);
    *d = (lg_position_sample){0};
}

const lg_position_ids *lg_position_sample_ids(const lg_position_sample *d, int stream, int block) {
    return &d->ids[stream * d->count + (d->count > 1 ? block : 0)];
}
