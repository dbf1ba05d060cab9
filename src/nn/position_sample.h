/* position_sample.h: the position ids of one pass, which the fill functions of constants read. */
#ifndef LG_NN_POSITION_SAMPLE_H
#define LG_NN_POSITION_SAMPLE_H

#include "nn/model.h"

typedef struct lg_position_sample {
    lg_model *model;
    int T, capacity;      /* tokens, and tokens that the memory holds */
    int count;            /* 1 for the pass, or one for each block */
    lg_position_ids *ids; /* [count] */
    double *values;       /* their memory */
} lg_position_sample;
bool lg_position_sample_draw(lg_model *m, lg_key key, int T, lg_position_sample *d,
                             lg_error *err); /* reuses the memory of *d; zero it first */
void lg_position_sample_free(lg_position_sample *d);
const lg_position_ids *lg_position_sample_ids(const lg_position_sample *d,
                                              int block); /* any block where all share the ids */

/* How many different positions T tokens have: those of one chunk, where positions start again in each; else T. */
int lg_position_count(const lg_model *m, int T);

#endif
