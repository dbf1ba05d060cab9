/* gradcheck.h: are the gradients of an op the derivatives of what it computes? */
#ifndef LG_GRAPH_GRADCHECK_H
#define LG_GRAPH_GRADCHECK_H

#include "graph/graph.h"

/* What the comparison of a gradient with central differences found. */
typedef struct lg_gradcheck {
    int numbers;    /* partial derivatives compared */
    double worst;   /* largest |difference| / (|gradient| + |difference quotient| + 1) */
    char where[64]; /* name of the parameter with the worst one */
} lg_gradcheck;

/* Records variant `variant` of the op's example for S sequences of T tokens, weights its result with random numbers,
 * and compares all partial derivatives of the sum with central differences. False with words when it cannot be run; a
 * variant that does not exist is reported as numbers == 0. Sharp in the double build only. */
bool lg_gradcheck_op(const lg_op *op, const lg_kernels *k, int variant, int S, int T, lg_gradcheck *out, lg_error *err);

/* What becomes of the gradients of parameters where one input of an op has none, as if it were a constant. */
typedef struct lg_gradcheck_outcome {
    const char *op; /* that the variant ends with */
    int inputs;     /* of it; 0: there is no such variant */
    enum { LG_NO_GRADIENT, LG_GRADIENT_NEEDED, LG_GRADIENTS_STAY, LG_GRADIENTS_DIFFER } outcome;
} lg_gradcheck_outcome;

/* Of input i of a variant, which has no gradient anyway; which the plan refuses; without which the gradients of every
 * parameter are what they were, or zeros; or not. False with words when it cannot be run. */
bool lg_gradcheck_constant(const lg_op *op, const lg_kernels *k, int variant, int i, lg_gradcheck_outcome *out,
                           lg_error *err);

#endif
