/* projection.h: how queries, keys and values are made of the rows that attention reads. */
#ifndef LG_NN_PROJECTION_H
#define LG_NN_PROJECTION_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_model;

struct lg_projection {
    LG_ENTRY;
    bool encodes_order; /* tells which token is before which, without an encoding */
    /* Fills in q of x, and k and v of `rows`, if there are any (else they were read before), with parameters NAME....
     * Of self-attention these are one stream, and `rows` begins with its memory; of attention to another stream (cross)
     * a->span is that of its rows. */
    void (*project)(lg_build *b, int block, const char *name, lg_tensor *x, lg_tensor *rows, lg_attend *a);
    bool (*across)(const void *own); /* is attention to another stream more than linear maps, too? NULL: no */
    bool neighbours;                  /* of a token it reads those beside it, too */
    bool (*centred)(const void *own); /* and those behind it? NULL: no */
};

extern const lg_projection lg_projection_linear;
extern const lg_projection *const lg_projections[]; /* ends with NULL */

#endif
