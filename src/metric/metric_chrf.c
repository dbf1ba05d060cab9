/* metric_chrf.c: chrF of the model's answers as text. */
#include "metric/metric.h"
#include "metric/text_sums.h"

const lg_metric lg_metric_chrf = {
    .name = "chrf",
    .summary = "chrF of what is said, against the text of the target (protocols beam and greedy)",
    .formula = "100 (1 + 2^2) P R / (2^2 P + R); P and R: means of precision and recall of n-grams of 1..6\n"
               "characters without white space, of all answers together: `lengthen score --metric chrf`.\n"
               "No mean over sequences: sums add up; with eval.average: examples over all lengths.",
    .source = "Popovic 2015; Post 2018 (sacreBLEU)",
    .info = {.title = "chrF",
             .label = "chrF in points of 100",
             .unit = "points",
             .scale = 1,
             .digits = 2,
             .low = 0,
             .high = 100},
    .of_texts = true,
    .value = lg_sums_chrf,
};
