/* results.c: results of the runs of a sweep in memory, and their reading from run directories. */
#include "sweep/registry/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "api/text.h"
#include "base/file.h"
#include "metric/metric.h"
#include "run/record_files.h"
#include "run/run_dir.h"

const char *lg_run_state_name(lg_run_state s) {
    static const char *const names[LG_RUN_STATES] = {"planned",  "running", "done",   "failed",
                                                 "diverged", "paused",  "stopped"};
    return names[s];
}

/* True if training is done but the evaluation is not: the worker died in between, or another evaluation was requested
 * later. */
bool lg_run_state_is_trained(lg_run_state s, int64_t step, int64_t steps) {
    return s == LG_RUN_PLANNED && steps > 0 && step >= steps;
}

/* True if the worker was stopped or killed, so that training will continue from a later step than the first. */
bool lg_run_state_is_interrupted(lg_run_state s, int64_t step, int64_t steps) {
    return s == LG_RUN_PLANNED && step > 0 && !lg_run_state_is_trained(s, step, steps);
}

const char *lg_run_state_words(lg_run_state s, int64_t step, int64_t steps) {
    return lg_run_state_is_trained(s, step, steps)       ? "to test"
           : lg_run_state_is_interrupted(s, step, steps) ? "interrupted"
           : s == LG_RUN_PLANNED                     ? "to do"
                                                     : lg_run_state_name(s);
}

bool lg_run_state_find(const char *name, lg_run_state *out) {
    for (int s = 0; name && s < LG_RUN_STATES; s++)
        if (!strcmp(name, lg_run_state_name((lg_run_state)s))) return *out = (lg_run_state)s, true;
    return false;
}

const char *lg_result_text(const char *text, lg_arena *arena) {
    char *copy = !text || *text == '\0' ? NULL : lg_arena_printf(arena, "%s", text);
    if (copy) lg_text_blank(copy, "", '?');
    return !text || *text == '\0' ? "" : copy;
}

void lg_result_no_scores(double scores[LG_METRICS]) {
    for (size_t i = 0; i < LG_METRICS; i++) scores[i] = (double)NAN;
}

lg_run_result lg_result_planned(void) {
    lg_run_result r = {.state = LG_RUN_PLANNED,
                       .reason = "",
                       .owner = "",
                       .started = "",
                       .finished = "",
                       .loss = NAN,
                       .accuracy = NAN,
                       .seconds = NAN};
    lg_result_no_scores(r.scores);
    return r;
}

bool lg_results_new(lg_results *r, const lg_manifest *m, lg_error *err) {
    *r = (lg_results){.manifest = m, .metric = lg_manifest_metric(m), .arena = lg_arena_new()};
    if (r->arena) r->runs = lg_arena_alloc(r->arena, (m->run_count + 1) * sizeof *r->runs);
    for (size_t i = 0; r->runs && i < m->run_count; i++) r->runs[i] = lg_result_planned();
    if (r->runs) return true;
    lg_results_free(r);
    return lg_fail(err, LG_FAILED, "out of memory: the results of a sweep");
}

void lg_results_free(lg_results *r) {
    lg_arena_free(r->arena);
    *r = (lg_results){0};
}

/* ---- reading a run directory ---- */

/* The validations read so far. */
typedef struct progress_list {
    lg_arena *arena;
    lg_progress_point *points;
    size_t count, capacity;
    lg_split split; /* the split of all these validations */
    bool out_of_memory;
} progress_list;

/* Adds a validation. If its split is not that of the earlier validations, drops the earlier ones, so that a curve has
 * one split. */
static bool add_progress(void *user, int64_t step, lg_split split, const double *scores, double seconds) {
    progress_list *l = user;
    if (split != l->split) l->count = 0;
    l->split = split;
    lg_progress_point *more = lg_arena_grow(l->arena, l->points, l->count, &l->capacity, sizeof *more);
    l->out_of_memory = !more;
    if (!more) return false;
    l->points = more;
    lg_progress_point *p = &l->points[l->count++];
    *p = (lg_progress_point){.step = step, .seconds = seconds};
    memcpy(p->scores, scores, sizeof p->scores);
    return true;
}

