/* residual.h: how a sublayer's output is added to the residual stream, and with which factors. The axis `block` places
 * norms around this sum. */
#ifndef LG_NN_RESIDUAL_H
#define LG_NN_RESIDUAL_H

#include "nn/axes/chosen.h"
#include "nn/axes/sublayer.h"

struct lg_model;

/* The terms of a sum h + dropout(o), both [S,T,width]. */
typedef struct lg_residual_terms {
    lg_tensor *h, *o;
} lg_residual_terms;

struct lg_residual {
    LG_ENTRY;
    bool post_norms;     /* designed for a norm after each sum */
    bool replaces_norms; /* has factors in place of norms */
    /* The terms for the residual stream h and the sublayer's output o. */
    lg_residual_terms (*weigh)(lg_build *b, const lg_site *at, lg_tensor *h, lg_tensor *o);
    /* Factor on the initial weights of this role in the build's stream. NULL: 1. */
    double (*initial_factor)(const lg_build *b, lg_role role);
};

extern const lg_residual *const lg_residuals[]; /* ends with NULL */

/* x times the trained parameter residualN.scale of this sublayer. numbers: the length of the
 * parameter, 1 or the number of columns. */
lg_tensor *lg_build_residual_scale(lg_build *b, const lg_site *at, lg_tensor *x, int numbers, double initial);

#endif
