/* sharing.h: blocks that have their parameters in common. Blocks of one *set* are one and the same block, used again:
 * names of parameters have the number of the set, and gradients of all uses add up. What depends on where a block
 * stands, its positions, memory and caches, stays its own. Lan et al. 2020 (ALBERT); Dehghani et al. 2019 (Universal
 * Transformers). */
#ifndef LG_NN_SHARING_H
#define LG_NN_SHARING_H

#include "base/option.h"
#include "nn/order.h"

/* Options model.share and model.share_norms. */
bool lg_sharing_check(const lg_values *v, const lg_order *o, lg_error *err);
int lg_sharing_set(const lg_values *v, int blocks, int block);      /* whose parameters a block has */
int lg_sharing_norm_set(const lg_values *v, int blocks, int block); /* whose gains and offsets its norms have */

#endif
