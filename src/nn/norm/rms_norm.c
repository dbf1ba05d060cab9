/* rms_norm.c: divides each row by the root of its mean square. */
#include "nn/axes/norm.h"
#include "nn/pieces/published.h"

static lg_tensor *add(lg_build *b, int block, const char *name, lg_tensor *h, lg_tensor *o) {
    return lg_build_norm_of_kind(b, block, name, true, false, h, o);
}

static const lg_option options[] = {LG_OPTION_NORM_EPSILON, {0}};

const lg_norm lg_norm_rms_norm = {
    .name = "rms_norm",
    .summary = "normalize to mean square 1, with a trained gain and no offset",
    .formula = "norm(x) = g x / sqrt(mean(x^2) + epsilon)        g: [d], trained",
    .source = "Zhang & Sennrich 2019, Root Mean Square Layer Normalization",
    .published = LG_NARANG_2021("2.167 1.821 75.45 27.14"),
    .options = options,
    .own_bytes = LG_OWN(lg_norm_settings),
    .add = add,
};
