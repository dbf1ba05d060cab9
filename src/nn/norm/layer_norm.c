/* layer_norm.c: normalizes each row to mean 0 and variance 1, then applies a trained gain and offset for each
 * column. */
#include "data/data.h"
#include "nn/axes/norm.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

static lg_tensor *add(lg_build *b, int block, const char *name, lg_tensor *h, lg_tensor *o) {
    return lg_build_norm_of_kind(b, block, name, false, b->model->settings.bias, h, o);
}

static const lg_option options[] = {LG_OPTION_NORM_EPSILON, {0}};

const lg_norm lg_norm_layer_norm = {
    .name = "layer_norm",
    .summary = "normalize to mean 0 and variance 1, with trained gain and offset",
    .formula = "norm(x) = g (x - mean(x)) / sqrt(mean((x - mean(x))^2) + epsilon) + b        g, b: [d], trained",
    .source = "Ba et al. 2016, Layer Normalization",
    .published = LG_NARANG_2021_TABLE LG_NARANG_2021_T5 " (T5); rms_norm 2.167 1.821 75.45 27.14",
    .options = options,
    .own_bytes = LG_OWN(lg_norm_settings),
    .add = add,
};
