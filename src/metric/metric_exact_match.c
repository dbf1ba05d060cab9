/* metric_exact_match.c: fraction of sequences whose answer is entirely right (LG_SUM_EXACT). */
#include "metric/metric.h"

static double value(const double sums[LG_SUMS]) {
    return lg_sums_ratio(sums, LG_SUM_EXACT, LG_SUM_ANSWERS);
}

const lg_metric lg_metric_exact_match = {
    .name = "exact_match",
    .summary = "percentage of sequences whose answer is entirely correct",
    .formula = "(sequences whose answer is entirely correct) / (sequences with an answer)\n"
               "The answer consists of the target tokens that token accuracy counts. If a target has steps before\n"
               "the answer (a scratchpad), only the tokens of the final answer must be correct.",
    .source = "Kazemnejad et al. 2023, section 4",
    .info = {.title = "exact match",
             .label = "exact match in %",
             .unit = "%",
             .scale = 100,
             .digits = 1,
             .low = 0,
             .high = 1},
    .value = value,
};
