/* positional_find.c: the choice of each stream, by its keys or those of the axes, and what follows from it. */
#include <stdio.h>
#include <string.h>

#include "nn/model.h"

const lg_stream_choice lg_stream_choices[] = {{"decoder.encoding", "encoding"}, {"decoder.positions", "positions"},
                                              {"encoder.encoding", "encoding"}, {"encoder.positions", "positions"},
                                              {"cross.encoding", "encoding"},   {0}};

/* Has the stream of that key a choice of its own? */
static bool is_own(const lg_values *v, const char *key) {
    return key && lg_values_has(v, key) && strcmp(lg_text(v, key), "same");
}

/* Puts the options of an entry in force under their plain names, with the values that they have under the key. */
static bool take_options(lg_values *own, const lg_values *v, const lg_stream_choice *c, const lg_option *table) {
    const int prefix = (int)(strlen(c->key) - strlen(c->axis));
    bool good = lg_values_add(own, table);
    for (const lg_option *o = table; o && o->name && good; o++) {
        char name[96];
        snprintf(name, sizeof name, "%.*s%s", prefix, c->key, o->name);
        good = lg_values_set(own, o->name, lg_values_text(v, name), NULL);
    }
    return good;
}

/* The values, of which *own is a copy by now, with the choice of a stream in place of that of the axis. */
static bool replace_choice(const lg_values *v, const lg_stream_choice *c, lg_values **own) {
    char options[24];
    const bool encodes = !strcmp(c->axis, "encoding");
    const char *name = lg_text(v, c->key);
    snprintf(options, sizeof options, "%s.", c->axis);
    lg_values *copy = lg_values_without(*own ? *own : v, options);
    lg_values_free(*own);
    *own = copy;
    return copy && lg_values_set(copy, c->axis, name, NULL) &&
           take_options(copy, v, c,
                        encodes ? lg_encoding_find(name)->options : lg_position_sampler_find(name)->options);
}

/* Choices are rows of lg_stream_choices; positions NULL: those of the axis. */
static bool find_choice(const lg_values *v, const lg_stream_choice *encoding, const lg_stream_choice *positions,
                        lg_positional *p) {
    const bool own_encoding = is_own(v, encoding->key), own_positions = positions && is_own(v, positions->key);
    *p = (lg_positional){.values = v};
    if (own_encoding && !replace_choice(v, encoding, &p->own)) return false;
    if (own_positions && !replace_choice(v, positions, &p->own)) return false;
    if (p->own) p->values = p->own;
    snprintf(p->encoding_key, sizeof p->encoding_key, "%s", own_encoding ? encoding->key : "encoding");
    snprintf(p->positions_key, sizeof p->positions_key, "%s", own_positions ? positions->key : "positions");
    LG_CHOOSE(p->encoding, lg_encodings, p->values, "encoding");
    LG_CHOOSE(p->sampler, lg_positions, p->values, "positions");
    return true;
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
static bool find_cross(lg_model *m) {
    lg_positional *p = &m->placed[2];
    if (!is_own(m->values, "cross.encoding")) return true;
    if (!find_choice(m->values, &lg_stream_choices[4], NULL, p)) return false;
    for (int i = 0; i < 2; i++) {
        const lg_positional *of = m->positional[i];
        p->per_sequence |= of->sampler.entry->random && what_has_samples(of) == LG_PER_SEQUENCE;
        p->draws |= of->draws;
    }
    m->positional[LG_STREAM_QUERIES] = m->positional[LG_STREAM_KEYS] = p;
    return true;
}

bool lg_positional_find(lg_model *m) {
    const lg_stream_choice *c = lg_stream_choices;
    for (int i = 0; i < 2; i++, c += 2) {
        lg_positional *p = &m->placed[i];
        const bool same = i == 1 && !m->placed[0].own && !is_own(m->values, c[0].key) && !is_own(m->values, c[1].key);
        m->positional[i] = same ? &m->placed[0] : p;
        if (same) continue;
        if (!find_choice(m->values, &c[0], &c[1], p)) return false;
        set_use(m, p);
    }
    return find_cross(m);
}

void lg_positional_free(lg_model *m) {
    for (int i = 0; i < LG_POSITIONALS; i++) {
        lg_positional *p = &m->placed[i];
        lg_sinusoid_free(&p->model_table);
        lg_sinusoid_free(&p->head_table);
        lg_values_free(p->own);
        p->own = NULL;
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
    for (int i = 0; i < LG_POSITIONALS; i++)
        if (m->placed[i].encoding.entry && !make_tables(m, &m->placed[i]))
            return lg_fail(err, LG_FAILED, "out of memory: frequencies of positions");
    return true;
}
