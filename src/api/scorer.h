/* scorer.h: BLEU and chrF scores of translations. Exported for the program, but not part of the stable interface. */
#ifndef LG_API_SCORER_H
#define LG_API_SCORER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* Scores of texts against references: BLEU (Papineni et al. 2002), chrF and chrF++ (Popovic 2015, 2017), with the
 * numbers of sacreBLEU 2 (Post 2018). A segment is a hypothesis with its references. Each segment is reduced to sums
 * (n-gram counts and lengths). A score is a function of these sums, added up over segments, so a corpus score is not
 * the mean of segment scores.
 *
 * Texts may have any bytes. Each byte of invalid UTF-8 counts as one character. */
typedef struct lg_scorer_options {
    const char *metric; /* "bleu", "chrf", "chrf++" */
    bool lowercase;
    /* Options of BLEU. */
    const char *tokenize; /* "13a", "intl", "zh", "char", "none" */
    const char *smooth;   /* "exp", "floor", "add-k", "none": smoothing for n-gram orders without any match */
    double smooth_value;  /* of "floor" and "add-k"; NaN: the default, 0.1 for "floor" and 1 for "add-k" */
    bool effective_order; /* average only over n-gram orders that occur in hypotheses; meant for single segments */
    /* Options of chrF. The two orders add up to at most 16. */
    int char_order, word_order; /* largest n-gram orders of characters and of words */
    int beta;                   /* weight of recall relative to precision */
} lg_scorer_options;
/* Default options of a metric: "13a", "exp", character n-grams up to 6 (chrf++: and word n-grams up to 2), beta 2. */
lg_scorer_options lg_scorer_defaults(const char *metric);

typedef struct lg_scorer lg_scorer;
/* LG_USAGE: an unknown name, a number out of bounds. */
lg_status lg_scorer_new(lg_context *c, const lg_scorer_options *o, lg_scorer **out);
void lg_scorer_free(lg_scorer *s);         /* NULL is allowed */
size_t lg_scorer_sums(const lg_scorer *s); /* number of sums, at most LG_SCORE_SUMS */
/* Computes the sums of one segment into sums [lg_scorer_sums]. Empty and blank references are skipped; if all are
 * blank, the hypothesis is compared with an empty reference. Use a scorer from one thread at a time. */
lg_status lg_scorer_segment(lg_context *c, lg_scorer *s, const char *hypothesis, const char *const *references,
                            size_t count, double *sums);

/* The score from the sums of one segment, or from the totals of several segments. */
lg_text_score lg_scorer_score(const lg_scorer *s, const double *sums);

enum { LG_SIGNATURE = 160 };
/* A signature that makes scores comparable: "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:lengthen-0.3.0".
 * references: number per segment; 0: it varies. resamples: of a bootstrap; 0: none. Returns out. */
const char *lg_scorer_signature(const lg_scorer *s, size_t references, int resamples, uint64_t seed,
                                char out[LG_SIGNATURE]);
size_t lg_scorer_references(const char *const *references, size_t count); /* number of references that are not blank */
size_t lg_scorer_words(const char *text); /* words separated by white space: the length of a source */

/* Paired bootstrap (Koehn 2004): the distribution of the score over resampled segments. */
typedef struct lg_score_estimate {
    double score;     /* of all segments */
    double mean;      /* of the resamples */
    double low, high; /* the middle 95 % of the resamples */
    /* p-value of the difference from the first system: (n + 1) / (resamples + 1), where n is the number of resamples
     * whose absolute difference exceeds the mean absolute difference of all resamples by more than the observed
     * difference. 1 for equal scores, NaN for the first system itself. */
    double p;
} lg_score_estimate;
/* Draws `resamples` samples of the segments with replacement, each of as many segments as the corpus has, and scores
 * the sums of each sample. All systems are scored on the same samples. sums [systems]: each [segments, lg_scorer_sums].
 * Resample i is a function of (seed, i, segments). */
lg_status lg_scorer_bootstrap(lg_context *c, const lg_scorer *s, const double *const *sums, size_t systems,
                              size_t segments, int resamples, uint64_t seed, lg_score_estimate *out);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
