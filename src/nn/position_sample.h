/* position_sample.h: one sample of positions for a whole pass, as a model reads it. */
#ifndef LG_NN_POSITION_SAMPLE_H
#define LG_NN_POSITION_SAMPLE_H

#include "nn/model.h"

/* One draw of positions for a whole pass: what the fill functions of constants read. */
typedef struct lg_position_sample {
    lg_model *model;
    int T, numberings;
    int capacity;               /* tokens that the memory holds */
    lg_position_ids *numbering; /* [numberings]: one for the pass, or one for each block */
    double *numbers;            /* their memory */
} lg_position_sample;
bool lg_position_sample_draw(lg_model *m, lg_key key, int T, lg_position_sample *d,
                             lg_error *err); /* reuses the memory of *d; zero it first */
void lg_position_sample_free(lg_position_sample *d);
const lg_position_ids *lg_position_sample_ids(const lg_position_sample *d,
                                              int block); /* any block where there is one draw for all */

/* How many of T tokens have positions of their own: those of a chunk, where positions start again in each; else all. */
int lg_position_count(const lg_model *m, int T);

#endif