static bool read_points(const lg_run_dir *s, lg_run_record *r, lg_arena *arena, lg_run_result *out, lg_error *err) {
    size_t count;
    lg_eval_result *tests = lg_eval_read_all(s, &count, err);
    if (!tests || !lg_eval_check_score(s, r, tests, count, err)) {
        free(tests);
        return false;
    }
    lg_point *points = lg_arena_alloc(arena, (count + 1) * sizeof *points);
    for (size_t i = 0; points && i < count; i++) {
        points[i].length = tests[i].length;
        points[i].sequences = tests[i].sequences;
        memcpy(points[i].values, tests[i].values, sizeof points[i].values);
    }
    free(tests);
    memcpy(out->scores, r->score.scores, sizeof out->scores);
    out->points = points;
    out->point_count = points ? count : 0;
    return points || lg_fail(err, LG_FAILED, "out of memory: the evaluations of %s", s->dir);
}

static bool read_progress(const lg_run_dir *s, lg_arena *arena, lg_run_result *out, lg_error *err) {
    progress_list l = {.arena = arena};
    const bool good = lg_metrics_each_score(s, add_progress, &l, err);
    out->progress = l.points;
    out->progress_count = l.count;
    out->validated = l.split;
    return good && (!l.out_of_memory || lg_fail(err, LG_FAILED, "out of memory: the evaluations of %s", s->dir));
}

/* Determines the state of a run from run.json. A paused run whose training state is missing must start again, so it is
 * planned. */
static bool find_state(const lg_run_dir *s, const lg_run_record *r, lg_run_state *out, lg_error *err) {
    lg_file_kind kind;
    *out = r->phase == LG_STATUS_DONE       ? LG_RUN_DONE
           : r->phase == LG_STATUS_DIVERGED ? LG_RUN_DIVERGED
                                            : LG_RUN_PLANNED;
    if (r->phase != LG_STATUS_PAUSED) return true;
    if (!lg_file_get_kind(s->state, &kind, err)) return false;
    if (kind != LG_ABSENT) *out = LG_RUN_PAUSED;
    return true;
}

static bool read_record(const lg_run_dir *s, lg_run_record *r, lg_arena *arena, lg_run_result *out, lg_error *err) {
    lg_run_state state;
    if (!find_state(s, r, &state, err) || (state != LG_RUN_PLANNED && !lg_record_files_check(s, r, err))) return false;
    *out = (lg_run_result){.state = state,
                           .reason = "",
                           .owner = "",
                           .attempts = *r->started != '\0',
                           .step = r->step,
                           .steps = r->steps,
                           .loss = r->loss,
                           .accuracy = r->accuracy,
                           .seconds = r->seconds,
                           .started = lg_result_text(r->started, arena),
                           .finished = lg_result_text(r->finished, arena),
                           .evaluation = lg_result_text(r->evaluation, arena)};
    lg_result_no_scores(out->scores);
    if (r->phase == LG_STATUS_DIVERGED)
        out->reason = lg_arena_printf(arena, "training diverged after step %lld", (long long)r->step);
    if (!out->started || !out->finished || !out->reason || !out->evaluation)
        return lg_fail(err, LG_FAILED, "out of memory: the result of %s", s->dir);
    if (r->phase == LG_STATUS_DONE && !read_points(s, r, arena, out, err)) return false;
    return !lg_result_ended(out) ||
           (read_progress(s, arena, out, err) && lg_metrics_last_load(s, arena, &out->load, err));
}

bool lg_result_read(const char *run_dir, lg_arena *arena, lg_run_result *out, lg_error *err) {
    lg_run_dir s;
    lg_run_record r;
    *out = lg_result_planned();
    lg_file_kind kind;
    const bool good = lg_run_dir_open(&s, run_dir, err) && lg_file_get_kind(s.record, &kind, err) &&
                      (kind == LG_ABSENT || (lg_run_record_read(&s, &r, err) && read_record(&s, &r, arena, out, err)));
    lg_run_dir_close(&s);
    return good;
}

bool lg_result_watch(const char *run_dir, lg_arena *arena, lg_run_result *out, lg_error *err) {
    lg_run_dir s;
    lg_error words = {0};
    const bool good = lg_run_dir_open(&s, run_dir, &words) && read_progress(&s, arena, out, &words);
    lg_run_dir_close(&s);
    return good || words.code == LG_CORRUPT || words.lasting || lg_fail_like(err, &words, "%s", words.text);
}
