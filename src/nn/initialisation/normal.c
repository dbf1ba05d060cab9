/* normal.c: all weights from one normal distribution, whatever their shape and role. */
#include "nn/axes/initialisation.h"
#include "nn/model/parts.h"

typedef struct normal {
    double deviation;
} normal;

static const lg_option options[] = {
    {"initialisation.deviation", LG_REAL, "0.02", 0, 100, NULL, "standard deviation of all weights",
     .at = offsetof(normal, deviation)},
    {0},
};

static lg_initial distribution(const struct lg_model *m, lg_role role, const int *shape) {
    const normal *own = (const void *)&m->initialisation.own;
    (void)shape;
    switch (role) {
    case LG_ROLE_GAIN: return (lg_initial){LG_INITIAL_CONSTANT, 1};
    case LG_ROLE_BIAS: return (lg_initial){LG_INITIAL_CONSTANT, 0};
    default: return (lg_initial){LG_INITIAL_NORMAL, own->deviation};
    }
}

const lg_initialisation lg_initialisation_normal = {
    .name = "normal",
    .summary = "all weights normal with the same standard deviation",
    .formula = "every weight = s z with z ~ N(0, 1), token embeddings included; s = initialisation.deviation\n"
               "gains 1, biases and offsets 0",
    .source = "Radford et al. 2018 (GPT), section 4.1; Dai et al. 2019 (Transformer-XL), the "
              "authors' code",
    .options = options,
    .own_bytes = LG_OWN(normal),
    .distribution = distribution,
};
