/* rungs.c: decides rungs; see rungs.h. rungs_file.c reads and writes the file. */
#include "sweep/registry/rungs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "lengthen/metric.h"
#include "metric/metric.h"
#include "sweep/plan/manifest.h"

/* ---- applying decisions ---- */

void lg_rungs_climb(const lg_rungs *r, const lg_manifest *m, lg_climb *climb) {
    memset(climb, 0, m->run_count * sizeof *climb);
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < r->all[i].runs; k++) {
            lg_climb *c = &climb[r->all[i].run[k].index];
            if (k < r->all[i].promoted)
                c->level++;
            else
                c->stopped = true;
        }
    for (size_t i = 0; m->trained_by && i < m->run_count; i++)
        if (lg_planned_trainer(m, i) != i)
            climb[i] = (lg_climb){m->promotion.rung_count, climb[lg_planned_trainer(m, i)].stopped};
}

int64_t lg_climb_goal(const lg_manifest *m, const lg_climb *c) {
    return c->level < m->promotion.rung_count ? m->promotion.rungs[c->level] : 0;
}

lg_run_state lg_climb_state(const lg_manifest *m, const lg_climb *c, const lg_run_result *x) {
    const int64_t goal = lg_climb_goal(m, c);
    if (x->state != LG_RUN_PAUSED && x->state != LG_RUN_PLANNED) return x->state;
    if (c->stopped) return LG_RUN_STOPPED;
    return x->state == LG_RUN_PAUSED && goal > 0 && x->step >= goal ? LG_RUN_PAUSED : LG_RUN_PLANNED;
}

const lg_progress_point *lg_result_validation(const lg_run_result *x, int64_t step) {
    const lg_progress_point *found = NULL;
    for (size_t i = 0; i < x->progress_count; i++)
        if (x->progress[i].step <= step && (!found || x->progress[i].step > found->step)) found = &x->progress[i];
    return found;
}

/* ---- deciding ---- */

typedef struct rival {
    double loss;        /* the score, negated if higher is better; infinite without a score */
    lg_split validated; /* the split of the score */
    lg_rung_run run;
} rival;

/* The runs of one rung and one group while they are compared. */
typedef struct contest {
    const lg_results *now;
    const lg_climb *climb;
    const bool *within; /* [axes] */
    bool without_failed;
    size_t level;
    bool *seen; /* [runs]: the run's group was processed */
    rival *rival;
    size_t rivals, metric;
    lg_error *err;
} contest;

static bool share_group(const contest *c, size_t a, size_t b) {
    const lg_manifest *m = c->now->manifest;
    for (size_t i = 0; i < m->axis_count; i++)
        if (c->within[i] && m->runs[a].labels[i] != m->runs[b].labels[i]) return false;
    return true;
}

/* True if the run has the score for this rung or has ended. */
static bool is_ready(const contest *c, size_t run) {
    const lg_run_result *x = &c->now->runs[run];
    const lg_run_state s = x->state;
    if (s == LG_RUN_PAUSED) return x->step >= c->now->manifest->promotion.rungs[c->level];
    return s == LG_RUN_DONE || s == LG_RUN_DIVERGED || (s == LG_RUN_FAILED && c->without_failed);
}

static void add_run(contest *c, size_t run) {
    const lg_run_result *x = &c->now->runs[run];
    const lg_progress_point *p = lg_result_validation(x, c->now->manifest->promotion.rungs[c->level]);
    const bool wrong = x->state == LG_RUN_FAILED || x->state == LG_RUN_DIVERGED;
    const double score = !p || wrong ? (double)NAN : p->scores[c->metric];
    const bool lower = lg_metric_better(c->metric, 0, 1);
    const double loss = isnan(score) ? (double)INFINITY : lower ? score : -score;
    c->rival[c->rivals++] = (rival){loss, x->validated, {run, x->state, score}};
}

/* Collects the group's runs that were promoted to this rung. False if one of them is not ready (is_ready), or if
 * another run of the group may still be promoted to this rung. */
static bool gather_group(contest *c, size_t first) {
    bool ready = true;
    c->rivals = 0;
    for (size_t i = first; i < c->now->manifest->run_count; i++) {
        if (!share_group(c, first, i)) continue;
        c->seen[i] = true;
        if (c->climb[i].level < c->level && !c->climb[i].stopped) ready = false; /* this run may still reach the rung */
        if (c->climb[i].level != c->level || c->climb[i].stopped) continue;
        ready = ready && is_ready(c, i);
        add_run(c, i);
    }
    return ready;
}

/* Better scores first, runs without a score last; ties in the order of the plan. */
static int better_first(const void *first, const void *second) {
    const rival *a = first, *b = second;
    if (a->loss != b->loss) return a->loss < b->loss ? -1 : 1;
    return a->run.index < b->run.index ? -1 : 1;
}

