/* positional_find.c: the choice of each stream, by its keys or those of the axes, and what follows from it. */
#include <stdio.h>
#include <string.h>

#include "nn/model.h"

static void place(lg_positional *p, const lg_placing *as) {
    *p = (lg_positional){as->encoding_key, as->positions_key, as->encoding, as->sampler};
}

static lg_position_per what_has_samples(const lg_positional *p) {
    lg_position_per per = lg_positional_per(p);
    if (per == LG_PER_AUTO) per = p->sampler.entry->per;
    if (per == LG_PER_AUTO) per = p->encoding.entry->per_block ? LG_PER_BLOCK : LG_PER_PASS;
    return per;
}

/* Does the encoding read distances by offset, as they are sampled? (Else: positions, or their differences.) */
static bool reads_distances(const lg_positional *p, lg_position_per per) {
    const bool own_reals = p->sampler.entry->random && p->sampler.entry->real && per == LG_PER_SEQUENCE;
    if (p->encoding.entry->reads != LG_POSITION_INPUT_DISTANCES || !p->sampler.entry->distances) return false;
    if (p->encoding.entry->integer_table && own_reals) return false;
    return lg_positional_drawn(p) != LG_DRAWN_POSITIONS;
}

static void set_use(const lg_model *m, lg_positional *p) {
    const lg_position_per per = what_has_samples(p);
    const lg_position_sampler *s = p->sampler.entry;
    p->separator = -1;
    p->distances = reads_distances(p, per);
    p->draws = s->subset && !m->architecture.entry->cells;
    if ((!s->random && !s->documents) || (p->distances && s->even_distances)) return;
    p->per_block = per == LG_PER_BLOCK && !p->encoding.entry->embed;
    p->per_sequence = per == LG_PER_SEQUENCE && !m->architecture.entry->cells; /* these read no positions */
}

/* Positions of both streams, one sample for all blocks. */
static void find_cross(lg_model *m) {
    lg_positional *p = &m->placed[LG_PLACING_CROSS];
    if (!m->placings[LG_PLACING_CROSS].encoding_key) return;
    place(p, &m->placings[LG_PLACING_CROSS]);
    for (int i = 0; i < 2; i++) {
        const lg_positional *of = m->positional[i];
        p->per_sequence |= of->sampler.entry->random && what_has_samples(of) == LG_PER_SEQUENCE;
        p->draws |= of->draws;
    }
    m->positional[LG_STREAM_QUERIES] = m->positional[LG_STREAM_KEYS] = p;
}

void lg_positional_find(lg_model *m) {
    for (int i = 0; i < 2; i++) {
        const bool same = !m->placings[i].encoding_key;
        m->positional[i] = &m->placed[same ? LG_PLACING_OWN : i];
        if (same) continue;
        place(&m->placed[i], &m->placings[i]);
        set_use(m, &m->placed[i]);
    }
    find_cross(m);
}

void lg_positional_free(lg_model *m) {
    for (int i = 0; i < LG_PLACINGS; i++) {
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
    if (good && e->sinusoid_width)
        good = lg_sinusoid_init(&p->head_table, e->sinusoid_width(own, m->head_width), base, limit);
    if (good && e->tune) e->tune(own, &p->head_table);
    p->model_table.fixed = p->head_table.fixed = lg_positional_per_sequence(m) || lg_positional_draws(m);
    return good;
}

bool lg_positional_make_tables(lg_model *m, lg_error *err) {
    for (int i = 0; i < LG_PLACINGS; i++)
        if (m->placed[i].encoding.entry && !make_tables(m, &m->placed[i]))
            return lg_fail(err, LG_FAILED, "out of memory: frequencies of positions");
    return true;
}
