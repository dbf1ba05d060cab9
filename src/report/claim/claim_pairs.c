/* claim_pairs.c: pairs the runs of two arms, measures their differences, and combines all comparisons of a claim into a
 * verdict. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim/claim.h"

/* ---- pairs ---- */

/* Pairs of runs from two lists, in order of task and stratum. Strata that only one list has are skipped. */
typedef struct pairing {
    double *differences, *a, *b;
    size_t *tasks, *strata;
    const char **names; /* names of the tasks */
    size_t count, task_count, stratum_count;
} pairing;

static bool new_pairing(size_t most, lg_arena *arena, pairing *p) {
    const size_t reals = (most + 1) * sizeof(double), sizes = (most + 1) * sizeof(size_t);
    *p = (pairing){.differences = lg_arena_alloc(arena, reals),
                   .a = lg_arena_alloc(arena, reals),
                   .b = lg_arena_alloc(arena, reals),
                   .tasks = lg_arena_alloc(arena, sizes),
                   .strata = lg_arena_alloc(arena, sizes),
                   .names = lg_arena_alloc(arena, (most + 1) * sizeof *p->names)};
    return p->differences && p->a && p->b && p->tasks && p->strata && p->names;
}

static int compare_strata(const lg_claim_entry *a, const lg_claim_entry *b) {
    const int task = strcmp(a->task, b->task);
    return task ? task : strcmp(a->stratum, b->stratum);
}

static size_t end_of_stratum(const lg_claim_entries *x, size_t first) {
    size_t end = first;
    while (end < x->count && compare_strata(&x->list[end], &x->list[first]) == 0) end++;
    return end;
}

static void add_pair(pairing *p, const lg_claim_entry *a, const lg_claim_entry *b) {
    p->a[p->count] = a->value, p->b[p->count] = b->value;
    p->differences[p->count] = a->value - b->value;
    p->tasks[p->count] = p->task_count - 1, p->strata[p->count++] = p->stratum_count;
}

/* Pairs the runs of one stratum by seed. Returns the number of runs without a partner. */
static size_t pair_seeds(pairing *p, const lg_claim_entry *a, size_t a_count, const lg_claim_entry *b, size_t b_count) {
    size_t i = 0, k = 0, pairs = 0;
    if (p->task_count == 0 || strcmp(p->names[p->task_count - 1], a->task)) p->names[p->task_count++] = a->task;
    while (i < a_count && k < b_count) {
        const int order = strcmp(a[i].seed, b[k].seed);
        if (order == 0) add_pair(p, &a[i], &b[k]), pairs++;
        i += order <= 0, k += order >= 0;
    }
    return a_count + b_count - 2 * pairs;
}

static void count_seeds(const pairing *p, lg_evidence *e) {
    for (size_t first = 0, end; first < p->count; first = end) {
        for (end = first + 1; end < p->count && p->strata[end] == p->strata[first];) end++;
        const size_t seeds = end - first;
        if (first == 0 || seeds < e->seeds[0]) e->seeds[0] = seeds;
        if (seeds > e->seeds[1]) e->seeds[1] = seeds;
    }
}

static bool pair_arms(const lg_claim_entries *a, const lg_claim_entries *b, lg_arena *arena, lg_comparison_made *out) {
    pairing p;
    size_t alone = 0;
    if (!new_pairing(a->count < b->count ? a->count : b->count, arena, &p)) return false;
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        const int order = compare_strata(&a->list[i], &b->list[k]);
        const size_t i_end = end_of_stratum(a, i), k_end = end_of_stratum(b, k), before = p.count;
        if (order == 0) alone += pair_seeds(&p, &a->list[i], i_end - i, &b->list[k], k_end - k);
        p.stratum_count += p.count > before;
        if (order <= 0) i = i_end;
        if (order >= 0) k = k_end;
    }
    out->tasks = p.names;
    out->evidence = (lg_evidence){.differences = p.differences,
                                  .a = p.a,
                                  .b = p.b,
                                  .tasks = p.tasks,
                                  .strata = p.strata,
                                  .count = p.count,
                                  .alone = alone,
                                  .estimate = NAN};
    count_seeds(&p, &out->evidence);
    return true;
}

/* ---- the metric ---- */

static const lg_metric_info seconds = {.name = "seconds",
                                       .title = "time",
                                       .unit = "s",
                                       .digits = 1,
                                       .scale = 1,
                                       .low = 0,
                                       .high = INFINITY,
                                       .lower_is_better = true},
                            rate = {.name = "steps_per_second",
                                    .title = "speed",
                                    .unit = "steps/s",
                                    .digits = 1,
                                    .scale = 1,
                                    .low = 0,
                                    .high = INFINITY};

