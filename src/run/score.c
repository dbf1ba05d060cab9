/* score.c: see score.h. */
#include "run/score.h"

#include <math.h>
#include <string.h>

#include "data/curriculum.h"

#define PAPER    "paper-exact"
#define USUAL    "first-ood..max"
#define ALL      "all"
#define LENGTHS  "lengths"
#define EXAMPLES "examples"

static const char *same_name(const char *const *names, const char *name) {
    while (*names && strcmp(name, *names)) names++;
    return *names ? *names : "unknown";
}

const char *lg_score_rule(const char *name) {
    return same_name((const char *const[]){USUAL, PAPER, ALL, NULL}, name);
}

const char *lg_score_average(const char *name) {
    return same_name((const char *const[]){LENGTHS, EXAMPLES, NULL}, name);
}

/* A metric of texts over all examples: that of the sums. NaN where a result lacks them. */
static double score_of_all(const lg_eval_result *results, size_t count, const lg_metric *m) {
    double sums[LG_SUMS] = {0};
    for (size_t i = 0; i < count; i++) {
        if (!(results[i].texts[0] > 0)) return (double)NAN;
        for (int k = 0; k < LG_TEXT_SUMS; k++) sums[LG_SUM_TEXTS + k] += results[i].texts[k];
    }
    return m->value(sums);
}

/* The mean of a metric over results; NaN where one of them lacks it. That of a function of another metric is the
 * function of the other's mean: perplexities are not averaged. */
static double mean_of(const lg_eval_result *results, size_t count, size_t metric, bool by_examples) {
    const size_t base = lg_metric_base(metric);
    double sum = 0, weights = 0;
    if (by_examples && lg_metrics[metric]->of_texts) return score_of_all(results, count, lg_metrics[metric]);
    for (size_t i = 0; i < count; i++) {
        const double weight = by_examples ? (double)results[i].sequences : 1;
        sum += weight * results[i].values[base];
        weights += weight;
    }
    return weights > 0 ? lg_metric_of_base(metric, sum / weights) : (double)NAN;
}

lg_score_report lg_score_as(const lg_score_report *other, const lg_eval_result *results, size_t count) {
    lg_score_report r = {
        .metric = other->metric, .rule = other->rule, .average = other->average, .trained = other->trained};
    const int before = !strcmp(r.rule, ALL) ? 0 : r.trained;
    size_t first = 0;
    while (first < count && results[first].length <= before) first++;
    if (!strcmp(r.rule, PAPER) && first < count) first++;
    r.lengths = count - first;
    if (r.lengths > 0) r.first = results[first].length, r.last = results[count - 1].length;
    for (size_t i = 0; i < LG_METRICS; i++)
        r.scores[i] = mean_of(results + first, r.lengths, i, !strcmp(r.average, EXAMPLES));
    r.score = r.scores[r.metric];
    return r;
}

lg_score_report lg_score(const lg_values *v, const lg_eval_result *results, size_t count) {
    const lg_curriculum *c = lg_curriculum_find(lg_text(v, "curriculum"));
    const lg_score_report how = {.metric = lg_metric_index(lg_metric_of(v)),
                                 .rule = lg_score_rule(lg_text(v, "eval.score")),
                                 .average = lg_score_average(lg_text(v, "eval.average")),
                                 .trained = c->longest(v, lg_int(v, "train.steps"))};
    return lg_score_as(&how, results, count);
}

size_t lg_score_lengths(const lg_values *v, const int *lengths, size_t count) {
    const lg_curriculum *c = lg_curriculum_find(lg_text(v, "curriculum"));
    const char *rule = lg_text(v, "eval.score");
    const int before = !strcmp(rule, ALL) ? 0 : c->longest(v, lg_int(v, "train.steps"));
    size_t first = 0;
    while (first < count && lengths[first] <= before) first++;
    return count - first - (!strcmp(rule, PAPER) && first < count);
}
