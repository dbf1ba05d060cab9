/* estimate.c: estimates the cost of runs; see estimate.h. Most runs of a sweep differ only in seeds and learning rates,
 * so operations are counted once per kind of run, and a config is resolved once per combination of labels that may
 * change the operations. */
#include "sweep/plan/estimate.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "config/config.h"
#include "run/flops.h"

#define CALIBRATED 3   /* kinds of runs that are timed per precision, the most expensive ones */
#define MOMENT     0.3 /* seconds per timing */
#define PATIENCE   2   /* seconds per precision after which no further kind is timed: large models start slowly */
#define PRECISIONS 4   /* upper bound on the number of precisions */

/* Runs with the same operations. */
typedef struct kind {
    char digest[LG_DIGEST_SIZE];
    size_t first, runs; /* one of these runs; their number */
    double flops;       /* operations of one run */
    double tests;       /* the part of `flops` for evaluation */
    int precision;      /* index into paces */
} kind;

/* Operations per second with matrix products of this precision; 0: unknown. */
typedef struct pace {
    const char *precision;
    double speed;
} pace;

typedef struct estimator {
    lg_manifest *m;
    const lg_context *context;
    const lg_plan_progress *progress;
    kind *kinds;
    size_t count, capacity;
    size_t *kind_of; /* [runs] */
    bool *matters;   /* [axes]: the labels of the axis may change the operations of a run */
    size_t *firsts;  /* [first_count]: the first run of each combination of labels on those axes */
    size_t first_count;
    pace paces[PRECISIONS];
    int pace_count;
    int timed; /* number of timed kinds */
    lg_error *err;
} estimator;

static bool fail_memory(const estimator *e) {
    return lg_fail(e->err, LG_FAILED, "out of memory: the estimates of %s", e->m->name);
}

/* Finds the kind with this digest; searches the latest first, because neighbours in the plan are often of one kind. */
static bool find_kind(const estimator *e, const char *digest, size_t *out) {
    for (size_t i = e->count; i-- > 0;)
        if (!strcmp(e->kinds[i].digest, digest)) return *out = i, true;
    return false;
}

/* The index of a precision in paces; adds it if it is new. -1: out of memory. */
static int find_precision(estimator *e, const char *precision) {
    int i = 0;
    while (i < e->pace_count && strcmp(e->paces[i].precision, precision)) i++;
    if (i < e->pace_count) return i;
    assert(i < PRECISIONS);
    e->paces[i].precision = lg_arena_printf(e->m->arena, "%s", precision);
    if (!e->paces[i].precision) return -1;
    return e->pace_count++;
}

static bool add_kind(estimator *e, const char *digest, size_t run, const lg_resolved_config *config) {
    if (e->count == e->capacity) {
        kind *more = realloc(e->kinds, (2 * e->capacity + 16) * sizeof *more);
        if (!more) return fail_memory(e);
        e->kinds = more;
        e->capacity = 2 * e->capacity + 16;
    }
    kind *k = &e->kinds[e->count];
    *k = (kind){.first = run, .precision = find_precision(e, lg_text(config->values, "model.precision"))};
    if (k->precision < 0) return fail_memory(e);
    memcpy(k->digest, digest, LG_DIGEST_SIZE);
    e->kind_of[run] = e->count++;
    lg_flops_report work;
    if (!lg_flops_estimate(e->context, config, &work, e->err)) return false;
    const lg_promotion_rule *rule = &e->m->promotion;
    k->tests = work.evaluation * lg_promotion_rule_survivors(rule);
    k->flops = work.training * lg_promotion_rule_share(rule, lg_int(config->values, "train.steps")) + k->tests;
    return true;
}

/* ---- runs with equal operations ---- */

static bool has_work(const lg_pair *pairs, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!lg_flops_ignores(lg_key_full_name(pairs[i].key))) return true;
    return false;
}

static void find_what_matters(estimator *e) {
    for (size_t a = 0; a < e->m->axis_count; a++)
        for (size_t i = 0; i < e->m->axes[a].count; i++)
            e->matters[a] |= has_work(e->m->axes[a].choices[i].pairs, e->m->axes[a].choices[i].count);
}

/* True if two runs have the same labels on all axes that matter. Runs with options of their own that change the
 * operations match no other run. */
static bool works_like(const estimator *e, size_t run, size_t other) {
    const lg_planned_run *x = &e->m->runs[run], *y = &e->m->runs[other];
    if (has_work(x->extra, x->extras) || has_work(y->extra, y->extras)) return false;
    for (size_t a = 0; a < e->m->axis_count; a++)
        if (e->matters[a] && x->labels[a] != y->labels[a]) return false;
    return true;
}

/* Finds an earlier run with the same operations; searches the latest first. */
static bool find_like(const estimator *e, size_t run, size_t *out) {
    for (size_t i = e->first_count; i-- > 0;)
        if (works_like(e, run, e->firsts[i])) return *out = e->firsts[i], true;
    return false;
}

