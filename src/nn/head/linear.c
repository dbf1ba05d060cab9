/* linear.c: a linear map from the width to the output symbols. */
#include "nn/axes/head.h"
#include "nn/model/parts.h"

static lg_tensor *logits(lg_build *b, lg_tensor *x) {
    const lg_model *m = b->model;
    return lg_build_linear(b, -1, LG_ROLE_READOUT, "readout", x, m->format.classes, m->settings.bias, LG_LINEAR);
}

const lg_head lg_head_linear = {
    .name = "linear",
    .summary = "a separate linear layer",
    .formula = "logits = x W + b        W: [d, output symbols], b: [output symbols]",
    .source = "Vaswani et al. 2017",
    .logits = logits,
};
