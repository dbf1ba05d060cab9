/* bleu.h: BLEU (Papineni et al. 2002) as a function of additive sums, as in sacreBLEU 2 (Post 2018). The sums of
 * segments add up to those of a corpus, of which BLEU is then the score: it is no mean over segments. */
#ifndef LG_METRIC_BLEU_H
#define LG_METRIC_BLEU_H

#include "lengthen/metric.h"
#include "metric/ngrams.h"
#include "metric/tokenization.h"

enum {
    LG_BLEU_ORDERS = 4,
    LG_BLEU_TOTAL = LG_BLEU_ORDERS,      /* sums: of each order the n-grams that references have too, then all */
    LG_BLEU_LENGTH = 2 * LG_BLEU_ORDERS, /* tokens of the hypothesis */
    LG_BLEU_REFERENCE_LENGTH,            /* tokens of the reference that is nearest in length, the shorter of two */
    LG_BLEU_SUMS
};

/* What the precision of an order is in which no n-gram is right (Chen & Cherry 2014). */
typedef struct lg_smoothing {
    const char *name, *summary;
    double fallback; /* its value if none is said; NaN: it has none */
} lg_smoothing;
extern const lg_smoothing lg_smoothings[]; /* ends with zeros; the first one is the default */
#define LG_SMOOTHING_NAMES "exp floor add-k none"

typedef struct lg_bleu {
    const lg_tokenization *tokenization;
    const lg_smoothing *smoothing;
    double smooth_value;
    bool effective_order; /* the mean is over the orders that hypotheses have n-grams of */
    bool lowercase;
    /* scratch */
    lg_segment segment;
    lg_words words;
    lg_characters hypothesis, reference; /* tokens, as symbols */
    lg_ngrams ngrams;
} lg_bleu;

void lg_bleu_free(lg_bleu *b);
/* The sums of a segment. References that are blank are none, unless all are. False: no memory. */
bool lg_bleu_measure(lg_bleu *b, const char *hypothesis, const char *const *references, size_t count,
                     double sums[LG_BLEU_SUMS]);
lg_text_score lg_bleu_score(const lg_bleu *b, const double sums[LG_BLEU_SUMS]);

#endif
