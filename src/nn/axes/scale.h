/* scale.h: sharpness of the softmax: what the dot products of a query are multiplied with. */
#ifndef LG_NN_SCALE_H
#define LG_NN_SCALE_H

#include "nn/axes/chosen.h"

struct lg_scale {
    LG_ENTRY;
    bool by_number;                                              /* the factor depends on `seen` */
    double (*factor)(const void *own, int head_width, int seen); /* of a query that sees so many keys */
};

extern const lg_scale lg_scale_inverse_sqrt, lg_scale_inverse_sqrt_2d, lg_scale_one;
extern const lg_scale *const lg_scales[]; /* ends with NULL */

#endif
