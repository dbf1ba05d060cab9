/* api_look.c: implements what lengthen.h tells of a sweep: its axes, and its runs as of the last refresh. */
#include <stdio.h>
#include <string.h>

#include "sweep/sweep.h"

/* ---- as it is now ---- */

static bool open_registry(lg_sweep *s, lg_error *err) {
    bool made;
    if (s->registry == NULL) s->registry = lg_registry_open(s->dir, s->manifest, &made, err);
    return s->registry != NULL;
}

lg_status lg_sweep_refresh(lg_sweep *s) {
    lg_error *err = lg_context_begin(s->context);
    lg_results fresh = {0};
    if (open_registry(s, err) && lg_registry_results(s->registry, false, &fresh, err)) {
        lg_results_free(&s->results);
        s->results = fresh;
        lg_arena_free(s->shown);
        s->shown = NULL;
    }
    return err->code;
}

/* ---- the plan, and what became of it ---- */

static lg_state state_of(const lg_sweep *s, size_t run) {
    return s->results.runs == NULL ? LG_RUN_PLANNED : s->results.runs[run].state;
}

lg_sweep_info lg_sweep_about(lg_sweep *s) {
    const lg_manifest *m = s->manifest;
    lg_sweep_info about = {.dir = s->dir,
                           .name = m->name,
                           .title = m->title,
                           .note = m->note,
                           .checksum = m->checksum,
                           .calibration = m->calibration,
                           .runs = m->run_count,
                           .axes = m->axis_count};
    for (size_t i = 0; i < m->run_count; i++) {
        const lg_state state = state_of(s, i);
        about.count[state]++;
        about.cost += m->runs[i].cost;
        if (state == LG_RUN_PLANNED || state == LG_RUN_LEASED) about.left += m->runs[i].cost;
    }
    return about;
}

/* Memory of what is handed out, until the next refresh. */
static void *take(lg_sweep *s, size_t bytes) {
    if (s->shown == NULL) s->shown = lg_arena_new();
    return s->shown == NULL ? NULL : lg_arena_take(s->shown, bytes);
}

lg_sweep_axis lg_sweep_axis_at(lg_sweep *s, size_t i) {
    if (i >= s->manifest->axis_count) return (lg_sweep_axis){.name = ""};
    const lg_grid_axis *a = &s->manifest->axes[i];
    const char **labels = take(s, (a->count + 1) * sizeof *labels);
    for (size_t j = 0; labels != NULL && j < a->count; j++) labels[j] = a->choices[j].label;
    return (lg_sweep_axis){a->name, labels == NULL ? 0 : a->count, labels};
}

static const char *const *labels_of(lg_sweep *s, size_t run) {
    const size_t axes = s->manifest->axis_count;
    const char **labels = take(s, (axes + 1) * sizeof *labels);
    for (size_t a = 0; labels != NULL && a < axes; a++) labels[a] = lg_planned_label(s->manifest, run, a);
    return labels;
}

static const char *dir_of(lg_sweep *s, const char *id) {
    const size_t size = strlen(s->dir) + strlen("/runs/") + LG_RUN_ID;
    char *dir = take(s, size);
    if (dir != NULL) snprintf(dir, size, "%s/runs/%s", s->dir, id);
    return dir;
}

lg_sweep_run lg_sweep_run_at(lg_sweep *s, size_t i) {
    const lg_run_result none = lg_result_planned();
    if (i >= s->manifest->run_count) return (lg_sweep_run){.id = "", .reason = "", .owner = ""};
    const lg_planned_run *p = &s->manifest->runs[i];
    const lg_run_result *r = s->results.runs == NULL ? &none : &s->results.runs[i];
    return (lg_sweep_run){.index = i,
                          .id = p->id,
                          .dir = dir_of(s, p->id),
                          .labels = labels_of(s, i),
                          .state = r->state,
                          .cost = p->cost,
                          .step = r->step,
                          .steps = r->steps,
                          .score = r->score,
                          .loss = r->loss,
                          .seconds = r->seconds,
                          .reason = r->reason,
                          .owner = r->owner,
                          .attempts = r->attempts};
}
