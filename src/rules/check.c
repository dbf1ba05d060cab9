/* check.c: checks a description: entries and sizes, then the rules, then the options of optimizer and schedule. */
#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/mixer.h"
#include "nn/axes/scale.h"
#include "nn/model/composition.h"
#include "nn/model/model.h"
#include "nn/model/order.h"
#include "rules/words.h"

typedef struct check {
    lg_scene scene;
    lg_rule_value value;
    const void *user;
    lg_error *err;
} check;

static bool holds_all(const lg_rule *r, const lg_scene *s) {
    for (const lg_literal *l = r->all; l < r->all + LG_LITERALS && l->fact != LG_FACT_NONE; l++)
        if (lg_fact_holds(l->fact, s) != l->holds) return false;
    return true;
}

/* Is the rule satisfied in this scene? If not, fails with its message. */
static bool keeps(check *c, const lg_rule *r, const lg_scene *s) {
    char words[sizeof c->err->text], keys[sizeof c->err->keys];
    if (!holds_all(r, s)) return true;
    lg_rule_write(r, s, c->value, c->user, words, sizeof words);
    lg_rule_write_keys(r, s, keys, sizeof keys);
    if (c->err) c->err->rule = r->name, c->err->idle = r->idle;
    return lg_fail_keys(c->err, keys, "%s", words);
}

static bool keeps_in_stream(check *c, const lg_rule *r, const lg_positional *p) {
    lg_scene s = c->scene;
    s.p = p;
    return keeps(c, r, &s);
}

static bool keeps_in_streams(check *c, const lg_rule *r) {
    lg_positional *const *all = c->scene.m->positional;
    return keeps_in_stream(c, r, all[LG_STREAM_OWN]) &&
           (all[LG_STREAM_SOURCES] == all[LG_STREAM_OWN] || keeps_in_stream(c, r, all[LG_STREAM_SOURCES]));
}

static bool keeps_in_cross(check *c, const lg_rule *r) {
    const lg_positional *p = c->scene.m->positional[LG_STREAM_QUERIES];
    const lg_encoding *e = p ? p->encoding.entry : NULL;
    return !e || (e->reads == LG_POSITION_INPUT_NONE && !e->logit_term) || keeps_in_stream(c, r, p);
}

static bool keeps_in_sublayers(check *c, const lg_rule *r) {
    lg_scene s = c->scene;
    if (s.m->architecture.entry->cells) return true;
    for (int i = 0; lg_sublayers[i]; i++) {
        s.layer = lg_sublayers[i];
        if (lg_order_count(&s.m->order, s.layer->letter) > 0 && !keeps(c, r, &s)) return false;
    }
    return true;
}

static bool keeps_one(check *c, const lg_rule *r) {
    switch (r->scope) {
    case LG_OF_STREAM: return keeps_in_streams(c, r);
    case LG_OF_CROSS: return keeps_in_cross(c, r);
    case LG_OF_SUBLAYER: return keeps_in_sublayers(c, r);
    default: return keeps(c, r, &c->scene);
    }
}

/* Checks rules of the scopes `first` to `last`. */
static bool keeps_all(check *c, lg_rule_scope first, lg_rule_scope last) {
    for (const lg_rule *r = lg_rules; r->name; r++)
        if (r->scope >= first && r->scope <= last && !keeps_one(c, r)) return false;
    return true;
}

/* Checks a model whose blocks all have the same choice, by the rules of the scopes LG_OF_CHOICE to LG_OF_CROSS. */
static bool keeps_alike(check *c, const lg_model *m) {
    c->scene.m = m;
    c->scene.p = m->positional[LG_STREAM_OWN];
    return keeps_all(c, LG_OF_CHOICE, LG_OF_CROSS);
}

/* Like keeps_alike, for the model that results if all blocks have this choice. */
static bool keeps_in_choice(check *c, int choice) {
    lg_model_description d;
    lg_model alike = {0};
    memcpy(&d, &c->scene.d->model, sizeof d);
    lg_describe_alike(&d, choice);
    const bool good = lg_model_draft(&alike, &d, c->err) && keeps_alike(c, &alike);
    lg_model_undraft(&alike);
    return good;
}

static bool keeps_in_model(check *c, const lg_model *m) {
    if (m->pattern.count == 1 && !keeps_alike(c, m)) return false;
    for (int i = 0; m->pattern.count > 1 && i < m->pattern.count; i++)
        if (!keeps_in_choice(c, i)) return false;
    c->scene.m = m;
    c->scene.p = m->positional[LG_STREAM_OWN];
    return keeps_all(c, LG_OF_MODEL, LG_OF_TRAINING);
}

