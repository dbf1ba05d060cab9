/* projection.h: computes queries, keys and values from the rows that attention reads. */
#ifndef LG_NN_PROJECTION_H
#define LG_NN_PROJECTION_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_model;

struct lg_projection {
    LG_ENTRY;
    bool encodes_order; /* lets the model distinguish the order of tokens without an encoding */
    /* Computes q from x, and k and v from `rows` unless that is NULL (keys and values are then already known), with
     * parameters NAME.*. In self-attention, both are one stream, and `rows` begins with its memory; in attention to
     * another stream (cross), a->span is that of its rows. */
    void (*project)(lg_build *b, int block, const char *name, lg_tensor *x, lg_tensor *rows, lg_attend *a);
    bool (*across)(const void *own);  /* does it also change attention to another stream? NULL: no */
    bool neighbours;                  /* also reads neighbouring tokens */
    bool (*centred)(const void *own); /* including later ones? NULL: no */
};

extern const lg_projection lg_projection_linear;
extern const lg_projection *const lg_projections[]; /* ends with NULL */

#endif