static bool find_metric(const lg_claim *c, const lg_kept_runs *runs, lg_measured *out, lg_error *err) {
    size_t metric = c->metric;
    const lg_kept_run *first = lg_claim_first_run(c, runs);
    if (metric == LG_METRICS && !lg_metric_find(lg_kept_run_value(first, "metric"), &metric))
        return lg_fail(err, LG_USAGE,
                       "%s: run %s has a metric that this version of lengthen lacks; name another in `metric:`",
                       c->path, first->name);
    const lg_metric_info value = {
        .name = c->value, .title = c->value, .unit = "", .digits = 3, .scale = 1, .low = -INFINITY, .high = INFINITY};
    out->metric = c->quantity == LG_QUANTITY_SECONDS ? seconds
                  : c->quantity == LG_QUANTITY_RATE  ? rate
                  : c->quantity == LG_QUANTITY_VALUE ? value
                                                     : lg_metric_at(metric);
    const bool time = c->quantity == LG_QUANTITY_TIME_TO;
    out->unit = c->kind == LG_CLAIM_RATIO         ? "times"
                : c->kind == LG_CLAIM_CORRELATION ? ""
                : time                            ? "s"
                : !strcmp(out->metric.unit, "%")  ? "points"
                                                  : out->metric.unit;
    if ((!isnan(c->rule.solved) || c->rule.learned > 0) && out->metric.lower_is_better)
        return lg_fail(err, LG_USAGE, "%s: `%s:` needs a metric whose higher values are better, not %s", c->path,
                       isnan(c->rule.solved) ? "learned" : "solved", out->metric.title);
    for (size_t i = 0; i < c->b_count; i++)
        if (c->b[i].is_chance && !out->metric.has_chance)
            return lg_fail(err, LG_USAGE, "%s: %s has no chance level (expected metric: token_accuracy)", c->path,
                           out->metric.title);
    return true;
}

/* ---- measuring ---- */

/* Sets m->worst to the comparison with the least favourable mean effect and, separately, m->p to the largest p value of
 * all comparisons. */
static void find_worst(const lg_verdict_rule *rule, lg_measured *m) {
    m->measured = m->count > 0;
    for (size_t i = 0; i < m->count; i++) {
        const lg_ruling *r = &m->made[i].ruling, *worst = &m->made[m->worst].ruling;
        const double mean = r->effects[rule->unit].mean, other = worst->effects[rule->unit].mean;
        m->measured = m->measured && m->made[i].evidence.count > 0;
        m->p = i == 0 ? r->p : isnan(r->p) || isnan(m->p) ? (double)NAN : fmax(m->p, r->p);
        if (rule->expectation == LG_EXPECT_WITHIN ? fabs(mean) > fabs(other) : mean < other) m->worst = i;
    }
}

static bool measure(const lg_claim *c, lg_measured *m, lg_error *err) {
    enum { STREAM = 0x636c6d }; /* "clm": the random stream of the tests */
    for (size_t i = 0; i < m->count; i++) {
        lg_comparison_made *x = &m->made[i];
        const lg_key key = lg_key_fold(lg_key_root(STREAM), i);
        if (!lg_ruling_measure(&c->rule, &x->evidence, key, &x->ruling) ||
            !lg_ruling_explain(&c->rule, &x->evidence, key, &x->ruling))
            return lg_fail(err, LG_FAILED, "out of memory: the pairs of %s", c->path);
    }
    find_worst(&c->rule, m);
    return true;
}

bool lg_claim_measure(const lg_claim *c, const lg_kept_runs *runs, lg_arena *arena, lg_measured *out, lg_error *err) {
    lg_claim_entries a, b;
    const size_t most = c->b_count > 0 ? c->b_count : 1;
    *out = (lg_measured){.unit = "", .p = NAN, .made = lg_arena_alloc(arena, most * sizeof *out->made)};
    if (!out->made) return lg_fail(err, LG_FAILED, "out of memory: %s", c->path);
    if (!runs || (!c->study && c->b_count == 0)) return true;
    if (!find_metric(c, runs, out, err) || !lg_claim_entries_of(c, runs, &c->a, "a", &out->metric, arena, &a, err))
        return false;
    out->count = most;
    if (c->kind == LG_CLAIM_CORRELATION)
        return lg_claim_correlate(c, &a, arena, &out->made[0], err) && measure(c, out, err);
    for (size_t i = 0; i < most; i++) {
        lg_comparison_made *x = &out->made[i];
        x->b = c->b[i].label;
        if (!(c->b[i].is_chance ? lg_claim_chance_entries(c, &a, &out->metric, arena, &b, err)
                                : lg_claim_entries_of(c, runs, &c->b[i], "b", &out->metric, arena, &b, err)))
            return false;
        if (!(c->below ? pair_arms(&b, &a, arena, x) : pair_arms(&a, &b, arena, x)))
            return lg_fail(err, LG_FAILED, "out of memory: the pairs of %s", c->path);
    }
    return measure(c, out, err);
}

/* ---- deciding ---- */

void lg_claim_decide(const lg_claim *c, lg_measured *m, double corrected) {
    size_t holds = 0, refuted = m->count;
    for (size_t i = 0; i < m->count; i++) {
        lg_ruling *r = &m->made[i].ruling;
        lg_ruling_decide(&c->rule, &m->made[i].evidence, corrected, m->count, r);
        holds += r->verdict == LG_HOLDS;
        if (r->verdict == LG_REFUTED && refuted == m->count) refuted = i;
        if (r->verdict == LG_UNDECIDED && m->made[m->worst].ruling.verdict == LG_HOLDS) m->worst = i;
    }
    m->verdict = refuted < m->count ? LG_REFUTED : m->count > 0 && holds == m->count ? LG_HOLDS : LG_UNDECIDED;
    if (refuted < m->count) m->worst = refuted;
}
