/* sublayer.h: the sublayers that a block is an order of. A block is written as the letters of its sublayers, "sf" for
 * self-attention and then the channel mixer; the entry of axis block wires each of them around the residual stream. */
#ifndef LG_NN_SUBLAYER_H
#define LG_NN_SUBLAYER_H

#include "base/registry.h"
#include "nn/record/build.h"

/* What cross-attention of a stack reads: another stream. */
typedef struct lg_cross {
    const lg_token_stream *to; /* the stream of keys and values */
    lg_tensor *rows;           /* its output [S,T,width]; NULL: it was read before, and keys and values are states */
    lg_tensor *scale;          /* constant, one number for each token of the stack's own stream */
} lg_cross;

/* Where a sublayer stands. */
typedef struct lg_site {
    const struct lg_sublayer *sublayer;
    const void *own; /* its options (lg_place.own); NULL: it has none */
    int block;  /* of the build's stream */
    int number; /* in the block, from 1 */
    int mixer;  /* mixers of tokens of the stack before it */
    const lg_cross *cross;
    lg_tensor *keys;   /* [S,T,width]: keys and values are made of these rows; NULL: of the sublayer's input */
    lg_tensor *beside; /* rows that it also reads, as of memory tokens, which follow those of its stream in its input;
                          of one that mixes tokens. NULL: none */
    lg_tensor *bottom; /* where it is the last of several sublayers of a layer (nn/model/order.h): the layer's input */
} lg_site;

typedef struct lg_sublayer {
    /* Its name, which its tap has, and its parameters begin with, after the block (but those of attention of a stream
     * over itself, which begin with "attention"); a summary of a few words, what its letter stands for in model.order,
     * or NULL: it is no letter of orders. Its options are in force in every run. */
    LG_ENTRY;
    char letter;
    bool mixes_tokens;  /* a token's row depends on those of other tokens of the stream */
    bool reads_other;   /* or on those of another stream */
    bool segment_alone; /* its input has no rows of memory (nn/stream/memory.h) */
    bool reads_beside;  /* it can read rows beside those of its stream (nn/stream/memory_tokens.h) */
    bool whole;         /* what it makes of a token depends on how many there are: sequences are not padded */
    bool attends;       /* by attention, which reads encoding, mask, scale, projection and attention function */
    int (*experts)(const void *own); /* networks, to one of which each token goes (nn/pieces/experts.h); NULL: none */
    int (*stores)(const void *own);  /* pairs of a key and a value that it keeps of earlier segments; NULL: none */
    /* Does it read so many tokens, of a sequence that `what` names? NULL: any number. */
    bool (*fits)(const void *own, int tokens, const char *what, lg_error *err);
    bool joins_softmax; /* what it attends to beside tokens shares their softmax */
    /* Do its own options suit it, and numbers of the model? NULL: yes. */
    bool (*suits)(const void *own, const struct lg_model *m, lg_error *err);
    /* What is added to the residual stream: [S,T,width], of an input of the same shape; of one that mixes tokens the
     * input begins with the rows of memory, if the stream has any (lg_build_remember). */
    lg_tensor *(*apply)(lg_build *b, const lg_site *at, lg_tensor *x);
} lg_sublayer;

/* Their options, of every run: persistent.*, memorizing.*, experts.* (those of a BASE layer without the shared ones),
 * gating.*. */
extern const lg_option lg_persistent_options[], lg_memorizing_options[], lg_switch_options[], lg_base_layer_options[],
    lg_gating_options[];
extern const lg_sublayer *const lg_sublayers[]; /* ends with NULL */
const lg_sublayer *lg_sublayer_find(char letter);

#endif
