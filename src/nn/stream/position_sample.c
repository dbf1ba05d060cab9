/* position_sample.c: see position_sample.h. */
#include "nn/stream/position_sample.h"

#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Folded into the keys of sequences, so that they differ from the keys of blocks: the keys of blocks contain a stream
 * number and a block number here, which never give this value. */
#define SEQUENCES UINT64_MAX

int lg_position_count(const lg_model *m, int choice, int T) {
    return lg_mask_chunk_of(&m->pattern.choices[choice].mask, T);
}

/* If left and right distances are drawn separately, the encoding may need one more left distance, which is never read.
 * The left side then needs `count` different distances in 1..L-1. */
static bool check_left_side(const lg_positional *p, int count, const char *what, lg_error *err) {
    const int L = p->sampler.entry->limit ? p->sampler.entry->limit(&p->sampler.own) : INT_MAX;
    const bool draws = p->distances && p->encoding.entry->extra_left && lg_position_sampler_both_sides(&p->sampler);
    char keys[80];
    if (!draws || count < L) return true;
    snprintf(keys, sizeof keys, "%s.both_sides %s.L", p->positions_key, p->positions_key);
    return lg_fail_keys(err, keys,
                        "%s.both_sides: %s needs %d distances to the left (one more than %s: %s uses), but %s.L: %d "
                        "has %d (use --%s.L %d or more)",
                        p->positions_key, what, count, p->encoding_key, p->encoding.entry->name, p->positions_key, L,
                        L - 1, p->positions_key, count + 1);
}

/* The limit of the sampler or, without one, of the encoding; INT_MAX: none. */
static int limit_of(const lg_positional *p) {
    const lg_encoding *e = p->encoding.entry;
    if (p->sampler.entry->limit) return p->sampler.entry->limit(&p->sampler.own);
    return e && e->limit ? e->limit(&p->encoding.own) : INT_MAX;
}

bool lg_position_check(const lg_positional *p, int count, const char *what, lg_error *err) {
    const lg_position_sampler *s = p->sampler.entry;
    const lg_encoding *e = p->encoding.entry;
    const int limit = limit_of(p), needed = s->below ? s->below(&p->sampler.own, count) : count;
    char option[64];
    if (needed <= limit) return check_left_side(p, count, what, err);
    if (s->limit)
        snprintf(option, sizeof option, "%s.L", p->positions_key);
    else
        snprintf(option, sizeof option, "%s%s", p->encoding_key, strchr(e->limit_option, '.'));
    if (!s->limit && e->limit_advice)
        return lg_fail_keys(err, option, "%s needs %d positions, but %s: %d allows %d (%s)", what, needed, option,
                            e->limit_value(&p->encoding.own), limit, e->limit_advice);
    return lg_fail_keys(err, option, "%s needs %d positions, but %s is %d (use --%s %d or more)", what, needed, option,
                        limit, option, needed);
}

static bool check_choice(const lg_model *m, int choice, int T, int sources, const char *what, lg_error *err) {
    const lg_positional *own = m->positional[lg_stream_number(LG_STREAM_OWN, choice)];
    const lg_positional *beside = m->positional[lg_stream_number(LG_STREAM_SOURCES, choice)];
    const int count = lg_positional_crosses(m) ? T : lg_position_count(m, choice, T);
    if (own == beside) return lg_position_check(own, count > sources ? count : sources, what, err);
    return lg_position_check(own, count, what, err) && (sources == 0 || lg_position_check(beside, sources, what, err));
}

bool lg_position_check_all(const lg_model *m, int T, int sources, const char *what, lg_error *err) {
    for (int i = 0; i < m->pattern.count; i++)
        if (!check_choice(m, i, T, sources, what, err)) return false;
    return true;
}

/* The stream, 0 or 1, whose tokens this stream has: the queries of cross-attention are tokens of stream 0, the keys
 * tokens of stream 1. */
static int tokens_of(int stream) {
    return stream % 2;
}

static bool is_of_cross(int stream) {
    return stream == LG_STREAM_QUERIES || stream == LG_STREAM_KEYS;
}

/* All chunks have the same positions: token t has the position of token t mod C. Document positions are computed anew
 * in each chunk. */
static void place_tokens(const lg_positional *p, lg_position_draw x, int T, double *values) {
    const lg_position_sampler *s = p->sampler.entry;
    const int C = x.T;
    if (C > 0) s->positions(&p->sampler.own, &x, values);
    for (int t = C; t < T && !s->documents; t++) values[t] = values[t - C];
    for (int t = C; t < T && s->documents; t += C) {
        x.T = C < T - t ? C : T - t;
        if (x.tokens) x.tokens += C;
        s->positions(&p->sampler.own, &x, values + t);
    }
}

