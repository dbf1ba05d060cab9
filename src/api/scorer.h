/* scorer.h: scores of translations: BLEU and chrF. For the program, which shares the library with others: no part
 * of its stable interface, but exported. */
#ifndef LG_API_SCORER_H
#define LG_API_SCORER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* Texts compared with references: BLEU (Papineni et al. 2002), chrF and chrF++ (Popovic 2015, 2017), with the numbers
 * of sacreBLEU 2 (Post 2018). A segment, a hypothesis with its references, leaves sums behind. Sums add up over
 * segments, and a score is a function of them: that of a corpus is no mean of those of its segments.
 *
 * Texts may have any bytes. What is no UTF-8 counts as characters of their own, one a byte. */
typedef struct lg_scorer_options {
    const char *metric; /* "bleu", "chrf", "chrf++" */
    bool lowercase;
    /* of BLEU */
    const char *tokenize; /* "13a", "intl", "zh", "char", "none" */
    const char *smooth;   /* "exp", "floor", "add-k", "none": of an order in which nothing is right */
    double smooth_value;  /* of "floor" and "add-k"; NaN: 0.1 and 1, as none is said */
    bool effective_order; /* the mean is over the orders that hypotheses have n-grams of: for single segments */
    /* of chrF; the two orders are 16 or less together */
    int char_order, word_order; /* n-grams of up to so many characters, and words */
    int beta;                   /* recall weighs so many times as much as precision */
} lg_scorer_options;
/* "13a", "exp", n-grams of 6 characters (chrf++: and of 2 words), beta 2. */
lg_scorer_options lg_scorer_defaults(const char *metric);

typedef struct lg_scorer lg_scorer;
/* LG_USAGE: a name that there is not, a number out of bounds. */
lg_status lg_scorer_new(lg_context *c, const lg_scorer_options *o, lg_scorer **out);
void lg_scorer_free(lg_scorer *s);         /* NULL is allowed */
size_t lg_scorer_sums(const lg_scorer *s); /* how many sums there are: LG_SCORE_SUMS at most */
/* The sums of one segment, into sums [lg_scorer_sums]. References that are empty or white space alone are none, unless
 * all are: then the hypothesis is compared with nothing. A scorer is for one thread at a time. */
lg_status lg_scorer_segment(lg_context *c, lg_scorer *s, const char *hypothesis, const char *const *references,
                            size_t count, double *sums);

/* The score of sums: those of a segment, or of several, added up. */
lg_text_score lg_scorer_score(const lg_scorer *s, const double *sums);

enum { LG_SIGNATURE = 160 };
/* What a score needs to be compared: "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:lengthen-0.3.0". references:
 * of every segment; 0: their number varies. resamples: of a bootstrap; 0: none. Returns out. */
const char *lg_scorer_signature(const lg_scorer *s, size_t references, int resamples, uint64_t seed,
                                char out[LG_SIGNATURE]);
size_t lg_scorer_references(const char *const *references, size_t count); /* how many are not blank */
size_t lg_scorer_words(const char *text); /* words between white space: the length of a source */

/* Paired bootstrap (Koehn 2004): what the score would be with other segments of the same kind. */
typedef struct lg_score_estimate {
    double score;     /* of all segments */
    double mean;      /* of the resamples */
    double low, high; /* the middle 95 % of them */
    /* Of the difference from the first system: how likely resamples differ by so much more than they do on average; 1
     * where the scores are the same, NaN of the first system itself. */
    double p;
} lg_score_estimate;
/* Draws as many segments as there are, with replacement, `resamples` times, the same ones for each system, and scores
 * their sums. sums [systems]: each [segments, lg_scorer_sums]. Resample i is a function of (seed, i, segments). */
lg_status lg_scorer_bootstrap(lg_context *c, const lg_scorer *s, const double *const *sums, size_t systems,
                              size_t segments, int resamples, uint64_t seed, lg_score_estimate *out);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
