/* verdict.c: see verdict.h. */
#include "report/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/statistics.h"

const char *const lg_verdict_rules[] = {
    "A pair is two runs that differ in the compared choice alone. Its difference is the score of a minus the "
    "score of b.",
    "The units are tasks unless the claim sets `units: seed`. By task, the effect is the mean of each task's "
    "mean difference, with Student's interval over tasks; a bootstrap over whole tasks serves as a check. By "
    "seed, the tasks are fixed: the variance of the mean is the sum of s_t^2 / n_t over k^2, with Welch's "
    "degrees of freedom.",
    "A claim has one look at its runs, or several (`looks:`), and a level for each: 5 % for one look, 2.2 % for each "
    "of three, which keeps the overall error at 5 %. The deciding interval has the level of its look, for example 97.8 "
    "% at three looks. The page prints 95 % intervals, which are narrower and not corrected for the number of claims.",
    "A claim holds if the interval is entirely on the expected side and p, corrected by Holm's method within the "
    "claim's family, is below the level. p comes from a test that flips the signs of the differences. With n units, p "
    "is at least 2^(1 - n). At one look, a single claim needs 6 units and a claim in a family of ten needs 9. At three "
    "looks, a single claim needs 7 and a claim in a family of ten needs 10.",
    "A claim is refuted at this size if the interval is entirely on the other side.",
    "An equivalence holds if the interval lies within the margin (90 % at one look, 95.6 % at three) and p of both "
    "one-sided tests, corrected within the family, is below the level. It is refuted if the deciding interval lies "
    "entirely outside.",
    "A claim gets a verdict only at the numbers of seeds in its `looks:`, and only if no run is missing.",
    "If a claim sets `learned:`, a comparison gets a verdict only if the mean score of one of its arms is at least "
    "that number: two arms at chance level say nothing about the choice.",
    "If a claim sets `solved:` and an arm has seeds on both sides of that score, Fisher's exact test within "
    "tasks compares the shares of solved seeds. It takes four seeds per arm. A claim about the size of such a "
    "difference stays undecided.",
    "If all differences are equal, the interval has zero width and never decides.",
    "A claim with several arms b holds if a is on the expected side of each. It is refuted if a is on the other side "
    "of at least one arm, at the level divided by the number of arms b.",
    "A rank correlation with published numbers is Spearman's over all cells. Its interval comes from leaving out "
    "one task at a time (jackknife). `centred: row` first subtracts the mean of each task.",
    "Every other claim is undecided: the interval includes the boundary, unless the page gives another reason. The "
    "page adds the range of seeds or tasks that would decide with 80 % power if the effect stays the same. The range "
    "is wide if units are few: three seeds determine a standard deviation only within a factor of 0.5 to 6.",
    "A verdict is about runs at this size, with the margins and looks of its file. Refuted does not mean that "
    "the paper's own numbers are wrong.",
    NULL,
};

/* ---- measuring ---- */

static lg_differences by_unit(const lg_evidence *e, lg_effect_unit unit) {
    return (lg_differences){e->differences, unit == LG_UNIT_TASK ? e->tasks : e->strata, e->count};
}

static double level_of(const lg_verdict_rule *rule) {
    return rule->look_count == 0 ? 0.05 : lg_look_level(rule->look_count);
}

/* Computes p of the sign-flip test that the mean equals the margin. */
static bool flip_signs(const lg_verdict_rule *rule, const lg_evidence *e, lg_key key, lg_ruling *out) {
    double *units = malloc((e->count + 1) * sizeof *units);
    size_t count = e->count;
    if (!units) return false;
    if (rule->unit == LG_UNIT_TASK)
        count = lg_differences_means(by_unit(e, LG_UNIT_TASK), units);
    else if (count > 0)
        memcpy(units, e->differences, count * sizeof *units);
    for (size_t i = 0; i < count; i++) units[i] -= rule->margin;
    const lg_paired test = lg_paired_test(units, count, key);
    free(units);
    out->p = test.p, out->least = test.least;
    return true;
}

/* p of the equivalence test: the larger p of two one-sided tests, one for each end of the margin. */
static double within_p(const lg_effect *e, double margin) {
    if (!(e->error > 0)) return NAN;
    return lg_student_cdf((fabs(e->mean) - margin) / e->error, e->freedom);
}

/* Counts the seeds of each stratum that solve their task. Returns the number of strata. */
static size_t count_solved(const lg_verdict_rule *rule, const lg_evidence *e, lg_solved *out) {
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++) {
        if (i == 0 || e->strata[i] != e->strata[i - 1]) out[count++] = (lg_solved){{0, 0}, {0, 0}};
        lg_solved *s = &out[count - 1];
        s->seeds[0]++, s->seeds[1]++;
        s->solved[0] += e->a[i] >= rule->solved, s->solved[1] += e->b[i] >= rule->solved;
    }
    return count;
}

