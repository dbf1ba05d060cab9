/* metric_perplexity.c: exponential of the cross-entropy. Infinite above 709 nats, where exp overflows, and if a target
 * has probability 0. */
#include <math.h>

#include "metric/metric.h"

static double of_nats(double nats) {
    return exp(nats);
}

const lg_metric lg_metric_perplexity = {
    .name = "perplexity",
    .summary = "exponential of the cross-entropy per target token",
    .formula = "exp(-1/N sum over all N target tokens of log softmax(logits)[target]) = exp(cross-entropy).\n"
               "A uniform guess among V tokens has perplexity V. A score over several lengths is exp of the mean\n"
               "cross-entropy, i.e. the geometric mean of the perplexities.",
    .source = "Jelinek et al. 1977",
    .info = {.title = "perplexity",
             .label = "perplexity per token",
             .unit = "per token",
             .scale = 1,
             .digits = 2,
             .low = 1,
             .high = INFINITY,
             .lower_is_better = true,
             .logarithmic = true},
    .base = &lg_metric_cross_entropy,
    .of_base = of_nats,
};
