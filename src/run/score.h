/* score.h: one number for a curve of a metric by length: a mean, in which lengths weigh alike, or the examples
 * evaluated at them (eval.average): metrics of texts are then those of all examples together, made of their sums. The
 * rules differ in where they begin: first-ood..max   all evaluated lengths above the longest training length
 *   paper-exact      all of them but the first: the example program of Ruoss et al. 2023 slices its list of lengths
 *                    1..M at index N+1, which is the length N+2
 *   all              all evaluated lengths, for models trained on as long ones
 * Of models that are trained on different lengths eval.score_above says where the first two begin, in place of the
 * longest training length. */
#ifndef LG_RUN_SCORE_H
#define LG_RUN_SCORE_H

#include "config/values.h"
#include "evaluate/evaluate.h"
#include "lengthen.h"
#include "train/train.h"

/* results in ascending order of length; values: metric, eval.score..., curriculum and train.steps. */
lg_score_report lg_score(const lg_values *v, const lg_eval_result *results, size_t count);
/* The same by the rule, the average, the lengths that it begins above, and the metric of another report. */
lg_score_report lg_score_as(const lg_score_report *other, const lg_eval_result *results, size_t count);
/* How many of these lengths, ascending, the score is over. */
size_t lg_score_lengths(const lg_values *v, const int *lengths, size_t count);
/* Have validations a score? None on the test split where no tested length is beyond those of training. */
bool lg_score_validates(const lg_values *v);
/* Are scores of validations on records of the validation split, and not on test records? */
bool lg_score_is_of_validations(const lg_values *v);
/* The same names, never freed; "unknown" if they are none. */
const char *lg_score_rule(const char *name);
const char *lg_score_average(const char *name);

#endif
