/* scalar.c: b2t without norms, from the official code: fixed factors keep the scale of the residual stream. */
#include <math.h>

#include "graph/ops.h"
#include "nn/axes/residual.h"
#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"

/* y = sr x + so (z + F(z)), where x is the input of a layer, F its last sublayer and z the input of F. */
static lg_residual_terms weigh(lg_build *b, const lg_site *at, lg_tensor *h, lg_tensor *o) {
    const double layers = b->model->layers, so = pow(b->model->width, -0.2), sr = fmin(pow(layers, -0.15), layers / 12);
    if (!at->bottom) return (lg_residual_terms){h, o};
    return (lg_residual_terms){
        lg_op_add(b->g, lg_op_scale(b->g, h, so), lg_op_scale(b->g, at->bottom, sr), 0),
        lg_op_scale(b->g, o, so),
    };
}

static const lg_entry_default defaults[] = {{"block", "no_norm"}, {0}};

const lg_residual lg_residual_scalar = {
    .name = "scalar",
    .summary = "residual: b2t without norms; fixed factors multiply the input and the last sum of a layer",
    .formula = "z = x + drop(attention(x));  y = sr x + so (z + drop(mixer(z)))\n"
               "so = d^-0.2,  sr = min(L^-0.15, L / 12),  L layers in the stack\n"
               "a layer has the same sublayers as in residual: b2t;\n"
               "a layer of a single sublayer is computed as with residual: add",
    .source = "Takase et al. 2022, B2T Connection, the authors' code",
    .defaults = defaults,
    .replaces_norms = true,
    .weigh = weigh,
};