/* Autoregressive protocols need a model that can read token by token. */
static bool check_steps(const lg_description *d, const lg_model *m, lg_error *err) {
    return !d->protocol.entry->autoregressive ||
           lg_composition_steps(&m->settings, &m->order, lg_pattern_is_causal(&m->pattern), err);
}

static bool check_optimizer(const lg_description *d, lg_error *err) {
    const lg_chosen_optimizer *o = &d->optimizer;
    return lg_schedule_check(&d->schedule, err) && (!o->entry->suits || o->entry->suits(&o->own, d->training.lr, err));
}

enum { PROBED = 61, PROBED_HEADS = 8 }; /* numbers of tokens and heads for trial evaluations of formulas */

/* causal: distances d = query - key are not negative. */
static bool check_encoding(const lg_chosen_encoding *e, bool causal, lg_error *err) {
    if (!e->entry) return true;
    if (e->entry->suits && !e->entry->suits(&e->own, err)) return false;
    if (!e->entry->formula_of || !e->entry->formula_of(&e->own).text) return true;
    const lg_formula_source s = e->entry->formula_of(&e->own);
    const lg_formula_range distances = {.low = causal ? 0 : 1 - PROBED,
                                        .high = PROBED - 1,
                                        .step = 1,
                                        .heads = PROBED_HEADS,
                                        .fixed = {[LG_BIAS_HEADS] = PROBED_HEADS,
                                                  [LG_BIAS_DK] = 16,
                                                  [LG_BIAS_T] = PROBED,
                                                  [LG_BIAS_P_I] = PROBED - 1,
                                                  [LG_BIAS_P_J] = PROBED - 1}};
    return lg_formula_check_finite(&s, &distances, err);
}

/* Evaluates the formula of the scale for 1 to PROBED visible keys; all results must be finite. */
static bool check_scale(const lg_chosen_scale *x, lg_error *err) {
    const lg_formula_source s = x->entry->formula_of(&x->own);
    const lg_formula_range keys = {.low = 1,
                                   .high = PROBED,
                                   .step = 1,
                                   .heads = PROBED_HEADS,
                                   .fixed = {[LG_SCALE_HEADS] = PROBED_HEADS, [LG_SCALE_DK] = 16}};
    return lg_formula_check_finite(&s, &keys, err);
}

static bool check_mixer(const lg_chosen_mixer *x, lg_error *err) {
    const lg_formula_range numbers = {.low = -8, .high = 8, .step = 0.25};
    if (!x->entry->formula_of) return true;
    const lg_formula_source s = x->entry->formula_of(&x->own);
    return lg_formula_check_finite(&s, &numbers, err);
}

/* A mask defined by a formula is tried at 128 tokens. */
static bool check_mask(const lg_chosen_mask *m, lg_error *err) {
    enum { TOKENS = 128 };
    int32_t keys[2 * TOKENS];
    return !m->entry->search || m->entry->search(&m->own, TOKENS, keys, keys + TOKENS, err);
}

/* Checks single entries. These checks come first, because later ones rely on their formulas. */
static bool check_entries(const lg_model_description *d, lg_error *err) {
    for (int i = 0; i < d->pattern.count; i++) {
        const lg_block_choice *c = &d->pattern.choices[i];
        if (!check_mask(&c->mask, err)) return false;
        const bool causal = lg_mask_is_causal(&c->mask);
        if (!check_encoding(&c->encoding[0], causal, err) || !check_encoding(&c->encoding[1], false, err) ||
            !check_scale(&c->scale, err))
            return false;
    }
    return check_encoding(&d->placings[LG_PLACING_CROSS].encoding, false, err) && check_mixer(&d->mixer, err);
}

bool lg_description_check(const lg_description *d, lg_rule_value value, const void *user, lg_error *err) {
    check c = {.scene = {.d = d, .layer = lg_sublayers[0]}, .value = value, .user = user, .err = err};
    lg_model m = {0};
    const bool good = check_entries(&d->model, err) && lg_model_draft(&m, &d->model, err) && lg_model_check(&m, err) &&
                      keeps_in_model(&c, &m) && check_steps(d, &m, err) && check_optimizer(d, err);
    lg_model_undraft(&m);
    return good;
}
