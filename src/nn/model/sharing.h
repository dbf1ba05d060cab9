/* sharing.h: blocks that have their parameters in common. Blocks of one *set* are one and the same block, used again:
 * names of parameters have the number of the set, and gradients of all uses add up. What depends on where a block
 * stands, its positions, memory and caches, stays its own. Lan et al. 2020 (ALBERT); Dehghani et al. 2019 (Universal
 * Transformers). */
#ifndef LG_NN_SHARING_H
#define LG_NN_SHARING_H

#include "base/error.h"
#include "nn/model/order.h"

struct lg_model_settings; /* of which these read share and share_norms */

bool lg_sharing_check(const struct lg_model_settings *s, const lg_order *o, lg_error *err);
/* Whose parameters a block has, and whose gains and offsets its norms have. */
int lg_sharing_set(const struct lg_model_settings *s, int blocks, int block);
int lg_sharing_norm_set(const struct lg_model_settings *s, int blocks, int block);

#endif
