/* metrics.h: metrics by name, for tests that write values down. The order is that of lg_metrics. */
#ifndef LG_TEST_METRICS_H
#define LG_TEST_METRICS_H

#include "metric/metric.h"

enum { ACCURACY, CROSS_ENTROPY, EXACT_MATCH, PERPLEXITY, BITS, STEPS, BLEU, CHRF };

/* A length, or a step, whose token accuracy alone is told; the others are those of a cross-entropy of
 * 0. */
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
