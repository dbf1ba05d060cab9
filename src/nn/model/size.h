/* size.h: how many numbers a model has, and how many of them a token meets. */
#ifndef LG_NN_SIZE_H
#define LG_NN_SIZE_H

#include <stdint.h>

#include "graph/parameter.h"

typedef struct lg_size {
    int64_t parameters; /* numbers in all */
    int64_t embedding;  /* of vectors of tokens and of positions */
    int64_t active;     /* that a token meets: of experts, one */
} lg_size;

lg_size lg_size_of(const lg_parameters *p);
int64_t lg_size_active(const lg_parameter_row *r); /* of one parameter */

#endif
