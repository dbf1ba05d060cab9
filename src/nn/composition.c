/* composition.c: see composition.h. */
#include "nn/composition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/attention_function.h"
#include "nn/experts.h"
#include "nn/memory_tokens.h"
#include "nn/order.h"
#include "nn/sublayer.h"

static bool suits_all(const lg_model *m, lg_error *err) {
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *s = lg_sublayers[i];
        if (s->suits && lg_order_count(&m->order, s->letter) > 0 && !s->suits(m, err)) return false;
    }
    return true;
}

/* ---- options of sublayers ---- */

/* Does a sublayer of the order read options that begin like this one? `reader`: one that would. */
static bool is_read(const lg_model *m, const char *option, const lg_sublayer **reader) {
    *reader = NULL;
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *s = lg_sublayers[i];
        if (!s->prefix || strncmp(option, s->prefix, strlen(s->prefix))) continue;
        if (s->unread && !strcmp(option, s->unread)) continue;
        if (lg_order_count(&m->order, s->letter) > 0) return true;
        if (!*reader) *reader = s;
    }
    return !*reader;
}

static bool check_options(const lg_model *m, lg_error *err) {
    for (size_t i = 0; i < lg_values_count(m->values); i++) {
        const lg_option *o = lg_values_option(m->values, i);
        const lg_sublayer *reader;
        char keys[96];
        if (!strcmp(lg_values_text_at(m->values, i), o->fallback) || is_read(m, o->name, &reader)) continue;
        snprintf(keys, sizeof keys, "%s model.order", o->name);
        return lg_fail_keys(err, keys, "%s has no effect: model.order: %.40s has no %s (use --model.order %cf)",
                            o->name, lg_text(m->values, "model.order"), reader->summary, reader->letter);
    }
    return true;
}

/* The letters of sublayers that read an option; of those that are not here, e. */
static const char *const readers[][2] = {{"experts.count", "eb"},    {"experts.width", "eb"}, {"experts.dropout", "eb"},
                                         {"experts.sublayers", "b"}, {"gating.length", "g"},  {"gating.chunks", "g"},
                                         {"gating.width", "g"}};

static const char *readers_of(const lg_option *o) {
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (!strcmp(readers[i][0], o->name)) return readers[i][1];
    return "e";
}

static bool has_any(const lg_model *m, const char *letters) {
    for (; *letters; letters++)
        if (lg_order_count(&m->order, *letters) > 0) return true;
    return false;
}

static bool is_set(const lg_values *v, const lg_option *o) {
    const double fallback = strtod(o->fallback, NULL);
    return o->type == LG_INT ? (double)lg_int(v, o->name) != fallback : lg_real(v, o->name) != fallback;
}

static bool check_expert_options(const lg_model *m, lg_error *err) {
    const lg_values *v = m->values;
    for (const lg_option *o = lg_expert_options; o->name; o++) {
        const char *letters = readers_of(o);
        char keys[80];
        if (!is_set(v, o) || has_any(m, letters)) continue;
        snprintf(keys, sizeof keys, "%s model.order", o->name);
        return lg_fail_keys(
            err, keys, "%s has no effect: model.order: %s has no sublayer %s (use --model.order s%c, or %s: %s)",
            o->name, lg_text(v, "model.order"), letters[1] ? "e or b" : letters, letters[0], o->name, o->fallback);
    }
    return true;
}

/* ---- choices of attention ---- */

static bool any_attends(const lg_model *m) {
    for (int i = 0; lg_sublayers[i]; i++)
        if (lg_sublayers[i]->attends && lg_order_count(&m->order, lg_sublayers[i]->letter) > 0) return true;
    return false;
}

static bool refuse(const lg_model *m, const char *key, const char *value, const char *instead, lg_error *err) {
    char keys[64];
    snprintf(keys, sizeof keys, "%s model.order", key);
    return lg_fail_keys(err, keys, "%s: %s has no effect: model.order: %.40s has no self-attention (use --%s %s)", key,
                        value, lg_text(m->values, "model.order"), key, instead);
}