/* Counts solved seeds. If seeds of one arm are on both sides of `solved`, p compares the shares of solved seeds. */
static bool measure_shares(const lg_verdict_rule *rule, const lg_evidence *e, lg_ruling *out) {
    if (isnan(rule->solved) || e->count == 0) return true;
    lg_solved *strata = malloc(e->count * sizeof *strata);
    if (!strata) return false;
    const size_t count = count_solved(rule, e, strata);
    for (size_t i = 0; i < count; i++) {
        out->by_shares |= lg_solved_is_mixed(&strata[i]);
        for (int arm = 0; arm < 2; arm++)
            out->solved.solved[arm] += strata[i].solved[arm], out->solved.seeds[arm] += strata[i].seeds[arm];
    }
    const bool good = !out->by_shares || lg_solved_test(strata, count, &out->p);
    out->side = lg_verdict_solved(strata, count, 0, 1);
    free(strata);
    return good;
}

/* The distance of a mean from the expected side; at most 0 if the mean is on that side. */
static double distance_of(const lg_verdict_rule *rule, double mean) {
    return rule->expectation == LG_EXPECT_ABOVE ? rule->margin - mean : fabs(mean) - rule->margin;
}

static bool find_exception(const lg_verdict_rule *rule, const lg_evidence *e, lg_ruling *out) {
    const lg_differences d = by_unit(e, LG_UNIT_TASK);
    double *means = malloc((e->count + 1) * sizeof *means), farthest = 0;
    if (!means) return false;
    lg_differences_means(d, means);
    for (size_t i = 0, at = 0; i < e->count; i++) {
        if (i > 0 && e->tasks[i] == e->tasks[i - 1]) continue;
        const double distance = distance_of(rule, means[at]);
        out->against += distance > 0;
        if (distance > farthest) farthest = distance, out->exception = e->tasks[i], out->exception_mean = means[at];
        at++;
    }
    free(means);
    return true;
}

/* ---- power ---- */

/* The number of seeds per stratum that reduces the standard error to `wanted`. `spread` is the part of the squared
 * error that more seeds do not reduce, of_seeds the other part. */
static double seeds_for(double wanted, double spread, double of_seeds, size_t seeds) {
    if (wanted * wanted <= spread) return INFINITY;
    const double count = of_seeds * (double)seeds / (wanted * wanted - spread);
    return count > LG_MOST_UNITS ? INFINITY : fmax(ceil(count), (double)seeds + 1);
}

/* More seeds reduce the variance within tasks, but not the variance between tasks. */
static lg_needed seeds_by_task(const lg_effect *task, const lg_effect *seed, double distance, double level,
                               size_t seeds) {
    const double k = task->freedom, of_seeds = seed->error * seed->error, all = task->error * task->error;
    const double wanted = distance / (lg_student_quantile(1 - level / 2, k) + lg_student_quantile(0.8, k));
    const double small = all * k / lg_chi_square_quantile(0.975, k), large = all * k / lg_chi_square_quantile(0.025, k);
    return (lg_needed){seeds_for(wanted, fmax(all - of_seeds, 0), of_seeds, seeds),
                       seeds_for(wanted, fmax(small - of_seeds, 0), of_seeds, seeds),
                       seeds_for(wanted, fmax(large - of_seeds, 0), of_seeds, seeds)};
}

static void estimate_power(const lg_verdict_rule *rule, lg_ruling *out) {
    static const lg_needed unknown = {NAN, NAN, NAN};
    const lg_effect *task = &out->effects[LG_UNIT_TASK], *seed = &out->effects[LG_UNIT_SEED];
    lg_effect apart = out->effects[rule->unit];
    const double distance = distance_of(rule, apart.mean);
    const bool within = rule->expectation == LG_EXPECT_WITHIN && distance < 0;
    const double level = within ? 2 * out->level : out->level;
    apart.mean = fabs(distance);
    out->more_seeds = out->more_tasks = unknown;
    if (!(apart.error > 0)) return;
    if (rule->unit == LG_UNIT_SEED) {
        out->more_seeds = lg_units_needed(&apart, level);
        return;
    }
    out->more_tasks = lg_units_needed(&apart, level);
    if (seed->error > 0) out->more_seeds = seeds_by_task(task, seed, fabs(distance), level, out->seeds);
}

