/* t5.c: normal distributions with a standard deviation for each role, for models that do not divide attention logits by
 * the square root of the head width: initial queries are smaller by this factor instead. An untied read-out starts at
 * the same scale as the read-out of T5, which is tied and multiplied by 1/sqrt(width). */
#include <math.h>

#include "nn/axes/initialisation.h"
#include "nn/model/parts.h"

static lg_initial distribution(const struct lg_model *m, lg_role role, const int *shape) {
    const double inputs = shape[0];
    switch (role) {
    case LG_ROLE_EMBEDDING:
    case LG_ROLE_POSITION: return (lg_initial){LG_INITIAL_NORMAL, 1};
    case LG_ROLE_QUERY: return (lg_initial){LG_INITIAL_NORMAL, 1 / sqrt(inputs * m->head_width)};
    case LG_ROLE_GAIN: return (lg_initial){LG_INITIAL_CONSTANT, 1};
    case LG_ROLE_BIAS: return (lg_initial){LG_INITIAL_CONSTANT, 0};
    default: return (lg_initial){LG_INITIAL_NORMAL, 1 / sqrt(inputs)};
    }
}

const lg_initialisation lg_initialisation_t5 = {
    .name = "t5",
    .summary = "T5: normal; each kind of weights has its own standard deviation (1 for token embeddings)",
    .formula = "standard deviations: token embeddings 1; queries (d dk)^-1/2; keys and values d^-1/2;\n"
               "output of attention (H dk)^-1/2; into the feed-forward layer d^-1/2, out of it f^-1/2;\n"
               "gains 1, biases and offsets 0\n"
               "use it with scale: one, model.embedding_scale: one, head: tied and head.scaled: true",
    .source = "Raffel et al. 2020, Exploring the Limits of Transfer Learning (T5), the authors' code",
    .distribution = distribution,
};
