/* positional.c: see positional.h. */
#include "nn/positional.h"

#include <stdio.h>
#include <string.h>

#include "nn/model.h"

#define ENCODING(name) " " #name
const char lg_stream_encodings[] = "same"
#include "nn/encodings.def"
    ;
const char lg_cross_encodings[] =
#include "nn/encodings.def"
    ;
#undef ENCODING

#define POSITIONS(name) " " #name
const char lg_stream_samplers[] = "same"
#include "nn/positions.def"
    ;
#undef POSITIONS

const lg_stream_choice lg_stream_choices[] = {{"decoder.encoding", "encoding"},
                                              {"decoder.positions", "positions"},
                                              {"encoder.encoding", "encoding"},
                                              {"encoder.positions", "positions"},
                                              {"cross.encoding", "encoding"},
                                              {0}};

/* ---- finding ---- */

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
           take_options(copy, v, c, encodes ? lg_encoding_find(name)->options : lg_position_sampler_find(name)->options);
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
    p->encoding = lg_encoding_find(lg_text(p->values, "encoding"));
    p->sampler = lg_position_sampler_find(lg_text(p->values, "positions"));
    return true;
}

/* The value of a name option that only some samplers have; `fallback` where the sampler has none. */
static const char *sampler_option(const lg_positional *p, const char *name, const char *fallback) {
    return lg_values_has(p->values, name) ? lg_text(p->values, name) : fallback;
}

static lg_position_per what_has_samples(const lg_positional *p) {
    const char *per = sampler_option(p, "positions.per", "auto");
    if (!strcmp(per, "pass")) return LG_PER_PASS;
    if (!strcmp(per, "block")) return LG_PER_BLOCK;
    if (!strcmp(per, "sequence")) return LG_PER_SEQUENCE;
    if (p->sampler->per == LG_PER_ENCODING) return p->encoding->per_block ? LG_PER_BLOCK : LG_PER_PASS;
    return p->sampler->per;
}

/* Does the encoding read distances by offset, as they are sampled? (Else: positions, or their differences.) */
static bool reads_distances(const lg_positional *p, lg_position_per per) {
    const bool own_reals = p->sampler->random && p->sampler->real && per == LG_PER_SEQUENCE;
    if (p->encoding->reads != LG_POSITION_INPUT_DISTANCES || !p->sampler->distances) return false;
    if (p->encoding->integer_table && own_reals) return false;
    return strcmp(sampler_option(p, "positions.draw", "auto"), "positions");
}

static void set_use(const lg_model *m, lg_positional *p) {
    const lg_position_per per = what_has_samples(p);
    p->distances = reads_distances(p, per);
    if (!p->sampler->random || (p->distances && p->sampler->even_distances)) return;
    p->per_block = per == LG_PER_BLOCK && !p->encoding->embed;
    p->per_sequence = per == LG_PER_SEQUENCE && !m->architecture->cells; /* these read no positions */
}

