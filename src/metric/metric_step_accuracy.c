/* metric_step_accuracy.c: fraction of right steps before the answer (data.scratchpad). */
#include "metric/metric.h"

static double value(const double sums[LG_SUMS]) {
    double scores[LG_STEP_SCORES];
    lg_sums_steps(sums, scores);
    return scores[LG_STEP_WHOLE];
}

const lg_metric lg_metric_step_accuracy = {
    .name = "step_accuracy",
    .summary = "percentage of scratchpad steps that are entirely correct (data.scratchpad)",
    .formula = "mean over sequences of (correct steps / steps of the target).\n"
               "A sequence scores 0 if its number of steps is wrong, or if a step cannot be parsed.",
    .source = "Kazemnejad et al. 2023, section 6 (official code)",
    .info = {.title = "step accuracy",
             .label = "step accuracy in %",
             .unit = "%",
             .scale = 100,
             .digits = 1,
             .low = 0,
             .high = 1},
    .of_steps = true,
    .value = value,
};
