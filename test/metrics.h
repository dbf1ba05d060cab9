/* metrics.h: lists of metrics by name, in the order of lg_metrics, for tests with literal values. */
#ifndef LG_TEST_METRICS_H
#define LG_TEST_METRICS_H

#include "metric/metric.h"

enum { ACCURACY, CROSS_ENTROPY, EXACT_MATCH, PERPLEXITY, BITS, STEPS, BLEU, CHRF };

/* POINT is a point of a curve at a length, PROGRESS at a step. Both have this token accuracy, a perplexity of 1, and
 * zeros for all other metrics. */
#define POINT(length, accuracy)                                                                                        \
    {                                                                                                                  \
        length, {                                                                                                      \
            accuracy, [PERPLEXITY] = 1                                                                                 \
        }                                                                                                              \
    }
#define PROGRESS(step, seconds, accuracy)                                                                              \
    {                                                                                                                  \
        step, seconds, {                                                                                               \
            accuracy, [PERPLEXITY] = 1                                                                                 \
        }                                                                                                              \
    }

#endif
