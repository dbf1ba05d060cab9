/* feed_forward.c: the channel mixer of a model (nn/build.h): a hidden layer, with a gate or without one. */
#include <string.h>

#include "nn/model.h"
#include "nn/normformer.h"

const lg_option lg_gated_options[] = {
    {"mixer.width", LG_NAME, "full", 0, 0, "full two_thirds two_thirds_8",
     "hidden width of a network with a gate: full, model.feed_forward; two_thirds of it, rounded down, whose three "
     "matrices have the parameters of the two without a gate; two_thirds_8: rounded up to a multiple of 8",
     "0.2.0"},
    {0},
};

int lg_mixer_hidden(const lg_values *v) {
    const int full = (int)lg_int(v, "model.feed_forward");
    const char *rule = lg_values_has(v, "mixer.width") ? lg_text(v, "mixer.width") : "full";
    if (!strcmp(rule, "full")) return full;
    const int part = !strcmp(rule, "two_thirds") ? full * 2 / 3 : (full * 2 + 23) / 24 * 8;
    return part > 0 ? part : 1;
}

static lg_tensor *build_hidden(lg_build *b, int block, const char *name, lg_tensor *h, lg_activation act) {
    const lg_model *m = b->model;
    return lg_build_linear(b, block, LG_ROLE_FF1, name, h, m->feed_forward, m->bias, act);
}

static lg_tensor *leave_hidden(lg_build *b, int block, lg_tensor *f) {
    const lg_model *m = b->model;
    lg_tap_add(b->taps, block, "units", LG_TAP_ROWS, f);
    f = lg_build_drop(b, "model.dropout_hidden", f);
    f = lg_build_inner_norm(b, block, "block.hidden_norm", "feed_forward.norm", f);
    return lg_build_linear(b, block, LG_ROLE_FF2, "feed_forward.2", f, m->width, m->bias, LG_LINEAR);
}

lg_tensor *lg_build_feed_forward(lg_build *b, int block, lg_tensor *h) {
    const lg_mixer *x = b->model->mixer.entry;
    if (!x->gated) return leave_hidden(b, block, build_hidden(b, block, "feed_forward.1", h, x->activation));
    lg_tensor *gate = build_hidden(b, block, "feed_forward.gate", h, x->activation);
    lg_tensor *f = build_hidden(b, block, "feed_forward.1", h, LG_LINEAR);
    return leave_hidden(b, block, lg_op_product(b->g, gate, f));
}
