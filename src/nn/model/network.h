/* network.h: the graphs that compute a model. */
#ifndef LG_NN_NETWORK_H
#define LG_NN_NETWORK_H

#include "nn/model/parts.h"
#include "nn/record/build.h"

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
