/* text_sums.c: see text_sums.h. */
#include "metric/text_sums.h"

#include <math.h>

#include "api/scorer.h"

static bool open_scorer(const char *metric, lg_scorer **out, lg_error *err) {
    const lg_scorer_options o = lg_scorer_defaults(metric);
    return lg_scorer_open(&o, out, err);
}

bool lg_text_scorers_open(lg_text_scorers *x, lg_error *err) {
    *x = (lg_text_scorers){0};
    return open_scorer("bleu", &x->bleu, err) && open_scorer("chrf", &x->chrf, err);
}

void lg_text_scorers_close(lg_text_scorers *x) {
    lg_scorer_free(x->bleu);
    lg_scorer_free(x->chrf);
    *x = (lg_text_scorers){0};
}

bool lg_text_scorers_measure(lg_text_scorers *x, const char *answer, const char *target, double sums[LG_SUMS],
                             lg_error *err) {
    sums[LG_SUM_TEXTS] = 1;
    return lg_scorer_measure(x->bleu, answer, &target, 1, sums + LG_SUM_BLEU, err) &&
           lg_scorer_measure(x->chrf, answer, &target, 1, sums + LG_SUM_CHRF, err);
}

static double score_of(const char *metric, const double sums[LG_SUMS], lg_sum first) {
    lg_scorer s = {0};
    const lg_scorer_options o = lg_scorer_defaults(metric);
    if (!(sums[LG_SUM_TEXTS] > 0)) return (double)NAN;
    lg_scorer_set(&s, &o);
    return lg_scorer_score(&s, sums + first).score;
}

double lg_sums_bleu(const double sums[LG_SUMS]) {
    return score_of("bleu", sums, LG_SUM_BLEU);
}

double lg_sums_chrf(const double sums[LG_SUMS]) {
    return score_of("chrf", sums, LG_SUM_CHRF);
}
