/* sharing.h: blocks that share parameters. All blocks of a *set* are the same block, applied repeatedly: parameter
 * names contain the number of the set, and gradients of all uses add up. Positions, memory and caches depend on the
 * depth of a block and are not shared. Lan et al. 2020 (ALBERT); Dehghani et al. 2019 (Universal Transformers). */
#ifndef LG_NN_SHARING_H
#define LG_NN_SHARING_H

#include "base/error.h"
#include "nn/model/order.h"

struct lg_model_settings; /* only share and share_norms are read */

bool lg_sharing_check(const struct lg_model_settings *s, const lg_order *o, lg_error *err);
/* The set of a block's parameters, and the set of its norms' gains and offsets. */
int lg_sharing_set(const struct lg_model_settings *s, int blocks, int block);
int lg_sharing_norm_set(const struct lg_model_settings *s, int blocks, int block);

#endif
