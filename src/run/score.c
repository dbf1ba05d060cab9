/* score.c: see score.h. */
#include "run/score.h"

#include <math.h>
#include <string.h>

#include "data/curriculum.h"

#define PAPER "paper-exact"
#define USUAL "first-ood..max"
#define ALL   "all"

const char *lg_score_rule(const char *name) {
    static const char *const rules[] = {USUAL, PAPER, ALL};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!strcmp(name, rules[i])) return rules[i];
    return "unknown";
}

/* The mean of a metric over results; NaN where one of them lacks it. That of a function of another metric is the
 * function of the other's mean: perplexities are not averaged. */
static double mean_of(const lg_eval_result *results, size_t count, size_t metric) {
    const size_t base = lg_metric_base(metric);
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += results[i].values[base];
    return count > 0 ? lg_metric_of_base(metric, sum / (double)count) : (double)NAN;
}

lg_score_report lg_score_by(const char *rule, int trained, size_t metric, const lg_eval_result *results, size_t count) {
    lg_score_report r = {.metric = metric, .rule = rule, .trained = trained};
    const int before = !strcmp(rule, ALL) ? 0 : trained;
    size_t first = 0;
    while (first < count && results[first].length <= before) first++;
    if (!strcmp(rule, PAPER) && first < count) first++;
    r.lengths = count - first;
    if (r.lengths > 0) r.first = results[first].length, r.last = results[count - 1].length;
    for (size_t i = 0; i < LG_METRICS; i++) r.scores[i] = mean_of(results + first, r.lengths, i);
    r.score = r.scores[metric];
    return r;
}

lg_score_report lg_score(const lg_values *v, const lg_eval_result *results, size_t count) {
    const lg_curriculum *c = lg_curriculum_find(lg_text(v, "curriculum"));
    return lg_score_by(lg_score_rule(lg_text(v, "eval.score")), c->longest(v, lg_int(v, "train.steps")),
                       lg_metric_index(lg_metric_of(v)), results, count);
}
