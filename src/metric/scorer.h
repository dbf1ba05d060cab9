/* scorer.h: translation scores by one metric, BLEU or chrF. A segment (a hypothesis with its references) yields
 * additive sums, like sequences in sequence_sums.h, and a score is a function of sums. So parts of a corpus and
 * resamples of its segments (score_bootstrap.h) are scored without reading texts again. */
#ifndef LG_METRIC_SCORER_H
#define LG_METRIC_SCORER_H

#include "api/scorer.h"
#include "base/error.h"
#include "metric/bleu.h"
#include "metric/chrf.h"

/* The name of a metric, and the properties that the name implies. */
typedef struct lg_text_metric {
    const char *name;
    bool is_chrf;
    int characters, words; /* n-gram orders of chrF */
} lg_text_metric;
extern const lg_text_metric lg_text_metrics[];               /* ends with zeros; the first is the default */
const lg_text_metric *lg_text_metric_find(const char *name); /* NULL: not found */

struct lg_scorer {
    bool is_chrf;
    lg_bleu bleu; /* only one of bleu and chrf is used */
    lg_chrf chrf;
};

/* Sets valid options; *s must be zeroed. */
void lg_scorer_set(lg_scorer *s, const lg_scorer_options *o);
/* Fails with LG_USAGE for an unknown name or a number out of bounds, with LG_FAILED if memory runs out. */
bool lg_scorer_open(const lg_scorer_options *o, lg_scorer **out, lg_error *err);
/* Computes the sums of a segment, [lg_scorer_sums]. Not thread-safe, because it uses scratch memory of the scorer.
 * False: out of memory. */
bool lg_scorer_measure(lg_scorer *s, const char *hypothesis, const char *const *references, size_t count, double *sums,
                       lg_error *err);

#endif
