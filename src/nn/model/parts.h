/* parts.h: a Transformer made of choices on the axes: what entries know of it.
 *
 * The master equation, and who fills in what:
 *     x_t   = c E[token_t] + A(p_t)                                   encoding: embed
 *     l_ij  = scale_i ( T(q_i) . T(k_j) + X_ij ) + B_ij               encoding: rotate, score, bias; scale
 *     P_i   = NORM( l_i + M_i )                                       attention function; mask
 *     o_i   = sum_j P_ij ( v_j + Y_ij )                               encoding: value_term
 * with positions p and distances of the position sampler. Block and residual wire attention and the channel mixer with
 * norms; the head reads the last output. */
#ifndef LG_NN_PARTS_H
#define LG_NN_PARTS_H

#include "graph/graph.h"
#include "nn/model/description.h"
#include "nn/model/layout.h"
#include "nn/model/order.h"
#include "nn/stream/positional.h"

struct lg_model {
    LG_MODEL_DESCRIPTION;
    const lg_kernels *kernels;
    lg_dataset *data;
    lg_positional *positional[LG_STREAM_NUMBERS], /* how tokens of each stream are placed: one of */
        placed[LG_STREAM_NUMBERS];                /* those that there are */
    int numbers[2][LG_CHOICES_MAX]; /* of streams 0 and 1 under each choice: one where tokens are placed alike */
    int32_t separator; /* token that ends a document for the mask, if this reads documents; -1: none */
    int width, heads, head_width, feed_forward;
    int key_heads;           /* of keys and values: a divisor of heads */
    lg_order order;          /* the sublayers of a stack */
    int blocks, layers;      /* of these */
    bool reads_whole;        /* one of them reads sequences as a whole */
    int *sets, *norm_sets;   /* [blocks] whose parameters a block has, and its norms have (nn/model/sharing.h) */
    int memory;              /* rows that each block keeps over segments */
    int memorized;           /* pairs of earlier segments that a sublayer k keeps; 0: there is none */
    bool memory_zeros;       /* memory begins as rows of zeros, not empty */
    lg_token_format format;
    lg_parameters *parameters;
    bool no_pruning; /* of its graphs (see lg_graph): for tests */
};
typedef struct lg_model lg_model;
static inline int lg_embedding_width(const lg_model *m) {
    return m->settings.embedding_width > 0 ? m->settings.embedding_width : m->width;
}

#endif
