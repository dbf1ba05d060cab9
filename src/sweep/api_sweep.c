/* api_sweep.c: implements the planning and opening of sweeps in lengthen.h; what reports add to it is in
 * report/api_plan.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "config/preset.h"
#include "sweep/plan/estimate.h"
#include "sweep/sweep.h"

static bool no_memory(const char *what, lg_error *err) {
    return lg_fail(err, LG_FAILED, "%s: no memory for a sweep", what);
}

/* ---- the directory ---- */

static char *join(const char *dir, const char *name) {
    const size_t size = strlen(dir) + strlen(name) + 2;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s", dir, name);
    return path;
}

static bool holds_plan(const char *dir, bool *has, lg_error *err) {
    lg_file_kind kind = LG_ABSENT;
    char *path = join(dir, "manifest.jsonl");
    const bool good = path ? lg_file_look(path, &kind, err) : no_memory(dir, err);
    free(path);
    *has = kind != LG_ABSENT;
    return good;
}

/* For people; the manifest has all that machines want. */
static bool keep_file(const char *text, const char *dir, lg_error *err) {
    char *path = join(dir, "sweep.yaml");
    const bool good = path ? lg_file_write_text(path, text, err) : no_memory(dir, err);
    free(path);
    return good;
}

/* A new plan goes into its directory; where there is one, it must be the same. */
static bool settle_in(lg_sweep *s, lg_error *err) {
    bool planned;
    if (!holds_plan(s->dir, &planned, err)) return false;
    if (!planned)
        return lg_estimate(s->manifest, s->context, err) && lg_file_make_directory(s->dir, err) &&
               keep_file(s->manifest->file, s->dir, err) && lg_manifest_write(s->manifest, s->dir, err);
    lg_manifest *there = lg_manifest_read(s->dir, err);
    if (!there) return false;
    const bool same = !strcmp(there->checksum, s->manifest->checksum);
    lg_manifest_free(s->manifest);
    s->manifest = there;
    return same || lg_fail(err, LG_USAGE,
                           "%s holds the plan of another sweep, \"%s\" of %zu runs; a plan is never changed: give this "
                           "one a directory of its own (--out)",
                           s->dir, there->title, there->run_count);
}

/* ---- handles ---- */

static lg_sweep *new_sweep(lg_context *c, const char *dir, lg_error *err) {
    lg_sweep *s = calloc(1, sizeof *s);
    if (s) s->dir = strdup(dir);
    if (s && s->dir) {
        s->context = c;
        return s;
    }
    free(s);
    no_memory(dir, err);
    return NULL;
}

void lg_sweep_free(lg_sweep *s) {
    if (!s) return;
    lg_arena_free(s->shown);
    lg_results_free(&s->results);
    lg_registry_close(s->registry);
    lg_manifest_free(s->manifest);
    free(s->dir);
    free(s);
}

/* Hands the sweep over, or gives it back. */
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
    return hand_over(s, s && s->manifest, out);
}

/* A path, or the name of a preset for sweeps. May be taken from the arena. */
static const char *find_file(const char *file, lg_arena *arena, lg_error *err) {
    lg_file_kind kind = LG_REGULAR;
    if (!strpbrk(file, "/.") && !lg_file_look(file, &kind, err)) return NULL;
    return kind == LG_REGULAR || kind == LG_SPECIAL ? file : lg_preset_path(LG_PRESET_SWEEP, file, arena, err);
}

lg_status lg_sweep_plan_with(lg_context *c, const char *file, const char *dir, bool write, const lg_grid_names *names,
                             lg_sweep **out) {
    lg_error *err = lg_context_begin(c);
    lg_arena *arena = lg_arena_new();
    const char *path = !arena ? (no_memory(file, err), NULL) : find_file(file, arena, err);
    lg_manifest *m = path ? lg_grid_read(path, names, err) : NULL;
    const char *place = dir || !m ? dir : lg_arena_printf(arena, "sweeps/%s", m->name);
    lg_sweep *s = !m ? NULL : !place ? (no_memory(file, err), NULL) : new_sweep(c, place, err);
    bool good = s;
    if (good) {
        s->manifest = m;
        good = write ? settle_in(s, err) : lg_estimate(m, c, err);
    } else {
        lg_manifest_free(m);
    }
    lg_arena_free(arena);
    if (!s) return *out = NULL, err->code;
    return hand_over(s, good, out);
}
