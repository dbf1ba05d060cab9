/* api_worker.c: implements the functions of lengthen.h that train the runs of a sweep, retry them, and merge the
 * results of several places. */
#include <stdio.h>
#include <string.h>

#include "api/sweep.h"
#include "base/file.h"
#include "base/tree.h"
#include "sweep/registry/merge.h"
#include "sweep/registry/result_json.h"
#include "sweep/registry/shard.h"
#include "sweep/work/worker.h"

/* ---- training ---- */

static bool train_sweep(lg_sweep *s, const lg_worker *options, const lg_worker_callbacks *calls, lg_worker_summary *w,
                        lg_error *err) {
    if (options->use_shards && s->manifest->promotion.rung_count > 0)
        return lg_fail(err, LG_USAGE,
                       "%s: its rungs compare all runs, but the worker of a shard trains only its own; train it with "
                       "`lengthen sweep run`, or with workers that share the registry (sweep worker --registry)",
                       s->dir);
    return lg_sweep_name_runs(s, err) && (options->use_shards || lg_sweep_registry(s, err)) &&
           lg_worker_run(s, options, calls, w, err);
}

lg_status lg_sweep_work(lg_sweep *s, const lg_worker *options, const lg_worker_callbacks *calls) {
    static const lg_worker_callbacks none = {0};
    lg_error words = {0}, *err;
    lg_worker_summary w;
    const bool good = train_sweep(s, options, calls ? calls : &none, &w, &words);
    err = lg_context_begin(s->context); /* callbacks may have used the context */
    if (!good)
        lg_fail_like(err, &words, "%s", words.text);
    else if (w.stopped)
        lg_fail(err, LG_PREEMPTED, "%s: stopped; unfinished runs resume from their checkpoints", s->dir);
    else if (w.failed > 0)
        lg_fail(err, LG_SOME_FAILED, "%zu of %zu runs failed or diverged: %s", w.failed, w.done, w.text);
    return err->code;
}

/* Removes the directories of diverged runs, so that these runs are trained from the first step; training refuses the
 * directory of a diverged run. */
static bool remove_diverged(lg_sweep *s, lg_error *err) {
    for (size_t i = 0; i < s->manifest->run_count; i++)
        if (s->results.runs[i].state == LG_RUN_DIVERGED && !lg_tree_remove(s->dirs[i], err)) return false;
    return true;
}

/* Runs that were stopped at a rung stay stopped. */
lg_status lg_sweep_retry(lg_sweep *s, bool diverged, size_t *count) {
    lg_error *err = lg_context_begin(s->context);
    size_t changed;
    *count = 0;
    if (lg_sweep_reload(s, err) && (!diverged || remove_diverged(s, err)) &&
        lg_registry_retry(s->registry, diverged, count, err) &&
        lg_registry_promote(s->registry, s->dir, false, &changed, err))
        lg_sweep_reload(s, err);
    return err->code;
}

lg_status lg_sweep_decide(lg_sweep *s, size_t *count) {
    lg_error *err = lg_context_begin(s->context);
    *count = 0;
    if (!lg_sweep_reload(s, err)) return err->code;
    const size_t before = s->rungs.count;
    size_t changed;
    if (lg_registry_promote(s->registry, s->dir, true, &changed, err) && lg_sweep_reload(s, err))
        *count = s->rungs.count - before;
    return err->code;
}

/* ---- merging ---- */

static bool rebuild_open(lg_sweep *s, lg_damage *damage, lg_error *err) {
    bool made;
    if (!s->registry) s->registry = lg_registry_open(s->dir, s->manifest, &made, err);
    return s->registry && lg_sweep_rebuild(s, damage, err);
}

/* Rebuilds the registry from run directories and shards; replaces one that is damaged or belongs to another plan. */
static bool rebuild_any(lg_sweep *s, lg_damage *damage, lg_error *err) {
    lg_error words = {0};
    if (rebuild_open(s, damage, &words)) return true;
    if (words.code != LG_CORRUPT) return lg_fail_like(err, &words, "%s", words.text);
    lg_registry_close(s->registry);
    s->registry = NULL;
    return lg_registry_remove(s->dir, err) && rebuild_open(s, damage, err);
}

/* Restores run directories that a killed merge had moved aside. */
static bool restore_runs(lg_sweep *s, lg_error *err) {
    bool good = lg_sweep_name_runs(s, err);
    for (size_t i = 0; good && i < s->manifest->run_count; i++) good = lg_tree_recover(s->dirs[i], err);
    return good;
}

lg_status lg_sweep_merge(lg_sweep *s, const char *const *others, size_t count) {
    lg_error *err = lg_context_begin(s->context);
    lg_damage damage;
    bool good = restore_runs(s, err);
    for (size_t i = 0; good && i < count; i++) {
        size_t taken;
        good = lg_merge_take(s->dir, s->manifest, others[i], &taken, err);
        if (good) lg_context_say(s->context, LG_INFO, "copied %zu run directories from %s", taken, others[i]);
    }
    if (good && rebuild_any(s, &damage, err) && lg_sweep_reload(s, err)) lg_sweep_tell_damage(s, &damage, err);
    return err->code;
}

static bool read_results(lg_sweep *s, lg_results *out, lg_error *err) {
    return lg_sweep_registry(s, err) && lg_registry_results(s->registry, true, out, err);
}

lg_status lg_sweep_results(lg_sweep *s, const char *path) {
    lg_error *err = lg_context_begin(s->context);
    lg_results all;
    if (!read_results(s, &all, err)) return err->code;
    lg_results_write(&all, path, err);
    lg_results_free(&all);
    return err->code;
}

lg_status lg_sweep_each_result(lg_sweep *s, lg_text_fn line, void *user) {
    lg_error *err = lg_context_begin(s->context);
    lg_results all;
    if (!read_results(s, &all, err)) return err->code;
    lg_results_each(&all, line, user, err);
    lg_results_free(&all);
    return err->code;
}
