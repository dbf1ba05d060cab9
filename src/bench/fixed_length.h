/* fixed_length.h: the config of a measurement at one length. */
#ifndef LG_BENCH_FIXED_LENGTH_H
#define LG_BENCH_FIXED_LENGTH_H

#include "config/context.h"

/* The config trained and evaluated at this length alone; 0: as it is. NULL after an error. */
lg_resolved_config *lg_config_at_length(const lg_config *f, int length, lg_error *err);

#endif
