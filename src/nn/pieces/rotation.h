/* rotation.h: rotates pairs of columns of queries and keys by angles proportional to their positions. */
#ifndef LG_NN_ROTATION_H
#define LG_NN_ROTATION_H

#include "nn/pieces/sinusoid.h"
#include "nn/record/build.h"

/* Rotates with the frequencies of the encoding's head_table. halves: as in lg_op_rotate. q or k may be NULL. */
void lg_build_rotation(lg_build *b, int block, bool halves, lg_tensor **q, lg_tensor **k);
/* The table for sequences of T tokens: the head_table, or `other`, whose frequencies are in `frequency`
 * (lg_encoding.tune_length). */
lg_sinusoid *lg_rotation_table(struct lg_positional *of, int T, lg_sinusoid *other,
                               double frequency[LG_SINUSOID_PAIRS]);

#endif
