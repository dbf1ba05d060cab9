/* residual.c: see residual.h. */
#include "nn/axes/residual.h"

#include "graph/ops.h"

#include <stdio.h>

lg_tensor *lg_build_residual_scale(lg_build *b, const lg_site *at, lg_tensor *x, int numbers, double initial) {
    char name[32];
    snprintf(name, sizeof name, "residual%d.scale", at->number);
    lg_tensor *scale =
        lg_build_parameter(b, at->block, LG_ROLE_GAIN, name, 1, &numbers, (lg_initial){LG_INITIAL_CONSTANT, initial});
    return lg_op_gain(b->g, x, scale);
}
