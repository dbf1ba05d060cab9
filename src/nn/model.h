/* model.h: a Transformer made of one choice on each axis, and the graphs that compute it.
 *
 * The master equation, and who fills in what:
 *     x_t   = c E[token_t] + A(p_t)                                   encoding: embed
 *     l_ij  = scale_i ( T(q_i) . T(k_j) + X_ij ) + B_ij               encoding: rotate, score, bias; scale
 *     P_i   = NORM( l_i + M_i )                                       attention function; mask
 *     o_i   = sum_j P_ij ( v_j + Y_ij )                               encoding: value_term
 * with positions p and distances of the position sampler. Block and residual wire attention and the channel mixer with
 * norms; the head reads the last output. */
#ifndef LG_NN_MODEL_H
#define LG_NN_MODEL_H

#include "base/option.h"
#include "graph/graph.h"
#include "nn/architecture.h"
#include "nn/attention_function.h"
#include "nn/block.h"
#include "nn/cell.h"
#include "nn/encoding.h"
#include "nn/head.h"
#include "nn/initialisation.h"
#include "nn/mask.h"
#include "nn/mixer.h"
#include "nn/norm.h"
#include "nn/order.h"
#include "nn/position.h"
#include "nn/positional.h"
#include "nn/projection.h"
#include "nn/residual.h"
#include "nn/scale.h"
#include "nn/settings.h"
#include "nn/store.h"

struct lg_model {
    const lg_values *values;
    const lg_kernels *kernels;
    lg_dataset *data;
    lg_model_settings settings;
    lg_chosen_architecture architecture;
    lg_positional *positional[LG_STREAMS], /* encoding and position sampler of each stream: one of */
        placed[LG_POSITIONALS];            /* those that there are */
    lg_chosen_mask mask;
    int32_t separator; /* token that ends a document for the mask, if this reads documents; -1: none */
    lg_chosen_scale scale;
    lg_chosen_attention_function attention_function;
    lg_chosen_projection projection;
    lg_chosen_residual residual;
    lg_chosen_block block;
    lg_chosen_norm norm;
    lg_chosen_mixer mixer;
    lg_chosen_initialisation initialisation;
    lg_chosen_head head;
    lg_chosen_cell cell;   /* read where architecture->cells */
    lg_chosen_store store; /* likewise */
    int width, heads, head_width, feed_forward;
    int key_heads;           /* of keys and values: a divisor of heads */
    lg_order order;          /* the sublayers of a stack */
    int blocks, layers;      /* of these */
    bool reads_whole;        /* one of them reads sequences as a whole */
    int *sets, *norm_sets;   /* [blocks] whose parameters a block has, and its norms have (nn/sharing.h) */
    int memory;              /* rows that each block keeps over segments */
    int memorized;           /* pairs of earlier segments that a sublayer k keeps; 0: there is none */
    bool memory_zeros;       /* memory begins as rows of zeros, not empty */
    bool tested_with_memory; /* blocks keep rows in tests (eval.memory) */
    lg_token_format format;
    lg_parameters *parameters;
    bool no_pruning; /* of its graphs (see lg_graph): for tests */
};
typedef struct lg_model lg_model;
static inline int lg_embedding_width(const lg_model *m) {
    return m->settings.embedding_width > 0 ? m->settings.embedding_width : m->width;
}

/* Are the choices compatible? If not, fails and blames the keys. Values as for lg_trainer_new. */
bool lg_model_check(const lg_values *v, lg_error *err);
bool lg_model_in_bfloat16(const lg_values *v); /* model.precision */
lg_model *lg_model_new(const lg_values *v, const lg_kernels *k, lg_error *err);
lg_model *lg_model_new_for(const lg_values *v, const lg_kernels *k, lg_data_use use, lg_error *err);
void lg_model_free(lg_model *m);
/* The sequences of records of this length: of their bound where sizes differ. */
lg_sequence_layout lg_model_sequence_layout(const lg_model *m, int length);
/* Are there position ids for sequences of requested length n? If not, fails with the limit and what to set, and blames
 * the limit's key. */
bool lg_model_supports_length(const lg_model *m, int n, lg_error *err);
/* The same of sequences of another layout, of a record of length n. */
bool lg_model_supports_layout(const lg_model *m, const lg_sequence_layout *t, int n, lg_error *err);
/* The stream that the head reads, of T tokens, as recording begins. */
lg_token_stream lg_model_stream(const lg_model *m, int T);

/* A recorded and planned graph for micro-batches of S sequences of one size. */
typedef struct lg_network {
    lg_graph *graph;
    lg_sequence_layout layout;
    lg_tensor *ids, *targets; /* of the batch: [S,T], [S,rows] */
    lg_tensor *sources;       /* of the batch: [S,sources]; NULL: there is one sequence, or they were read before */
    lg_tensor *span;          /* of the batch: [S,2] (lg_row); NULL: all tokens are there */
    lg_tensor *weights;       /* of the batch: [S,rows] 1 where a row is learned; NULL: all are */
    lg_tensor *logits;        /* [S,rows,classes]; NULL: the loss of the head does without (lg_head) */
    lg_tensor *loss;          /* [S,rows,1]; saved 0 is the argmax */
    lg_load *loads;           /* of its experts, in the order of their sublayers */
    lg_taps taps;             /* of lg_model_instrumented; else empty */
    lg_taps source_taps;      /* the same of a stream of sources */
} lg_network;
/* training: with backward pass, and positions as a step of training has them. dropout: with dropout. */
bool lg_model_network(lg_model *m, lg_sequence_layout layout, int S, bool training, bool dropout, lg_network *out,
                      lg_error *err);
/* The same without dropout, and with logits whatever the head. */
bool lg_model_network_of_logits(lg_model *m, lg_sequence_layout layout, int S, bool training, lg_network *out,
                                lg_error *err);
/* One pass over all tokens that sequences have so far: the logits are those of the last token alone. Where the
 * positions of these tokens are drawn, each sequence has its own, and its source too (lg_engine_number). */
bool lg_model_network_of_last(lg_model *m, lg_sequence_layout layout, int S, lg_network *out, lg_error *err);
/* A network without dropout, with logits and with the taps of these names, which end with NULL and outlive it: "hidden"
 * [S*T,width] of block i, its input, and of block `blocks`, what the head reads; the stream behind each sublayer, by
 * the sublayer's name ("attention", "cross", "feed_forward"); "queries" [S*T,width] and "keys"
 * [S*T,key_heads*head_width] of self-attention, before the encoding turns them; "weights" of each block, of tokens
 * among themselves, and "cross_weights" of those that attend to another stream. weights: these can be read; it takes
 * the memory of training. */
bool lg_model_instrumented(lg_model *m, lg_sequence_layout layout, int S, const char *const *taps, bool weights,
                           lg_network *out, lg_error *err);
/* The same with gradients: the taps are "hidden", and of each block "sum", behind each addition to the stream,
 * "dual", behind that to the sum beside it, and "norm", behind each norm; their gradients stay there after the backward
 * pass (lg_gradient of their tensors). */
bool lg_model_of_gradients(lg_model *m, lg_sequence_layout layout, int S, lg_network *out, lg_error *err);
void lg_network_free(lg_network *n);

#endif
