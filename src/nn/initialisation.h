/* initialisation.h: the law of the initial values of a parameter, by its role and shape. */
#ifndef LG_NN_INITIALISATION_H
#define LG_NN_INITIALISATION_H

#include "base/registry.h"
#include "graph/parameter.h"
#include "nn/role.h"

struct lg_model;

typedef struct lg_initialisation {
    LG_ENTRY;
    lg_initial (*law)(const struct lg_model *m, lg_role role, const int *shape);
} lg_initialisation;

extern const lg_initialisation *const lg_initialisations[]; /* ends with NULL */
const lg_initialisation *lg_initialisation_find(const char *name);

#endif
