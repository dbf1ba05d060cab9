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

lg_score_report lg_score_by(const char *rule, int trained, const lg_eval_result *results, size_t count) {
    lg_score_report r = {.rule = rule, .score = NAN, .trained = trained};
    const int before = !strcmp(rule, ALL) ? 0 : trained;
    bool skip = !strcmp(rule, PAPER);
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        if (results[i].length <= before) continue;
        if (!skip) {
            if (r.lengths++ == 0) r.first = results[i].length;
            r.last = results[i].length;
            sum += results[i].accuracy;
        }
        skip = false;
    }
    if (r.lengths > 0) r.score = sum / (double)r.lengths;
    return r;
}

lg_score_report lg_score(const lg_values *v, const lg_eval_result *results, size_t count) {
    const lg_curriculum *c = lg_curriculum_find(lg_text(v, "curriculum"));
    return lg_score_by(lg_score_rule(lg_text(v, "eval.score")), c->longest(v, lg_int(v, "train.steps")), results,
                       count);
}
