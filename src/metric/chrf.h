/* chrf.h: chrF (Popovic 2015), an F score of character n-grams, and chrF++ (Popovic 2017), which has n-grams of words
 * too, as functions of additive sums, as in sacreBLEU 2 (Post 2018). */
#ifndef LG_METRIC_CHRF_H
#define LG_METRIC_CHRF_H

#include "lengthen/metric.h"
#include "metric/ngrams.h"

enum { LG_CHRF_ORDER = 6, LG_CHRF_SUMS = 3 * LG_CHRF_ORDER + 2 }; /* of chrF as it is published: see lg_chrf_sums */

typedef struct lg_chrf {
    int characters,
        words; /* orders: n-grams of up to so many; 1 or more, 0 or more, at most LG_SCORE_ORDERS together */
    int beta;  /* recall weighs beta times as much as precision */
    bool lowercase;
    char name[32]; /* "chrF2++" */
    /* scratch */
    lg_characters text;
    lg_words letters;
    lg_characters hypothesis[2], reference[2]; /* symbols: characters without white space, words */
    lg_ngrams ngrams;
} lg_chrf;

void lg_chrf_free(lg_chrf *f);
/* How many sums there are: of all orders the n-grams that a reference has too, those of hypotheses, those of
 * references; then the characters of hypotheses and of references. Orders of characters come before those of words. */
size_t lg_chrf_sums(const lg_chrf *f);
/* The sums of a segment, with the reference of the best score. References that are blank are none, unless all are.
 * False: no memory. */
bool lg_chrf_measure(lg_chrf *f, const char *hypothesis, const char *const *references, size_t count, double *sums);
lg_text_score lg_chrf_score(const lg_chrf *f, const double *sums);

#endif
