/* depth_rescale.c: divides the initial weights of all layers by the square root of the number of layers, for any base
 * initialization, so that all layers together add no more to the residual stream than one layer does. */
#include <math.h>

#include "nn/axes/initialisation.h"
#include "nn/model/layout.h"
#include "nn/model/parts.h"

typedef struct depth_rescale {
    enum { XAVIER, TRUNCATED_NORMAL, T5 } of;
} depth_rescale;

static const lg_option options[] = {
    {"initialisation.of", LG_NAME, "xavier", 0, 0, "xavier truncated_normal t5",
     "initialisation whose weights are scaled down", .at = offsetof(depth_rescale, of)},
    {0},
};

static const lg_initialisation *const bases[] = {[XAVIER] = &lg_initialisation_xavier,
                                                 [TRUNCATED_NORMAL] = &lg_initialisation_truncated_normal,
                                                 [T5] = &lg_initialisation_t5};

static lg_initial distribution(const struct lg_model *m, lg_role role, const int *shape) {
    return bases[((const depth_rescale *)&m->initialisation.own)->of]->distribution(m, role, shape);
}

static double factor(const lg_build *b, lg_role role) {
    switch (role) {
    case LG_ROLE_QUERY:
    case LG_ROLE_KEY:
    case LG_ROLE_VALUE:
    case LG_ROLE_OUTPUT:
    case LG_ROLE_PROJECTION:
    case LG_ROLE_FF1:
    case LG_ROLE_FF2: return 1 / sqrt(b->model->layers);
    default: return 1;
    }
}

const lg_initialisation lg_initialisation_depth_rescale = {
    .name = "depth_rescale",
    .summary = "the initialization named by initialisation.of, with the weights of all layers divided by the "
               "square root of the depth",
    .formula = "W in each of the L layers of a stack: L^-1/2 times the weights of initialisation.of;\n"
               "gains, biases, embeddings and the output layer: as in initialisation.of",
    .source = "Takase et al. 2022, B2T Connection, the authors' code",
    .options = options,
    .own_bytes = LG_OWN(depth_rescale),
    .distribution = distribution,
    .factor = factor,
};
