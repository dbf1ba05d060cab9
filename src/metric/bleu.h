/* bleu.h: BLEU (Papineni et al. 2002) computed from additive sums, as in sacreBLEU 2 (Post 2018). The sums of segments
 * are added over a corpus, and BLEU is a function of the total, not a mean over segments. */
#ifndef LG_METRIC_BLEU_H
#define LG_METRIC_BLEU_H

#include "lengthen/metric.h"
#include "metric/ngrams.h"
#include "metric/tokenization.h"

enum {
    LG_BLEU_ORDERS = 4,
    LG_BLEU_TOTAL = LG_BLEU_ORDERS,      /* all n-grams, by order. Sums 0..LG_BLEU_ORDERS-1 count the n-grams that are
                                          * also in references */
    LG_BLEU_LENGTH = 2 * LG_BLEU_ORDERS, /* tokens of the hypothesis */
    LG_BLEU_REFERENCE_LENGTH,            /* tokens of the reference whose length is closest to that of the hypothesis;
                                          * ties: the shorter reference */
    LG_BLEU_SUMS
};

/* Smoothing: the precision of orders without matching n-grams (Chen & Cherry 2014). */
typedef struct lg_smoothing {
    const char *name, *summary;
    double fallback; /* default of the smoothing's value; NaN: the smoothing has no value */
} lg_smoothing;
extern const lg_smoothing lg_smoothings[]; /* ends with zeros; the first is the default */
#define LG_SMOOTHING_NAMES "exp floor add-k none"

typedef struct lg_bleu {
    const lg_tokenization *tokenization;
    const lg_smoothing *smoothing;
    double smooth_value;
    bool effective_order; /* average only over orders for which hypotheses have n-grams */
    bool lowercase;
    /* scratch */
    lg_segment segment;
    lg_words words;
    lg_characters hypothesis, reference; /* tokens as symbols */
    lg_ngrams ngrams;
} lg_bleu;

void lg_bleu_free(lg_bleu *b);
/* Computes the sums of a segment. Blank references are ignored. If all references are blank, the reference length is 0.
 * False: out of memory. */
bool lg_bleu_measure(lg_bleu *b, const char *hypothesis, const char *const *references, size_t count,
                     double sums[LG_BLEU_SUMS]);
lg_text_score lg_bleu_score(const lg_bleu *b, const double sums[LG_BLEU_SUMS]);

#endif
