/* eval_reading.h: describes in words how an evaluation scores a text. */
#ifndef LG_RUN_EVAL_READING_H
#define LG_RUN_EVAL_READING_H

#include "base/arena.h"
#include "config/config.h"

/* Sets *out to a description such as "windows, stride 128, 25600 targets", which includes the settings of eval.with; ""
 * if the data is not text. False: out of memory. */
bool lg_eval_reading(const lg_resolved_config *d, lg_arena *arena, const char **out);

#endif
