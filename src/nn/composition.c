/* composition.c: see composition.h. */
#include "nn/composition.h"

#include <stdio.h>
#include <string.h>

#include "nn/attention_function.h"
#include "nn/order.h"
#include "nn/sublayer.h"

static bool suits_all(const lg_model *m, lg_error *err) {
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *s = lg_sublayers[i];
        if (s->suits && lg_order_count(m->values, s->letter) > 0 && !s->suits(m, err)) return false;
    }
    return true;
}

/* ---- options of sublayers ---- */

/* Does a sublayer of the order read options that begin like this one? `reader`: one that would. */
static bool is_read(const lg_model *m, const char *option, const lg_sublayer **reader) {
    *reader = NULL;
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *s = lg_sublayers[i];
        if (!s->options || strncmp(option, s->options, strlen(s->options))) continue;
        if (s->unread && !strcmp(option, s->unread)) continue;
        if (lg_order_count(m->values, s->letter) > 0) return true;
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

/* ---- choices of attention ---- */

static bool any_attends(const lg_model *m) {
    for (int i = 0; lg_sublayers[i]; i++)
        if (lg_sublayers[i]->attends && lg_order_count(m->values, lg_sublayers[i]->letter) > 0) return true;
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
    const bool cross = m->architecture->reads_sources;
    const bool convolves_cross =
        cross && lg_values_has(m->values, "projection.cross") && lg_bool(m->values, "projection.cross");
    if (m->encoding->reads != LG_POSITION_INPUT_NONE && !m->encoding->embed)
        return refuse(m, "encoding", m->encoding->name, "none", err);
    if (m->encoding->reads == LG_POSITION_INPUT_NONE && m->encoding->logit_term)
        return refuse(m, "encoding", m->encoding->name, "none", err);
    if (m->attention_function != lg_attention_functions[0])
        return refuse(m, "attention", m->attention_function->name, lg_attention_functions[0]->name, err);
    if (m->scale != lg_scales[0] && !cross) return refuse(m, "scale", m->scale->name, lg_scales[0]->name, err);
    if (m->projection != lg_projections[0] && !convolves_cross)
        return refuse(m, "projection", m->projection->name, lg_projections[0]->name, err);
    if (m->mask == &lg_mask_full || !strcmp(m->mask->name, "causal")) return true;
    return refuse(m, "mask", m->mask->name, lg_mask_is_causal(m->mask, m->values) ? "causal" : "full", err);
}

bool lg_composition_check(const lg_model *m, lg_error *err) {
    if (m->architecture->cells) return true;
    return suits_all(m, err) && check_options(m, err) && (any_attends(m) || check_unread(m, err));
}
