/* convolution.c: see convolution.h. */
#include "nn/pieces/convolution.h"

#include <stdlib.h>
#include <string.h>

#include "graph/ops.h"
#include "nn/axes/mask.h"
#include "nn/model/model.h"
#include "nn/pieces/normformer.h"

/* ---- options ---- */

/* Item i of the list, or its last item; 0: malformed or out of range. */
static int taps_at(const char *list, int i) {
    for (; i > 0 && strchr(list, ','); i--) list = strchr(list, ',') + 1;
    char *end;
    const long taps = strtol(list, &end, 10);
    return (*end == ',' || *end == '\0') && taps >= 1 && taps <= LG_TAPS_MAX ? (int)taps : 0;
}

static bool check_taps(const char *list, lg_error *err) {
    bool good = strspn(list, "0123456789,") == strlen(list);
    int i = 0;
    for (const char *at = list; good && at; at = strchr(at + 1, ',')) good = taps_at(list, i++) > 0;
    return good || lg_fail_keys(err, "convolution.taps",
                                "convolution.taps: expected 1..%d taps, one number or one for each layer, such as 7 or "
                                "3,7,15, not '%.80s'",
                                LG_TAPS_MAX, list);
}

static int heads_of(const lg_convolution_setup *own, const lg_model *m) {
    return own->heads > 0 ? own->heads : m->heads;
}

bool lg_convolution_suits(const void *own, const lg_model *m, lg_error *err) {
    const lg_convolution_setup *x = own;
    const int heads = heads_of(x, m);
    if (m->width % heads)
        return lg_fail_keys(err, "convolution.heads model.width",
                            "convolution.heads: %d does not divide model.width: %d", heads, m->width);
    return check_taps(x->taps, err);
}

/* ---- recording ---- */

lg_tensor *lg_build_history(lg_build *b, int block, const char *name, lg_tensor *x, int rows) {
    if (rows == 0) return x;
    lg_tensor *state = lg_build_state(b, block, name, rows, lg_columns(x));
    lg_tensor *all = lg_op_concatenate_tokens(b->g, state, x);
    lg_graph_become(b->g, state, lg_op_select_rows(b->g, all, all->first + x->shape[1], rows));
    return all;
}

/* (x Wa + a) * sigmoid(x Wb + b); without a gate, x Wa + a. */
static lg_tensor *map_input(lg_build *b, int block, const char *name, bool gated, lg_tensor *x) {
    const int width = b->model->width;
    const bool bias = b->model->settings.bias;
    lg_tensor *u = lg_build_linear(b, block, LG_ROLE_VALUE, lg_build_name(b, name, "value"), x, width, bias, LG_LINEAR);
    if (!gated) return u;
    const char *gate = lg_build_name(b, name, "gate");
    return lg_op_product(b->g, lg_build_linear(b, block, LG_ROLE_PROJECTION, gate, x, width, bias, LG_SIGMOID), u);
}

/* Drops the memory rows that are too far back for any tap. */
static lg_tensor *near_rows(lg_build *b, lg_tensor *x, int before) {
    const int far = b->stream->memory - before;
    return far > 0 ? lg_op_select_rows(b->g, x, far, x->shape[1] - far) : x;
}

lg_convolved lg_build_convolved(lg_build *b, const lg_site *at, const char *name, lg_tensor *x) {
    const lg_token_stream *s = b->stream;
    const lg_convolution_setup *own = at->own;
    lg_convolved c = {.taps = taps_at(own->taps, at->mixer), .heads = heads_of(own, b->model)};
    c.before = lg_mask_is_causal(s->mask) ? c.taps - 1 : c.taps / 2;
    c.cuts = own->renorm_padding;
    c.drop = b->drops ? own->dropout_weights : 0;
    x = lg_build_drop(b, own->dropout_input, near_rows(b, x, c.before));
    c.u = map_input(b, at->block, name, own->gate, x);
    if (s->span) c.u = lg_op_span_rows(b->g, c.u, s->span);
    c.own = s->memory > 0 ? lg_op_select_rows(b->g, c.u, s->memory, s->T - s->memory) : c.u;
    c.cut = (lg_tap_cut){c.before, c.u->first, s->T};
    if (s->steps) c.u = lg_build_history(b, at->block, lg_build_name(b, name, "rows"), c.u, c.before);
    return c;
}

lg_tensor *lg_build_token_weights(lg_build *b, const lg_convolved *c, lg_tensor *logits) {
    lg_tensor *w = lg_op_tap_softmax(b->g, logits, c->heads, c->cuts ? &c->cut : NULL, c->own, b->stream->span);
    return lg_op_dropout(b->g, w, c->drop);
}

lg_tensor *lg_build_weighted(lg_build *b, const lg_convolved *c, lg_tensor *weights) {
    return lg_op_dynamic_convolution(b->g, c->u, weights, c->heads, c->before);
}

lg_tensor *lg_build_convolution_output(lg_build *b, const lg_site *at, const char *name, lg_tensor *y) {
    const lg_model *m = b->model;
    y = lg_build_linear(b, at->block, LG_ROLE_OUTPUT, lg_build_name(b, name, "output"), y, m->width, m->settings.bias,
                        LG_LINEAR);
    return lg_build_attention_norm(b, at->block, lg_build_name(b, name, "norm"), y);
}
