/* normformer.h: separately selectable norms and factors inside sublayers, which NormFormer (Shleifer et al. 2021) adds
 * to pre-norm: a norm of the attention output, a trained factor for each head, and a norm of the hidden layer of the
 * feed-forward network. They are options of blocks with norms; cross-attention has none of them. */
#ifndef LG_NN_NORMFORMER_H
#define LG_NN_NORMFORMER_H

#include "nn/record/build.h"

typedef enum lg_head_scale { LG_HEAD_SCALE_NONE, LG_HEAD_SCALE_HEADS, LG_HEAD_SCALE_OUTPUT } lg_head_scale;
const char *lg_head_scale_name(lg_head_scale s); /* its name in block.head_scale */

typedef struct lg_normformer {
    bool attention_norm, hidden_norm;
    lg_head_scale head_scale;
} lg_normformer;

#define LG_OPTIONS_NORMFORMER                                                                                          \
    {"block.attention_norm",                                                                                           \
     LG_BOOL,                                                                                                          \
     "false",                                                                                                          \
     0,                                                                                                                \
     0,                                                                                                                \
     NULL,                                                                                                             \
     "norm of the output of self-attention, or of the convolution that replaces self-attention, before the output is " \
     "added to the residual stream",                                                                                   \
     .at = offsetof(lg_normformer, attention_norm)},                                                                   \
        {"block.head_scale",                                                                                           \
         LG_NAME,                                                                                                      \
         "none",                                                                                                       \
         0,                                                                                                            \
         0,                                                                                                            \
         "none heads output",                                                                                          \
         "trained factor for each self-attention head, initially 1: heads: applied before the output map; output: "    \
         "applied after the output map, where factor i scales the i-th group of columns; a group is as wide as a "     \
         "head (fairseq)",                                                                                             \
         .at = offsetof(lg_normformer, head_scale)},                                                                   \
    {                                                                                                                  \
        "block.hidden_norm", LG_BOOL, "false", 0, 0, NULL,                                                             \
            "normalize the hidden layer of the feed-forward network, after the activation or gate",                    \
            .at = offsetof(lg_normformer, hidden_norm)                                                                 \
    }

/* The options of the model's block. If the block has no such options, all members are 0, which means off. */
const lg_normformer *lg_normformer_of(const struct lg_model *m);
/* Applies the norm NAME to x if block.attention_norm is set. */
lg_tensor *lg_build_attention_norm(lg_build *b, int block, const char *name, lg_tensor *x);
/* Applies the factors of heads to x if block.head_scale is `here`. */
lg_tensor *lg_build_scale_heads(lg_build *b, int block, lg_head_scale here, lg_tensor *x);

#endif
