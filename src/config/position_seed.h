/* position_seed.h: whether the seed of position samples is read in training. */
#ifndef LG_CONFIG_POSITION_SEED_H
#define LG_CONFIG_POSITION_SEED_H

#include "base/option.h"
#include "config/values.h"

/* Are positions drawn in training, by a sampler of any stream? Else seed.positions changes nothing. */
bool lg_draws_positions(const lg_values *v);

#endif
