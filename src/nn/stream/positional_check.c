/* positional_check.c: do encoding and position sampler of each stream go together, and with the other choices? */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"
#include "nn/model/model.h"

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
    return !p->encoding.entry->embed || lg_position_sampler_per(&p->sampler) != LG_PER_BLOCK ||
           lg_fail_keys(err, blame(key, p->encoding_key).text,
                        "%s: block needs an encoding that is applied in each block; %s: %s is added to embeddings, "
                        "once",
                        key, p->encoding_key, p->encoding.entry->name);
}

/* Does the encoding read what the sampler draws? */
static bool check_sampler(const lg_model *m, const lg_positional *p, lg_error *err) {
    const char *e = p->encoding.entry->name, *s = p->sampler.entry->name;
    const blamed keys = blame(p->positions_key, p->encoding_key);
    if (p->encoding.entry->reads == LG_POSITION_INPUT_IDS && !p->sampler.entry->positions)
        return lg_fail_keys(err, blame(p->encoding_key, p->positions_key).text,
                            "%s: %s reads positions, but %s: %s samples only distances (use --%s relative, or "
                            "--%s standard)",
                            p->encoding_key, e, p->positions_key, s, p->encoding_key, p->positions_key);
    if (p->encoding.entry->reads == LG_POSITION_INPUT_NONE && p->sampler.entry->random && !lg_positional_crosses(m) &&
        !m->pattern.others_read)
        return lg_fail_keys(err, keys.text, "%s: %s has no effect: %s: %s reads no positions (use --%s standard)",
                            p->positions_key, s, p->encoding_key, e, p->positions_key);
    return strcmp(s, "released") || !strcmp(e, "relative") ||
           lg_fail_keys(err, keys.text,
                        "%s: released is for %s: relative, whose table it reproduces, not for %s (use --%s relative, "
                        "or --%s randomized)",
                        p->positions_key, p->encoding_key, e, p->encoding_key, p->positions_key);
}

/* Options of samplers that only encodings of distances go with. */
static bool check_sampled_distances(const lg_positional *p, lg_error *err) {
    char key[40];
    snprintf(key, sizeof key, "%s.draw", p->positions_key);
    if (lg_position_sampler_drawn(&p->sampler) == LG_DRAWN_DISTANCES &&
        p->encoding.entry->reads != LG_POSITION_INPUT_DISTANCES)
        return lg_fail_keys(err, blame(key, p->encoding_key).text,
                            "%s: distances needs an encoding that reads distances; %s: %s reads positions", key,
                            p->encoding_key, p->encoding.entry->name);
    snprintf(key, sizeof key, "%s.both_sides", p->positions_key);
    return p->distances || !lg_position_sampler_both_sides(&p->sampler) ||
           lg_fail_keys(err, blame(key, p->encoding_key).text,
                        "%s: only sampled distances have two sides; %s: %s reads positions or their differences here",
                        key, p->encoding_key, p->encoding.entry->name);
}

static bool check_limit(const lg_positional *p, lg_error *err) {
    const lg_encoding *e = p->encoding.entry;
    char range[40], rows[48];
    if (!e->limit || !p->sampler.entry->limit) return true;
    const int drawn = p->sampler.entry->limit(&p->sampler.own), most = e->limit(&p->encoding.own);
    if (drawn <= most) return true;
    snprintf(range, sizeof range, "%s.L", p->positions_key);
    snprintf(rows, sizeof rows, "%s%s", p->encoding_key, strchr(e->limit_option, '.'));
    return lg_fail_keys(err, blame(range, rows).text, "%s: %d positions are more than the %d that %s allows", range,
                        drawn, most, rows);
}

/* Has the encoding what belongs to a position? */
static bool check_real(const lg_positional *p, lg_error *err) {
    return !p->sampler.entry->real || !p->encoding.entry->integer_positions ||
           lg_fail_keys(err, blame(p->positions_key, p->encoding_key).text,
                        "%s: %s has positions that are no integers, and %s: %s has vectors of integers alone (use --%s "
                        "sinusoid)",
                        p->positions_key, p->sampler.entry->name, p->encoding_key, p->encoding.entry->name,
                        p->encoding_key);
}

static bool check_widths(const lg_model *m, const lg_positional *p, lg_error *err) {
    const lg_encoding *e = p->encoding.entry;
    char keys[64];
    snprintf(keys, sizeof keys, "%s model.heads model.width", p->encoding_key);
    if (e->sinusoid_width && e->sinusoid_width(&p->encoding.own, m->head_width) % 2)
        return lg_fail_keys(err, keys, "%s: %s needs pairs of columns, but model.width %d / model.heads %d = %d is odd",
                            p->encoding_key, e->name, m->width, m->heads, m->head_width);
    return !e->base || e->sinusoid_width || m->width % 2 == 0 ||
           lg_fail_keys(err, blame("model.width", p->encoding_key).text,
                        "model.width: %d is odd; %s: %s needs pairs of a sine and a cosine", m->width, p->encoding_key,
                        e->name);
}

/* Sources are read without a mask. */
static bool check_sight(const lg_model *m, const lg_positional *p, lg_error *err) {
    const bool causal = lg_mask_is_causal(&m->mask);
    const bool sources = m->architecture.entry->reads_sources && m->positional[LG_STREAM_SOURCES] == p;
    if (!p->encoding.entry->causal || m->architecture.entry->cells || (causal && !sources)) return true;
    if (causal)
        return lg_fail_keys(err, blame(p->encoding_key, "architecture").text,
                            "%s: %s needs a causal mask, and architecture: %s reads its sources without one (use "
                            "--architecture decoder, or another encoding)",
                            p->encoding_key, p->encoding.entry->name, m->architecture.entry->name);
    return lg_fail_keys(err, blame(p->encoding_key, "mask").text,
                        "%s: %s needs a causal mask, not %s (use --%s, or --%s none)", p->encoding_key,
                        p->encoding.entry->name, m->mask.entry->name, lg_mask_causal_flag(&m->mask), p->encoding_key);
}

