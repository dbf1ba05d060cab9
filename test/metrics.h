/* metrics.h: metrics by name, for tests that write values down. The order is that of lg_metrics. */
#ifndef LG_TEST_METRICS_H
#define LG_TEST_METRICS_H

#include "metric/metric.h"

enum { ACCURACY, CROSS_ENTROPY, EXACT_MATCH };

/* A length, or a step, whose token accuracy alone is told; the other metrics are 0. */
#define POINT(length, accuracy)                                                                                        \
    {                                                                                                                  \
        length, {                                                                                                      \
            accuracy                                                                                                   \
        }                                                                                                              \
    }
#define PROGRESS(step, seconds, accuracy)                                                                              \
    {                                                                                                                  \
        step, seconds, {                                                                                               \
            accuracy                                                                                                   \
        }                                                                                                              \
    }

#endif
