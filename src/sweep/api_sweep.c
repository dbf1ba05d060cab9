/* api_sweep.c: implements planning and opening sweeps in lengthen.h; report/api_plan.c adds the names of reports. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "api/text.h"
#include "base/file.h"
#include "base/quote.h"
#include "config/preset.h"
#include "metric/metric.h"
#include "sweep/plan/estimate.h"
#include "sweep/plan/presentation.h"
#include "sweep/sweep.h"

#define MAX_SWEEP_FILE ((size_t)1 << 24) /* bytes */

static bool fail_memory(const char *what, lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: the sweep %s", what);
}

/* ---- the directory ---- */

static char *join_path(const char *dir, const char *name) {
    const size_t size = strlen(dir) + strlen(name) + 2;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s", dir, name);
    return path;
}

static bool holds_plan(const char *dir, bool *has, lg_error *err) {
    lg_file_kind kind = LG_ABSENT;
    char *path = join_path(dir, "manifest.jsonl");
    const bool good = path ? lg_file_get_kind(path, &kind, err) : fail_memory(dir, err);
    free(path);
    *has = kind != LG_ABSENT;
    return good;
}

/* If the grid of sweep.yaml differs from the plan, warns and returns true. If they cannot be compared, returns false
 * and sets err. */
static bool is_edited(const lg_sweep *s, const lg_manifest *plan, lg_error *err) {
    char *path = join_path(s->dir, "sweep.yaml"), word[LG_SHELL_WORD];
    bool same = true;
    if (path) lg_grid_same_runs(path, plan, &same, err);
    if (!same)
        lg_context_say(
            s->context, LG_WARNING,
            "%s: grid: or set: differs from the plan, which is unchanged; extend the plan with: lengthen sweep plan %s",
            path, lg_text_shell_word(path, word));
    free(path);
    return !same;
}

/* Reads the title and the note and, if `metric` is true, the metric for reports in `select:`. If the file cannot be
 * read, title and note of the plan are used. */
static void read_presentation(lg_sweep *s, bool metric) {
    lg_presentation p = {0};
    lg_error words = {0};
    lg_arena_free(s->presented);
    s->title = s->note = NULL;
    s->presented = lg_arena_new();
    if (!s->presented || !lg_presentation_read(s->dir, s->manifest, s->presented, &p, &words)) return;
    s->title = p.title, s->note = p.note;
    if (metric && p.metric) lg_metric_find(p.metric, &s->metric);
}

void lg_sweep_check_file(lg_sweep *s) {
    lg_error words = {0};
    read_presentation(s, true);
    is_edited(s, s->manifest, &words);
    if (words.code != LG_OK) lg_context_say(s->context, LG_WARNING, "%s", words.text);
}

/* Writes sweep.yaml for people; the program reads the manifest. If the file exists with another text, it may have been
 * edited, so it is kept as sweep.yaml.old. */
static bool write_sweep_file(lg_sweep *s, lg_error *err) {
    char *path = join_path(s->dir, "sweep.yaml"), *old = join_path(s->dir, "sweep.yaml.old"), *text = NULL;
    bool good = path && old ? lg_file_read_if_there(path, MAX_SWEEP_FILE, &text, NULL, err) : fail_memory(s->dir, err);
    if (good && text && strcmp(text, s->manifest->file)) {
        good = lg_file_write_text(old, text, err);
        lg_context_say(s->context, LG_INFO, "%s was replaced by the planned file; the old one is %s", path, old);
    }
    good = good && lg_file_write_text(path, s->manifest->file, err);
    free(text);
    free(old);
    free(path);
    return good;
}

static bool write_plan(lg_sweep *s, const lg_plan_progress *progress, lg_error *err) {
    return lg_estimate(s->manifest, s->context, progress, err) && lg_file_make_directory(s->dir, err) &&
           lg_file_remove_temporary(s->dir, true, err) && write_sweep_file(s, err) &&
           lg_manifest_write(s->manifest, s->dir, err);
}

/* ---- extending a plan ---- */

/* Fails if workers are training runs: a worker keeps the plan that it started with, so the plan cannot be replaced
 * now. */
static bool is_idle(lg_sweep *s, const lg_manifest *there, lg_error *err) {
    bool made;
    size_t leased;
    lg_registry *r = lg_registry_open(s->dir, there, &made, err);
    const bool good = r && lg_registry_count_leases(r, &leased, err);
    lg_registry_close(r);
    return good &&
           (leased == 0 ||
            lg_fail(err, LG_USAGE,
                    "%s: workers are training %zu of its runs; wait for them or stop them before extending the plan",
                    s->dir, leased));
}

/* Replaces the plan by a larger one. Results survive in the run directories; the registry is only an index and is
 * rebuilt. */
