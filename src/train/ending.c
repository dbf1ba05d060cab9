/* ending.c: see ending.h. */
#include "train/ending.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metric/metric.h"

#define NONE "none"

static const struct {
    const char *name, *option;
} endings[] = {[LG_NOT_ENDED] = {"", ""},
               [LG_ENDED_STEPS] = {"steps", "train.steps"},
               [LG_ENDED_UNTIL] = {"until", "train.until"},
               [LG_ENDED_PATIENCE] = {"patience", "train.patience"},
               [LG_ENDED_TIME] = {"time", "train.time"}};

const char *lg_ending_name(lg_ending e) {
    return endings[e].name;
}

const char *lg_ending_option(lg_ending e) {
    return endings[e].option;
}

lg_ending lg_ending_find(const char *name) {
    for (lg_ending e = LG_ENDED_STEPS; e <= LG_ENDED_TIME; e++)
        if (!strcmp(endings[e].name, name)) return e;
    return LG_NOT_ENDED;
}

static lg_ending of_option(const char *key) {
    for (lg_ending e = LG_ENDED_STEPS; e <= LG_ENDED_TIME; e++)
        if (!strcmp(endings[e].option, key)) return e;
    return LG_NOT_ENDED;
}

/* ---- train.until ---- */

static bool find_metric(const char *name, size_t length, size_t *out) {
    for (size_t i = 0; i < LG_METRICS; i++)
        if (strlen(lg_metrics[i]->name) == length && !strncmp(lg_metrics[i]->name, name, length)) {
            *out = i;
            return true;
        }
    return false;
}

static bool fail_metric(const char *text, size_t length, lg_error *err) {
    char names[400] = "", name[40];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    for (size_t i = 0; i < LG_METRICS; i++) {
        if (length > 1 && strstr(lg_metrics[i]->name, name))
            return lg_fail_keys(err, "train.until", "train.until: there is no metric '%s'; did you mean '%s'?", name,
                                lg_metrics[i]->name);
        strcat(names, i > 0 ? ", " : "");
        strcat(names, lg_metrics[i]->name);
    }
    return lg_fail_keys(err, "train.until", "train.until: there is no metric '%s' (expected one of %s)", name, names);
}

/* Reads the number after the comparison. Fails if no score can satisfy the condition. */
static bool read_bound(const char *text, const char *number, lg_ending_rule *out, lg_error *err) {
    const lg_metric_info *m = &lg_metrics[out->metric]->info;
    char *end;
    out->bound = strtod(number, &end);
    if (end == number || *end != '\0' || !isfinite(out->bound))
        return lg_fail_keys(err, "train.until", "train.until: '%.80s': expected a number at the end, as in %s%s", text,
                            lg_metrics[out->metric]->name, m->lower_is_better ? "<=1.5" : ">=0.9");
    const double best = m->lower_is_better ? m->low : m->high;
    const bool beyond = m->lower_is_better ? out->bound < best : out->bound > best;
    if (!beyond && (out->equal || out->bound != best)) return true;
    return lg_fail_keys(err, "train.until", "train.until: '%.80s' never holds: no %s is %s %g", text,
                        lg_metrics[out->metric]->name, m->lower_is_better ? "below" : "above", best);
}

static bool read_until(const char *text, lg_ending_rule *out, lg_error *err) {
    const size_t name = strcspn(text, "<>=! ");
    const char *sign = text + name + strspn(text + name, " ");
    out->until = strcmp(text, NONE);
    if (!out->until) return true;
    if (*sign != '<' && *sign != '>')
        return lg_fail_keys(err, "train.until",
                            "train.until: '%.80s': expected METRIC>=NUMBER, such as 'token_accuracy>=0.99' (or >, <=, "
                            "<), or none",
                            text);
    if (!find_metric(text, name, &out->metric)) return fail_metric(text, name, err);
    const bool lower = lg_metrics[out->metric]->info.lower_is_better;
    out->equal = sign[1] == '=';
    if ((*sign == '<') != lower)
        return lg_fail_keys(err, "train.until",
                            "train.until: '%.80s' would end training at a bad score: a %s %s is better (expected %s "
                            "or %s)",
                            text, lower ? "lower" : "higher", lg_metrics[out->metric]->name,
                            lower ? "<=" : ">=", lower ? "<" : ">");
    return read_bound(text, sign + 1 + out->equal, out, err);
}

