/* t_fixup.c: initial weights small enough that a Transformer trains without norms and without warm-up: the change of
 * its output in Adam's first steps does not grow with depth. */
#include <math.h>

#include "nn/axes/initialisation.h"
#include "nn/model/layout.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

typedef struct t_fixup {
    bool scale_positions;
} t_fixup;

static const lg_option options[] = {
    {"initialisation.scale_positions", LG_BOOL, "false", 0, 0, NULL,
     "multiply the position vectors by (9 L)^-1/4 for L layers, as the token embeddings are; unscaled sinusoids would "
     "outweigh the token embeddings",
     .at = offsetof(t_fixup, scale_positions)},
    {0},
};

static const t_fixup *options_of(const struct lg_model *m) {
    return (const void *)&m->initialisation.own;
}

static lg_initial distribution(const struct lg_model *m, lg_role role, const int *shape) {
    switch (role) {
    case LG_ROLE_QUERY:
    case LG_ROLE_KEY:
    case LG_ROLE_VALUE: return lg_initial_xavier(1, shape);
    default: return lg_initialisation_xavier.distribution(m, role, shape);
    }
}

static double token_factor(const struct lg_model *m) {
    return pow(9.0 * m->layers, -1 / 4.0);
}

/* The paper has an encoder and a decoder that reads it; a single stack is scaled like an encoder. */
static double stack_factor(const lg_build *b) {
    const bool reads_other = b->model->format.sources > 0 && b->stream->number == 0;
    return reads_other ? token_factor(b->model) : 0.67 * pow(b->model->layers, -1 / 4.0);
}

static double factor(const lg_build *b, lg_role role) {
    switch (role) {
    case LG_ROLE_EMBEDDING: return token_factor(b->model);
    case LG_ROLE_VALUE:
    case LG_ROLE_OUTPUT:
    case LG_ROLE_FF1:
    case LG_ROLE_FF2: return stack_factor(b);
    default: return 1;
    }
}

static double position_factor(const struct lg_model *m) {
    return options_of(m)->scale_positions ? token_factor(m) : 1;
}

static bool scales_positions(const void *own) {
    return ((const t_fixup *)own)->scale_positions;
}

static const lg_entry_default defaults[] = {{"block", "no_norm"}, {0}};

const lg_initialisation lg_initialisation_t_fixup = {
    .name = "t_fixup",
    .summary = "T-Fixup: weights scaled down by depth, for training without norms or warm-up",
    .formula = "W [K,N]: uniform in [-a, a], a = sqrt(6 / (K + N))\n"
               "Then the weights of values, attention outputs and feed-forward layers are multiplied by\n"
               "0.67 L^-1/4 in an encoder or in a single stack of L layers, and by (9 L)^-1/4 in a decoder with an\n"
               "encoder.\n"
               "token embeddings: normal with standard deviation d^-1/2 (9 L)^-1/4;  all else as xavier\n"
               "Use schedule: constant, or a schedule that decreases from its first step; use no warm-up.",
    .source = "Huang et al. 2020, Improving Transformer Optimization Through Better Initialization, section 3.2",
    .published =
        "Huang et al. 2020: IWSLT14 German-English, BLEU 35.73 with 6+6 layers, ten checkpoints averaged; 200+200 "
        "layers train without norms or warm-up\n" LG_XIE_2023("26.43 26.94") "\n" LG_NARANG_2021(
            "Fixup (the predecessor of T-Fixup) 2.382 2.067 58.56 26.31"),
    .options = options,
    .own_bytes = LG_OWN(t_fixup),
    .defaults = defaults,
    .distribution = distribution,
    .factor = factor,
    .position_factor = position_factor,
    .replaces_norms = true,
    .scales_positions = scales_positions,
};