static bool extend_plan(lg_sweep *s, const lg_manifest *there, const lg_plan_progress *progress, lg_error *err) {
    const size_t before = there->run_count, now = s->manifest->run_count;
    bool decided;
    if (!lg_rungs_are_decided(s->dir, &decided, err)) return false;
    if (decided)
        return lg_fail(err, LG_USAGE,
                       "%s: its runs were already compared at a rung (rungs.jsonl), and added runs could change which "
                       "are promoted; choose another --out",
                       s->dir);
    if (!is_idle(s, there, err) || !lg_registry_remove(s->dir, err) || !write_plan(s, progress, err)) return false;
    if (now > before)
        lg_context_say(s->context, LG_INFO, "%s: extended the plan from %zu to %zu runs", s->dir, before, now);
    return true;
}

/* True if two runs of two plans have the same labels, on axes with the same names. */
static bool has_labels(const lg_manifest *m, size_t run, const lg_manifest *of, size_t other) {
    size_t alike = 0;
    for (size_t a = 0; a < m->axis_count; a++)
        for (size_t b = 0; b < of->axis_count; b++)
            alike += !strcmp(m->axes[a].name, of->axes[b].name) &&
                     !strcmp(lg_planned_label(m, run, a), lg_planned_label(of, other, b));
    return alike == m->axis_count && alike == of->axis_count;
}

/* Finds the run of m with the labels of this run of `there`, and describes the options in which the two differ; "" if
 * there is no such run or no difference. */
static void tell_changes(const lg_manifest *m, const lg_manifest *there, size_t run, char *text, size_t size) {
    lg_error words = {0};
    size_t same = 0;
    *text = '\0';
    while (same < m->run_count && !has_labels(m, same, there, run)) same++;
    if (same == m->run_count) return;
    lg_resolved_config *now = lg_planned_resolve(m, same, &words), *then = lg_planned_resolve(there, run, &words);
    if (now && then && !lg_configs_differ(now->values, then->values, text, size)) *text = '\0';
    lg_resolved_config_free(now);
    lg_resolved_config_free(then);
}

static bool refuse_cut(const lg_sweep *s, const lg_manifest *there, size_t run, lg_error *err) {
    char labels[512] = "", changes[256];
    for (size_t a = 0; a < there->axis_count; a++) {
        const size_t at = strlen(labels);
        snprintf(labels + at, sizeof labels - at, "%s%s", a > 0 ? ", " : "", lg_planned_label(there, run, a));
    }
    tell_changes(s->manifest, there, run, changes, sizeof changes);
    if (*changes != '\0')
        return lg_fail(err, LG_USAGE,
                       "%s holds a plan, \"%s\" of %zu runs, with other options (%s: %s); a plan can be extended but "
                       "not changed: choose another --out",
                       s->dir, there->title, there->run_count, labels, changes);
    return lg_fail(
        err, LG_USAGE,
        "%s holds a plan, \"%s\" of %zu runs, some of which the new plan lacks (the first: %s); a plan can be extended "
        "but not shortened: keep the runs and filter reports (report --where), or choose another --out",
        s->dir, there->title, there->run_count, labels);
}

/* True if SWEEP/sweep.yaml was edited (for example its title) after the planned file was written. */
static bool is_newer(const lg_sweep *s) {
    char *path = join_path(s->dir, "sweep.yaml"), *text = path ? lg_file_read(path, MAX_SWEEP_FILE, NULL, NULL) : NULL;
    const bool newer = text && strcmp(text, s->manifest->file) && s->written > 0 && lg_file_time(path) > s->written;
    if (newer) lg_context_say(s->context, LG_INFO, "%s was edited after the planned file and is kept", path);
    free(text);
    free(path);
    return newer;
}

/* Keeps the user's edits of sweep.yaml, unless they are wrong. */
static bool replace_sweep_file(lg_sweep *s, const lg_manifest *there, lg_error *err) {
    lg_error wrong = {0};
    return is_edited(s, there, &wrong) || is_newer(s) || write_sweep_file(s, err);
}

/* Writes or extends the plan of the directory. Plans with the same runs are the same plan, even if title, note or
 * layout differ; a plan with more runs extends the old one. */
static bool enter_directory(lg_sweep *s, const lg_plan_progress *progress, lg_error *err) {
    bool planned, same;
    if (!holds_plan(s->dir, &planned, err)) return false;
    if (!planned) return write_plan(s, progress, err);
    lg_manifest *there = lg_manifest_read(s->dir, err);
    if (!there) return false;
    const size_t missing = lg_manifest_missing(s->manifest, there);
    bool good = (missing == there->run_count || refuse_cut(s, there, missing, err)) &&
                lg_manifest_same_runs(there, s->manifest, &same, err);
    lg_manifest *old = there;
    if (good && same) {
        good = replace_sweep_file(s, there, err);
        old = s->manifest, s->manifest = there;
    } else if (good) {
        good = extend_plan(s, there, progress, err);
    }
    lg_manifest_free(old);
    return good;
}

/* ---- handles ---- */

static lg_sweep *new_sweep(lg_context *c, const char *dir, lg_error *err) {
    lg_sweep *s = calloc(1, sizeof *s);
    if (s) s->dir = strdup(dir);
    if (s && s->dir) {
        s->context = c;
        s->metric = LG_METRICS;
        return s;
    }
    free(s);
    fail_memory(dir, err);
    return NULL;
}

