/* inference.c: intervals, exact tests and verdicts; see inference.h. */
#include "report/inference.h"

#include <math.h>
#include <stdlib.h>

#include "report/statistics.h"

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* ---- effects ---- */

size_t lg_differences_insert(double *values, size_t *tasks, size_t count, size_t task, double value) {
    size_t at = count;
    for (; at > 0 && tasks[at - 1] > task; at--) tasks[at] = tasks[at - 1], values[at] = values[at - 1];
    tasks[at] = task, values[at] = value;
    return at;
}

/* One past the last difference of the task that begins at `first`. */
static size_t end_of_task(lg_differences d, size_t first) {
    size_t end = first + 1;
    while (end < d.count && d.tasks[end] == d.tasks[first]) end++;
    return end;
}

/* Sets *variance to the variance of the mean, s^2 / n; NaN for a single number. */
static double mean_of(const double *x, size_t count, double *variance) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) sum += x[i];
    const double n = (double)count, mean = sum / n;
    for (size_t i = 0; i < count; i++) squares += (x[i] - mean) * (x[i] - mean);
    *variance = count > 1 ? squares / (n - 1) / n : (double)NAN;
    return mean;
}

size_t lg_differences_means(lg_differences d, double *means) {
    size_t count = 0;
    double variance;
    for (size_t i = 0, end; i < d.count; i = end)
        end = end_of_task(d, i), means[count++] = mean_of(&d.values[i], end - i, &variance);
    return count;
}

bool lg_effect_of(lg_differences d, lg_effect_unit unit, lg_effect *out) {
    double *means = malloc((d.count + 1) * sizeof *means), all = 0, fourth = 0, variance, largest = 0;
    if (!means) return false;
    const size_t tasks = lg_differences_means(d, means);
    const double k = (double)tasks;
    *out = (lg_effect){unit, tasks, d.count, mean_of(means, tasks, &variance), NAN, NAN};
    out->error = sqrt(variance), out->freedom = k - 1;
    for (size_t i = 0, end; unit == LG_UNIT_SEED && i < d.count; i = end) {
        end = end_of_task(d, i);
        mean_of(&d.values[i], end - i, &variance);
        all += variance, fourth += variance * variance / (double)(end - i - 1);
    }
    if (unit == LG_UNIT_SEED) out->error = sqrt(all) / k, out->freedom = all * all / fourth;
    for (size_t i = 0; i < d.count; i++) largest = fmax(largest, fabs(d.values[i]));
    if (out->error <= 1e-12 * largest) out->error = 0; /* the values differ only by rounding */
    free(means);
    return true;
}

lg_interval lg_effect_interval(const lg_effect *e, double coverage) {
    if (!(e->error > 0)) return (lg_interval){NAN, NAN};
    const double half = lg_student_quantile((1 + coverage) / 2, e->freedom) * e->error;
    return (lg_interval){e->mean - half, e->mean + half};
}

bool lg_effect_bootstrap(lg_differences d, lg_key key, lg_interval *out) {
    double *means = malloc((d.count + 1) * sizeof *means), *drawn = malloc(LG_RESAMPLES * sizeof *drawn);
    const size_t tasks = means ? lg_differences_means(d, means) : 0;
    lg_random random = lg_random_from(key);
    for (size_t i = 0; drawn && i < LG_RESAMPLES; i++) {
        drawn[i] = 0;
        for (size_t k = 0; k < tasks; k++) drawn[i] += means[lg_random_below(&random, (uint32_t)tasks)] / (double)tasks;
    }
    const bool good = means && drawn;
    if (good) qsort(drawn, LG_RESAMPLES, sizeof *drawn, by_value);
    if (good) *out = (lg_interval){drawn[LG_RESAMPLES / 40], drawn[LG_RESAMPLES - 1 - LG_RESAMPLES / 40]};
    if (good && tasks < 2) *out = (lg_interval){NAN, NAN};
    free(means);
    free(drawn);
    return good;
}

/* ---- correlations ---- */

/* Copies the cells of all tasks but one; returns their number. */
static size_t copy_without(const double *from, const size_t *tasks, size_t count, size_t task, double *to) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (tasks[i] != task) to[kept++] = from[i];
    return kept;
}

