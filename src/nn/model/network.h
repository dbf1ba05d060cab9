/* network.h: recorded graphs that compute a model. */
#ifndef LG_NN_NETWORK_H
#define LG_NN_NETWORK_H

#include "nn/model/parts.h"
#include "nn/record/build.h"

/* A recorded and planned graph for micro-batches of S sequences of one size. */
typedef struct lg_network {
    lg_graph *graph;
    lg_sequence_layout layout;
    lg_tensor *ids, *targets; /* input: [S,T], [S,rows] */
    lg_tensor *sources;       /* input: [S,sources], ids of separate source sequences; NULL: there are none, or their
                                 encoding is kept from before */
    lg_tensor *span;          /* input: [S,2] (lg_row); NULL: all tokens are valid */
    lg_tensor *weights;       /* input: [S,rows], 1 if the loss of the row counts; NULL: all rows count */
    lg_tensor *logits;        /* [S,rows,classes]; NULL: the head's loss does not need them (lg_head) */
    lg_tensor *loss;          /* [S,rows,1]; its saved array 0 is the argmax */
    lg_load *loads;           /* loads of its expert sublayers, in order */
    lg_taps taps;             /* taps of the stream that the head reads; empty if not instrumented */
    lg_taps source_taps;      /* taps of the source stream */
} lg_network;
/* Records a network. training: with a backward pass, and with the positions of a training step. dropout: with
 * dropout. */
bool lg_model_network(lg_model *m, lg_sequence_layout layout, int S, bool training, bool dropout, lg_network *out,
                      lg_error *err);
/* Like lg_model_network, without dropout, and with logits even if the head's loss does not need them. */
bool lg_model_network_of_logits(lg_model *m, lg_sequence_layout layout, int S, bool training, lg_network *out,
                                lg_error *err);
/* A network for one pass over all tokens so far, with logits of the last token only. If positions are random, each
 * sequence and each source sequence has positions of its own, which lg_engine_number draws. */
bool lg_model_network_of_last(lg_model *m, lg_sequence_layout layout, int S, lg_network *out, lg_error *err);
/* A network without dropout, with logits and with the named taps. The list of names ends with NULL and must outlive the
 * network. Taps:
 * - "hidden" [S*T,width]: the input of each block i, and for i = `blocks` the input of the head
 * - "attention", "cross", "feed_forward" and the names of other sublayers: the residual stream after the sublayer
 * - "queries" [S*T,width] and "keys" [S*T,key_heads*head_width] of self-attention, before the encoding rotates them
 * - "weights" of self-attention and "cross_weights" of cross-attention in each block
 * The parameter `weights` makes attention weights readable, which takes as much memory as training. */
bool lg_model_instrumented(lg_model *m, lg_sequence_layout layout, int S, const char *const *taps, bool weights,
                           lg_network *out, lg_error *err);
/* Like lg_model_instrumented, with gradients. The taps are "hidden" and, in each block:
 * - "sum" after each addition to the residual stream
 * - "dual" after each addition to the second residual stream of block dual_norm
 * - "norm" after each norm
 * The gradients of the taps are kept after the backward pass (lg_gradient of their tensors). */
bool lg_model_of_gradients(lg_model *m, lg_sequence_layout layout, int S, lg_network *out, lg_error *err);
void lg_network_free(lg_network *n);

#endif