void lg_sweep_free(lg_sweep *s) {
    if (!s) return;
    lg_arena_free(s->shown);
    lg_arena_free(s->presented);
    lg_results_free(&s->results);
    lg_registry_close(s->registry);
    lg_manifest_free(s->manifest);
    free(s->dir);
    free(s);
}

/* Passes the sweep to the caller, or frees it on failure. */
static lg_status hand_over(lg_sweep *s, bool good, lg_sweep **out) {
    *out = good ? s : NULL;
    const lg_status status = !s ? LG_FAILED : s->context->error.code;
    if (!good) lg_sweep_free(s);
    return status;
}

lg_status lg_sweep_open(lg_context *c, const char *dir, lg_sweep **out) {
    lg_error *err = lg_context_begin(c);
    lg_sweep *s = new_sweep(c, dir, err);
    if (s) s->manifest = lg_manifest_read(dir, err);
    if (s && s->manifest) s->manifest->custom = &c->custom, read_presentation(s, false);
    return hand_over(s, s && s->manifest, out);
}

lg_status lg_sweep_open_any(lg_context *c, const char *dir, lg_sweep **out) {
    lg_error *err = lg_context_begin(c);
    bool planned;
    if (!holds_plan(dir, &planned, err)) return *out = NULL, err->code;
    if (planned) return lg_sweep_open(c, dir, out);
    lg_sweep *s = new_sweep(c, dir, err);
    if (s) s->gathered = true;
    return hand_over(s, s && lg_sweep_gather(s, err), out);
}

/* Finds a sweep file by its path or by the name of a sweep preset. The result may be allocated in the arena. */
static const char *find_file(const char *file, lg_arena *arena, lg_error *err) {
    lg_file_kind kind = LG_REGULAR;
    if (!strpbrk(file, "/.") && !lg_file_get_kind(file, &kind, err)) return NULL;
    return kind == LG_REGULAR || kind == LG_SPECIAL ? file : lg_preset_path(LG_PRESET_SWEEP, file, arena, err);
}

/* If the file is the sweep.yaml of a planned sweep, sets *dir to the sweep's directory and *plan to its plan, which the
 * caller frees; otherwise sets both to NULL. */
static bool find_home(const char *path, lg_arena *arena, const char **dir, lg_manifest **plan, lg_error *err) {
    const char *slash = strrchr(path, '/');
    bool planned;
    *dir = NULL, *plan = NULL;
    if (strcmp(!slash ? path : slash + 1, "sweep.yaml")) return true;
    const char *folder = !slash ? "." : lg_arena_printf(arena, "%.*s", (int)(slash - path), path);
    if (!folder) return fail_memory(path, err);
    if (!holds_plan(folder, &planned, err) || !planned) return err->code == LG_OK;
    *dir = folder, *plan = lg_manifest_read(folder, err);
    return *plan;
}

static void tell_left_out(lg_context *c, const lg_manifest *m) {
    for (size_t i = 0; i < m->left_out_count; i++)
        lg_context_say(c, LG_WARNING, "%zu of %zu combinations %s skipped: %s", m->left_out[i].count, m->combined,
                       m->left_out[i].count == 1 ? "is" : "are", m->left_out[i].why);
}

/* Plans a file and determines the directory of the sweep. */
static lg_sweep *read_plan(lg_context *c, const char *file, const char *dir, lg_grid_names names, lg_arena *arena,
                           lg_error *err) {
    const char *home, *path = find_file(file, arena, err);
    lg_manifest *planned;
    if (!path || !find_home(path, arena, &home, &planned, err)) return NULL;
    names.planned = planned;
    names.custom = &c->custom;
    names.stop = &c->stop;
    lg_manifest *m = lg_grid_read(path, &names, err);
    lg_manifest_free(planned);
    if (!m) return NULL;
    tell_left_out(c, m);
    if (m->tests_choose)
        lg_context_say(
            c, LG_WARNING,
            "%s: its rungs select by test scores (eval.validation: test), which biases the test scores of promoted "
            "runs upwards; eval.validation: validation selects by held-out records at the training lengths",
            path);
    const char *place = dir ? dir : home ? home : lg_arena_printf(arena, "sweeps/%s", m->name);
    lg_sweep *s = place ? new_sweep(c, place, err) : (fail_memory(file, err), NULL);
    if (s) s->manifest = m, s->written = lg_file_time(path);
    if (!s) lg_manifest_free(m);
    return s;
}

lg_status lg_sweep_plan_with(lg_context *c, const char *file, const char *dir, bool write, const lg_grid_names *names,
                             lg_sweep **out) {
    lg_error *err = lg_context_begin(c);
    lg_arena *arena = lg_arena_new();
    lg_sweep *s = arena ? read_plan(c, file, dir, *names, arena, err) : (fail_memory(file, err), NULL);
    bool good = s;
    if (good)
        good = write ? enter_directory(s, &names->progress, err) : lg_estimate(s->manifest, c, &names->progress, err);
    lg_arena_free(arena);
    if (!s) return *out = NULL, err->code;
    if (good && write) read_presentation(s, false);
    return hand_over(s, good, out);
}
