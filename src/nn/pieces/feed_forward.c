/* feed_forward.c: records the channel mixer of a model (nn/record/build.h): a hidden layer, with or without a gate. */
#include "graph/ops.h"
#include "nn/axes/mixer.h"
#include "nn/model/model.h"
#include "nn/pieces/normformer.h"

const lg_option lg_gated_options[] = {
    {"mixer.width", LG_NAME, "full", 0, 0, "full two_thirds two_thirds_8",
     "hidden width of a gated network: full: model.feed_forward; two_thirds: two thirds of model.feed_forward, rounded "
     "down (the three matrices then have as many parameters as the two matrices of an ungated network); two_thirds_8: "
     "two thirds of model.feed_forward, rounded up to a multiple of 8",
     .at = offsetof(lg_gated, width)},
    {0},
};

int lg_mixer_hidden(const lg_chosen_mixer *x, int full) {
    const lg_gated *own = (const void *)&x->own;
    if (!x->entry->gated || own->width == LG_GATED_FULL) return full;
    const int part = own->width == LG_GATED_TWO_THIRDS ? full * 2 / 3 : (full * 2 + 23) / 24 * 8;
    return part > 0 ? part : 1;
}

lg_tensor *lg_build_mixer_formula(lg_build *b, lg_tensor *hidden) {
    const lg_chosen_mixer *x = &b->model->mixer;
    if (!x->entry->formula_of) return hidden;
    const lg_formula_source s = x->entry->formula_of(&x->own);
    return lg_op_formula_map(b->g, lg_formula_parse(&s, b->g->arena, &b->g->err), hidden);
}

static lg_tensor *build_hidden(lg_build *b, int block, const char *name, lg_tensor *h, lg_activation act) {
    const lg_model *m = b->model;
    return lg_build_linear(b, block, LG_ROLE_FF1, name, h, m->feed_forward, m->settings.bias, act);
}

static lg_tensor *leave_hidden(lg_build *b, int block, lg_tensor *f) {
    const lg_model *m = b->model;
    lg_tap_add(b->taps, block, "units", LG_TAP_ROWS, f);
    f = lg_build_drop(b, m->settings.dropout_hidden, f);
    if (lg_normformer_of(m)->hidden_norm) f = lg_build_norm(b, block, "feed_forward.norm", f);
    return lg_build_linear(b, block, LG_ROLE_FF2, "feed_forward.2", f, m->width, m->settings.bias, LG_LINEAR);
}

lg_tensor *lg_build_feed_forward(lg_build *b, int block, lg_tensor *h) {
    const lg_mixer *x = b->model->mixer.entry;
    if (!x->gated) {
        lg_tensor *f = build_hidden(b, block, "feed_forward.1", h, x->activation);
        return leave_hidden(b, block, lg_build_mixer_formula(b, f));
    }
    lg_tensor *gate = build_hidden(b, block, "feed_forward.gate", h, x->activation);
    lg_tensor *f = build_hidden(b, block, "feed_forward.1", h, LG_LINEAR);
    return leave_hidden(b, block, lg_op_product(b->g, gate, f));
}
