/* eval_digest.h: names an evaluation by the options behind it, so that a run whose results were made with others is
 * evaluated again. */
#ifndef LG_RUN_EVAL_DIGEST_H
#define LG_RUN_EVAL_DIGEST_H

#include "base/file.h"
#include "config/values.h"

bool lg_eval_digest(const lg_values *v, char digest[LG_DIGEST_SIZE], lg_error *err); /* of eval.* that change results */

#endif
