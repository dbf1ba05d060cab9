/* fixed_length.h: the config for a measurement at one length. */
#ifndef LG_BENCH_FIXED_LENGTH_H
#define LG_BENCH_FIXED_LENGTH_H

#include "config/context.h"

/* The config with training and evaluation at this length only; 0: unchanged. NULL on failure. */
lg_resolved_config *lg_config_at_length(const lg_config *f, int length, lg_error *err);

#endif
