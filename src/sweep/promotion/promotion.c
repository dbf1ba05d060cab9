/* promotion.c: the table of promotion rules and their settings; see promotion.h. */
#include "sweep/promotion/promotion.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "run/score.h"
#include "sweep/plan/manifest.h"

#define PROMOTION(name) extern const lg_promotion lg_promotion_##name;
#include "sweep/promotion/promotions.def"
#undef PROMOTION

const lg_promotion *const lg_promotions[] = {
#define PROMOTION(name) &lg_promotion_##name,
#include "config/values.h"
#include "sweep/promotion/promotions.def"
#undef PROMOTION
    NULL};

const lg_promotion *lg_promotion_find(const char *name) {
    return lg_entry_find(lg_promotions, name);
}

lg_promotion_rule lg_promotion_rule_all(void) {
    return (lg_promotion_rule){.kind = lg_promotions[0], .factor = 1, .within = ""};
}

static bool copy_values(const lg_values *v, lg_arena *arena, lg_promotion_rule *out) {
    size_t count;
    const int *rungs = lg_lengths(v, "rungs", &count);
    int *copy = lg_arena_alloc(arena, count * sizeof *copy);
    if (copy) memcpy(copy, rungs, count * sizeof *copy);
    out->rungs = copy;
    out->rung_count = count;
    out->factor = (double)lg_int(v, "factor");
    out->within = lg_arena_printf(arena, "%s", lg_text(v, "within"));
    return copy && out->within;
}

/* Checks that rungs are a short list. A range is refused, because it could contain billions of steps. */
static bool check_rungs(const char *key, const char *value, lg_error *err) {
    size_t commas = 0;
    if (strcmp(key, "rungs")) return true;
    for (const char *at = value; *at != '\0'; at++) commas += *at == ',';
    return (commas < LG_RUNGS_MAX && !strstr(value, "..")) ||
           lg_fail(err, LG_USAGE, "rungs: expected a list of up to %d steps, like [1000, 3000]", LG_RUNGS_MAX);
}

bool lg_promotion_rule_read(const lg_promotion *kind, const lg_pair *settings, size_t count, lg_arena *arena,
                            lg_promotion_rule *out, lg_error *err) {
    *out = lg_promotion_rule_all();
    if (!kind->options) return true;
    lg_values *v = lg_values_new();
    bool good = (v && lg_values_add(v, kind->options)) || lg_fail(err, LG_FAILED, "out of memory: %s", kind->name);
    for (size_t i = 0; i < count && good; i++)
        good = check_rungs(settings[i].key, settings[i].value, err) &&
               lg_values_set(v, settings[i].key, settings[i].value, err);
    out->kind = kind, out->settings = settings, out->setting_count = count;
    good = good && (copy_values(v, arena, out) || lg_fail(err, LG_FAILED, "out of memory: %s", kind->name));
    lg_values_free(v);
    return good;
}

bool lg_promotion_rule_suits(const lg_promotion_rule *r, const lg_values *config, lg_error *err) {
    const int64_t every = r->rung_count == 0 ? 1 : lg_int(config, "eval.every"), steps = lg_int(config, "train.steps");
    for (size_t i = 0; i < r->rung_count; i++) {
        if (every <= 0 || r->rungs[i] % every != 0)
            return lg_fail(err, LG_USAGE,
                           "runs are compared by a validation at step %d, but eval.every is %" PRId64
                           " (set it to a divisor of all rungs)",
                           r->rungs[i], every);
        if (r->rungs[i] >= steps)
            return lg_fail(err, LG_USAGE, "the rung at step %d must be below train.steps, %" PRId64, r->rungs[i],
                           steps);
    }
    return r->rung_count == 0 || lg_score_validates(config) ||
           lg_fail(
               err, LG_USAGE,
               "runs are compared by validation scores, but there are none because no test length is beyond the "
               "training lengths (eval.lengths: %s; use longer ones, eval.score: all, or eval.validation: validation)",
               lg_values_text(config, "eval.lengths"));
}

bool lg_promotion_rule_reads_tests(const lg_promotion_rule *r, const lg_values *config) {
    return r->rung_count > 0 && !lg_score_is_of_validations(config);
}

double lg_promotion_rule_share(const lg_promotion_rule *r, int64_t steps) {
    double share = 0, part = 1, before = 0;
    for (size_t i = 0; i < r->rung_count; i++) {
        share += part * (r->rungs[i] - before);
        before = r->rungs[i];
        part /= r->factor;
    }
    return steps > 0 ? (share + part * ((double)steps - before)) / (double)steps : 1;
}

double lg_promotion_rule_survivors(const lg_promotion_rule *r) {
    return pow(r->factor, -(double)r->rung_count);
}

const char *lg_promotion_rule_words(const lg_promotion_rule *r, lg_arena *arena) {
    const char *words = "";
    for (size_t i = 0; i < r->rung_count && words; i++)
        words = lg_arena_printf(arena, "%s%s%d", words, i > 0 ? ", " : "", r->rungs[i]);
    if (r->rung_count == 0 || !words) return words;
    return lg_arena_printf(arena, "%s at steps %s by a factor of %g%s%s", r->kind->name, words, r->factor,
                           *r->within == '\0' ? "" : ", within each ", r->within);
}