/* Positions of both streams, one sample for all blocks. */
static bool find_cross(lg_model *m) {
    lg_positional *p = &m->placed[2];
    if (!is_own(m->values, "cross.encoding")) return true;
    if (!find_choice(m->values, &lg_stream_choices[4], NULL, p)) return false;
    for (int i = 0; i < 2; i++) {
        const lg_positional *of = m->positional[i];
        p->per_sequence |= of->sampler->random && what_has_samples(of) == LG_PER_SEQUENCE;
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
    const lg_values *v = p->values;
    const double base = lg_values_has(v, "encoding.base") ? lg_real(v, "encoding.base") : 10000;
    const int first = lg_values_has(v, "encoding.first") ? (int)lg_int(v, "encoding.first") : 0;
    const int limit = p->sampler->limit ? p->sampler->limit(v) : 0;
    bool good = lg_sinusoid_init(&p->model_table, m->width, base, limit ? limit + first : 0);
    if (good && p->encoding->sinusoid_width)
        good = lg_sinusoid_init(&p->head_table, p->encoding->sinusoid_width(v, m->head_width), base, limit);
    if (good && p->encoding->tune) p->encoding->tune(v, &p->head_table);
    p->model_table.fixed = p->head_table.fixed = lg_positional_per_sequence(m);
    return good;
}

bool lg_positional_make_tables(lg_model *m, lg_error *err) {
    for (int i = 0; i < LG_POSITIONALS; i++)
        if (m->placed[i].encoding && !make_tables(m, &m->placed[i]))
            return lg_fail(err, LG_FAILED, "out of memory: frequencies of positions");
    return true;
}

/* ---- questions about all ---- */

bool lg_positional_crosses(const lg_model *m) {
    const lg_positional *p = m->positional[LG_STREAM_QUERIES];
    return p && p->encoding->reads != LG_POSITION_INPUT_NONE;
}

bool lg_positional_embeds(const lg_model *m) {
    return m->positional[LG_STREAM_OWN]->encoding->embed || m->positional[LG_STREAM_SOURCES]->encoding->embed;
}

bool lg_positional_is_random(const lg_model *m) {
    return m->positional[LG_STREAM_OWN]->sampler->random || m->positional[LG_STREAM_SOURCES]->sampler->random;
}

bool lg_positional_per_sequence(const lg_model *m) {
    for (int i = 0; i < LG_POSITIONALS; i++)
        if (m->placed[i].per_sequence) return true;
    return false;
}

bool lg_positional_per_block(const lg_model *m) {
    return m->placed[0].per_block || m->placed[1].per_block;
}

/* ---- checks ---- */

/* Words for keys to blame: "A B"; one of them may be an option of a choice, as "encoding.rows". */
typedef struct blamed {
    char text[112];
} blamed;

static blamed blame(const char *a, const char *b) {
    blamed keys;
    snprintf(keys.text, sizeof keys.text, "%s %s", a, b);
    return keys;
}

/* Can the encoding have a sample for whatever positions.per says? */
static bool check_per(const lg_positional *p, lg_error *err) {
    char key[40];
    snprintf(key, sizeof key, "%s.per", p->positions_key);
    return !p->encoding->embed || strcmp(sampler_option(p, "positions.per", "auto"), "block") ||
           lg_fail_keys(err, blame(key, p->encoding_key).text,
                        "%s: block needs an encoding that is applied in each block; %s: %s is added to embeddings, "
                        "once",
                        key, p->encoding_key, p->encoding->name);
}

/* Does the encoding read what the sampler draws? */
static bool check_sampler(const lg_model *m, const lg_positional *p, lg_error *err) {
    const char *e = p->encoding->name, *s = p->sampler->name;
    const blamed keys = blame(p->positions_key, p->encoding_key);
    if (p->encoding->reads == LG_POSITION_INPUT_IDS && !p->sampler->positions)
        return lg_fail_keys(err, blame(p->encoding_key, p->positions_key).text,
                            "%s: %s reads positions, but %s: %s samples only distances (use --%s relative, or another "
                            "sampler)",
                            p->encoding_key, e, p->positions_key, s, p->encoding_key);
    if (p->encoding->reads == LG_POSITION_INPUT_NONE && p->sampler->random && !lg_positional_crosses(m))
        return lg_fail_keys(err, keys.text, "%s: %s has no effect: %s: %s reads no positions (use --%s standard)",
                            p->positions_key, s, p->encoding_key, e, p->positions_key);
    return strcmp(s, "released") || !strcmp(e, "relative") ||
           lg_fail_keys(err, keys.text, "%s: released is for %s: relative, whose table it reproduces, not for %s",
                        p->positions_key, p->encoding_key, e);
}

/* Options of samplers that only encodings of distances go with. */
static bool check_sampled_distances(const lg_positional *p, lg_error *err) {
    char key[40];
    snprintf(key, sizeof key, "%s.draw", p->positions_key);
    if (!strcmp(sampler_option(p, "positions.draw", "auto"), "distances") &&
        p->encoding->reads != LG_POSITION_INPUT_DISTANCES)
        return lg_fail_keys(err, blame(key, p->encoding_key).text,
                            "%s: distances needs an encoding that reads distances; %s: %s reads positions", key,
                            p->encoding_key, p->encoding->name);
    snprintf(key, sizeof key, "%s.both_sides", p->positions_key);
    return p->distances || !lg_values_has(p->values, "positions.both_sides") ||
           !lg_bool(p->values, "positions.both_sides") ||
           lg_fail_keys(err, blame(key, p->encoding_key).text,
                        "%s: only sampled distances have two sides; %s: %s reads positions or their differences here",
                        key, p->encoding_key, p->encoding->name);
}

static bool check_limit(const lg_positional *p, lg_error *err) {
    const lg_encoding *e = p->encoding;
    char range[40], rows[48];
    if (!e->limit || !p->sampler->limit || p->sampler->limit(p->values) <= e->limit(p->values)) return true;
    snprintf(range, sizeof range, "%s.L", p->positions_key);
    snprintf(rows, sizeof rows, "%s%s", p->encoding_key, strchr(e->limit_option, '.'));
    return lg_fail_keys(err, blame(range, rows).text, "%s: %d positions are more than the %d that %s allows", range,
                        p->sampler->limit(p->values), e->limit(p->values), rows);
}

/* Has the encoding what belongs to a position? */
static bool check_real(const lg_positional *p, lg_error *err) {
    return !p->sampler->real || !p->encoding->integer_positions ||
           lg_fail_keys(err, blame(p->positions_key, p->encoding_key).text,
                        "%s: %s has positions that are no integers, and %s: %s has vectors of integers alone (use --%s "
                        "sinusoid)",
                        p->positions_key, p->sampler->name, p->encoding_key, p->encoding->name, p->encoding_key);
}

static bool check_widths(const lg_model *m, const lg_positional *p, lg_error *err) {
    int (*const columns)(const lg_values *, int) = p->encoding->sinusoid_width;
    char keys[64];
    snprintf(keys, sizeof keys, "%s model.heads model.width", p->encoding_key);
    if (columns && columns(p->values, m->head_width) % 2)
        return lg_fail_keys(err, keys, "%s: %s needs pairs of columns, but model.width %d / model.heads %d = %d is odd",
                            p->encoding_key, p->encoding->name, m->width, m->heads, m->head_width);
    return !lg_values_has(p->values, "encoding.base") || columns || m->width % 2 == 0 ||
           lg_fail_keys(err, blame("model.width", p->encoding_key).text,
                        "model.width: %d is odd; %s: %s needs pairs of a sine and a cosine", m->width, p->encoding_key,
                        p->encoding->name);
}

/* Sources are read without a mask. */
static bool check_sight(const lg_model *m, const lg_positional *p, lg_error *err) {
    const bool causal = lg_mask_is_causal(m->mask, m->values);
    const bool sources = m->architecture->reads_sources && m->positional[LG_STREAM_SOURCES] == p;
    if (!p->encoding->causal || m->architecture->cells || (causal && !sources)) return true;
    if (causal)
        return lg_fail_keys(err, blame(p->encoding_key, "architecture").text,
                            "%s: %s needs a causal mask, and architecture: %s reads its sources without one (use "
                            "--architecture decoder, or another encoding)",
                            p->encoding_key, p->encoding->name, m->architecture->name);
    return lg_fail_keys(err, blame(p->encoding_key, "mask").text,
                        "%s: %s needs a causal mask, not %s (use --mask causal)", p->encoding_key, p->encoding->name,
                        m->mask->name);
}

static bool check_order(const lg_model *m, const lg_positional *p, lg_error *err) {
    if (!m->attention_function->encodes_order) return true;
    return (p->encoding->reads == LG_POSITION_INPUT_NONE && !p->encoding->logit_term) ||
           lg_fail_keys(err, blame("attention", p->encoding_key).text,
                        "attention: %s encodes order by itself and takes no encoding (use --%s none, not %s)",
                        m->attention_function->name, p->encoding_key, p->encoding->name);
}

bool lg_positional_check_order(const lg_model *m, lg_error *err) {
    return check_order(m, m->positional[LG_STREAM_OWN], err) && check_order(m, m->positional[LG_STREAM_SOURCES], err);
}

static bool check_stream(const lg_model *m, const lg_positional *p, lg_error *err) {
    return check_widths(m, p, err) && check_sampler(m, p, err) &&
           check_sampled_distances(p, err) && check_per(p, err) && check_limit(p, err) && check_sight(m, p, err) &&
           check_real(p, err);
}

/* Queries and keys are in two timelines. */
static bool check_cross(const lg_model *m, lg_error *err) {
    const lg_positional *p = m->positional[LG_STREAM_QUERIES];
    if (!p || (p->encoding->reads == LG_POSITION_INPUT_NONE && !p->encoding->logit_term)) return true;
    if (!p->encoding->crosses)
        return lg_fail_keys(err, "cross.encoding",
                            "cross.encoding: %s belongs to tokens of one timeline, and cross-attention has queries in "
                            "one and keys in another (expected none, or by distance: rope, alibi, t5, kerple, "
                            "sandwich)",
                            p->encoding->name);
    if (lg_values_has(p->values, "encoding.clip") && lg_int(p->values, "encoding.clip") > 0)
        return lg_fail_keys(err, "cross.encoding.clip",
                            "cross.encoding.clip: distances are clipped within one timeline alone (use 0)");
    if (p->encoding->by_length && p->encoding->by_length(p->values))
        return lg_fail_keys(err, "cross.encoding.dynamic",
                            "cross.encoding.dynamic: source and target have lengths of their own, and one frequency "
                            "turns both (use --cross.encoding.dynamic=false)");
    for (int i = 0; i < 2; i++)
        if (!m->positional[i]->sampler->positions)
            return lg_fail_keys(err, blame("cross.encoding", m->positional[i]->positions_key).text,
                                "cross.encoding: %s needs positions, and %s: %s samples only distances", p->encoding->name,
                                m->positional[i]->positions_key, m->positional[i]->sampler->name);
    return check_widths(m, p, err);
}

bool lg_positional_check(const lg_model *m, lg_error *err) {
    const lg_positional *own = m->positional[LG_STREAM_OWN], *sources = m->positional[LG_STREAM_SOURCES];
    return check_stream(m, own, err) && (sources == own || check_stream(m, sources, err)) && check_cross(m, err);
}