/* Distances longer than a chunk are never read and stay 0. */
static void sample_block(const lg_model *m, lg_position_draw x, int stream, double *values, lg_position_ids *out) {
    const lg_positional *p = m->positional[is_of_cross(stream) ? tokens_of(stream) : stream];
    const bool chunks = tokens_of(stream) == 0 && !is_of_cross(stream);
    const int T = x.T, C = chunks ? lg_position_count(m, lg_stream_choice(stream), T) : T;
    x.T = C;
    x.separator = p->separator;
    *out = (lg_position_ids){.T = T};
    if (p->distances && !is_of_cross(stream)) {
        memset(values, 0, sizeof(double) * (size_t)(2 * T - 1));
        p->sampler.entry->distances(&p->sampler.own, &x, p->encoding.entry->extra_left, values + (T - C));
        out->distance = values;
        return;
    }
    if (!p->sampler.entry->positions) return;
    place_tokens(p, x, T, values);
    out->position = values;
}

static size_t numbers_of(int T) {
    return 2 * (size_t)T; /* 2T-1 distances, or T positions */
}

static int samples_of(const lg_model *m) {
    return lg_positional_per_block(m) ? m->blocks : 1;
}

/* The number of stream numbers that may be in use. */
static int all_numbers(const lg_model *m) {
    return LG_STREAMS + 2 * (m->pattern.count - 1);
}

/* Is this stream number in use with `streams` streams? */
static bool is_used(const lg_model *m, int number, int streams) {
    if (is_of_cross(number)) return streams == 2 && lg_positional_crosses(m);
    return tokens_of(number) < streams;
}

bool lg_position_sample_reserve(const lg_model *m, const int *T, int streams, lg_position_sample *d, lg_error *err) {
    const int all = all_numbers(m), ids = all * samples_of(m);
    size_t values = 0;
    for (int s = 0; s < all; s++)
        if (is_used(m, s, streams)) values += (size_t)samples_of(m) * numbers_of(T[tokens_of(s)]);
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

bool lg_position_sample_draw(lg_model *m, lg_key key, bool training, const int *T, int streams, const int32_t *tokens,
                             lg_position_sample *d, lg_error *err) {
    const int count = samples_of(m), all = all_numbers(m);
    if (!lg_position_sample_reserve(m, T, streams, d, err)) return false;
    d->model = m;
    d->tokens = tokens;
    d->streams = streams;
    d->count = count;
    double *to = d->values;
    for (int s = 0; s < all; s++)
        for (int i = 0, of = tokens_of(s); i < count && is_used(m, s, streams); i++, to += numbers_of(T[of])) {
            const lg_key own = lg_key_fold(key, (uint64_t)of << 32 | (uint64_t)i),
                         targets = lg_key_fold(key, (uint64_t)i);
            const lg_position_draw x = {.key = own,
                                        .T = T[of],
                                        .training = training,
                                        .nested = tokens && !training,
                                        .targets = of > 0 ? &targets : NULL,
                                        .tokens = of == 0 ? tokens : NULL,
                                        .separator = -1};
            sample_block(m, x, s, to, &d->ids[s * count + i]);
        }
    return true;
}

lg_key lg_position_sample_key(lg_key pass, int64_t sequence) {
    return lg_key_fold(lg_key_fold(pass, SEQUENCES), (uint64_t)sequence);
}

/* Tables of cross-attention cover the positions of both streams. */
void lg_position_sample_extend(lg_model *m, int T) {
    for (int i = 0; i < all_numbers(m); i++) {
        const lg_positional *p = m->positional[i];
        if (is_of_cross(i)) continue;
        const lg_position_sampler *s = p->sampler.entry;
        const void *own = &p->sampler.own;
        const int below = s->below ? s->below(own, T) : s->limit ? s->limit(own) : T;
        lg_sinusoid_extend(&m->positional[i]->model_table, below);
        lg_sinusoid_extend(&m->positional[i]->head_table, below);
        if (lg_positional_crosses(m)) lg_sinusoid_extend(&m->positional[LG_STREAM_KEYS]->head_table, below);
    }
}

void lg_position_sample_free(lg_position_sample *d) {
    free(d->values);
    free(d->ids);
    *d = (lg_position_sample){0};
}

const lg_position_ids *lg_position_sample_ids(const lg_position_sample *d, int stream, int block) {
    return &d->ids[stream * d->count + (d->model->positional[stream]->per_block ? block : 0)];
}
