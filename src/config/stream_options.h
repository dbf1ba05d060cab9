/* stream_options.h: choices that a stream of a model has of its own (nn/stream/positional.h), as axes:
 * "encoder.encoding" has the entries of the axis "encoding", and the options of the chosen one stand under the same
 * prefix. */
#ifndef LG_CONFIG_STREAM_OPTIONS_H
#define LG_CONFIG_STREAM_OPTIONS_H

#include "config/axes.h"

extern const lg_axis_row lg_stream_axes[]; /* ends with a row of zeros */
/* The rows of an entry of such an axis, under its prefix. They live as long as the program. NULL without memory. */
const lg_option *lg_stream_options(const lg_axis_row *axis, const lg_entry *e);

#endif
