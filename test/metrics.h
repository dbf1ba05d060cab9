/* metrics.h: metrics by name, for tests with literal values, in the order of lg_metrics. */
#ifndef LG_TEST_METRICS_H
#define LG_TEST_METRICS_H

#include "metric/metric.h"

enum { ACCURACY, CROSS_ENTROPY, EXACT_MATCH, PERPLEXITY, BITS, STEPS, BLEU, CHRF };

/* A length, or a step, with a token accuracy; the other metrics are those of a cross-entropy of 0. */
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
