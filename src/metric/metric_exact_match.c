/* metric_exact_match.c: fraction of sequences that are completely right. */
#include "metric/metric.h"

static double value(const double sums[LG_SUMS]) {
    return lg_sums_ratio(sums, LG_SUM_EXACT, LG_SUM_ANSWERS);
}

const lg_metric lg_metric_exact_match = {
    .name = "exact_match",
    .summary = "how many sequences have every counted token right",
    .formula = "sequences with every counted token right / sequences of which a token counts;\n"
               "tasks that end in an answer: also sequences whose answer is right, whatever comes before it",
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
