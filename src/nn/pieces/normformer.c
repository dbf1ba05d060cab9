/* normformer.c: see normformer.h. */
#include "nn/pieces/normformer.h"

#include "graph/ops.h"
#include "nn/axes/block.h"
#include "nn/model/model.h"

const lg_normformer *lg_normformer_of(const struct lg_model *m) {
    static const lg_normformer none = {0};
    return m->block.entry->normformer ? (const void *)&m->block.own : &none;
}

const char *lg_head_scale_name(lg_head_scale s) {
    static const char *const names[] = {"none", "heads", "output"};
    return names[s];
}

lg_tensor *lg_build_attention_norm(lg_build *b, int block, const char *name, lg_tensor *x) {
    return lg_normformer_of(b->model)->attention_norm ? lg_build_norm(b, block, name, x) : x;
}

lg_tensor *lg_build_scale_heads(lg_build *b, int block, lg_head_scale here, lg_tensor *x) {
    const lg_model *m = b->model;
    if (lg_normformer_of(m)->head_scale != here) return x;
    return lg_op_gain(b->g, x,
                      lg_build_role(b, block, LG_ROLE_GAIN, "attention.head_scale", 1, (const int[]){m->heads}));
}
