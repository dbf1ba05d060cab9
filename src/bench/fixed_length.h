/* fixed_length.h: the config for a measurement at one length. */
#ifndef LG_BENCH_FIXED_LENGTH_H
#define LG_BENCH_FIXED_LENGTH_H

#include "config/context.h"

/* Resolves the config with training and evaluation only at this length; 0: with the config's own lengths. NULL on
 * failure. */
lg_resolved_config *lg_config_at_length(const lg_config *f, int length, lg_error *err);

#endif
