/* gradcheck.h: compares the gradients of an op with central differences. */
#ifndef LG_GRAPH_GRADCHECK_H
#define LG_GRAPH_GRADCHECK_H

#include "graph/graph.h"

/* Result of the comparison. */
typedef struct lg_gradcheck {
    int numbers;    /* partial derivatives compared */
    double worst;   /* largest |gradient - difference| / (|gradient| + |difference| + 1) */
    char where[64]; /* name of the parameter with the largest error */
} lg_gradcheck;

/* Records variant `variant` of the op's example for S sequences of T tokens, weights its result with random numbers,
 * and compares all partial derivatives of the weighted sum with central differences. False with a message if the check
 * cannot run; numbers == 0 if the variant does not exist. Only the double-precision build is accurate enough for tight
 * limits. */
bool lg_gradcheck_op(const lg_op *op, const lg_kernels *k, int variant, int S, int T, lg_gradcheck *out, lg_error *err);

/* Effect of making one input of an op constant (no gradient) on the gradients of the parameters. */
typedef struct lg_gradcheck_outcome {
    const char *op; /* the op that the variant ends with */
    int inputs;     /* number of inputs of this op; 0: no such variant */
    enum { LG_NO_GRADIENT, LG_GRADIENT_NEEDED, LG_GRADIENTS_STAY, LG_GRADIENTS_DIFFER } outcome;
} lg_gradcheck_outcome;

/* Makes input i of a variant constant. Outcomes:
 *   LG_NO_GRADIENT:      the input has no gradient in the variant itself
 *   LG_GRADIENT_NEEDED:  the plan rejects the graph
 *   LG_GRADIENTS_STAY:   all other parameters keep their gradients
 *   LG_GRADIENTS_DIFFER: some gradients of other parameters change
 * False with a message if the variant cannot run. */
bool lg_gradcheck_constant(const lg_op *op, const lg_kernels *k, int variant, int i, lg_gradcheck_outcome *out,
                           lg_error *err);

#endif