bool lg_rank_correlation_by_task(const double *x, const double *y, const size_t *tasks, size_t count, double *all,
                                 double *pseudo) {
    double *left = malloc((2 * count + 1) * sizeof *left);
    const size_t k = count > 0 ? tasks[count - 1] + 1 : 0;
    if (!left) return false;
    *all = lg_rank_correlation(x, y, count);
    for (size_t i = 0; i < k; i++) {
        const size_t kept = copy_without(x, tasks, count, i, left);
        copy_without(y, tasks, count, i, left + kept);
        pseudo[i] = (double)k * *all - (double)(k - 1) * lg_rank_correlation(left, left + kept, kept);
    }
    free(left);
    return true;
}

/* ---- sign-flip test ---- */

enum { MAX_EXACT = 18 }; /* most pairs for an exact test, which visits up to 2^18 sign assignments */

/* Sums within `slack` of each other count as equal, because they may differ by rounding. */
typedef struct flips {
    const double *differences;
    size_t count;
    double sum, slack;
} flips;

static bool as_far(const flips *f, double sum) {
    return fabs(sum) >= fabs(f->sum) - f->slack;
}

/* Visits every assignment once; each differs from the previous one by one sign (Gray code). */
static double exact_share(const flips *f) {
    const size_t ways = (size_t)1 << f->count;
    size_t hits = 1; /* the observed signs are one hit */
    double sum = f->sum;
    for (size_t way = 1; way < ways; way++) {
        const int flipped = __builtin_ctzll(way);
        const bool back = (way >> (flipped + 1)) & 1;
        sum += (back ? 2 : -2) * f->differences[flipped];
        hits += as_far(f, sum);
    }
    return (double)hits / (double)ways;
}

static double drawn_sum(const flips *f, lg_random *random) {
    double sum = 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < f->count; i++, bits >>= 1) {
        if (i % 32 == 0) bits = lg_random_bits(random);
        sum += bits & 1 ? f->differences[i] : -f->differences[i];
    }
    return sum;
}

static double drawn_share(const flips *f, lg_key key) {
    lg_random random = lg_random_from(key);
    size_t hits = 1;
    for (int i = 0; i < LG_FLIPS; i++) hits += as_far(f, drawn_sum(f, &random));
    return (double)hits / (LG_FLIPS + 1);
}

lg_paired lg_paired_test(const double *differences, size_t count, lg_key key) {
    lg_paired r = {count, NAN, NAN, NAN, count <= MAX_EXACT};
    if (count == 0) return r;
    r.least = r.exact ? ldexp(2, -(int)count) : 1.0 / (LG_FLIPS + 1);
    flips f = {differences, count, 0, 0};
    for (size_t i = 0; i < count; i++) f.sum += differences[i], f.slack += 1e-9 * fabs(differences[i]);
    r.mean = f.sum / (double)count;
    r.p = r.exact ? exact_share(&f) : drawn_share(&f, key);
    return r;
}

/* ---- correction for several claims ---- */

static int by_pointed(const void *a, const void *b) {
    return by_value(*(const double *const *)a, *(const double *const *)b);
}

bool lg_holm(double *p, size_t count) {
    double **order = malloc((count + 1) * sizeof *order), least = 0;
    if (!order) return false;
    for (size_t i = 0; i < count; i++) order[i] = &p[i];
    qsort(order, count, sizeof *order, by_pointed);
    for (size_t i = 0; i < count; i++) least = *order[i] = fmin(fmax(least, (double)(count - i) * *order[i]), 1);
    free(order);
    return true;
}

/* ---- exact test of solved seeds ---- */

enum { LEAST_SEEDS = 4 }; /* seeds per arm: with three, p cannot be below 0.1 */

static bool has_seeds(const lg_solved *t) {
    return t->seeds[0] >= LEAST_SEEDS && t->seeds[1] >= LEAST_SEEDS;
}

bool lg_solved_is_mixed(const lg_solved *t) {
    for (int arm = 0; arm < 2; arm++)
        if (t->solved[arm] > 0 && t->solved[arm] < t->seeds[arm]) return true;
    return false;
}

static double choose(size_t n, size_t k) {
    double ways = 1;
    for (size_t i = 1; i <= k; i++) ways *= (double)(n - k + i) / (double)i;
    return ways;
}

/* The probability that x of the solving seeds are in the first arm (hypergeometric). */
static double probability_of(const lg_solved *t, size_t x) {
    const size_t solved = t->solved[0] + t->solved[1], all = t->seeds[0] + t->seeds[1];
    if (x > solved || x > t->seeds[0] || solved - x > t->seeds[1]) return 0;
    return choose(t->seeds[0], x) * choose(t->seeds[1], solved - x) / choose(all, solved);
}

