/* score.h: reduces the values of a metric at several lengths to their mean, the score. In the mean, either all lengths
 * or all evaluated examples have equal weight (eval.average). In a mean over examples, text metrics are computed from
 * the sums of all examples. The rules (eval.score) differ in the length at which they begin:
 *
 *   first-ood..max   all evaluated lengths above the longest training length
 *   paper-exact      the same lengths without the first: if N is the longest training length, the example program of
 *                    Ruoss et al. 2023 slices its list of lengths 1..M at index N+1, which is the length N+2
 *   all              all evaluated lengths, for models trained on lengths up to the longest evaluated length
 *
 * eval.score_above replaces the longest training length in the first two rules, so that models trained on different
 * lengths can be compared. */
#ifndef LG_RUN_SCORE_H
#define LG_RUN_SCORE_H

#include "config/values.h"
#include "evaluate/evaluate.h"
#include "lengthen.h"
#include "train/train.h"

/* Computes the score of results, which are sorted by length. v: contains metric, eval.*, curriculum and train.steps. */
lg_score_report lg_score(const lg_values *v, const lg_eval_result *results, size_t count);
/* Computes the score with the rule, average, first length and metric of another report. */
lg_score_report lg_score_as(const lg_score_report *other, const lg_eval_result *results, size_t count);
/* Returns how many of the lengths, which are in ascending order, the score covers. */
size_t lg_score_lengths(const lg_values *v, const int *lengths, size_t count);
/* True if validations have a score. They have none if they read the test split and the score covers no tested
 * length. */
bool lg_score_validates(const lg_values *v);
/* True if validations read the validation split rather than test records. */
bool lg_score_is_of_validations(const lg_values *v);
/* Return the same name with static lifetime; "unknown" for an unknown name. */
const char *lg_score_rule(const char *name);
const char *lg_score_average(const char *name);

#endif
