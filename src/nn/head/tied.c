/* tied.c: each output symbol uses the token vector with the same id. Output symbols 0..C-1 of a task use rows 0..C-1 of
 * the table, whatever the input symbols with these ids are; if there are more output than input symbols, the table has
 * rows for all of them. */
#include <math.h>

#include "graph/ops.h"
#include "nn/axes/head.h"
#include "nn/model/parts.h"

typedef struct tied {
    bool scaled, bias;
} tied;

static const lg_option options[] = {
    {"head.scaled", LG_BOOL, "false", 0, 0, NULL, "multiply the input of the output layer by 1/sqrt(width), as T5 does",
     .at = offsetof(tied, scaled)},
    {"head.bias", LG_BOOL, "false", 0, 0, NULL, "add a trained bias to each output symbol, as Transformer-XL does",
     .at = offsetof(tied, bias)},
    {0},
};

static const tied *options_of(const lg_model *m) {
    return (const void *)&m->head.own;
}

static bool ties(const lg_model *m) {
    (void)m;
    return true;
}

static double factor(const lg_model *m) {
    return options_of(m)->scaled ? 1 / sqrt(m->width) : 1;
}

static lg_tensor *logits(lg_build *b, lg_tensor *x) {
    const lg_model *m = b->model;
    const int classes = m->format.classes;
    const bool biased = options_of(m)->bias;
    if (options_of(m)->scaled) x = lg_op_scale(b->g, x, factor(m));
    lg_tensor *table = lg_build_token_table(b), *map = lg_build_token_map(b);
    if (map) x = lg_op_linear_transposed(b->g, x, map, NULL, lg_embedding_width(m));
    lg_tensor *bias = biased ? lg_build_role(b, -1, LG_ROLE_BIAS, "readout.bias", 1, &classes) : NULL;
    return lg_op_linear_transposed(b->g, x, table, bias, classes);
}

const lg_head lg_head_tied = {
    .name = "tied",
    .summary = "logit i is a product with row i of the token embedding table",
    .formula = "logits = c x E^T; E: embeddings of the output symbols; c = 1, or 1/sqrt(d) with head.scaled\n"
               "head.bias: logits = c x E^T + b\n"
               "model.embedding_width: logits = c x M^T E^T; M: map from embedding width to model width",
    .source = "Press & Wolf 2017, Using the Output Embedding; c: Raffel et al. 2020 (T5)",
    .options = options,
    .own_bytes = LG_OWN(tied),
    .ties = ties,
    .factor = factor,
    .logits = logits,
};
