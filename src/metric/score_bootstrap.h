/* score_bootstrap.h: paired bootstrap resampling of the segments of translations (Koehn 2004, "Statistical significance
 * tests for machine translation evaluation"), as in sacreBLEU 2. Resamples are pure functions of (seed, number), so
 * they are the same for all systems. Resamples add up the sums of segments, so no text is read again. */
#ifndef LG_METRIC_SCORE_BOOTSTRAP_H
#define LG_METRIC_SCORE_BOOTSTRAP_H

#include "api/scorer.h"
#include "base/error.h"

bool lg_scorer_resample(const lg_scorer *s, const double *const *sums, size_t systems, size_t segments, int resamples,
                        uint64_t seed, lg_score_estimate *out, lg_error *err);

#endif