bool lg_ruling_measure(const lg_verdict_rule *rule, const lg_evidence *e, lg_key key, lg_ruling *out) {
    *out = (lg_ruling){.p = NAN, .corrected = NAN, .least = NAN, .exception = LG_NO_TASK, .exception_mean = NAN};
    out->level = level_of(rule), out->seeds = e->seeds[0];
    for (int u = 0; u < 2; u++) {
        if (!lg_effect_of(by_unit(e, (lg_effect_unit)u), (lg_effect_unit)u, &out->effects[u])) return false;
        if (!isnan(e->estimate)) out->effects[u].mean = e->estimate;
        out->intervals[u] = lg_effect_interval(&out->effects[u], 0.95);
    }
    out->strata = out->effects[LG_UNIT_SEED].tasks;
    if (!flip_signs(rule, e, key, out)) return false;
    if (rule->expectation == LG_EXPECT_WITHIN)
        out->p = within_p(&out->effects[rule->unit], rule->margin), out->least = 0;
    return measure_shares(rule, e, out) && find_exception(rule, e, out);
}

bool lg_ruling_explain(const lg_verdict_rule *rule, const lg_evidence *e, lg_key key, lg_ruling *r) {
    estimate_power(rule, r);
    return lg_effect_bootstrap(by_unit(e, LG_UNIT_TASK), key, &r->bootstrap);
}

/* ---- deciding ---- */

static bool has_learned(const lg_verdict_rule *rule, const lg_evidence *e) {
    return !(rule->learned > 0) || fmax(lg_mean(e->a, e->count), lg_mean(e->b, e->count)) >= rule->learned;
}

/* The reason why there can be no verdict; LG_OPEN_NOT: there is none. */
static lg_undecided find_bar(const lg_verdict_rule *rule, const lg_evidence *e, const lg_ruling *r) {
    bool look = rule->look_count == 0;
    for (size_t i = 0; i < rule->look_count; i++) look |= (size_t)rule->looks[i] == r->seeds;
    const lg_effect *by = &r->effects[rule->unit];
    if (e->count == 0) return LG_OPEN_EMPTY;
    if (e->seeds[0] != e->seeds[1] || e->alone > 0) return LG_OPEN_UNEVEN;
    if (!look) return LG_OPEN_LOOK;
    if (!has_learned(rule, e)) return LG_OPEN_LEARNED;
    if (r->by_shares && (rule->expectation == LG_EXPECT_WITHIN || rule->margin != 0)) return LG_OPEN_BIMODAL;
    if (r->by_shares) return isnan(r->p) ? LG_OPEN_SEEDS : LG_OPEN_NOT;
    return isnan(by->error) ? LG_OPEN_UNITS : !(by->error > 0) ? LG_OPEN_WIDTH : LG_OPEN_NOT;
}

static lg_verdict verdict_by_shares(const lg_ruling *r, size_t comparisons) {
    if (r->side == LG_HOLDS) return r->corrected < r->level ? LG_HOLDS : LG_UNDECIDED;
    return r->p * (double)comparisons < r->level ? r->side : LG_UNDECIDED;
}

static lg_verdict verdict_by_interval(const lg_verdict_rule *rule, const lg_ruling *r, size_t comparisons) {
    lg_effect e = r->effects[rule->unit];
    const double each = r->level / (double)comparisons;
    lg_verdict holds, refuted;
    if (rule->expectation == LG_EXPECT_WITHIN) {
        holds = lg_verdict_within(&e, rule->margin, r->level);
        refuted = lg_verdict_within(&e, rule->margin, each);
        if (holds == LG_HOLDS && !(r->corrected < r->level)) holds = LG_UNDECIDED;
    } else {
        e.mean -= rule->margin;
        holds = lg_verdict_above(&e, r->corrected, r->level);
        refuted = lg_verdict_above(&e, 1, each);
    }
    return holds == LG_HOLDS ? LG_HOLDS : refuted == LG_REFUTED ? LG_REFUTED : LG_UNDECIDED;
}

/* Is the interval of the level on the expected side, so that only p prevents a verdict? */
static bool is_on_side(const lg_verdict_rule *rule, const lg_ruling *r) {
    const bool within = rule->expectation == LG_EXPECT_WITHIN;
    const lg_interval i = lg_effect_interval(&r->effects[rule->unit], within ? 1 - 2 * r->level : 1 - r->level);
    return within ? i.low > -rule->margin && i.high < rule->margin : i.low > rule->margin;
}

void lg_ruling_decide(const lg_verdict_rule *rule, const lg_evidence *e, double corrected, size_t comparisons,
                      lg_ruling *r) {
    r->corrected = corrected;
    r->verdict = LG_UNDECIDED;
    r->open = find_bar(rule, e, r);
    if (r->open != LG_OPEN_NOT) return;
    r->verdict = r->by_shares ? verdict_by_shares(r, comparisons) : verdict_by_interval(rule, r, comparisons);
    if (r->verdict != LG_UNDECIDED) return;
    r->open = r->by_shares || is_on_side(rule, r) ? LG_OPEN_P : LG_OPEN_INTERVAL;
}
