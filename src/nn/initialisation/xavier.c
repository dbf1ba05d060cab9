/* xavier.c: uniform maps whose range preserves variances forward and backward; queries, keys and values count as one
 * map with all their columns. This is the default of fairseq and its descendants. */
#include <math.h>

#include "nn/axes/initialisation.h"

static lg_initial distribution(const struct lg_model *m, lg_role role, const int *shape) {
    (void)m;
    switch (role) {
    case LG_ROLE_EMBEDDING:
    case LG_ROLE_POSITION: return (lg_initial){LG_INITIAL_NORMAL, 1 / sqrt(shape[1])};
    case LG_ROLE_READOUT: return (lg_initial){LG_INITIAL_NORMAL, 1 / sqrt(shape[0])};
    case LG_ROLE_QUERY:
    case LG_ROLE_KEY:
    case LG_ROLE_VALUE: return lg_initial_xavier(M_SQRT1_2, shape);
    case LG_ROLE_GAIN: return (lg_initial){LG_INITIAL_CONSTANT, 1};
    case LG_ROLE_BIAS: return (lg_initial){LG_INITIAL_CONSTANT, 0};
    default: return lg_initial_xavier(1, shape);
    }
}

const lg_initialisation lg_initialisation_xavier = {
    .name = "xavier",
    .summary = "Xavier (Glorot): uniform, with a range set by inputs plus outputs, as in fairseq",
    .formula = "W [K,N]: uniform in [-a, a], a = g sqrt(6 / (K + N))\n"
               "g = 1/sqrt(2) for queries, keys and values, else 1\n"
               "token and position embeddings and the output layer: normal with standard deviation d^-1/2\n"
               "gains 1, biases and offsets 0",
    .source = "Glorot & Bengio 2010, Understanding the Difficulty of Training Deep Feedforward Neural Networks, "
              "equation 16; fairseq (Ott et al. 2019)",
    .distribution = distribution,
};
