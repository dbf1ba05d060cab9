/* truncated_normal.c: weights by their inputs alone, cut off at two deviations; token vectors small, since they are
 * multiplied by the root of the width. */
#include <math.h>

#include "nn/initialisation.h"

static lg_initial law(const struct lg_model *m, lg_role role, const int *shape) {
    (void)m;
    switch (role) {
    case LG_ROLE_EMBEDDING: return (lg_initial){LG_INITIAL_TRUNCATED, 0.02};
    case LG_ROLE_POSITION: return (lg_initial){LG_INITIAL_TRUNCATED, 1};
    case LG_ROLE_GAIN: return (lg_initial){LG_INITIAL_CONSTANT, 1};
    case LG_ROLE_BIAS: return (lg_initial){LG_INITIAL_CONSTANT, 0};
    default: return (lg_initial){LG_INITIAL_TRUNCATED, 1 / sqrt(shape[0])};
    }
}

const lg_initialisation lg_initialisation_truncated_normal = {
    .name = "truncated_normal",
    .summary = "weights truncated normal of scale 1/sqrt(inputs), token vectors of scale 0.02",
    .formula = "W [K,N]: s z, z normal within two deviations, s = 1/sqrt(K); token vectors s = 0.02, positions s = 1\n"
               "gains 1, biases and offsets 0",
    .source = "the program of Ruoss et al. 2023 (the defaults of Haiku)",
    .law = law,
};
