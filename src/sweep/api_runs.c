/* api_runs.c: implements the functions of lengthen.h that describe a sweep: its axes, and its runs as of the last
 * refresh. */
#include <stdio.h>
#include <string.h>

#include "api/sweep.h"
#include "metric/metric.h"
#include "sweep/plan/trainings.h"
#include "sweep/sweep.h"

/* ---- names ---- */

static bool allocate_labels(lg_sweep *s) {
    lg_manifest *m = s->manifest;
    const char **labels = lg_arena_alloc(m->arena, (m->run_count * m->axis_count + 1) * sizeof *labels);
    if (!labels) return false;
    for (size_t i = 0; i < m->run_count; i++)
        for (size_t a = 0; a < m->axis_count; a++) labels[i * m->axis_count + a] = lg_planned_label(m, i, a);
    s->labels = labels;
    return true;
}

static bool allocate_dirs(lg_sweep *s) {
    lg_manifest *m = s->manifest;
    const size_t size = strlen(s->dir) + sizeof "/runs/" + LG_RUN_ID;
    const char **dirs = lg_arena_alloc(m->arena, (m->run_count + 1) * sizeof *dirs);
    char *paths = lg_arena_alloc(m->arena, m->run_count * size + 1);
    if (!dirs || !paths) return false;
    for (size_t i = 0; i < m->run_count; i++) {
        snprintf(paths + i * size, size, "%s/runs/%s", s->dir, m->runs[i].id);
        dirs[i] = paths + i * size;
    }
    s->dirs = dirs;
    return true;
}

bool lg_sweep_name_runs(lg_sweep *s, lg_error *err) {
    return ((s->dirs || allocate_dirs(s)) && (s->labels || allocate_labels(s))) ||
           lg_fail(err, LG_FAILED, "out of memory: the runs of %s", s->dir);
}

/* The estimated seconds that a run still takes. Evaluation comes after training, so its cost remains until the run has
 * ended. */
static double cost_left(const lg_planned_run *p, const lg_run_result *r) {
    if (lg_result_ended(r)) return 0;
    return r->steps > 0 ? (p->cost - p->tests) * (1 - (double)r->step / (double)r->steps) + p->tests : p->cost;
}

lg_sweep_run lg_sweep_describe(const lg_sweep *s, size_t run, const lg_run_result *x) {
    const lg_planned_run *p = &s->manifest->runs[run];
    const size_t metric = s->metric < LG_METRICS ? s->metric : lg_manifest_metric(s->manifest);
    return (lg_sweep_run){.index = run,
                          .id = p->id,
                          .dir = !s->dirs ? NULL : s->dirs[run],
                          .labels = !s->labels ? NULL : s->labels + run * s->manifest->axis_count,
                          .state = x->state,
                          .cost = p->cost,
                          .left = cost_left(p, x),
                          .step = x->step,
                          .steps = x->steps,
                          .validations = x->progress_count,
                          .metric = metric,
                          .score = x->scores[metric],
                          .loss = x->loss,
                          .seconds = x->seconds,
                          .reason = x->reason,
                          .owner = x->owner,
                          .started = x->started,
                          .finished = x->finished,
                          .attempts = x->attempts};
}

/* ---- refreshing ---- */

/* Reads the validations of running runs from their directories, because the registry receives a run's validations only
 * when it ends. */
static bool read_running(lg_sweep *s, lg_results *fresh, lg_error *err) {
    for (size_t i = 0; i < s->manifest->run_count; i++)
        if (fresh->runs[i].state == LG_RUN_RUNNING && fresh->runs[i].progress_count == 0 &&
            !lg_result_watch(s->dirs[i], fresh->arena, &fresh->runs[i], err))
            return false;
    return true;
}

bool lg_sweep_read_results(lg_sweep *s, bool curves, lg_results *out, lg_error *err) {
    return s->gathered ? lg_sweep_read_runs(s, out, err) : lg_registry_results(s->registry, curves, out, err);
}

