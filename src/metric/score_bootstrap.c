/* score_bootstrap.c: see score_bootstrap.h. */
#include "metric/score_bootstrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/scorer.h"
#include "base/key.h"

/* Inputs and outputs of resampling. */
typedef struct resampling {
    const lg_scorer *scorer;
    const double *const *sums; /* [systems], each [segments, width] */
    size_t systems, segments, width;
    double *total;  /* [systems, width]: sums of one resample */
    double *scores; /* [systems, resamples] */
    int resamples;
} resampling;

static void add_segment(const resampling *r, size_t segment) {
    for (size_t i = 0; i < r->systems; i++) {
        const double *from = r->sums[i] + segment * r->width;
        double *to = r->total + i * r->width;
        for (size_t j = 0; j < r->width; j++) to[j] += from[j];
    }
}

static void clear_total(const resampling *r) {
    for (size_t i = 0; i < r->systems * r->width; i++) r->total[i] = 0;
}

/* Draws as many segments as there are, with replacement. All systems get the same segments. */
static void draw_resample(const resampling *r, lg_key key, int number) {
    lg_random random = lg_random_from(lg_key_fold(key, (uint64_t)number));
    clear_total(r);
    for (size_t i = 0; i < r->segments; i++) add_segment(r, lg_random_below(&random, (uint32_t)r->segments));
    for (size_t i = 0; i < r->systems; i++)
        r->scores[i * (size_t)r->resamples + (size_t)number] =
            lg_scorer_score(r->scorer, r->total + i * r->width).score;
}

/* p value of a difference from the first system: the fraction of resampled differences, shifted to mean 0, that exceed
 * `difference`. Numerator and denominator are increased by 1, so that the p value is above 0. If the difference is 0,
 * the p value is 1; sacreBLEU returns its smallest p value instead. */
static double find_p(const resampling *r, size_t system, double difference) {
    const double *first = r->scores, *other = r->scores + system * (size_t)r->resamples;
    double mean = 0;
    int larger = 0;
    if (!(difference > 0)) return 1;
    for (int i = 0; i < r->resamples; i++) mean += fabs(other[i] - first[i]) / r->resamples;
    for (int i = 0; i < r->resamples; i++) larger += fabs(other[i] - first[i]) - mean > difference;
    return (larger + 1.0) / (r->resamples + 1.0);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Computes the mean and the 95 % interval, which excludes 1/40 of the scores at each end. Sorts the scores, so p values
 * must be computed first. */
static void find_interval(const resampling *r, size_t system, lg_score_estimate *e) {
    double *scores = r->scores + system * (size_t)r->resamples;
    const int left_out = r->resamples / 40;
    qsort(scores, (size_t)r->resamples, sizeof *scores, ascending);
    for (int i = 0; i < r->resamples; i++) e->mean += scores[i] / r->resamples;
    e->low = scores[left_out];
    e->high = scores[r->resamples - 1 - left_out];
}

static void estimate_all(const resampling *r, uint64_t seed, lg_score_estimate *out) {
    const lg_key key = lg_key_fold(lg_key_root(seed), LG_KEY_RESAMPLE);
    clear_total(r);
    for (size_t i = 0; i < r->segments; i++) add_segment(r, i);
    for (size_t i = 0; i < r->systems; i++)
        out[i] =
            (lg_score_estimate){.score = lg_scorer_score(r->scorer, r->total + i * r->width).score, .p = (double)NAN};
    for (int i = 0; i < r->resamples; i++) draw_resample(r, key, i);
    for (size_t i = 1; i < r->systems; i++) out[i].p = find_p(r, i, fabs(out[i].score - out[0].score));
    for (size_t i = 0; i < r->systems; i++) find_interval(r, i, &out[i]);
}

bool lg_scorer_resample(const lg_scorer *s, const double *const *sums, size_t systems, size_t segments, int resamples,
                        uint64_t seed, lg_score_estimate *out, lg_error *err) {
    resampling r = {s, sums, systems, segments, lg_scorer_sums(s), NULL, NULL, resamples};
    if (segments == 0 || segments > UINT32_MAX || resamples < 1)
        return lg_fail(err, LG_USAGE, "%zu segments cannot be resampled %d times", segments, resamples);
    r.total = malloc(systems * r.width * sizeof *r.total);
    r.scores = malloc(systems * (size_t)resamples * sizeof *r.scores);
    const bool done = r.total && r.scores;
    if (done) estimate_all(&r, seed, out);
    free(r.total);
    free(r.scores);
    return done || lg_fail(err, LG_FAILED, "out of memory: %d resamples of %zu systems", resamples, systems);
}
