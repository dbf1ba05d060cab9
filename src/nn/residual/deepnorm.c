/* deepnorm.c: a larger weight for the residual stream than for the output added to it, and smaller initial weights,
 * both depending on depth. This bounds how much a training step changes the model's output. */
#include <math.h>

#include "graph/ops.h"
#include "nn/axes/residual.h"
#include "nn/axes/sublayer.h"
#include "nn/model/layout.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

typedef struct factors {
    double alpha, beta;
} factors;

/* Figure 2 of the paper: factors for an encoder or decoder alone with L layers, and for an encoder-decoder with L
 * layers each. */
static factors find_factors(const lg_build *b) {
    const double L = b->model->layers;
    if (b->model->format.sources == 0) return (factors){pow(2 * L, 1 / 4.0), pow(8 * L, -1 / 4.0)};
    if (b->stream->number == 0) return (factors){pow(3 * L, 1 / 4.0), pow(12 * L, -1 / 4.0)};
    return (factors){0.81 * pow(pow(L, 4) * L, 1 / 16.0), 0.87 * pow(pow(L, 4) * L, -1 / 16.0)};
}

static lg_residual_terms weigh(lg_build *b, const lg_site *at, lg_tensor *h, lg_tensor *o) {
    (void)at;
    return (lg_residual_terms){lg_op_scale(b->g, h, find_factors(b).alpha), o};
}

static double initial_factor(const lg_build *b, lg_role role) {
    switch (role) {
    case LG_ROLE_VALUE:
    case LG_ROLE_OUTPUT:
    case LG_ROLE_FF1:
    case LG_ROLE_FF2: return find_factors(b).beta;
    default: return 1;
    }
}

const lg_residual lg_residual_deepnorm = {
    .name = "deepnorm",
    .summary = "residual scaled up and initial weights scaled down with the number of layers (DeepNet)",
    .formula = "y = norm(alpha x + drop(F(x)))\n"
               "initial weights of values, attention outputs and feed-forward layers are multiplied by beta\n"
               "one stack of L layers: alpha = (2 L)^1/4, beta = (8 L)^-1/4\n"
               "with an encoder of N layers and a decoder of M layers:\n"
               "encoder: alpha = 0.81 (N^4 M)^1/16, beta = 0.87 (N^4 M)^-1/16\n"
               "decoder: alpha = (3 M)^1/4, beta = (12 M)^-1/4",
    .source = "Wang et al. 2022, DeepNet: Scaling Transformers to 1,000 Layers, figure 2",
    .published = LG_XIE_2023("26.38 27.13"),
    .post_norms = true,
    .weigh = weigh,
    .initial_factor = initial_factor,
};
