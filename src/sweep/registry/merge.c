/* merge.c: collects results of run directories and shards; see merge.h. */
#include "sweep/registry/merge.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "api/sweep.h"
#include "base/file.h"
#include "base/tree.h"
#include "run/run_dir.h"
#include "sweep/registry/rungs.h"
#include "sweep/registry/shard.h"

static bool name_directory(char out[PATH_MAX], const char *dir, const lg_manifest *m, size_t run, lg_error *err) {
    return lg_planned_path(m, run, dir, "", out, PATH_MAX) || lg_fail(err, LG_USAGE, "%s: the path is too long", dir);
}

/* Reads the result of a run. If its directory is damaged or has an unreadable file, the result is a planned run, and
 * *words is the reason. */
static bool read_run(const char *path, lg_arena *arena, lg_run_result *out, lg_error *words, lg_error *err) {
    lg_error failure = {0};
    *words = failure;
    if (lg_result_read(path, arena, out, &failure)) return true;
    *out = lg_result_planned();
    if (failure.lasting)
        lg_fail_like(words, &failure, "%s; make it readable, or remove it to retrain the run from what is left",
                     failure.text);
    else
        *words = failure;
    return failure.code == LG_CORRUPT || failure.lasting || lg_fail_like(err, &failure, "%s", failure.text);
}

/* Like read_run, but fails if a file is unreadable, because such a directory must not be replaced. */
static bool read_to_take(const char *path, lg_arena *arena, lg_run_result *out, lg_error *err) {
    lg_error words;
    return read_run(path, arena, out, &words, err) && (!words.lasting || lg_fail_like(err, &words, "%s", words.text));
}

/* Combines the result x from a run directory with *known, the result from a shard. x takes precedence, unless only the
 * result from the shard is final. */
static void combine_results(const lg_run_result *x, bool damaged, lg_run_result *known) {
    if (!damaged && !lg_result_ended(x) && lg_result_ended(known)) return;
    const char *owner = known->owner;
    const int attempts = known->attempts > x->attempts ? known->attempts : x->attempts;
    *known = *x;
    known->owner = owner;
    known->attempts = attempts;
}

/* Sets a run back to planned if it was evaluated with other eval.* options than the plan's. A worker then evaluates the
 * run again, without training. */
static bool check_evaluation(const lg_manifest *m, size_t run, lg_eval_memo *memo, lg_run_result *x, lg_error *err) {
    lg_error words = {0};
    if (x->state != LG_RUN_DONE || !x->evaluation || lg_planned_eval_is(m, run, x->evaluation, memo, &words))
        return true;
    if (words.code != LG_OK) return lg_fail_like(err, &words, "%s", words.text);
    x->state = LG_RUN_PLANNED;
    return true;
}

/* Determines the state of a run that has paused. It stays paused if it has reached the step `goal` of its next rung and
 * has a validation of that step on the split of the plan. Otherwise it becomes planned; if only the validation is
 * missing, the next worker validates the run without training it. */
static bool find_paused(const char *path, const lg_manifest *m, size_t run, int64_t goal, lg_eval_memo *memo,
                        lg_results *out, lg_error *err) {
    lg_run_result *x = &out->runs[run];
    lg_error words = {0};
    if (x->state != LG_RUN_PAUSED) return true;
    x->state = LG_RUN_PLANNED;
    if (goal == 0 || x->step < goal) return true;
    if (!lg_result_watch(path, out->arena, x, err)) return false;
    const lg_progress_point *p = lg_result_validation(x, goal);
    if (p && p->step == goal && lg_planned_validation_is(m, run, x->validated, memo, &words)) x->state = LG_RUN_PAUSED;
    return words.code == LG_OK || lg_fail_like(err, &words, "%s", words.text);
}

