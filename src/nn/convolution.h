/* convolution.h: what is shared by parts of a model that sum neighbouring tokens: rows of the tokens before those that
 * a network reads now; and the sublayers of lightweight and dynamic convolution (Wu et al. 2019). */
#ifndef LG_NN_CONVOLUTION_H
#define LG_NN_CONVOLUTION_H

#include "base/option.h"
#include "nn/sublayer.h"

enum { LG_TAPS_MAX = 4096 };
extern const lg_option lg_convolution_options[]; /* convolution.* */

/* Of a stream that is read piece by piece: x [S,Q,N] behind the rows of this many tokens before, which are the state
 * NAME of the block. x itself where there are none. */
lg_tensor *lg_build_history(lg_build *b, int block, const char *name, lg_tensor *x, int rows);

/* The kernel of a sublayer, and what it reads. */
typedef struct lg_convolved {
    int taps, heads, before;
    lg_tensor *u;   /* [S,lead+R,width]: rows behind those of tokens before them, all that are summed */
    lg_tensor *own; /* [S,R,width]: those of the sublayer's output */
    lg_tap_cut cut; /* taps that read no token, */
    bool cuts;      /* which weigh nothing, so that the others sum to 1 */
    double drop;    /* rate of dropout of weights in this graph */
} lg_convolved;
/* Of the sublayer's input x: mapped, with a gate if convolution.gate says so; names begin with `name`. */
lg_convolved lg_build_convolved(lg_build *b, const lg_site *at, const char *name, lg_tensor *x);
/* Weights of each token, of logits [S,R,taps*heads] or of shared ones [taps,heads]. */
lg_tensor *lg_build_token_weights(lg_build *b, const lg_convolved *c, lg_tensor *logits);
/* The sum over each token's neighbours by such weights, mapped to what is added to the residual stream. */
lg_tensor *lg_build_convolution_output(lg_build *b, const lg_site *at, const char *name, lg_tensor *y);
lg_tensor *lg_build_weighted(lg_build *b, const lg_convolved *c, lg_tensor *weights);

/* lg_sublayer.suits of both. */
bool lg_convolution_suits(const struct lg_model *m, lg_error *err);

#endif
