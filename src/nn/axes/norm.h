/* norm.h: normalizes the rows of the residual stream. */
#ifndef LG_NN_NORM_H
#define LG_NN_NORM_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_norm {
    LG_ENTRY;
    /* norm(h + dropout(o)) of rows [S,T,width], or norm(h) if o is NULL. The parameters of the norm are named
     * NAME.*. */
    lg_tensor *(*add)(lg_build *b, int block, const char *name, lg_tensor *h, lg_tensor *o);
};

extern const lg_norm *const lg_norms[]; /* ends with NULL */

/* The options of all norms, and their option row. */
typedef struct lg_norm_settings {
    double epsilon;
} lg_norm_settings;
#define LG_OPTION_NORM_EPSILON                                                                                         \
    {                                                                                                                  \
        "norm.epsilon", LG_REAL, "1e-05", 1e-12, 1, NULL,                                                              \
            "number added to the variance (layer_norm) or mean square (rms_norm); T5: 1e-6",                           \
            .at = offsetof(lg_norm_settings, epsilon)                                                                  \
    }

#endif
