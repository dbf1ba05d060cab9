/* lengthen/metric.h: the part of lengthen.h about what is measured. Programs include lengthen.h. */
#ifndef LENGTHEN_METRIC_H
#define LENGTHEN_METRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen/core.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* What is measured. Every evaluation computes all metrics, those of texts (BLEU, chrF) where one of these is chosen;
 * the axis `metric` chooses the one of scores, tables, figures and the best checkpoint. Arrays hold their values in the
 * order of lg_metric_at: lg_metric_count() numbers, with room for more. */
enum { LG_METRICS_MAX = 32 };
size_t lg_metric_count(void);
typedef struct lg_metric_info {
    const char *name, *title; /* "token_accuracy", "token accuracy" */
    const char *label;        /* its title and its unit: "token accuracy in %", "bits per token" */
    const char *unit;         /* in which it is shown: "%", "nats per token" */
    const char *in;           /* between "score" and its unit: " in "; " " before "per token" */
    double scale;             /* what a value is multiplied by for that: 100 */
    const char *value_unit;   /* before that, as in JSON: "parts of 1", "nats per token" */
    int digits;               /* behind the point, in that unit */
    double low, high;         /* range of a value; INFINITY: none */
    bool lower_is_better;
    bool has_chance;  /* the chance level of a task is one of its values */
    bool logarithmic; /* axes of it are */
    bool pooled;      /* a score over examples is that of all of them together, as a corpus, and no mean */
} lg_metric_info;
lg_metric_info lg_metric_at(size_t i);              /* i < lg_metric_count() */
bool lg_metric_find(const char *name, size_t *out); /* false: no such metric, *out stays; name may be NULL */
/* False: it is one of steps before answers, and there are none, or one of texts that were not compared. Then it is left
 * out of what is written. */
bool lg_metric_applies(size_t metric, const double *values);
bool lg_metric_better(size_t metric, double a, double b); /* is a better than b? A NaN is worse than any number */
/* Perplexity is a function of cross-entropy: its base. A mean over lengths is that function of the mean of the base:
 * lg_metric_of_base(m, mean of values[lg_metric_base(m)]). Other metrics are their own base. */
size_t lg_metric_base(size_t metric);
double lg_metric_of_base(size_t metric, double value); /* a value of the base */

enum { LG_SCORE_ORDERS = 16, LG_SCORE_SUMS = 3 * LG_SCORE_ORDERS + 2 }; /* the most orders, the most sums */
/* Arrays have a number for each order of n-grams: BLEU 1 to 4, chrF those of characters, then those of words. */
typedef struct lg_text_score {
    const char *name; /* "BLEU", "chrF2", "chrF2++"; valid as long as the scorer */
    double score;     /* 0..100 */
    int orders;
    double counts[LG_SCORE_ORDERS];     /* n-grams of hypotheses that are in a reference too */
    double totals[LG_SCORE_ORDERS];     /* n-grams of hypotheses; chrF: where the reference has some of this order */
    double references[LG_SCORE_ORDERS]; /* chrF: n-grams of references; BLEU: 0 */
    double precisions[LG_SCORE_ORDERS]; /* in %; BLEU: smoothed */
    double recalls[LG_SCORE_ORDERS];    /* chrF: in %; BLEU: 0 */
    double brevity_penalty;             /* BLEU: 0..1; chrF: 1 */
    /* In tokens, or characters of chrF; BLEU: of the references that are nearest in length. */
    double hypothesis_length, reference_length;
} lg_text_score;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
