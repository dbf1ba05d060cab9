/* learned.c: a trained vector for each position, added to the embedding. With randomized positions this is the
 * label-based encoding of Li & McClelland 2022. */
#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/axes/position.h"
#include "nn/model/parts.h"

typedef struct learned {
    int rows;
} learned;

static const lg_option options[] = {
    {"encoding.rows", LG_INT, "2048", 1, 1 << 20, NULL,
     "number of rows of the embedding table; positions must be smaller than this number",
     .at = offsetof(learned, rows)},
    {0},
};

static int rows(const void *own) {
    return ((const learned *)own)->rows;
}

static void fill(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *p = lg_build_position_ids(context, user)->position;
    for (int i = 0; i < t->shape[0]; i++) ((int32_t *)out)[i] = (int32_t)p[i];
}

static lg_tensor *embed(const void *own, lg_build *b) {
    int shape[] = {rows(own), b->model->width}, tokens = lg_stream_tokens(b->stream);
    lg_tensor *table = lg_build_role(b, -1, LG_ROLE_POSITION, "embedding.position", 2, shape);
    return lg_op_lookup(b->g, table, lg_build_positions(b, -1, true, 1, &tokens, fill), 1);
}

const lg_encoding lg_encoding_learned = {
    .name = "learned",
    .summary = "a trained vector for each position, added to the embedding",
    .formula = "x_t = sqrt(d) E[token_t] + P[p_t]\n"
               "P: [rows, d], trained; initially truncated normal of scale 1",
    .source = "Gehring et al. 2017; with randomized positions: Li & McClelland 2022, label-based encoding",
    .example = "lengthen inspect encoding learned --length 9 --heads 1 --width 4\n"
               "embedding[8]: -1.30804 0.524384 -0.464462 1.69945\n"
               "lengthen inspect encoding learned --length 4 --heads 1 --width 4 \\\n"
               "    --positions randomized --positions.L 16 --seed.positions 3\n"
               "positions: 0 1 2 8\n"
               "embedding[3]: -1.30804 0.524384 -0.464462 1.69945\n"
               "Token 3, at position 8, gets row 8 of the same table.",
    .published =
        "Vaswani et al. 2017, WMT14 English-German, development set: BLEU 25.7, perplexity 4.92 (sinusoid 25.8, 4.92)\n"
        "Haviv et al. 2022, table 1: WikiText-103, 512 tokens in training and test, perplexity 20.42",
    .options = options,
    .own_bytes = LG_OWN(learned),
    .reads = LG_POSITION_INPUT_IDS,
    .integer_positions = true,
    .limit = rows,
    .limit_option = "encoding.rows",
    .embed = embed,
    .trained = "rows d",
    .work = "T d additions, once",
};
