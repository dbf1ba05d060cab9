/* tupe.c: untied positions (TUPE): positions have separate query and key maps, shared by all blocks, and their products
 * are a bias. With encoding.relative a bias by distance is added (TUPE-R), and the first token, which may represent the
 * whole sequence, can have separate parameters. Use it with `scale: inverse_sqrt_2d`. */
#include <math.h>

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/axes/position.h"
#include "nn/model/parts.h"
#include "nn/pieces/distance_buckets.h"

typedef struct tupe {
    int rows;
    bool relative, released;
    lg_bucket_options buckets;
    enum { ALIKE, FREE, ROWS } first_token;
} tupe;

static const lg_option options[] = {
    {"encoding.rows", LG_INT, "2048", 1, 1 << 20, NULL,
     "number of rows of the embedding table; positions must be smaller than this number", .at = offsetof(tupe, rows)},
    {.name = "encoding.relative",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "add a relative bias by distance bucket, as T5 does (TUPE-R)",
     .at = offsetof(tupe, relative)},
    LG_OPTIONS_ENCODING_BUCKETS(tupe, buckets),
    {.name = "encoding.first_token",
     .type = LG_NAME,
     .fallback = "alike",
     .choices = "alike free rows",
     .help = "position term of logits whose query or key is the first token: alike: as for all other tokens; free: two "
             "trained numbers per head, one for logits whose query is the first token, one for logits of which only "
             "the key is the first token; rows: as free, but the two numbers are products of the first two rows of the "
             "table, as in the authors' code",
     .at = offsetof(tupe, first_token)},
    {.name = "encoding.released",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code",
     .at = offsetof(tupe, released)},
    {0},
};

static int rows(const void *own) {
    return ((const tupe *)own)->rows;
}

static const char *first_token(const void *own) {
    static const char *const words[] = {[ALIKE] = NULL, [FREE] = "free", [ROWS] = "rows"};
    return words[((const tupe *)own)->first_token];
}

/* Writes the row of each position in the table: the position itself. If the table has an extra first row for the first
 * token, writes first 0, the index of this row, and then each position plus 1. */
static void fill(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_position_ids *ids = lg_build_position_ids(context, user);
    const int lead = t->shape[0] - ids->T;
    int32_t *row = out;
    if (lead) row[0] = 0;
    for (int i = 0; i < ids->T; i++) row[lead + i] = lead + (int32_t)ids->position[i];
}

/* [lead+T,width] */
static lg_tensor *position_vectors(const tupe *o, lg_build *b, int block, int lead) {
    const int table_shape[] = {lead + o->rows, b->model->width}, tokens[] = {lead + b->stream->T};
    lg_tensor *table = lg_build_role(b, -1, LG_ROLE_POSITION, "attention.position", 2, table_shape);
    lg_tensor *x = lg_op_lookup(b->g, table, lg_build_positions(b, block, true, 1, tokens, fill), 1);
    if (!o->released) return x;
    return lg_build_norm_of_kind(b, -1, "attention.position_norm", false, true, x, NULL);
}

static lg_tensor *free_numbers(lg_build *b) {
    const lg_initial normal = {.distribution = LG_INITIAL_NORMAL, .scale = 0.02};
    const int shape[] = {2, b->model->heads};
    return lg_build_parameter(b, -1, LG_ROLE_TERM, "attention.first_token", 2, shape, normal);
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    const tupe *o = own;
    const lg_model *m = b->model;
    const bool biases = o->released;
    const lg_bias_product_args args = {.heads = m->heads,
                                       .lead = o->first_token == ROWS,
                                       .apart = o->first_token != ALIKE,
                                       .scale = 1 / sqrt(2 * m->head_width)};
    lg_tensor *x = position_vectors(o, b, block, args.lead);
    lg_tensor *q = lg_build_linear(b, -1, LG_ROLE_QUERY, "attention.position_query", x, m->width, biases, LG_LINEAR);
    lg_tensor *k = lg_build_linear(b, -1, LG_ROLE_KEY, "attention.position_key", x, m->width, biases, LG_LINEAR);
    lg_tensor *base = o->relative ? lg_build_bucket_bias(&o->buckets, b, block) : NULL;
    lg_tensor *numbers = o->first_token == FREE ? free_numbers(b) : NULL;
    a->bias = lg_op_bias_product(b->g, &args, q, k, base, numbers);
    lg_tap_add(b->taps, block, "position_queries", LG_TAP_ROWS, q);
    lg_tap_add(b->taps, block, "position_keys", LG_TAP_ROWS, k);
}

static const lg_entry_default defaults[] = {{"scale", "inverse_sqrt_2d"}, {0}};

const lg_encoding lg_encoding_tupe = {
    .name = "tupe",
    .summary = "separate position queries and keys, whose products are added to the logits (TUPE)",
    .formula = "score(t,s) = q_t . k_s / sqrt(2 dk) + P[p_t] Uq . P[p_s] Uk / sqrt(2 dk)\n"
               "P: [rows, d], Uq, Uk: [d, d], trained, shared by all blocks\n"
               "encoding.relative: the term b[h, bucket(D)], D = p_s - p_t, is added as in encoding: t5\n"
               "encoding.first_token: free: the position term is a[h] if the query is token 0, and b[h] if only\n"
               "the key is token 0\n"
               "encoding.first_token: rows: as free, with a = P[0] Uq . P[0] Uk / sqrt(2 dk),\n"
               "b = P[1] Uq . P[1] Uk / sqrt(2 dk); position p uses row p + 1 of P\n"
               "encoding.released: LayerNorm(P) replaces P, and the maps Uq and Uk have biases",
    .source = "Ke et al. 2021, Rethinking Positional Encoding in Language Pre-training, equations 7 to 10",
    .example = "lengthen inspect encoding tupe --length 4 --heads 1 --width 2\n"
               "position_queries[3]: 0.0238415 0.137524\n"
               "position_keys[0]: 2.27065 1.48509\n"
               "position_keys[3]: -0.809698 -0.412402\n"
               "bias[0,3]: 0.129186 0.0973805 -0.0216924 -0.0380099\n"
               "The product of position query 3 and position key 0, divided by sqrt(2 dk) = 2, is the first bias;\n"
               "the product with position key 3 gives the last bias.",
    .published = "Ke et al. 2021, table 1: BERT-base, 1M steps, mean of GLUE (development sets): TUPE 84.47, with "
                 "relative bias 85.04, without first_token 83.81; BERT 82.96, with relative positions 83.66",
    .defaults = defaults,
    .options = options,
    .own_bytes = LG_OWN(tupe),
    .reads = LG_POSITION_INPUT_IDS,
    .integer_positions = true,
    .limit = rows,
    .limit_option = "encoding.rows",
    .first_token = first_token,
    .bias = bias,
    .trained = "rows d + 2 d d, shared by all blocks",
    .work = "H T T additions; T T d products once for all blocks",
};
