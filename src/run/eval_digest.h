/* eval_digest.h: identifies an evaluation by its options, so that a run is evaluated again after these options
 * change. */
#ifndef LG_RUN_EVAL_DIGEST_H
#define LG_RUN_EVAL_DIGEST_H

#include "base/file.h"
#include "config/values.h"

bool lg_eval_digest(const lg_values *v, char digest[LG_DIGEST_SIZE], lg_error *err); /* eval.* that change results */

#endif
