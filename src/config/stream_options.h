/* stream_options.h: axes for choices of a single stream (nn/stream/positional.h). For example, the axis
 * "encoder.encoding" has the entries of the axis "encoding". The options of the chosen entry then have the prefix
 * "encoder.". */
#ifndef LG_CONFIG_STREAM_OPTIONS_H
#define LG_CONFIG_STREAM_OPTIONS_H

#include "config/axes.h"

extern const lg_axis_row lg_stream_axes[]; /* ends with a row of zeros */
/* The options of an entry of a stream's axis, with prefix. They live as long as the program. NULL: out of memory. */
const lg_option *lg_stream_options(const lg_axis_row *axis, const lg_entry *e);

#endif
