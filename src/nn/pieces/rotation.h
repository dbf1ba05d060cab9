/* rotation.h: queries and keys whose pairs of columns are turned by angles of their positions. */
#ifndef LG_NN_ROTATION_H
#define LG_NN_ROTATION_H

#include "nn/record/build.h"

/* cosine and sine fill rows [tokens, pairs] of the encoding's head_table. halves: as in lg_op_rotate. q or k may be
 * NULL, where there is nothing to turn. */
void lg_build_rotation(lg_build *b, int block, bool halves, lg_fill cosine, lg_fill sine, lg_tensor **q, lg_tensor **k);

#endif
