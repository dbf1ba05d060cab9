/* theorem_model.c: opens and runs the models of theorem.h, with the same graph and kernels as any other model. */
#include <stdio.h>
#include <string.h>

#include "analyze/theorem.h"
#include "api/theorem.h"

/* Settings of all models: a small version of the model of Kazemnejad et al. 2023 (T5 without its biases). */
static const char *const common[][2] = {{"task", "copy_cmc"},    {"encoding", "none"},
                                        {"scale", "one"},        {"mixer", "relu"},
                                        {"model.bias", "false"}, {"model.embedding_scale", "one"},
                                        {"model.dropout", "0"}};
static const char *const with_mask[][2] = {{"architecture", "decoder"}};
static const char *const without_mask[][2] = {{"architecture", "encoder"}, {"mask", "full"}};
static const char *const with_norms[][2] = {{"norm", "rms_norm"}, {"norm.epsilon", "1e-6"}};

#define EPSILON 1e-6

static bool set_all(lg_assignments *s, const char *const settings[][2], size_t count, lg_error *err) {
    for (size_t i = 0; i < count; i++)
        if (!lg_assignments_override(s, settings[i][0], settings[i][1], err)) return false;
    return true;
}

static bool set_number(lg_assignments *s, const char *key, long long number, lg_error *err) {
    char text[24];
    snprintf(text, sizeof text, "%lld", number);
    return lg_assignments_override(s, key, text, err);
}

#define SET_ALL(s, settings, err) set_all(s, settings, sizeof(settings) / sizeof *(settings), err)

static bool set_sizes(lg_assignments *s, const lg_theorem_options *o, lg_error *err) {
    return set_number(s, "model.blocks", LG_THEOREM_BLOCKS, err) && set_number(s, "model.width", o->width, err) &&
           set_number(s, "model.heads", o->heads, err) && set_number(s, "model.feed_forward", o->length, err) &&
           set_number(s, "train.seed", (long long)o->seed, err);
}

static lg_resolved_config *resolve_model(const lg_theorem_proof *p, const char *block, bool causal, bool norms) {
    lg_assignments s = {0};
    const bool good = SET_ALL(&s, common, p->err) && lg_assignments_override(&s, "block", block, p->err) &&
                      (!causal || SET_ALL(&s, with_mask, p->err)) && (causal || SET_ALL(&s, without_mask, p->err)) &&
                      (!norms || SET_ALL(&s, with_norms, p->err)) && set_sizes(&s, &p->options, p->err);
    lg_resolved_config *d = good ? lg_assignments_resolve(&s, p->err) : NULL;
    lg_assignments_clear(&s);
    return d;
}

bool lg_theorem_open(lg_theorem_model *m, const lg_theorem_proof *p, const char *block, bool causal) {
    const lg_theorem_options *o = &p->options;
    const bool norms = strcmp(block, "no_norm");
    *m = (lg_theorem_model){.block = block,
                            .length = o->length,
                            .width = o->width,
                            .heads = o->heads,
                            .head_width = o->width / o->heads,
                            .epsilon = norms ? EPSILON : 0,
                            .key = lg_key_fold(lg_key_root(o->seed), (uint64_t)p->number)};
    lg_resolved_config *d = resolve_model(p, block, causal, norms);
    const bool good = d && lg_session_new(&m->session, p->context, d->values, p->err);
    if (good) m->symbols = lg_trainer_sizes(m->session.trainer, 1).symbols;
    lg_resolved_config_free(d);
    return good;
}

void lg_theorem_free(lg_theorem_model *m) {
    lg_session_free(&m->session);
}

lg_theorem_matrix lg_theorem_matrix_of(const lg_theorem_model *m, int block, const char *name) {
    char full[64];
    const lg_trainer *t = m->session.trainer;
    size_t i = 0;
    if (block < 0)
        snprintf(full, sizeof full, "%s", name);
    else
        snprintf(full, sizeof full, "block.%d.%s", block, name);
    while (strcmp(lg_trainer_array(t, i).name, full)) i++;
    const lg_named_array a = lg_trainer_array(t, i);
    return (lg_theorem_matrix){a.value, a.shape[0], a.shape[1]};
}

void lg_theorem_draw_tokens(const lg_theorem_model *m, uint64_t number, int32_t *ids, int count) {
    lg_random r = lg_random_from(lg_key_fold(lg_key_fold(m->key, 1), number));
    for (int t = 0; t < count; t++)
        ids[t] = t == 0 ? LG_THEOREM_BOS : 1 + (int32_t)lg_random_below(&r, (uint32_t)m->symbols - 1);
}

bool lg_theorem_look(const lg_theorem_model *m, const int32_t *ids, int tokens, const lg_look *looks, size_t count,
                     lg_error *err) {
    lg_trainer_resume(m->session.trainer, 0); /* the weights may have changed */
    return lg_trainer_look(m->session.trainer, ids, tokens, looks, count, err);
}
