/* metric_bits_per_token.c: cross-entropy in bits. */
#include <math.h>

#include "metric/metric.h"

static double of_nats(double nats) {
    return nats / log(2);
}

const lg_metric lg_metric_bits_per_token = {
    .name = "bits_per_token",
    .summary = "cross-entropy in bits; for byte or character tokens: bits per character",
    .formula = "-1/(N ln 2) sum over all N target tokens of log softmax(logits)[target] = cross-entropy / ln 2.\n"
               "If tokens are bytes or characters, the unit is called bits per character.\n"
               "0.99 bits are 0.6862157 nats.",
    .source = "Shannon 1948",
    .info = {.title = "bits per token",
             .label = "bits per token",
             .unit = "bits per token",
             .scale = 1,
             .digits = 3,
             .low = 0,
             .high = INFINITY,
             .lower_is_better = true},
    .base = &lg_metric_cross_entropy,
    .of_base = of_nats,
};
