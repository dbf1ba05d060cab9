/* size.h: counts the parameters of a model, and how many of them are active for a token. */
#ifndef LG_NN_SIZE_H
#define LG_NN_SIZE_H

#include <stdint.h>

#include "graph/parameter.h"

typedef struct lg_size {
    int64_t parameters; /* total */
    int64_t embedding;  /* token and position vectors */
    int64_t active;     /* used by one token: only one of several experts */
} lg_size;

lg_size lg_size_of(const lg_parameters *p);
int64_t lg_size_active(const lg_parameter_row *r); /* active parameters in one tensor */

#endif
