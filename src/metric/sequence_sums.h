/* sequence_sums.h: additive sums of evaluated sequences. The sums of sequences, position samples, workers and devices
 * can be added in any grouping; every metric is a function of the total (metric.h). */
#ifndef LG_METRIC_SEQUENCE_SUMS_H
#define LG_METRIC_SEQUENCE_SUMS_H

#include <stdint.h>

#include "base/real.h"
#include "lengthen/core.h"
#include "metric/bleu.h"
#include "metric/chrf.h"

typedef enum lg_sum {
    LG_SUM_NLL,      /* negative log-likelihood of the target tokens with a loss, in nats */
    LG_SUM_TOKENS,   /* target tokens with a loss */
    LG_SUM_COUNTED,  /* target tokens that count for accuracy */
    LG_SUM_RIGHT,    /* counted tokens where the target has the highest logit */
    LG_SUM_ANSWERS,  /* sequences with a counted token */
    LG_SUM_EXACT,    /* sequences of LG_SUM_ANSWERS whose counted tokens are all right, or whose answer is right by the
                      * data's own rule (data/data.h) */
    LG_SUM_CUT,      /* answers truncated at their token limit (lg_pass.limit) */
    LG_SUM_COMPARED, /* sequences whose targets have steps before the answer */
    LG_SUM_STEPS,    /* step scores of these sequences (lg_step_score): the first of LG_STEP_SCORES sums */
    LG_SUM_TEXTS = LG_SUM_STEPS + LG_STEP_SCORES, /* answers compared as text (text_sums.h); usually 0 */
    LG_SUM_BLEU,                                  /* the first of LG_BLEU_SUMS sums */
    LG_SUM_CHRF = LG_SUM_BLEU + LG_BLEU_SUMS,     /* the first of LG_CHRF_SUMS sums, for n-grams of 1 to 6 characters */
    LG_SUMS = LG_SUM_CHRF + LG_CHRF_SUMS
} lg_sum;

enum { LG_TEXT_SUMS = LG_SUMS - LG_SUM_TEXTS }; /* sums from LG_SUM_TEXTS on */

typedef struct lg_sequence_sums {
    int64_t position_sample; /* index of the position sample; starts at 0 for each length */
    double sums[LG_SUMS];
} lg_sequence_sums;

typedef void (*lg_sequence_sums_fn)(void *user, const lg_sequence_sums *x);

/* Model outputs for the rows of a sequence; all arrays are [rows]. */
typedef struct lg_answer {
    const real *losses;  /* in nats */
    const int32_t *best; /* token with the highest logit */
    const int32_t *target;
    const uint8_t *learned, *counted; /* learned: the row has a loss; counted: the row counts for accuracy */
} lg_answer;
lg_sequence_sums lg_sequence_sums_of(int64_t position_sample, const lg_answer *x, int rows);
void lg_sequence_sums_add(lg_sequence_sums *to, const lg_sequence_sums *x); /* adds only the sums */
/* Computes the mean of each lg_step_score; NaN without steps. */
void lg_sums_steps(const double sums[LG_SUMS], double scores[LG_STEP_SCORES]);
double lg_sums_ratio(const double sums[LG_SUMS], lg_sum part, lg_sum whole); /* NaN if `whole` is 0 */

#endif