bool lg_sweep_reload(lg_sweep *s, lg_error *err) {
    lg_results fresh;
    if (s->registry && lg_registry_is_gone(s->registry)) {
        lg_registry_close(s->registry);
        s->registry = NULL;
    }
    if (s->gathered && !lg_sweep_gather(s, err)) return false;
    if (!lg_sweep_name_runs(s, err) || (!s->gathered && !lg_sweep_registry(s, err)) ||
        !lg_sweep_read_results(s, false, &fresh, err))
        return false;
    lg_rungs rungs;
    if (!read_running(s, &fresh, err) || !lg_rungs_read(s->dir, s->manifest, fresh.arena, &rungs, err)) {
        lg_results_free(&fresh);
        return false;
    }
    lg_results_free(&s->results);
    s->results = fresh;
    s->rungs = rungs;
    lg_arena_free(s->shown);
    s->shown = NULL;
    return true;
}

lg_status lg_sweep_refresh(lg_sweep *s) {
    lg_error *err = lg_context_begin(s->context);
    lg_sweep_reload(s, err);
    return err->code;
}

/* ---- plan and results ---- */

static lg_run_result result_of(const lg_sweep *s, size_t run) {
    return !s->results.runs ? lg_result_planned() : s->results.runs[run];
}

static const char *describe_promotion(lg_sweep *s) {
    const lg_promotion_rule *r = &s->manifest->promotion;
    if (!s->promotion) s->promotion = lg_promotion_rule_words(r, s->manifest->arena);
    return s->promotion ? s->promotion : r->kind->name;
}

lg_sweep_info lg_sweep_about(lg_sweep *s) {
    const lg_manifest *m = s->manifest;
    lg_sweep_info about = {.dir = s->dir,
                           .name = m->name,
                           .title = s->title ? s->title : m->title,
                           .note = s->note ? s->note : m->note,
                           .checksum = m->checksum,
                           .calibration = m->calibration,
                           .promotion = describe_promotion(s),
                           .runs = m->run_count,
                           .trainings = lg_trainings_count(m),
                           .axes = m->axis_count};
    for (size_t i = 0; i < m->run_count; i++) {
        const lg_run_result r = result_of(s, i);
        about.count[r.state]++;
        about.cost += m->runs[i].cost;
        about.left += cost_left(&m->runs[i], &r);
    }
    return about;
}

/* ---- rungs ---- */

size_t lg_sweep_rung_count(lg_sweep *s) {
    return s->rungs.count;
}

lg_rung lg_sweep_rung_at(lg_sweep *s, size_t i) {
    return i < s->rungs.count ? s->rungs.all[i] : (lg_rung){0};
}

/* ---- axes ---- */

/* Memory for returned arrays, valid until the next refresh. */
static void *allocate_shown(lg_sweep *s, size_t bytes) {
    if (!s->shown) s->shown = lg_arena_new();
    return s->shown ? lg_arena_alloc(s->shown, bytes) : NULL;
}

lg_sweep_axis lg_sweep_axis_at(lg_sweep *s, size_t i) {
    if (i >= s->manifest->axis_count) return (lg_sweep_axis){.name = "", .drawn = ""};
    const lg_grid_axis *a = &s->manifest->axes[i];
    const char **labels = allocate_shown(s, (a->count + 1) * sizeof *labels);
    for (size_t j = 0; labels && j < a->count; j++) labels[j] = a->choices[j].label;
    return (lg_sweep_axis){a->name, !labels ? 0 : a->count, labels, lg_grid_axis_sets_task(a),
                           !a->drawn ? "" : a->drawn};
}

lg_sweep_run lg_sweep_run_at(lg_sweep *s, size_t i) {
    if (i >= s->manifest->run_count)
        return (lg_sweep_run){.id = "", .reason = "", .owner = "", .started = "", .finished = ""};
    const lg_run_result r = result_of(s, i);
    lg_sweep_name_runs(s, NULL);
    return lg_sweep_describe(s, i, &r);
}
