/* metric_exact_match.c: how many sequences are right as a whole. */
#include <math.h>

#include "metric/metric.h"

static double value(const double sums[LG_SUMS]) {
    return sums[LG_SUM_ANSWERS] > 0 ? sums[LG_SUM_EXACT] / sums[LG_SUM_ANSWERS] : (double)NAN;
}

const lg_metric lg_metric_exact_match = {
    .name = "exact_match",
    .summary = "how many sequences have every counted token right",
    .formula = "sequences with every counted token right / sequences of which a token counts",
    .source = "Kazemnejad et al. 2023, section 4",
    .info = {.title = "exact match", .unit = "%", .scale = 100, .digits = 1, .low = 0, .high = 1},
    .value = value,
};
