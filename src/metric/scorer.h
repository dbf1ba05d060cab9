/* scorer.h: scores of translations by one metric, BLEU or chrF. A segment, a hypothesis with its references, leaves
 * additive sums behind, as sequences leave marks (mark.h); a score is a function of sums. So parts of a corpus and
 * resamples of its segments (score_bootstrap.h) are scored without reading texts again. */
#ifndef LG_METRIC_SCORER_H
#define LG_METRIC_SCORER_H

#include "api/scorer.h"
#include "base/error.h"
#include "metric/bleu.h"
#include "metric/chrf.h"

/* What a name of a metric stands for. */
typedef struct lg_text_metric {
    const char *name;
    bool is_chrf;
    int characters, words; /* orders of n-grams, if it is chrF */
} lg_text_metric;
extern const lg_text_metric lg_text_metrics[];               /* ends with zeros; the first one is the default */
const lg_text_metric *lg_text_metric_find(const char *name); /* NULL: there is none */

struct lg_scorer {
    bool is_chrf;
    lg_bleu bleu; /* one of the two */
    lg_chrf chrf;
};

/* Options that are right, into zeros. */
void lg_scorer_set(lg_scorer *s, const lg_scorer_options *o);
/* False after LG_USAGE: a name that there is not, a number out of bounds; or LG_FAILED: no memory. */
bool lg_scorer_open(const lg_scorer_options *o, lg_scorer **out, lg_error *err);
/* The sums of a segment, [lg_scorer_sums]. One thread at a time: the scorer has scratch memory. False: no memory. */
bool lg_scorer_measure(lg_scorer *s, const char *hypothesis, const char *const *references, size_t count, double *sums,
                       lg_error *err);

#endif
