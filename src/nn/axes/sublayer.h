/* sublayer.h: the sublayers of blocks. A block is written as a string of sublayer letters: "sf" is self-attention, then
 * the channel mixer. The axis `block` adds each sublayer, with its norms, to the residual stream. */
#ifndef LG_NN_SUBLAYER_H
#define LG_NN_SUBLAYER_H

#include "base/entry.h"
#include "nn/record/build.h"

/* What cross-attention of a stack reads from another stream. */
typedef struct lg_cross {
    const lg_token_stream *to; /* the stream of keys and values */
    lg_tensor *rows;           /* output of this stream [S,T,width]; NULL: keys and values are already in states */
    lg_tensor *scale;          /* attention scale, a constant with an element for each token of the stack's stream */
} lg_cross;

/* The place of a sublayer in the model. */
typedef struct lg_site {
    const struct lg_sublayer *sublayer;
    const void *own; /* its options (lg_place.own); NULL: none */
    int block;       /* index in the build's stream */
    int number;      /* index in the block, from 1 */
    int mixer;       /* number of earlier sublayers in the stack that mix tokens */
    const lg_cross *cross;
    lg_tensor *keys; /* [S,T,width]: rows for keys and values; NULL: those of the sublayer's input */
    /* beside: extra rows, such as memory tokens, that follow the stream's rows in the input of a sublayer that mixes
     * tokens; NULL: none. */
    lg_tensor *beside;
    lg_tensor *bottom; /* if this sublayer ends a layer of several (nn/model/order.h): the layer's input; else NULL */
} lg_site;

typedef struct lg_sublayer {
    /* The name is also the name of the sublayer's tap. After the block's name, it is the prefix of the sublayer's
     * parameters; only sublayers of self-attention share the prefix "attention". The summary, a few words, explains the
     * letter in model.order; NULL: model.order cannot contain the letter. Every run has the options, even if its model
     * does not use the sublayer. */
    LG_ENTRY;
    char letter;
    bool mixes_tokens;  /* a token's row depends on other tokens of the stream */
    bool reads_other;   /* a token's row depends on another stream */
    bool segment_alone; /* its input has no memory rows (nn/stream/memory.h) */
    bool reads_beside;  /* supports rows beside those of its stream (nn/stream/memory_tokens.h) */
    bool whole;         /* its output for a token depends on the sequence length: sequences are not padded */
    bool attends;       /* uses attention, with encoding, mask, scale, projection and attention function */
    int (*experts)(const void *own); /* number of expert networks (nn/pieces/experts.h); NULL: none */
    int (*stores)(const void *own);  /* number of key-value pairs kept from earlier segments; NULL: none */
    /* Does it support sequences of this many tokens? `what` names the sequence in the error message. NULL: any
     * number. */
    bool (*fits)(const void *own, int tokens, const char *what, lg_error *err);
    bool joins_softmax; /* its stored or trained keys share one softmax with the tokens */
    /* Are its options consistent with each other and with the model? NULL: yes. */
    bool (*suits)(const void *own, const struct lg_model *m, lg_error *err);
    /* The output to add to the residual stream, [S,T,width], for an input of the same shape. For a sublayer that mixes
     * tokens, the input begins with the memory rows of the stream (lg_build_remember). */
    lg_tensor *(*apply)(lg_build *b, const lg_site *at, lg_tensor *x);
} lg_sublayer;

/* Options of sublayers, which every run has: persistent.*, memorizing.*, experts.* and gating.*. The options experts.*
 * that only BASE layers read are in lg_base_layer_options; all other options experts.* are in lg_switch_options. */
extern const lg_option lg_persistent_options[], lg_memorizing_options[], lg_switch_options[], lg_base_layer_options[],
    lg_gating_options[];
extern const lg_sublayer *const lg_sublayers[]; /* ends with NULL */
const lg_sublayer *lg_sublayer_find(char letter);

#endif
