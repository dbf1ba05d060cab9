/* recl.h: computes the relative effective context length of a group of language models from their losses. Dai et al.
 * 2019, Transformer-XL, section 4.4 and appendix C. */
#ifndef LG_ANALYZE_RECL_H
#define LG_ANALYZE_RECL_H

#include <stdbool.h>
#include <stddef.h>

#include "api/analysis.h"

/* l_i(c,t): the loss, in nats, of model i at token t, when the model reads a context of the length with number c in an
 * ascending list. */
typedef struct lg_recl_losses {
    size_t models, contexts, tokens; /* at least two contexts */
    const double *losses;            /* [models, contexts, tokens] */
} lg_recl_losses;

/* The number of tokens in this fraction of `tokens` tokens: at least one. The fraction is above 0 and at most 1. */
size_t lg_recl_count(double fraction, size_t tokens);
/* Computes the gain of each model i (lg_recl_gain) from context number c = `context` to context number c + 1. `context`
 * must not be the last context. Definitions:
 *     b(t) = min over models i of l_i(c,t)
 *     f_i(c,c') = mean over t in T of min(b(t), l_i(c',t))   for c' = c and c' = c + 1
 * where T is the set of the `hardest` tokens t with the largest b(t) (ties: the first ones). False: out of memory. */
bool lg_recl_gains(const lg_recl_losses *x, size_t context, size_t hardest, lg_recl_gain *out);

#endif
