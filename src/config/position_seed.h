/* position_seed.h: does training use seed.positions? */
#ifndef LG_CONFIG_POSITION_SEED_H
#define LG_CONFIG_POSITION_SEED_H

#include "base/option.h"
#include "config/values.h"

/* Does any stream draw random positions in training? If not, seed.positions has no effect. */
bool lg_draws_positions(const lg_values *v);

#endif