/* distribution[s] is the probability that the first arm has s solving seeds in all tasks so far, for s in 0..most. Adds
 * one more task by convolution. */
static void add_task(double *distribution, size_t most, const lg_solved *t) {
    for (size_t sum = most + 1; sum-- > 0;) {
        double p = 0;
        for (size_t x = 0; x <= sum && x <= t->seeds[0]; x++) p += distribution[sum - x] * probability_of(t, x);
        distribution[sum] = p;
    }
}

bool lg_solved_test(const lg_solved *tasks, size_t count, double *p) {
    size_t most = 0, got = 0, used = 0;
    for (size_t i = 0; i < count; i++)
        if (has_seeds(&tasks[i])) most += tasks[i].seeds[0], got += tasks[i].solved[0], used++;
    double *distribution = calloc(most + 1, sizeof *distribution);
    if (!distribution) return false;
    distribution[0] = 1;
    for (size_t i = 0; i < count; i++)
        if (has_seeds(&tasks[i])) add_task(distribution, most, &tasks[i]);
    *p = used > 0 ? 0 : (double)NAN;
    for (size_t x = 0; x <= most; x++) *p += distribution[x] <= distribution[got] * (1 + 1e-9) ? distribution[x] : 0;
    free(distribution);
    return true;
}

/* ---- verdicts ---- */

lg_verdict lg_verdict_above(const lg_effect *e, double p, double level) {
    const lg_interval i = lg_effect_interval(e, 1 - level);
    return i.low > 0 && p < level ? LG_HOLDS : i.high < 0 ? LG_REFUTED : LG_UNDECIDED;
}

lg_verdict lg_verdict_within(const lg_effect *e, double margin, double level) {
    const lg_interval narrow = lg_effect_interval(e, 1 - 2 * level), wide = lg_effect_interval(e, 1 - level);
    if (narrow.low > -margin && narrow.high < margin) return LG_HOLDS;
    return wide.low > margin || wide.high < -margin ? LG_REFUTED : LG_UNDECIDED;
}

lg_verdict lg_verdict_solved(const lg_solved *tasks, size_t count, double p, double level) {
    double more = 0; /* solving seeds of the first arm above the expected number */
    for (size_t i = 0; i < count; i++) {
        const lg_solved *t = &tasks[i];
        const double solved = (double)(t->solved[0] + t->solved[1]), seeds = (double)(t->seeds[0] + t->seeds[1]);
        if (has_seeds(t)) more += (double)t->solved[0] - solved * (double)t->seeds[0] / seeds;
    }
    if (!(p < level)) return LG_UNDECIDED;
    return more > 0 ? LG_HOLDS : LG_REFUTED;
}

double lg_look_level(size_t looks) {
    static const double levels[] = {NAN, 0.05, 0.0294, 0.0221, 0.0182, 0.0158, 0.0142, 0.0130, 0.0120, 0.0112, 0.0106};
    return looks < sizeof levels / sizeof *levels ? levels[looks] : (double)NAN;
}

/* ---- power ---- */

/* Would `units` units decide if the deviation is `factor` times the estimate? */
static bool is_enough(const lg_effect *e, double units, double factor, double level) {
    const bool task = e->unit == LG_UNIT_TASK;
    const double now = task ? (double)e->tasks : (double)e->pairs / (double)e->tasks;
    const double freedom = task ? units - 1 : (double)e->tasks * (units - 1);
    const double quantiles = lg_student_quantile(1 - level / 2, freedom) + lg_student_quantile(0.8, freedom);
    return fabs(e->mean) >= quantiles * factor * e->error * sqrt(now / units);
}

static double least_units(const lg_effect *e, double factor, double level) {
    size_t low = 1, high = 2;
    while (!is_enough(e, (double)high, factor, level)) {
        low = high, high *= 2;
        if (low > LG_MOST_UNITS) return INFINITY;
    }
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        *(is_enough(e, (double)middle, factor, level) ? &high : &low) = middle;
    }
    return (double)high;
}

lg_needed lg_units_needed(const lg_effect *e, double level) {
    if (!(e->error > 0)) return (lg_needed){NAN, NAN, NAN};
    const double small = sqrt(e->freedom / lg_chi_square_quantile(0.975, e->freedom)),
                 large = sqrt(e->freedom / lg_chi_square_quantile(0.025, e->freedom));
    return (lg_needed){least_units(e, 1, level), least_units(e, small, level), least_units(e, large, level)};
}
