/* score.h: one number for a curve of a metric by length: a mean. The rules differ in where they begin:
 *   first-ood..max   all evaluated lengths above the longest training length
 *   paper-exact      all of them but the first: the example program of Ruoss et al. 2023 slices its list of lengths
 *                    1..M at index N+1, which is the length N+2
 *   all              all evaluated lengths, for models trained on as long ones */
#ifndef LG_RUN_SCORE_H
#define LG_RUN_SCORE_H

#include "train/train.h"

/* results in ascending order of length; values: metric, eval.score, curriculum and train.steps. */
lg_score_report lg_score(const lg_values *v, const lg_eval_result *results, size_t count);
/* The same, by a rule, the longest length of training, and the metric that is chosen. */
lg_score_report lg_score_by(const char *rule, int trained, size_t metric, const lg_eval_result *results, size_t count);
const char *lg_score_rule(const char *name); /* the same name, never freed; "unknown" if it is none */

#endif
