/* metric_cross_entropy.c: the training loss per token. */
#include <math.h>

#include "metric/metric.h"

static double value(const double sums[LG_SUMS]) {
    return lg_sums_ratio(sums, LG_SUM_NLL, LG_SUM_TOKENS);
}

const lg_metric lg_metric_cross_entropy = {
    .name = "cross_entropy",
    .summary = "negative log-likelihood per target token",
    .formula = "-1/N sum over all N target tokens of log softmax(logits)[target], in nats: the training loss.\n"
               "Like the loss, it includes target tokens that accuracy does not count.",
    .source = "Shannon 1948",
    .info = {.title = "cross-entropy",
             .label = "cross-entropy in nats per token",
             .unit = "nats per token",
             .scale = 1,
             .digits = 3,
             .low = 0,
             .high = INFINITY,
             .lower_is_better = true},
    .value = value,
};
