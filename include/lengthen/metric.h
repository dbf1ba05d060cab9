/* lengthen/metric.h: metrics and text scores, a part of lengthen.h. Programs include lengthen.h. */
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

/* Metrics. Every evaluation computes all of them, except text metrics (BLEU, chrF), which it computes only if one of
 * them is chosen. The axis `metric` chooses the one for scores, tables, figures and the best checkpoint. Arrays of
 * values are in the order of lg_metric_at; they hold lg_metric_count() numbers and have room for LG_METRICS_MAX. */
enum { LG_METRICS_MAX = 32 };
size_t lg_metric_count(void);
typedef struct lg_metric_info {
    const char *name, *title; /* "token_accuracy", "token accuracy" */
    const char *label;        /* title with unit: "token accuracy in %", "bits per token" */
    const char *unit;         /* unit of display: "%", "nats per token" */
    const char *in;           /* text between "score" and the unit: " in "; " " before "per token" */
    double scale;             /* factor from a value to the unit of display: 100 */
    const char *value_unit;   /* unit of the raw value, as in JSON: "parts of 1", "nats per token" */
    int digits;               /* decimals in the unit of display */
    double low, high;         /* range of a value; INFINITY: unbounded */
    bool lower_is_better;
    bool has_chance;  /* a task's chance level is a value of this metric */
    bool logarithmic; /* figures show it on logarithmic axes */
    bool pooled;      /* a score over examples is computed over the pooled corpus, not as a mean */
} lg_metric_info;
lg_metric_info lg_metric_at(size_t i);              /* i < lg_metric_count() */
bool lg_metric_find(const char *name, size_t *out); /* false: no such metric, *out is unchanged; name may be NULL */
/* False: a metric of steps for targets without steps, or a text metric that was not computed. Output omits it. */
bool lg_metric_applies(size_t metric, const double *values);
bool lg_metric_better(size_t metric, double a, double b); /* is a better than b? NaN is worse than any number */
/* The base of a metric. The base of perplexity is cross-entropy; every other metric is its own base. A metric is a
 * function of its base (lg_metric_of_base). Its mean over lengths is this function of the base's mean:
 * lg_metric_of_base(m, mean of values[lg_metric_base(m)]). */
size_t lg_metric_base(size_t metric);
double lg_metric_of_base(size_t metric, double value); /* `value` is a value of the base */

enum { LG_SCORE_ORDERS = 16, LG_SCORE_SUMS = 3 * LG_SCORE_ORDERS + 2 }; /* maximum number of orders and sums */
/* Arrays have one number per n-gram order: for BLEU 1 to 4; for chrF character orders, then word orders. */
typedef struct lg_text_score {
    const char *name; /* "BLEU", "chrF2", "chrF2++"; valid as long as the scorer */
    double score;     /* 0..100 */
    int orders;
    double counts[LG_SCORE_ORDERS];     /* n-grams of hypotheses that also occur in a reference */
    double totals[LG_SCORE_ORDERS];     /* n-grams of hypotheses; chrF: only where the reference has n-grams of this
                                           order */
    double references[LG_SCORE_ORDERS]; /* chrF: n-grams of references; BLEU: 0 */
    double precisions[LG_SCORE_ORDERS]; /* in %; BLEU: smoothed */
    double recalls[LG_SCORE_ORDERS];    /* chrF: in %; BLEU: 0 */
    double brevity_penalty;             /* BLEU: 0..1; chrF: 1 */
    /* In tokens; chrF: in characters. reference_length of BLEU: sum over segments of the length of the reference that
     * is nearest in length to the hypothesis. */
    double hypothesis_length, reference_length;
} lg_text_score;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