/* The number of promoted runs. Runs that ended without a score are never promoted. */
static size_t count_promoted(const contest *c) {
    const lg_promotion_rule *rule = &c->now->manifest->promotion;
    const size_t keep = rule->kind->keep(rule->factor, c->rivals);
    size_t count = 0;
    while (count < keep && !isinf(c->rival[count].loss)) count++;
    return count;
}

/* Checks that all runs were validated on the same split. Paused runs were validated on the split of the plan, so a run
 * with another split was trained beyond its rung by other commands. */
static bool check_split(const contest *c) {
    const rival *best = &c->rival[0];
    for (size_t i = 1; i < c->rivals && !isinf(c->rival[i].loss); i++)
        if (c->rival[i].validated != best->validated)
            return lg_fail(
                c->err, LG_USAGE,
                "the rung at step %d cannot compare run %s, validated on the %s split, with run %s, validated on the "
                "%s split (to retrain the run whose split is not the current eval.validation, remove its directory)",
                c->now->manifest->promotion.rungs[c->level], c->now->manifest->runs[best->run.index].id,
                lg_split_name(best->validated), c->now->manifest->runs[c->rival[i].run.index].id,
                lg_split_name(c->rival[i].validated));
    return true;
}

static bool record_rung(contest *c, lg_rungs *r) {
    qsort(c->rival, c->rivals, sizeof *c->rival, better_first);
    if (!check_split(c)) return false;
    lg_rung *more = lg_arena_grow(r->arena, r->all, r->count, &r->capacity, sizeof *more);
    lg_rung_run *runs = lg_arena_alloc(r->arena, c->rivals * sizeof *runs);
    if (!more || !runs) return lg_fail(c->err, LG_FAILED, "out of memory: the rungs of a sweep");
    for (size_t i = 0; i < c->rivals; i++) runs[i] = c->rival[i].run;
    r->all = more;
    r->all[r->count++] = (lg_rung){.step = c->now->manifest->promotion.rungs[c->level],
                                   .metric = c->metric,
                                   .runs = c->rivals,
                                   .promoted = count_promoted(c),
                                   .run = runs};
    return true;
}

/* Decides all groups at one rung. */
static bool decide_level(contest *c, lg_rungs *r, size_t *decided) {
    const size_t runs = c->now->manifest->run_count;
    memset(c->seen, 0, runs * sizeof *c->seen);
    for (size_t i = 0; i < runs; i++) {
        if (c->seen[i]) continue;
        if (!gather_group(c, i) || c->rivals == 0) continue;
        if (!record_rung(c, r)) return false;
        (*decided)++;
    }
    return true;
}

/* The run of a rung that comes first in the plan. Rungs are ordered by step, then by this run. */
static size_t first_run(const lg_rung *r) {
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < r->runs; i++)
        if (r->run[i].index < first) first = r->run[i].index;
    return first;
}

static int in_order(const void *first, const void *second) {
    const lg_rung *a = first, *b = second;
    if (a->step != b->step) return a->step < b->step ? -1 : 1;
    return first_run(a) < first_run(b) ? -1 : 1;
}

/* Decides all rungs in order, because a decision may make the next rung ready if its runs have ended. */
static bool decide_all(contest *c, lg_rungs *r, lg_climb *climb, size_t *decided) {
    for (c->level = 0; c->level < c->now->manifest->promotion.rung_count; c->level++) {
        lg_rungs_climb(r, c->now->manifest, climb);
        if (!decide_level(c, r, decided)) return false;
    }
    if (r->count > 0) qsort(r->all, r->count, sizeof *r->all, in_order);
    return true;
}

bool lg_rungs_decide(lg_rungs *r, const lg_results *now, bool without_failed, size_t *decided, lg_error *err) {
    const lg_manifest *m = now->manifest;
    lg_arena *arena = lg_arena_new();
    bool *within = NULL;
    *decided = 0;
    if (!arena) return lg_fail(err, LG_FAILED, "out of memory: the rungs of a sweep");
    lg_climb *climb = lg_arena_alloc(arena, m->run_count * sizeof *climb);
    contest c = {
        .now = now, .climb = climb, .without_failed = without_failed, .metric = lg_manifest_metric(m), .err = err};
    c.seen = lg_arena_alloc(arena, m->run_count * sizeof *c.seen);
    c.rival = lg_arena_alloc(arena, m->run_count * sizeof *c.rival);
    bool good = (climb && c.seen && c.rival) || lg_fail(err, LG_FAILED, "out of memory: the rungs of a sweep");
    good = good && lg_manifest_within(m, m->promotion.within, arena, &within, err);
    c.within = within;
    good = good && decide_all(&c, r, climb, decided);
    lg_arena_free(arena);
    return good;
}
