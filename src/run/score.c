/* score.c: see score.h. */
#include "run/score.h"

#include <math.h>
#include <string.h>

#include "config/describe.h"
#include "data/curriculum.h"
#include "lengthen.h"
#include "metric/metric.h"

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

/* A text metric over all examples, computed from the sums in the results. NaN if a result lacks these sums. */
static double score_of_all(const lg_eval_result *results, size_t count, const lg_metric *m) {
    double sums[LG_SUMS] = {0};
    for (size_t i = 0; i < count; i++) {
        if (!(results[i].texts[0] > 0)) return (double)NAN;
        for (int k = 0; k < LG_TEXT_SUMS; k++) sums[LG_SUM_TEXTS + k] += results[i].texts[k];
    }
    return m->value(sums);
}

/* The mean of a metric over results; NaN if a result lacks it. If the metric is a function of another metric, applies
 * the function to the mean of the other metric: perplexity is computed from the mean cross-entropy. */
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

/* The number of lengths that a score skips, if `within` lengths are at most the longest training length. */
static size_t left_out(const char *rule, size_t within, size_t count) {
    if (!strcmp(rule, ALL)) return 0;
    return within + (!strcmp(rule, PAPER) && within < count);
}

lg_score_report lg_score_as(const lg_score_report *other, const lg_eval_result *results, size_t count) {
    lg_score_report r = {.metric = other->metric,
                         .rule = other->rule,
                         .average = other->average,
                         .trained = other->trained,
                         .above = other->above,
                         .split = other->split};
    const int above = r.above > 0 ? r.above : r.trained;
    size_t within = 0;
    while (within < count && results[within].length <= above) within++;
    const size_t first = left_out(r.rule, within, count);
    r.lengths = count - first;
    if (r.lengths > 0) r.first = results[first].length, r.last = results[count - 1].length;
    for (size_t i = 0; i < LG_METRICS; i++)
        r.scores[i] = mean_of(results + first, r.lengths, i, !strcmp(r.average, EXAMPLES));
    r.score = r.scores[r.metric];
    return r;
}

static int longest_trained(const lg_values *v) {
    const lg_chosen_curriculum c = lg_curriculum_choose(v);
    return c.entry->longest(&c.own, lg_int(v, "train.steps"));
}

lg_score_report lg_score(const lg_values *v, const lg_eval_result *results, size_t count) {
    const lg_score_report how = {.metric = lg_metric_index(lg_metric_of(v)),
                                 .rule = lg_score_rule(lg_text(v, "eval.score")),
                                 .average = lg_score_average(lg_text(v, "eval.average")),
                                 .trained = longest_trained(v),
                                 .above = (int)lg_int(v, "eval.score_above"),
                                 .split = LG_SPLIT_TEST};
    return lg_score_as(&how, results, count);
}

size_t lg_score_lengths(const lg_values *v, const int *lengths, size_t count) {
    const int set = (int)lg_int(v, "eval.score_above"), above = set > 0 ? set : longest_trained(v);
    size_t within = 0;
    while (within < count && lengths[within] <= above) within++;
    return count - left_out(lg_text(v, "eval.score"), within, count);
}

bool lg_score_validates(const lg_values *v) {
    size_t count;
    const int *lengths = lg_lengths(v, "eval.lengths", &count);
    return lg_validation_split_of(v) != LG_SPLIT_TEST || lg_score_lengths(v, lengths, count) > 0;
}

bool lg_score_is_of_validations(const lg_values *v) {
    return lg_validation_split_of(v) == LG_SPLIT_VALIDATION;
}
