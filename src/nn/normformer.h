/* normformer.h: norms and factors within sublayers, each a choice of its own, that Shleifer et al. 2021 add to pre-norm
 * as NormFormer: a norm of what attention adds to the stream, a trained factor of each head, and a norm of the hidden
 * layer of the feed-forward network. Blocks that have norms have them as options; cross-attention has none of them. */
#ifndef LG_NN_NORMFORMER_H
#define LG_NN_NORMFORMER_H

#include "nn/build.h"

#define LG_OPTIONS_NORMFORMER                                                                                          \
    {"block.attention_norm",                                                                                           \
     LG_BOOL,                                                                                                          \
     "false",                                                                                                          \
     0,                                                                                                                \
     0,                                                                                                                \
     NULL,                                                                                                             \
     "a norm of what self-attention, or a convolution in its place, adds to the stream",                               \
     "0.2.0"},                                                                                                         \
        {"block.head_scale",                                                                                           \
         LG_NAME,                                                                                                      \
         "none",                                                                                                       \
         0,                                                                                                            \
         0,                                                                                                            \
         "none heads output",                                                                                          \
         "a trained factor of each head of self-attention, at first 1: heads, before the output map; output, of as "   \
         "many slices of columns behind it, as in fairseq",                                                            \
         "0.2.0"},                                                                                                     \
    {                                                                                                                  \
        "block.hidden_norm", LG_BOOL, "false", 0, 0, NULL,                                                             \
            "a norm of the hidden layer of the feed-forward network, after its activation, or the product with its "   \
            "gate",                                                                                                    \
            "0.2.0"                                                                                                    \
    }

/* x with the norm NAME that an option asks for; x itself where it does not. */
lg_tensor *lg_build_inner_norm(lg_build *b, int block, const char *option, const char *name, lg_tensor *x);
/* x with the factors of heads where block.head_scale says that they are `here`, "heads" or "output"; else x. */
lg_tensor *lg_build_scale_heads(lg_build *b, int block, const char *here, lg_tensor *x);

#endif
