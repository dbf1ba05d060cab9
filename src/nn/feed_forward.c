/* feed_forward.c: the channel mixer of a model (nn/build.h): a hidden layer, with a gate or without one. */
#include "nn/model.h"
#include "nn/normformer.h"

static lg_tensor *build_hidden(lg_build *b, int block, const char *name, lg_tensor *h, lg_activation act) {
    const lg_model *m = b->model;
    return lg_build_linear(b, block, LG_ROLE_FF1, name, h, m->feed_forward, m->bias, act);
}

static lg_tensor *leave_hidden(lg_build *b, int block, lg_tensor *f) {
    const lg_model *m = b->model;
    f = lg_build_drop(b, "model.dropout_hidden", f);
    f = lg_build_inner_norm(b, block, "block.hidden_norm", "feed_forward.norm", f);
    return lg_build_linear(b, block, LG_ROLE_FF2, "feed_forward.2", f, m->width, m->bias, LG_LINEAR);
}

lg_tensor *lg_build_feed_forward(lg_build *b, int block, lg_tensor *h) {
    const lg_mixer *x = b->model->mixer;
    if (!x->gated) return leave_hidden(b, block, build_hidden(b, block, "feed_forward.1", h, x->activation));
    lg_tensor *gate = build_hidden(b, block, "feed_forward.gate", h, x->activation);
    lg_tensor *f = build_hidden(b, block, "feed_forward.1", h, LG_LINEAR);
    return leave_hidden(b, block, lg_op_product(b->g, gate, f));
}
