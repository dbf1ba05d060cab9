/* projection.h: computes queries, keys and values from the rows that attention reads. */
#ifndef LG_NN_PROJECTION_H
#define LG_NN_PROJECTION_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_model;

struct lg_projection {
    LG_ENTRY;
    bool encodes_order; /* makes the model sensitive to the order of tokens even without an encoding */
    /* Computes q from x, and k and v from `rows`; if `rows` is NULL, k and v are already known. Parameters are named
     * NAME.*. In self-attention, x and `rows` belong to one stream, and `rows` begins with the memory rows of the
     * stream. In cross-attention, a->span is the span of `rows`. */
    void (*project)(lg_build *b, int block, const char *name, lg_tensor *x, lg_tensor *rows, lg_attend *a);
    bool (*across)(const void *own);  /* is it also used in cross-attention? NULL: no */
    bool neighbours;                  /* also reads neighbouring tokens */
    bool (*centred)(const void *own); /* do the neighbours include later tokens? NULL: no */
};

extern const lg_projection lg_projection_linear;
extern const lg_projection *const lg_projections[]; /* ends with NULL */

#endif