static bool count_run(estimator *e, size_t run) {
    char digest[LG_DIGEST_SIZE];
    size_t like;
    if (find_like(e, run, &like)) {
        e->kind_of[run] = e->kind_of[like];
        e->kinds[e->kind_of[run]].runs++;
        return true;
    }
    e->firsts[e->first_count++] = run;
    lg_resolved_config *d = lg_planned_config(e->m, run, e->m->name, e->err);
    bool good = d && (lg_flops_digest(d, digest) || fail_memory(e));
    if (good && !find_kind(e, digest, &e->kind_of[run])) good = add_kind(e, digest, run, d);
    if (good) e->kinds[e->kind_of[run]].runs++;
    lg_resolved_config_free(d);
    return good;
}

/* ---- speed ---- */

static double work_of(const kind *k) {
    return k->flops * (double)k->runs;
}

static int heaviest_first(const void *a, const void *b) {
    const double x = work_of(a), y = work_of(b);
    return x > y ? -1 : x < y;
}

/* Measures the speed of the most expensive kinds of a precision, weighted by the operations of their runs. order: all
 * kinds, the most expensive first. */
static bool measure_pace(estimator *e, const kind *order, int precision, double *flops_per_second) {
    double work = 0, seconds = 0;
    const double begun = lg_seconds_of_thread();
    const int before = e->timed;
    for (size_t i = 0; i < e->count && e->timed < before + CALIBRATED; i++) {
        double speed = 0;
        if (order[i].precision != precision) continue;
        if (e->timed > before && lg_seconds_of_thread() - begun > PATIENCE) break;
        e->timed++;
        lg_resolved_config *d = lg_planned_config(e->m, order[i].first, e->m->name, e->err);
        const bool good = d && lg_flops_measure_rate(e->context, d, MOMENT, &speed, e->err);
        lg_resolved_config_free(d);
        if (!good) return false;
        if (speed > 0) work += work_of(&order[i]), seconds += work_of(&order[i]) / speed;
    }
    *flops_per_second = seconds > 0 ? work / seconds : 0;
    return true;
}

static bool measure_paces(estimator *e) {
    bool good = true;
    kind *order = malloc(e->count * sizeof *order);
    if (!order) return fail_memory(e);
    memcpy(order, e->kinds, e->count * sizeof *order);
    qsort(order, e->count, sizeof *order, heaviest_first);
    for (int i = 0; i < e->pace_count && good; i++) good = measure_pace(e, order, i, &e->paces[i].speed);
    free(order);
    return good;
}

/* ---- lg_estimate ---- */

/* "cpu, 95.1 GFLOP/s, timed in 3 of 85 kinds of runs"; with several precisions, a speed for each. */
static const char *describe_calibration(const estimator *e) {
    char cpu[LG_CPU_NAME];
    const char *words = lg_cpu_name(cpu);
    for (int i = 0; i < e->pace_count && words; i++)
        words =
            lg_arena_printf(e->m->arena, "%s, %s%s%.1f GFLOP/s", words, e->pace_count > 1 ? e->paces[i].precision : "",
                            e->pace_count > 1 ? " " : "", 1e-9 * e->paces[i].speed);
    if (words && (size_t)e->timed < e->count)
        words = lg_arena_printf(e->m->arena, "%s, timed in %d of %zu kinds of runs", words, e->timed, e->count);
    return words;
}

static bool estimate_runs(estimator *e) {
    find_what_matters(e);
    for (size_t i = 0; i < e->m->run_count; i++) {
        if (!lg_stop_go_on(&e->context->stop, e->err) || !count_run(e, i)) return false;
        lg_plan_progress_report(e->progress, LG_PLAN_ESTIMATING, i + 1, e->m->run_count);
    }
    if (!measure_paces(e)) return false;
    for (size_t i = 0; i < e->m->run_count; i++) {
        const kind *k = &e->kinds[e->kind_of[i]];
        const double speed = e->paces[k->precision].speed;
        if (speed <= 0) continue;
        e->m->runs[i].cost = k->flops / speed;
        e->m->runs[i].tests = fmin(k->tests / speed, e->m->runs[i].cost);
        if (lg_planned_trainer(e->m, i) != i) e->m->runs[i].cost = e->m->runs[i].tests;
    }
    e->m->calibration = describe_calibration(e);
    return e->m->calibration || fail_memory(e);
}

bool lg_estimate(lg_manifest *m, const lg_context *c, const lg_plan_progress *progress, lg_error *err) {
    static const lg_plan_progress nobody = {0};
    estimator e = {.m = m,
                   .context = c,
                   .progress = progress ? progress : &nobody,
                   .err = err,
                   .kind_of = calloc(m->run_count, sizeof *e.kind_of),
                   .matters = calloc(m->axis_count + 1, sizeof *e.matters),
                   .firsts = calloc(m->run_count, sizeof *e.firsts)};
    const bool good = e.kind_of && e.matters && e.firsts ? estimate_runs(&e) : fail_memory(&e);
    free(e.kind_of);
    free(e.matters);
    free(e.firsts);
    free(e.kinds);
    return good;
}
