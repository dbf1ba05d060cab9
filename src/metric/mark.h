/* mark.h: what the evaluation of sequences leaves behind: additive sums. Marks of sequences, position samples, workers
 * and devices add up in any grouping, and every metric is a function of the sum (metric.h). */
#ifndef LG_METRIC_MARK_H
#define LG_METRIC_MARK_H

#include <stdint.h>

#include "base/real.h"
#include "lengthen/core.h"
#include "metric/bleu.h"
#include "metric/chrf.h"

typedef enum lg_sum {
    LG_SUM_NLL,      /* negative log-likelihood of the learned tokens, in nats */
    LG_SUM_TOKENS,   /* target tokens that are learned */
    LG_SUM_COUNTED,  /* target tokens that count */
    LG_SUM_RIGHT,    /* of these, those for which the target had the highest logit */
    LG_SUM_ANSWERS,  /* sequences of which a token counts */
    LG_SUM_EXACT,    /* of these, those with every counted token right, or with the right answer (data/data.h) */
    LG_SUM_CUT,      /* answers that had not ended when they had as many tokens as they may have (lg_pass.limit) */
    LG_SUM_COMPARED, /* sequences whose targets have steps before the answer */
    LG_SUM_STEPS,    /* of these, each lg_step_score: the first of LG_STEP_SCORES sums */
    LG_SUM_TEXTS = LG_SUM_STEPS + LG_STEP_SCORES, /* answers compared as texts (text_sums.h); mostly 0 */
    LG_SUM_BLEU,                                  /* the first of LG_BLEU_SUMS sums */
    LG_SUM_CHRF = LG_SUM_BLEU + LG_BLEU_SUMS,     /* of LG_CHRF_SUMS sums, of n-grams of 1 to 6 characters */
    LG_SUMS = LG_SUM_CHRF + LG_CHRF_SUMS
} lg_sum;

enum { LG_TEXT_SUMS = LG_SUMS - LG_SUM_TEXTS }; /* from LG_SUM_TEXTS on */

typedef struct lg_mark {
    int64_t position_sample; /* its number, from 0 on for each length */
    double sums[LG_SUMS];
} lg_mark;

typedef void (*lg_mark_fn)(void *user, const lg_mark *x);

/* What a model said about the rows of a sequence, all [rows]. */
typedef struct lg_answer {
    const real *losses;  /* in nats */
    const int32_t *best; /* the token with the highest logit */
    const int32_t *target;
    const uint8_t *learned, *counted; /* does the row have a loss, does it count for accuracy? */
} lg_answer;
lg_mark lg_mark_sequence(int64_t position_sample, const lg_answer *x, int rows);
void lg_mark_add(lg_mark *to, const lg_mark *x); /* sums alone */
/* The mean of each lg_step_score; NaN of nothing. */
void lg_sums_steps(const double sums[LG_SUMS], double scores[LG_STEP_SCORES]);
double lg_sums_ratio(const double sums[LG_SUMS], lg_sum part, lg_sum whole); /* NaN of nothing */

#endif
