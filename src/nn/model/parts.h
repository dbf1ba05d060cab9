/* parts.h: lg_model, a Transformer made of choices on the axes, as entries see it.
 *
 * The master equation, and the axis that defines each term:
 *     x_t   = c E[token_t] + A(p_t)                                   encoding: embed
 *     l_ij  = scale_i ( T(q_i) . T(k_j) + X_ij ) + B_ij               encoding: rotate, logit_term, bias; scale
 *     P_i   = NORM( l_i + M_i )                                       attention function; mask
 *     o_i   = sum_j P_ij ( v_j + Y_ij )                               encoding: value_term
 * with positions p and distances from the position sampler. Block and residual combine attention and the channel mixer
 * with norms; the head reads the last output. */
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
    lg_positional *positional[LG_STREAM_NUMBERS], /* placement of each stream: points into `placed` */
        placed[LG_STREAM_NUMBERS];                /* the distinct placements */
    int numbers[2][LG_CHOICES_MAX]; /* stream number of streams 0 and 1 under each choice; equal if placed alike */
    int32_t separator;              /* token that ends a document, for a mask that reads documents; -1: none */
    int width, heads, head_width, feed_forward;
    int key_heads;         /* number of key and value heads; divides heads */
    lg_order order;        /* the sublayers of a stack */
    int blocks, layers;    /* numbers of blocks and of layers in the order */
    bool reads_whole;      /* a sublayer reads sequences as a whole */
    int *sets, *norm_sets; /* [blocks]: parameter sets of blocks and of their norms (nn/model/sharing.h) */
    int memory;            /* rows that each block keeps across segments */
    int memorized;         /* key-value pairs of earlier segments that a sublayer "k" keeps; 0: none */
    bool memory_zeros;     /* memory starts as rows of zeros, not empty */
    lg_token_format format;
    lg_parameters *parameters;
    bool no_pruning; /* sets no_pruning of its graphs (see lg_graph), for tests */
};
typedef struct lg_model lg_model;
static inline int lg_embedding_width(const lg_model *m) {
    return m->settings.embedding_width > 0 ? m->settings.embedding_width : m->width;
}

#endif
