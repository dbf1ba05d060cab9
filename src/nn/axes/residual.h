/* residual.h: what a sublayer's result is added to, and with which factors. The entry of axis block places norms around
 * this sum. */
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
    bool post_norms;     /* made for norms of each sum */
    bool replaces_norms; /* has factors in their place */
    /* The terms of the residual stream h and of o, what the sublayer makes of it. */
    lg_residual_terms (*weigh)(lg_build *b, const lg_site *at, lg_tensor *h, lg_tensor *o);
    /* What initial weights of this role in the build's stream are multiplied by. NULL: 1. */
    double (*initial_factor)(const lg_build *b, lg_role role);
};

extern const lg_residual *const lg_residuals[]; /* ends with NULL */

/* x times a trained parameter of this sublayer, residualN.scale, of one number or one for each column. */
lg_tensor *lg_build_residual_scale(lg_build *b, const lg_site *at, lg_tensor *x, int numbers, double initial);

#endif
