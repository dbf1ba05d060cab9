/* eval_reading.h: how a text is scored in an evaluation, in words, by the options of a run. */
#ifndef LG_RUN_EVAL_READING_H
#define LG_RUN_EVAL_READING_H

#include "base/arena.h"
#include "config/config.h"

/* "windows, stride 128, 25600 targets"; "" of data that is no text. With what eval.with says. False: out of memory. */
bool lg_eval_reading(const lg_resolved_config *d, lg_arena *arena, const char **out);

#endif
