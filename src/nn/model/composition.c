/* composition.c: see composition.h. */
#include "nn/model/composition.h"

#include <stdio.h>
#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/projection.h"
#include "nn/axes/scale.h"
#include "nn/axes/sublayer.h"
#include "nn/model/order.h"
#include "nn/pieces/experts.h"
#include "nn/pieces/normformer.h"
#include "nn/stream/memory_tokens.h"

static bool suits_all(const lg_model *m, lg_error *err) {
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *s = lg_sublayers[i];
        const lg_place *p = s->suits ? lg_order_find(&m->order, s->letter) : NULL;
        if (p && !s->suits(&p->own, m, err)) return false;
    }
    return true;
}

/* ---- choices of attention ---- */

static bool has_any(const lg_model *m, const char *letters) {
    for (; *letters; letters++)
        if (lg_order_count(&m->order, *letters) > 0) return true;
    return false;
}

static bool any_attends(const lg_model *m) {
    for (int i = 0; lg_sublayers[i]; i++)
        if (lg_sublayers[i]->attends && lg_order_count(&m->order, lg_sublayers[i]->letter) > 0) return true;
    return false;
}

static bool refuse(const lg_model *m, const char *key, const char *value, const char *instead, lg_error *err) {
    char keys[64];
    snprintf(keys, sizeof keys, "%s model.order", key);
    return lg_fail_keys(err, keys, "%s: %s has no effect: model.order: %.40s has no self-attention (use --%s %s)", key,
                        value, m->settings.order, key, instead);
}

/* Where no token attends to others of its stream. */
static bool check_unread(const lg_model *m, lg_error *err) {
    const bool cross = m->architecture.entry->reads_sources;
    const lg_chosen_projection *projection = &m->projection;
    const bool across = projection->entry->across && projection->entry->across(&projection->own);
    const lg_head_scale head_scale = lg_normformer_of(m)->head_scale;
    for (int i = 0; i < 2; i++) {
        const lg_positional *p = m->positional[i];
        const bool reads = p->encoding.entry->reads != LG_POSITION_INPUT_NONE;
        if (reads ? !p->encoding.entry->embed : !!p->encoding.entry->logit_term)
            return refuse(m, p->encoding_key, p->encoding.entry->name, "none", err);
    }
    if (m->attention_function.entry != lg_attention_functions[0])
        return refuse(m, "attention", m->attention_function.entry->name, lg_attention_functions[0]->name, err);
    if (head_scale != LG_HEAD_SCALE_NONE)
        return refuse(m, "block.head_scale", lg_head_scale_name(head_scale), "none", err);
    char key_heads[16];
    snprintf(key_heads, sizeof key_heads, "%d", m->settings.key_heads);
    if (m->settings.key_heads && !cross) return refuse(m, "model.key_heads", key_heads, "0", err);
    const lg_scale *scale = m->scale.entry;
    if (scale != lg_scales[0] && !cross) return refuse(m, "scale", scale->name, lg_scales[0]->name, err);
    if (projection->entry != lg_projections[0] && !(cross && across))
        return refuse(m, "projection", projection->entry->name, lg_projections[0]->name, err);
    if (m->mask.entry == &lg_mask_full || !strcmp(m->mask.entry->name, "causal")) return true;
    return refuse(m, "mask", m->mask.entry->name, lg_mask_is_causal(&m->mask) ? "causal" : "full", err);
}

/* Sublayer k has a factor of each head in its place, and so may attention; that to another stream has none. */
static bool check_scale(const lg_model *m, lg_error *err) {
    const lg_scale *scale = m->scale.entry;
    const lg_attention_function *attention = m->attention_function.entry;
    if (scale != lg_scales[0] && attention->own_scale && !m->architecture.entry->reads_sources)
        return lg_fail_keys(err, "scale attention",
                            "scale: %s has no effect: attention: %s trains factors of its own in its place (use "
                            "--scale %s)",
                            scale->name, attention->name, lg_scales[0]->name);
    const int stores = scale == lg_scales[0] ? 0 : lg_order_count(&m->order, 'k');
    return stores == 0 || lg_order_attentions(&m->order) > stores ||
           lg_fail_keys(err, "scale model.order",
                        "scale: %s has no effect: in sublayer k of model.order: %.40s a trained factor of each head "
                        "is in its place (use --scale %s)",
                        scale->name, m->settings.order, lg_scales[0]->name);
}

/* Norms within sublayers are those of attention, of convolutions and of feed-forward networks that all tokens share. */
static bool check_inner_norms(const lg_model *m, lg_error *err) {
    const lg_normformer *norms = lg_normformer_of(m);
    const bool experts = has_any(m, "eb");
    if (norms->hidden_norm && (experts || !has_any(m, "f")))
        return lg_fail_keys(err, "block.hidden_norm model.order",
                            "block.hidden_norm is for feed-forward networks f, and model.order: %.40s has %s (use "
                            "--block.hidden_norm=false, or --model.order sf)",
                            m->settings.order, experts ? "experts, which have no such norm" : "none");
    if (!norms->attention_norm || !has_any(m, "g")) return true;
    return lg_fail_keys(err, "block.attention_norm model.order",
                        "block.attention_norm: sublayers g of model.order: %.40s have no such norm (use "
                        "--block.attention_norm=false)",
                        m->settings.order);
}

bool lg_composition_check(const lg_model *m, lg_error *err) {
    if (m->architecture.entry->cells) return true;
    return suits_all(m, err) && check_inner_norms(m, err) && lg_memory_tokens_suit(m, err) &&
           check_scale(m, err) && (any_attends(m) || check_unread(m, err));
}

bool lg_composition_fits(const lg_order *o, int tokens, const char *what, lg_error *err) {
    for (const lg_place *p = o->places; p < o->places + o->count; p++)
        if (p->sublayer->fits && !p->sublayer->fits(&p->own, tokens, what, err)) return false;
    return true;
}

bool lg_composition_steps(const lg_model_settings *s, const lg_order *o, bool causal, lg_error *err) {
    if (lg_order_count(o, 'g') > 0)
        return lg_fail_keys(err, "model.order protocol",
                            "model.order: %.40s has sublayers g, which read sequences as a whole, and tokens cannot be "
                            "read one by one (use --protocol pass)",
                            s->order);
    if (!lg_experts_are_limited(o, causal)) return true;
    const lg_switch *own = (const void *)&lg_order_find(o, 'e')->own;
    return lg_fail_keys(
        err, "experts.capacity_eval protocol",
        "experts.capacity_eval: %g gives an expert room for a share of the tokens, and who reads tokens "
        "one by one does not know how many will follow (use --experts.capacity_eval 0)",
        own->capacity_eval);
}
