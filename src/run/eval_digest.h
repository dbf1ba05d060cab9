/* eval_digest.h: names an evaluation by the options behind it, so that a run whose results were made with others is
 * evaluated again. */
#ifndef LG_RUN_EVAL_DIGEST_H
#define LG_RUN_EVAL_DIGEST_H

#include "base/file.h"
#include "config/values.h"

/* digest: of the eval.* that change results. earlier: of all eval.*, as version 0.1 has it in run.json. */
bool lg_eval_digests(const lg_values *v, char digest[LG_DIGEST_SIZE], char earlier[LG_DIGEST_SIZE], lg_error *err);

#endif
