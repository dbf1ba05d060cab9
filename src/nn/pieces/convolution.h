/* convolution.h: functions for weighted sums over neighbouring tokens: lg_build_history keeps rows of earlier tokens in
 * a state; the other functions are for the sublayers of lightweight and dynamic convolution (Wu et al. 2019). */
#ifndef LG_NN_CONVOLUTION_H
#define LG_NN_CONVOLUTION_H

#include "graph/ops.h"
#include "nn/axes/sublayer.h"

enum { LG_TAPS_MAX = 4096 };

/* The options that both sublayers share, which come first in each; their option rows are in two macros. */
typedef struct lg_convolution_setup {
    const char *taps;
    int heads;
    bool gate, renorm_padding;
    double dropout_input, dropout_weights;
} lg_convolution_setup;

#define LG_OPTIONS_CONVOLUTION                                                                                         \
    {"convolution.taps",                                                                                               \
     LG_TEXT,                                                                                                          \
     "7",                                                                                                              \
     0,                                                                                                                \
     0,                                                                                                                \
     NULL,                                                                                                             \
     "kernel size in tokens: one number, or one number for each layer, such as 3,7,15; all further layers have the "   \
     "last number",                                                                                                    \
     .at = offsetof(lg_convolution_setup, taps)},                                                                      \
        {"convolution.heads",                                                                                          \
         LG_INT,                                                                                                       \
         "0",                                                                                                          \
         0,                                                                                                            \
         LG_WIDTH_MAX,                                                                                                 \
         NULL,                                                                                                         \
         "number of kernels of a layer; each kernel convolves width / heads adjacent columns; 0: as many as "          \
         "model.heads",                                                                                                \
         .at = offsetof(lg_convolution_setup, heads)},                                                                 \
    {                                                                                                                  \
        "convolution.gate", LG_BOOL, "true", 0, 0, NULL,                                                               \
            "the input of the convolution is gated: (x Wa + a) * sigmoid(x Wb + b); false: it is x Wa + a",            \
            .at = offsetof(lg_convolution_setup, gate)                                                                 \
    }
#define LG_OPTIONS_CONVOLUTION_WEIGHTS                                                                                 \
    {"convolution.renorm_padding",                                                                                     \
     LG_BOOL,                                                                                                          \
     "false",                                                                                                          \
     0,                                                                                                                \
     0,                                                                                                                \
     NULL,                                                                                                             \
     "renormalize the kernel at the ends of the sequence, so that the weights inside the sequence sum to 1; false: "   \
     "pad with zeros",                                                                                                 \
     .at = offsetof(lg_convolution_setup, renorm_padding)},                                                            \
        {"convolution.dropout_input",                                                                                  \
         LG_REAL,                                                                                                      \
         "0",                                                                                                          \
         0,                                                                                                            \
         0.95,                                                                                                         \
         NULL,                                                                                                         \
         "dropout rate on the input of the maps before a convolution; the paper uses 0.1",                             \
         .at = offsetof(lg_convolution_setup, dropout_input)},                                                         \
    {                                                                                                                  \
        "convolution.dropout_weights", LG_REAL, "0", 0, 0.95, NULL,                                                    \
            "dropout rate on the kernel weights of each token; the paper uses 0.1",                                    \
            .at = offsetof(lg_convolution_setup, dropout_weights)                                                      \
    }
extern const lg_option lg_convolution_options[]; /* in every run: the options of dynamic convolution, a superset */

/* For a stream that is read piece by piece: x [S,Q,N] preceded by `rows` earlier rows, which the block keeps in the
 * state NAME. Returns x if rows is 0. */
lg_tensor *lg_build_history(lg_build *b, int block, const char *name, lg_tensor *x, int rows);

/* The size of a sublayer's kernels, and the rows that they sum: R rows of tokens, and `lead` rows before them. */
typedef struct lg_convolved {
    int taps, heads, before;
    lg_tensor *u;   /* [S,lead+R,width]: all rows that are summed */
    lg_tensor *own; /* [S,R,width]: the rows of the tokens for which the sublayer computes sums */
    lg_tap_cut cut; /* taps outside the sequence */
    bool cuts;      /* the taps of `cut` get weight 0, so that all other weights sum to 1 */
    double drop;    /* dropout rate of the weights in this graph */
} lg_convolved;
/* Maps the sublayer's input x, with a gate if its options say so; parameter names start with `name`. */
lg_convolved lg_build_convolved(lg_build *b, const lg_site *at, const char *name, lg_tensor *x);
/* The weights of each token, from their logits [S,R,taps*heads], or from logits [taps,heads] that all tokens share. */
lg_tensor *lg_build_token_weights(lg_build *b, const lg_convolved *c, lg_tensor *logits);
/* The output map of y, a weighted sum over each token's neighbours (lg_build_weighted). */
lg_tensor *lg_build_convolution_output(lg_build *b, const lg_site *at, const char *name, lg_tensor *y);
lg_tensor *lg_build_weighted(lg_build *b, const lg_convolved *c, lg_tensor *weights);

/* The hook lg_sublayer.suits of both sublayers. */
bool lg_convolution_suits(const void *own, const struct lg_model *m, lg_error *err);

#endif