/* Fails if the metric compares the steps before answers, but the data has no such steps. */
static bool check_metric(const lg_ending_rule *r, bool steps, lg_error *err) {
    return !r->until || steps || !lg_metrics[r->metric]->of_steps ||
           lg_fail_keys(err, "train.until",
                        "train.until: %s scores the scratchpad steps before an answer, but this data has no steps",
                        lg_metrics[r->metric]->name);
}

/* ---- train.time ---- */

static bool read_time(const char *text, double *seconds, lg_error *err) {
    static const char units[] = "smh";
    static const double of_unit[] = {1, 60, 3600};
    char *end;
    *seconds = INFINITY;
    if (!strcmp(text, NONE)) return true;
    const double number = strtod(text, &end);
    const char *unit = end > text && *end != '\0' ? strchr(units, *end) : NULL;
    if (!unit || end[1] != '\0' || !isfinite(number) || number <= 0)
        return lg_fail_keys(err, "train.time",
                            "train.time: '%.40s': expected seconds, minutes or hours, such as 90s, 30m, 1.5h; or none",
                            text);
    *seconds = number * of_unit[unit - units];
    return true;
}

/* ---- the rule ---- */

/* Fails if the rule needs validations but there are none. */
static bool check_validations(const lg_train_settings *t, int64_t every, const lg_ending_rule *r, lg_error *err) {
    char patience[24];
    snprintf(patience, sizeof patience, "%d", t->patience);
    if ((!r->until && r->patience == 0) || lg_has_validations(t, every)) return true;
    return lg_fail_keys(err, r->until ? "train.until eval.every" : "train.patience eval.every",
                        "%s: %s needs validations, but eval.every: %" PRId64 " has none within train.steps: %" PRId64
                        " (use --eval.every 100, for example)",
                        r->until ? "train.until" : "train.patience", r->until ? t->until : patience, every, t->steps);
}

bool lg_ending_rule_read(const lg_train_settings *t, int64_t every, bool steps, lg_ending_rule *out, lg_error *err) {
    *out = (lg_ending_rule){.patience = t->patience};
    return read_until(t->until, out, err) && read_time(t->time, &out->seconds, err) && check_metric(out, steps, err) &&
           check_validations(t, every, out, err);
}

bool lg_ending_is_later(const char *key, const lg_train_settings *longer, const lg_train_settings *shorter) {
    double later, earlier;
    switch (of_option(key)) {
    case LG_ENDED_STEPS: return longer->steps > shorter->steps;
    case LG_ENDED_UNTIL: return !strcmp(longer->until, NONE);
    case LG_ENDED_PATIENCE:
        return longer->patience == 0 || (shorter->patience > 0 && longer->patience > shorter->patience);
    case LG_ENDED_TIME:
        return read_time(longer->time, &later, NULL) && read_time(shorter->time, &earlier, NULL) && later >= earlier;
    default: return false;
    }
}

/* ---- during training ---- */

bool lg_validation_course_add(lg_validation_course *c, const lg_ending_rule *rule, const double *scores) {
    const bool best = lg_metric_better(c->metric, scores[c->metric], c->best);
    c->last = scores[c->metric];
    if (best) c->best = c->last;
    c->no_better = best ? 0 : c->no_better + 1;
    if (rule->until && (lg_metric_better(rule->metric, scores[rule->metric], rule->bound) ||
                        (rule->equal && scores[rule->metric] == rule->bound)))
        c->reached = true;
    return best;
}

lg_ending lg_ending_now(const lg_ending_rule *rule, const lg_validation_course *c, bool all_steps, double seconds) {
    if (rule->until && c->reached) return LG_ENDED_UNTIL;
    if (rule->patience > 0 && c->no_better >= rule->patience) return LG_ENDED_PATIENCE;
    if (all_steps) return LG_ENDED_STEPS;
    return seconds >= rule->seconds ? LG_ENDED_TIME : LG_NOT_ENDED;
}
