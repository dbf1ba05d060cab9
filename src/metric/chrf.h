/* chrf.h: chrF (Popovic 2015), an F score of character n-grams, and chrF++ (Popovic 2017), which adds word n-grams,
 * computed from additive sums as in sacreBLEU 2 (Post 2018). */
#ifndef LG_METRIC_CHRF_H
#define LG_METRIC_CHRF_H

#include "lengthen/metric.h"
#include "metric/ngrams.h"

enum { LG_CHRF_ORDER = 6, LG_CHRF_SUMS = 3 * LG_CHRF_ORDER + 2 }; /* sums of chrF as published: see lg_chrf_sums */

typedef struct lg_chrf {
    int characters, words; /* maximum orders of n-grams: characters >= 1, words >= 0; their sum at most LG_SCORE_ORDERS
                            * */
    int beta;              /* recall has beta times the weight of precision */
    bool lowercase;
    char name[32]; /* "chrF2++" */
    /* scratch */
    lg_characters text;
    lg_words letters;
    lg_characters hypothesis[2], reference[2]; /* symbols: [0] characters without white space, [1] words */
    lg_ngrams ngrams;
} lg_chrf;

void lg_chrf_free(lg_chrf *f);
/* Number of sums. For each order: n-grams shared by hypotheses and references, n-grams of hypotheses, n-grams of
 * references. Character orders come before word orders. The last two sums are the characters of hypotheses and the
 * characters of references. */
size_t lg_chrf_sums(const lg_chrf *f);
/* Computes the sums of a segment with the reference that gives the best score. Blank references are ignored unless all
 * are blank. False: out of memory. */
bool lg_chrf_measure(lg_chrf *f, const char *hypothesis, const char *const *references, size_t count, double *sums);
lg_text_score lg_chrf_score(const lg_chrf *f, const double *sums);

#endif
