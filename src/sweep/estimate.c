/* estimate.c: see estimate.h. Most runs of a sweep differ in seeds and rates alone: work is counted once for each kind
 * of run. */
#include "sweep/estimate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/work.h"

#define CALIBRATED 3   /* kinds of runs that are timed: those that take most of all work */
#define MOMENT     0.3 /* seconds for each */

/* Runs that have the same work. */
typedef struct kind {
    char digest[LG_DIGEST];
    size_t first, runs; /* one of them; how many */
    double flops;       /* of one run */
} kind;

typedef struct estimator {
    lg_manifest *m;
    const lg_context *context;
    kind *kinds;
    size_t count, room;
    size_t *kind_of; /* [runs] */
    lg_error *err;
} estimator;

static bool no_memory(const estimator *e) {
    return lg_fail(e->err, LG_FAILED, "%s: no memory to estimate the runs", e->m->name);
}

/* The kind with this digest, the latest first: neighbours in the plan are often of one kind. */
static bool find(const estimator *e, const char *digest, size_t *out) {
    for (size_t i = e->count; i-- > 0;)
        if (strcmp(e->kinds[i].digest, digest) == 0) return *out = i, true;
    return false;
}

static bool add(estimator *e, const char *digest, size_t run, const lg_settled *config) {
    if (e->count == e->room) {
        kind *more = realloc(e->kinds, (2 * e->room + 16) * sizeof *more);
        if (more == NULL) return no_memory(e);
        e->kinds = more;
        e->room = 2 * e->room + 16;
    }
    kind *k = &e->kinds[e->count];
    *k = (kind){.first = run};
    memcpy(k->digest, digest, LG_DIGEST);
    e->kind_of[run] = e->count++;
    lg_work_report work;
    if (!lg_work(e->context, config, &work, e->err)) return false;
    k->flops = work.training + work.testing;
    return true;
}

static bool place_run(estimator *e, size_t run) {
    char digest[LG_DIGEST];
    lg_settled *d = lg_planned_config(e->m, run, e->m->name, e->err);
    bool good = d != NULL && (lg_work_digest(d, digest) || no_memory(e));
    if (good && !find(e, digest, &e->kind_of[run])) good = add(e, digest, run, d);
    if (good) e->kinds[e->kind_of[run]].runs++;
    lg_settled_free(d);
    return good;
}

/* ---- speed ---- */

static double weight(const kind *k) {
    return k->flops * (double)k->runs;
}

static int heaviest_first(const void *a, const void *b) {
    const double x = weight(a), y = weight(b);
    return x > y ? -1 : x < y;
}

/* The speed of the heaviest kinds together: their work over the time that it takes. */
static bool measure(const estimator *e, double *flops_per_second) {
    kind *order = malloc(e->count * sizeof *order);
    if (order == NULL) return no_memory(e);
    memcpy(order, e->kinds, e->count * sizeof *order);
    qsort(order, e->count, sizeof *order, heaviest_first);
    double work = 0, seconds = 0;
    bool good = true;
    for (size_t i = 0; i < e->count && i < CALIBRATED && good; i++) {
        double speed = 0;
        lg_settled *d = lg_planned_config(e->m, order[i].first, e->m->name, e->err);
        good = d != NULL && lg_work_speed(e->context, d, MOMENT, &speed, e->err);
        if (good && speed > 0) work += weight(&order[i]), seconds += weight(&order[i]) / speed;
        lg_settled_free(d);
    }
    free(order);
    *flops_per_second = seconds > 0 ? work / seconds : 0;
    return good;
}

/* ---- all ---- */

static bool estimate(estimator *e) {
    double speed = 0;
    char cpu[LG_CPU_NAME];
    for (size_t i = 0; i < e->m->run_count; i++)
        if (!place_run(e, i)) return false;
    if (!measure(e, &speed)) return false;
    for (size_t i = 0; i < e->m->run_count && speed > 0; i++)
        e->m->runs[i].cost = e->kinds[e->kind_of[i]].flops / speed;
    e->m->calibration = lg_arena_text(e->m->arena, "%s, %.1f GFLOP/s", lg_cpu_name(cpu), 1e-9 * speed);
    return e->m->calibration != NULL || no_memory(e);
}

bool lg_estimate(lg_manifest *m, const lg_context *c, lg_error *err) {
    estimator e = {.m = m, .context = c, .err = err, .kind_of = calloc(m->run_count, sizeof *e.kind_of)};
    const bool good = e.kind_of != NULL ? estimate(&e) : no_memory(&e);
    free(e.kind_of);
    free(e.kinds);
    return good;
}