/* Where no token attends to others of its stream. */
static bool check_unread(const lg_model *m, lg_error *err) {
    const bool cross = m->architecture.entry->reads_sources;
    const bool convolves_cross =
        cross && lg_values_has(m->values, "projection.cross") && lg_bool(m->values, "projection.cross");
    for (int i = 0; i < 2; i++) {
        const lg_positional *p = m->positional[i];
        const bool reads = p->encoding.entry->reads != LG_POSITION_INPUT_NONE;
        if (reads ? !p->encoding.entry->embed : !!p->encoding.entry->logit_term)
            return refuse(m, p->encoding_key, p->encoding.entry->name, "none", err);
    }
    if (m->attention_function.entry != lg_attention_functions[0])
        return refuse(m, "attention", m->attention_function.entry->name, lg_attention_functions[0]->name, err);
    if (lg_values_has(m->values, "block.head_scale") && strcmp(lg_text(m->values, "block.head_scale"), "none"))
        return refuse(m, "block.head_scale", lg_text(m->values, "block.head_scale"), "none", err);
    const lg_scale *scale = m->scale.entry;
    if (scale != lg_scales[0] && !cross) return refuse(m, "scale", scale->name, lg_scales[0]->name, err);
    if (m->projection.entry != lg_projections[0] && !convolves_cross)
        return refuse(m, "projection", m->projection.entry->name, lg_projections[0]->name, err);
    if (m->mask.entry == &lg_mask_full || !strcmp(m->mask.entry->name, "causal")) return true;
    return refuse(m, "mask", m->mask.entry->name, lg_mask_is_causal(&m->mask) ? "causal" : "full", err);
}

/* Sublayer k has a factor of each head in its place, and so may attention; that to another stream has none. */
static bool check_scale(const lg_model *m, lg_error *err) {
    if (m->scale.entry != lg_scales[0] && m->attention_function.entry->own_scale && !m->architecture.entry->reads_sources)
        return lg_fail_keys(err, "scale attention",
                            "scale: %s has no effect: attention: %s trains factors of its own in its place (use "
                            "--scale %s)",
                            m->scale.entry->name, m->attention_function.entry->name, lg_scales[0]->name);
    const int stores = m->scale.entry == lg_scales[0] ? 0 : lg_order_count(&m->order, 'k');
    return stores == 0 || lg_order_attentions(&m->order) > stores ||
           lg_fail_keys(err, "scale model.order",
                        "scale: %s has no effect: in sublayer k of model.order: %.40s a trained factor of each head "
                        "is in its place (use --scale %s)",
                        m->scale.entry->name, lg_text(m->values, "model.order"), lg_scales[0]->name);
}

static bool is_on(const lg_values *v, const char *option) {
    return lg_values_has(v, option) && lg_bool(v, option);
}

/* Norms within sublayers are those of attention, of convolutions and of feed-forward networks that all tokens share. */
static bool check_inner_norms(const lg_model *m, lg_error *err) {
    const lg_values *v = m->values;
    const bool experts = has_any(m, "eb");
    if (is_on(v, "block.hidden_norm") && (experts || !has_any(m, "f")))
        return lg_fail_keys(err, "block.hidden_norm model.order",
                            "block.hidden_norm is for feed-forward networks f, and model.order: %.40s has %s (use "
                            "--block.hidden_norm=false, or --model.order sf)",
                            lg_text(v, "model.order"), experts ? "experts, which have no such norm" : "none");
    if (!is_on(v, "block.attention_norm") || !has_any(m, "g")) return true;
    return lg_fail_keys(err, "block.attention_norm model.order",
                        "block.attention_norm: sublayers g of model.order: %.40s have no such norm (use "
                        "--block.attention_norm=false)",
                        lg_text(v, "model.order"));
}

bool lg_composition_check(const lg_model *m, lg_error *err) {
    if (!check_options(m, err) || !check_expert_options(m, err)) return false;
    if (m->architecture.entry->cells) return true;
    return suits_all(m, err) && check_inner_norms(m, err) && lg_memory_tokens_suit(m, err) &&
           check_scale(m, err) && (any_attends(m) || check_unread(m, err));
}

bool lg_composition_steps(const lg_values *v, const lg_order *o, lg_error *err) {
    if (lg_order_count(o, 'g') > 0)
        return lg_fail_keys(err, "model.order protocol",
                            "model.order: %.40s has sublayers g, which read sequences as a whole, and tokens cannot be "
                            "read one by one (use --protocol pass)",
                            lg_text(v, "model.order"));
    const lg_chosen_mask mask = lg_mask_choose(v);
    if (lg_order_count(o, 'e') == 0 || !lg_experts_are_limited(v, lg_mask_is_causal(&mask))) return true;
    return lg_fail_keys(
        err, "experts.capacity_eval protocol",
        "experts.capacity_eval: %g gives an expert room for a share of the tokens, and who reads tokens "
        "one by one does not know how many will follow (use --experts.capacity_eval 0)",
        lg_real(v, "experts.capacity_eval"));
}
