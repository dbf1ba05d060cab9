/* text_sums.h: compares an answer with its target as text. Computes the sums of BLEU, with the defaults of sacreBLEU
 * (tokenization 13a, smoothing exp), and of chrF. */
#ifndef LG_METRIC_TEXT_SUMS_H
#define LG_METRIC_TEXT_SUMS_H

#include "api/scorer.h"
#include "metric/scorer.h"
#include "metric/sequence_sums.h"

typedef struct lg_text_scorers {
    lg_scorer *bleu, *chrf;
} lg_text_scorers;

bool lg_text_scorers_open(lg_text_scorers *x, lg_error *err); /* must be closed even after failure */
void lg_text_scorers_close(lg_text_scorers *x);
/* Sets the sums from LG_SUM_TEXTS on. False: out of memory. */
bool lg_text_scorers_measure(lg_text_scorers *x, const char *answer, const char *target, double sums[LG_SUMS],
                             lg_error *err);

/* BLEU of the compared texts, 0..100; NaN if no texts were compared. */
double lg_sums_bleu(const double sums[LG_SUMS]);
double lg_sums_chrf(const double sums[LG_SUMS]);

#endif
