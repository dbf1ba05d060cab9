/* metric_chrf.c: chrF of the model's answers as text. */
#include "metric/metric.h"
#include "metric/text_sums.h"

const lg_metric lg_metric_chrf = {
    .name = "chrf",
    .summary = "chrF of the answers against the target texts (protocols beam and greedy)",
    .formula = "100 (1 + 2^2) P R / (2^2 P + R); P and R: mean precision and recall of n-grams of 1..6\n"
               "characters without white space, over all answers together. As in `lengthen score --metric chrf`.\n"
               "n-grams are counted over all sequences of a length; with eval.average: examples, over all\n"
               "sequences of all lengths.",
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
