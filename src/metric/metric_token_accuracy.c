/* metric_token_accuracy.c: fraction of counted tokens that are right. */
#include "metric/metric.h"

static double value(const double sums[LG_SUMS]) {
    return lg_sums_ratio(sums, LG_SUM_RIGHT, LG_SUM_COUNTED);
}

const lg_metric lg_metric_token_accuracy = {
    .name = "token_accuracy",
    .summary = "percentage of target tokens that are predicted correctly, among those that the task counts",
    .formula = "correct tokens / counted tokens in each position sample; then the mean over position samples.\n"
               "A token is correct if the target has the highest logit; the task defines which tokens are counted.",
    .source = "Ruoss et al. 2023; the official code averages over sub-batches, and each sub-batch has its own position "
              "sample",
    .info = {.title = "token accuracy",
             .label = "token accuracy in %",
             .unit = "%",
             .scale = 100,
             .digits = 1,
             .low = 0,
             .high = 1,
             .has_chance = true},
    .mean_of_position_samples = true,
    .value = value,
};
