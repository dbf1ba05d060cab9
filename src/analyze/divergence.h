/* divergence.h: the entropy of a distribution and the divergence between two, in nats: the Jensen-Shannon divergence,
 * and its variant with swapped arguments. */
#ifndef LG_ANALYZE_DIVERGENCE_H
#define LG_ANALYZE_DIVERGENCE_H

#include <stddef.h>

#include "base/real.h"

typedef struct lg_divergence {
    double jensen_shannon; /* KL(P||M)/2 + KL(Q||M)/2, M = (P+Q)/2, 0 ln 0 = 0: 0..ln 2 */
    double swapped;        /* KL(M||P)/2 + KL(M||Q)/2: 0..infinity; infinite if exactly one of P and Q is 0 for some
                              value */
} lg_divergence;

/* A distribution over n values, and its logarithms. */
typedef struct lg_distribution {
    double *p, *log_p; /* [n] */
} lg_distribution;

/* Divides the weights by their sum. If all are 0, the result is all zeros. */
void lg_distribution_set(lg_distribution x, const real *weights, size_t n);
/* -sum p ln p, 0 ln 0 = 0: 0..ln n */
double lg_distribution_entropy(lg_distribution x, size_t n);
lg_divergence lg_divergence_between(lg_distribution a, lg_distribution b, size_t n);

#endif
