/* api_score.c: implements the calls of api/scorer.h that need a context; metric/api_scorer.c implements all other
 * calls. */
#include "api/scorer.h"
#include "config/context.h"
#include "metric/score_bootstrap.h"
#include "metric/scorer.h"

lg_status lg_scorer_new(lg_context *c, const lg_scorer_options *o, lg_scorer **out) {
    lg_error *err = lg_context_begin(c);
    lg_scorer_open(o, out, err);
    return err->code;
}

lg_status lg_scorer_segment(lg_context *c, lg_scorer *s, const char *hypothesis, const char *const *references,
                            size_t count, double *sums) {
    lg_error *err = lg_context_begin(c);
    lg_scorer_measure(s, hypothesis, references, count, sums, err);
    return err->code;
}

lg_status lg_scorer_bootstrap(lg_context *c, const lg_scorer *s, const double *const *sums, size_t systems,
                              size_t segments, int resamples, uint64_t seed, lg_score_estimate *out) {
    lg_error *err = lg_context_begin(c);
    lg_scorer_resample(s, sums, systems, segments, resamples, seed, out, err);
    return err->code;
}