static bool find_all_paused(const char *dir, const lg_manifest *m, lg_results *out, lg_error *err) {
    lg_rungs rungs;
    lg_eval_memo memo = {0};
    lg_climb *climb = lg_arena_alloc(out->arena, (m->run_count + 1) * sizeof *climb);
    if (!climb) return lg_fail(err, LG_FAILED, "out of memory: the rungs of %s", dir);
    if (!lg_rungs_read(dir, m, out->arena, &rungs, err)) return false;
    lg_rungs_climb(&rungs, m, climb);
    for (size_t i = 0; i < m->run_count; i++) {
        char path[PATH_MAX];
        if (!name_directory(path, dir, m, i, err) ||
            !find_paused(path, m, i, lg_climb_goal(m, &climb[i]), &memo, out, err))
            return false;
    }
    return true;
}

bool lg_merge_read(const char *dir, const lg_manifest *m, lg_results *out, lg_damage *damage, lg_error *err) {
    *damage = (lg_damage){0};
    lg_eval_memo memo = {0};
    if (!lg_results_new(out, m, err)) return false;
    bool good = lg_shards_read(dir, out, err);
    for (size_t i = 0; good && i < m->run_count; i++) {
        char path[PATH_MAX];
        lg_error words = {0};
        lg_run_result x = lg_result_planned();
        good = name_directory(path, dir, m, i, err) && read_run(path, out->arena, &x, &words, err);
        const lg_run_result *known = &out->runs[i];
        if (*known->reason != '\0' && !lg_result_ended(&x) && !lg_result_ended(known))
            lg_fail(&words, LG_CORRUPT, "%s", known->reason);
        const bool damaged = words.code != LG_OK;
        if (damaged && damage->count++ == 0) damage->first = words;
        combine_results(&x, damaged, &out->runs[i]);
        good = good && check_evaluation(m, i, &memo, &out->runs[i], err);
    }
    good = good && find_all_paused(dir, m, out, err);
    if (!good) lg_results_free(out);
    return good;
}

/* ---- other sweep directories ---- */

static bool read_busy(const char *path, bool *busy, lg_error *err) {
    lg_run_dir s;
    const bool good = lg_run_dir_open(&s, path, err) && lg_run_dir_is_busy(&s, busy, err);
    lg_run_dir_close(&s);
    return good;
}

/* Copies the directory, unless a process trains in one of the two. */
static bool copy_tree(const char *from, const char *to, size_t *taken, lg_error *err) {
    bool theirs, ours;
    if (!read_busy(from, &theirs, err) || !read_busy(to, &ours, err)) return false;
    if (theirs || ours) return true;
    (*taken)++;
    return lg_tree_replace(from, to, err);
}

static bool copy_run(const char *from, const char *to, size_t *taken, lg_error *err) {
    lg_run_result here, there;
    lg_arena *arena = lg_arena_new();
    bool good = arena || lg_fail(err, LG_FAILED, "out of memory: %s", from);
    good = good && read_to_take(to, arena, &here, err) && read_to_take(from, arena, &there, err);
    lg_file_kind theirs, ours;
    good = good && lg_file_get_kind(from, &theirs, err) && lg_file_get_kind(to, &ours, err);
    const bool wanted =
        good && theirs != LG_ABSENT && (ours == LG_ABSENT || (!lg_result_ended(&here) && lg_result_ended(&there)));
    lg_arena_free(arena);
    return wanted ? copy_tree(from, to, taken, err) : good;
}

bool lg_merge_take(const char *dir, const lg_manifest *m, const char *other, size_t *taken, lg_error *err) {
    lg_manifest *plan = lg_manifest_read(other, err);
    if (!plan) return false;
    bool good = lg_manifest_shared(plan, m) > 0 ||
                lg_fail(err, LG_USAGE, "%s has no run in common with %s: their plans are different", other, dir);
    lg_manifest_free(plan);
    char from[PATH_MAX], to[PATH_MAX];
    *taken = 0;
    good = good && (snprintf(to, sizeof to, "%s/runs", dir) < PATH_MAX ||
                    lg_fail(err, LG_USAGE, "%s: the path is too long", dir));
    good = good && lg_file_make_directory(to, err);
    for (size_t i = 0; good && i < m->run_count; i++) {
        good = name_directory(from, other, m, i, err) && name_directory(to, dir, m, i, err) &&
               copy_run(from, to, taken, err);
    }
    return good;
}
