/* normformer.c: see normformer.h. */
#include "nn/normformer.h"

#include <string.h>

#include "nn/model.h"

lg_tensor *lg_build_inner_norm(lg_build *b, int block, const char *option, const char *name, lg_tensor *x) {
    const lg_values *v = b->model->values;
    return lg_values_has(v, option) && lg_bool(v, option) ? lg_build_norm(b, block, name, x) : x;
}

lg_tensor *lg_build_scale_heads(lg_build *b, int block, const char *here, lg_tensor *x) {
    const lg_model *m = b->model;
    if (!lg_values_has(m->values, "block.head_scale") || strcmp(lg_text(m->values, "block.head_scale"), here)) return x;
    return lg_op_gain(b->g, x,
                      lg_build_role(b, block, LG_ROLE_GAIN, "attention.head_scale", 1, (const int[]){m->heads}));
}
