/* metric_bleu.c: BLEU of the model's answers as text. */
#include "metric/metric.h"
#include "metric/text_sums.h"

const lg_metric lg_metric_bleu = {
    .name = "bleu",
    .summary = "BLEU of the answers against the target texts (protocols beam and greedy)",
    .formula = "100 b (p1 p2 p3 p4)^(1/4); p1..p4: precisions of 1-grams to 4-grams of all answers together,\n"
               "b = min(1, exp(1 - r/h)) for h tokens of answers and r tokens of targets. Tokenization 13a,\n"
               "case-sensitive, exponential smoothing: n-gram orders without a match count 1/2, 1/4, ... matches.\n"
               "`lengthen score` computes the same BLEU.\n"
               "n-grams are counted over all sequences of a length; with eval.average: examples, over all\n"
               "sequences of all lengths.",
    .source = "Papineni et al. 2002; Post 2018 (sacreBLEU)",
    .info = {.title = "BLEU",
             .label = "BLEU in points of 100",
             .unit = "points",
             .scale = 1,
             .digits = 2,
             .low = 0,
             .high = 100},
    .of_texts = true,
    .value = lg_sums_bleu,
};
