/* initialisation.h: the distribution of the initial values of a parameter. It depends on the role and the shape of the
 * parameter. */
#ifndef LG_NN_INITIALISATION_H
#define LG_NN_INITIALISATION_H

#include "graph/parameter.h"
#include "nn/axes/chosen.h"
#include "nn/record/build.h"
#include "nn/record/role.h"

struct lg_model;

struct lg_initialisation {
    LG_ENTRY;
    lg_initial (*distribution)(const struct lg_model *m, lg_role role, const int *shape);
    /* Factor on the initial weights of this role in the build's stream. NULL: 1. */
    double (*factor)(const lg_build *b, lg_role role);
    /* Factor on the rows that an encoding adds to embeddings. NULL: 1. */
    double (*position_factor)(const struct lg_model *m);
    bool replaces_norms;                       /* for models without norms; token vectors are small */
    bool (*scales_positions)(const void *own); /* is position_factor in use? NULL: no */
};

extern const lg_initialisation *const lg_initialisations[]; /* ends with NULL */

/* Entries that other entries are based on. */
extern const lg_initialisation lg_initialisation_truncated_normal, lg_initialisation_t5, lg_initialisation_xavier;
/* The uniform distribution of Glorot & Bengio 2010 for a map [K,N], times the gain. */
lg_initial lg_initial_xavier(double gain, const int *shape);

#endif
