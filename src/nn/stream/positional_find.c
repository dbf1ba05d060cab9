/* positional_find.c: finds the placement of each stream, from its own keys or those of the axes, and derives its
 * properties. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"
#include "nn/model/model.h"

static void place(lg_positional *p, const lg_placing *as) {
    *p = (lg_positional){as->encoding_key, as->positions_key, as->encoding, as->sampler};
}

static lg_position_per what_has_samples(const lg_positional *p) {
    lg_position_per per = lg_position_sampler_per(&p->sampler);
    if (per == LG_PER_AUTO) per = p->sampler.entry->per;
    if (per == LG_PER_AUTO) per = p->encoding.entry->per_block ? LG_PER_BLOCK : LG_PER_PASS;
    return per;
}

/* Does the encoding read sampled distances by offset? If not, it reads positions or their differences. */
static bool reads_distances(const lg_positional *p, lg_position_per per) {
    const lg_encoding *e = p->encoding.entry;
    const bool own_reals = p->sampler.entry->random && p->sampler.entry->real && per == LG_PER_SEQUENCE;
    if (e->reads != LG_POSITION_INPUT_DISTANCES || !p->sampler.entry->distances) return false;
    if (e->reads_positions && e->reads_positions(&p->encoding.own)) return false;
    if (e->integer_table && own_reals) return false;
    return lg_position_sampler_drawn(&p->sampler) != LG_DRAWN_POSITIONS;
}

static void set_use(const lg_model *m, lg_positional *p) {
    const lg_position_per per = what_has_samples(p);
    const lg_position_sampler *s = p->sampler.entry;
    p->separator = -1;
    p->distances = reads_distances(p, per);
    p->draws = s->subset && !m->architecture.entry->cells;
    if ((!s->random && !s->documents) || (p->distances && s->even_distances)) return;
    p->per_block = per == LG_PER_BLOCK && !p->encoding.entry->embed;
    p->per_sequence = per == LG_PER_SEQUENCE && !m->architecture.entry->cells; /* cells read no positions */
}

/* Cross-attention uses the positions of both streams, with one sample for all blocks. */
static void find_cross(lg_model *m) {
    lg_positional *p = &m->placed[LG_STREAM_QUERIES];
    if (!m->placings[LG_PLACING_CROSS].encoding_key) return;
    place(p, &m->placings[LG_PLACING_CROSS]);
    for (int i = 0; i < 2; i++) {
        const lg_positional *of = m->positional[i];
        p->per_sequence |= of->sampler.entry->random && what_has_samples(of) == LG_PER_SEQUENCE;
        p->draws |= of->draws;
    }
    m->positional[LG_STREAM_QUERIES] = m->positional[LG_STREAM_KEYS] = p;
}

/* Sources are placed like the other stream unless they have their own choice. */
static void place_stream(lg_model *m, int stream, int choice) {
    const int number = lg_stream_number(stream, choice);
    lg_placing as = m->placings[stream];
    if (!as.encoding_key) {
        m->positional[number] = m->positional[lg_stream_number(LG_STREAM_OWN, choice)];
        return;
    }
    as.encoding = m->pattern.choices[choice].encoding[stream];
    place(&m->placed[number], &as);
    set_use(m, &m->placed[number]);
    m->positional[number] = &m->placed[number];
}

/* Does the stream read the same positions in the same way under both choices? Only stream 0 has a mask. */
static bool is_placed_alike(const lg_model *m, int stream, int a, int b) {
    const lg_block_choice *x = &m->pattern.choices[a], *y = &m->pattern.choices[b];
    return !memcmp(&x->encoding[stream], &y->encoding[stream], sizeof *x->encoding) &&
           (stream != LG_STREAM_OWN || lg_mask_chunk_of(&x->mask, INT_MAX) == lg_mask_chunk_of(&y->mask, INT_MAX));
}

static void number_stream(lg_model *m, int stream, int choice) {
    int alike = 0;
    while (!is_placed_alike(m, stream, alike, choice)) alike++;
    m->numbers[stream][choice] = lg_stream_number(stream, alike);
}

void lg_positional_find(lg_model *m) {
    for (int c = 0; c < m->pattern.count; c++)
        for (int stream = 0; stream < 2; stream++) {
            place_stream(m, stream, c);
            number_stream(m, stream, c);
        }
    find_cross(m);
}

void lg_positional_free(lg_model *m) {
    for (int i = 0; i < LG_STREAM_NUMBERS; i++) {
        lg_positional *p = &m->placed[i];
        lg_sinusoid_free(&p->model_table);
        lg_sinusoid_free(&p->head_table);
    }
}

/* ---- tables ---- */

static bool make_tables(const lg_model *m, lg_positional *p) {
    const lg_encoding *e = p->encoding.entry;
    const void *own = &p->encoding.own;
    const double base = e->base ? e->base(own) : 10000;
    const int first = e->first ? e->first(own) : 0;
    const int limit = p->sampler.entry->limit ? p->sampler.entry->limit(&p->sampler.own) : 0;
    bool good = lg_sinusoid_init(&p->model_table, m->width, base, limit ? limit + first : 0);
    const int width = e->sinusoid_width ? e->sinusoid_width(own, m->head_width) : 0;
    if (good && width > 0) good = lg_sinusoid_init(&p->head_table, width, base, limit);
    if (good && width > 0 && e->tune) good = e->tune(own, &p->head_table);
    p->model_table.fixed = p->head_table.fixed = lg_positional_per_sequence(m) || lg_positional_draws(m);
    return good;
}

bool lg_positional_make_tables(lg_model *m, lg_error *err) {
    for (int i = 0; i < LG_STREAM_NUMBERS; i++)
        if (m->placed[i].encoding.entry && !make_tables(m, &m->placed[i]))
            return lg_fail(err, LG_FAILED, "out of memory: frequencies of positions");
    return true;
}
