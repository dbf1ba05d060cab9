/* gating.c: mixes tokens without attention. One half of the hidden layer is divided into chunks of columns; each chunk
 * is multiplied by its own matrix over the tokens, and the result gates the other half. The assignment of chunks to
 * matrices is fixed, which is the paper's deterministic routing. The size of the matrices limits the number of
 * tokens. */
#include "graph/ops.h"
#include "nn/axes/mask.h"
#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"

typedef struct gating {
    int length, chunks, width;
} gating;

const lg_option lg_gating_options[] = {
    {"gating.length", LG_INT, "128", 1, 8192, NULL,
     "sublayer g: size of the matrices over tokens, and so the longest sequence that the model accepts",
     .at = offsetof(gating, length)},
    {"gating.chunks", LG_INT, "4", 1, LG_EXPERTS_MAX, NULL,
     "sublayer g: number of column chunks, each with its own matrix over tokens", .at = offsetof(gating, chunks)},
    {"gating.width", LG_INT, "0", 0, 65536, NULL, "sublayer g: number of columns that are mixed; 0: model.width",
     .at = offsetof(gating, width)},
    {0},
};

static bool fits(const void *own, int tokens, const char *what, lg_error *err) {
    const int length = ((const gating *)own)->length;
    return tokens <= length ||
           lg_fail_keys(err, "gating.length",
                        "gating.length: %d is too short for the %d tokens of %s (train with a larger gating.length)",
                        length, tokens, what);
}

static int width_of(const gating *own, const lg_model *m) {
    return own->width > 0 ? own->width : m->width;
}

static bool suits(const void *own, const lg_model *m, lg_error *err) {
    const int width = width_of(own, m), chunks = ((const gating *)own)->chunks;
    return width % chunks == 0 ||
           lg_fail_keys(err, "gating.chunks gating.width model.width",
                        "gating.chunks: %d does not divide the %d columns that are mixed (gating.width, or "
                        "model.width)",
                        chunks, width);
}

static lg_tensor *map_tokens(lg_build *b, const lg_site *at, lg_tensor *x) {
    const gating *own = at->own;
    const int rows = own->length, chunks = own->chunks;
    const lg_initial small = {.distribution = LG_INITIAL_UNIFORM, .low = -1e-3 / rows, .high = 1e-3 / rows};
    lg_tensor *w =
        lg_build_parameter(b, at->block, LG_ROLE_TERM, "gating.tokens", 3, (int[]){chunks, rows, rows}, small);
    lg_tensor *bias = lg_build_parameter(b, at->block, LG_ROLE_TERM, "gating.tokens.bias", 2, (int[]){chunks, rows},
                                         (lg_initial){LG_INITIAL_CONSTANT, 1});
    return lg_op_token_map(b->g, x, w, bias, lg_mask_is_causal(b->stream->mask));
}

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    const lg_model *m = b->model;
    const int width = width_of(at->own, m);
    lg_tensor *z = lg_build_linear(b, at->block, LG_ROLE_VALUE, "gating.1", x, 2 * width, m->settings.bias, LG_GELU);
    lg_tensor *u = lg_op_slice(b->g, z, 0, width);
    lg_tensor *v = lg_build_norm(b, at->block, "gating.norm", lg_op_slice(b->g, z, width, width));
    lg_tensor *y = lg_op_product(b->g, u, map_tokens(b, at, v));
    return lg_build_linear(b, at->block, LG_ROLE_OUTPUT, "gating.2", y, m->width, m->settings.bias, LG_LINEAR);
}

const lg_sublayer lg_sublayer_gating = {
    .name = "gating",
    .summary = "spatial gating",
    .formula = "[u, v] = GELU(x W1 + b1), u and v [T,w]; v' = norm(v), then cut into E chunks of w/E columns\n"
               "y = (u * (M_e v'_e + c_e)) W2 + b2, with the first T rows and columns of M_e [n,n];\n"
               "under a causal mask, row t has only columns j <= t. Initially M is nearly 0 and c is 1\n"
               "n = gating.length; longer sequences are an error. E = gating.chunks\n"
               "model.order: gb is the sparse all-MLP, with the experts of a BASE layer. model.order: g with one\n"
               "chunk is gMLP.",
    .source =
        "Yu et al. 2022, Efficient Language Modeling with Sparse all-MLP, section 3 (sMoE, deterministic routing); "
        "Liu et al. 2021, Pay Attention to MLPs, section 2.1",
    .published =
        "Yu et al. 2022, zero-shot COPA with 9.4 billion parameters: sparse all-MLP 79, Switch 75, GShard 76; the "
        "sparse all-MLP trains up to twice as fast as Switch, GShard and BASE layers",
    .options = lg_gating_options,
    .own_bytes = LG_OWN(gating),
    .letter = 'g',
    .mixes_tokens = true,
    .whole = true,
    .fits = fits,
    .suits = suits,
    .apply = apply,
};