static bool splits_heads(const lg_positional *p) {
    return p->encoding.entry->split_heads && p->encoding.entry->split_heads(&p->encoding.own);
}

/* Heads that see keys on the right alone need a mask that shows these. Sources are read without one. */
static bool check_split_heads(const lg_model *m, const lg_positional *p, lg_error *err) {
    char key[40], trained[48];
    const bool causal = lg_mask_is_causal(&m->mask) && m->positional[LG_STREAM_OWN] == p;
    if (!splits_heads(p) || m->architecture.entry->cells) return true;
    snprintf(key, sizeof key, "%s.sides", p->encoding_key);
    snprintf(trained, sizeof trained, "%s.trained_slopes", p->encoding_key);
    if (p->encoding.entry->trained_slopes(&p->encoding.own))
        return lg_fail_keys(err, blame(key, trained).text,
                            "%s: split_heads has slopes that are not trained (use --%s=false, or --%s two_slopes)", key,
                            trained, key);
    return !causal || lg_fail_keys(err, blame(key, "mask").text,
                                   "%s: split_heads has heads that see keys on the right alone, and mask: %s hides "
                                   "these (use --%s symmetric)",
                                   key, m->mask.entry->name, key);
}

static bool check_local_heads(const lg_model *m, const lg_positional *p, lg_error *err) {
    const int local = p->encoding.entry->local_heads ? p->encoding.entry->local_heads(&p->encoding.own) : 0;
    char key[40];
    snprintf(key, sizeof key, "%s.local_heads", p->encoding_key);
    return local <= m->heads || lg_fail_keys(err, blame("model.heads", key).text,
                                             "%s: %d of model.heads: %d cannot be local (use --%s %d, or --heads %d)",
                                             key, local, m->heads, key, m->heads, local);
}

static bool check_order(const lg_model *m, const lg_positional *p, lg_error *err) {
    if (!m->attention_function.entry->encodes_order) return true;
    return (p->encoding.entry->reads == LG_POSITION_INPUT_NONE && !p->encoding.entry->logit_term) ||
           lg_fail_keys(err, blame("attention", p->encoding_key).text,
                        "attention: %s encodes order by itself and takes no encoding (use --%s none, not %s)",
                        m->attention_function.entry->name, p->encoding_key, p->encoding.entry->name);
}

bool lg_positional_check_order(const lg_model *m, lg_error *err) {
    return check_order(m, m->positional[LG_STREAM_OWN], err) && check_order(m, m->positional[LG_STREAM_SOURCES], err);
}

static bool check_stream(const lg_model *m, const lg_positional *p, lg_error *err) {
    return check_widths(m, p, err) && check_sampler(m, p, err) && check_sampled_distances(p, err) &&
           check_per(p, err) && check_limit(p, err) && check_sight(m, p, err) && check_split_heads(m, p, err) &&
           check_local_heads(m, p, err) && check_real(p, err);
}

/* Queries and keys are in two timelines. */
static bool check_cross(const lg_model *m, lg_error *err) {
    const lg_positional *p = m->positional[LG_STREAM_QUERIES];
    const lg_encoding *e = p ? p->encoding.entry : NULL;
    if (!e || (e->reads == LG_POSITION_INPUT_NONE && !e->logit_term)) return true;
    if (!e->crosses)
        return lg_fail_keys(err, "cross.encoding",
                            "cross.encoding: %s belongs to tokens of one timeline, and cross-attention has queries in "
                            "one and keys in another (expected none, or by distance: rope, alibi, t5, kerple, "
                            "sandwich)",
                            e->name);
    if (e->clips && e->clips(&p->encoding.own))
        return lg_fail_keys(err, "cross.encoding.clip",
                            "cross.encoding.clip: distances are clipped within one timeline alone (use 0)");
    if (e->same_up_to && e->same_up_to(&p->encoding.own) < INT_MAX)
        return lg_fail_keys(err, "cross.encoding.dynamic",
                            "cross.encoding.dynamic: source and target have lengths of their own, and one frequency "
                            "turns both (use --cross.encoding.dynamic=false)");
    if (splits_heads(p))
        return lg_fail_keys(err, "cross.encoding.sides",
                            "cross.encoding.sides: split_heads hides the keys of one side, and in another timeline "
                            "there may be none on the other side (use --cross.encoding.sides two_slopes)");
    for (int i = 0; i < 2; i++)
        if (!m->positional[i]->sampler.entry->positions)
            return lg_fail_keys(err, blame("cross.encoding", m->positional[i]->positions_key).text,
                                "cross.encoding: %s needs positions, and %s: %s samples only distances", e->name,
                                m->positional[i]->positions_key, m->positional[i]->sampler.entry->name);
    return check_widths(m, p, err);
}

bool lg_positional_check(const lg_model *m, lg_error *err) {
    const lg_positional *own = m->positional[LG_STREAM_OWN], *sources = m->positional[LG_STREAM_SOURCES];
    return check_stream(m, own, err) && (sources == own || check_stream(m, sources, err)) && check_cross(m, err);
}
