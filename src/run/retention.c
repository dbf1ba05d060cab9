/* retention.c: see retention.h. */
#include "run/retention.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "run/checkpoint.h"

#define BEST_NAME "best.safetensors"

static bool write_model(const lg_run_dir *s, const char *name, const lg_trainer *t, const lg_resolved_config *config,
                        lg_error *err) {
    const char *path = lg_arena_printf(s->arena, "%s/%s", s->checkpoints, name);
    if (!path) return lg_fail(err, LG_FAILED, "out of memory: the name of %s/%s", s->checkpoints, name);
    return lg_file_make_directory(s->checkpoints, err) && lg_checkpoint_write(LG_MODEL, path, t, config, err);
}

bool lg_retain_best(const lg_run_dir *s, const lg_trainer *t, const lg_resolved_config *config, lg_error *err) {
    return write_model(s, BEST_NAME, t, config, err);
}

static const char *best_path(const lg_run_dir *s) {
    return lg_arena_printf(s->arena, "%s/" BEST_NAME, s->checkpoints);
}

const char *lg_evaluated_model(const lg_run_dir *s, const lg_values *v) {
    return strcmp(lg_text(v, "eval.checkpoint"), "best") ? s->model : best_path(s);
}

bool lg_has_best(const lg_run_dir *s, bool *has, lg_error *err) {
    lg_file_kind kind = LG_ABSENT;
    const char *path = best_path(s);
    if (!path) return lg_fail(err, LG_FAILED, "out of memory: opening %s", s->dir);
    const bool good = lg_file_get_kind(path, &kind, err);
    *has = kind != LG_ABSENT;
    return good;
}

/* ---- the last ones ---- */

#define STEP_NAME "step-%012" PRId64 ".safetensors"

typedef struct listing {
    int64_t after; /* steps that count come later */
    size_t count;
    int64_t earliest; /* step; 0: none */
} listing;

/* Counts a file of ours. */
static bool count_step(void *user, const char *dir, const char *name, lg_error *err) {
    (void)dir, (void)err;
    listing *l = user;
    char same[64];
    const int64_t step = !strncmp(name, "step-", 5) ? strtoll(name + 5, NULL, 10) : 0;
    snprintf(same, sizeof same, STEP_NAME, step);
    if (step <= l->after || strcmp(name, same)) return true;
    l->count++;
    if (l->earliest == 0 || step < l->earliest) l->earliest = step;
    return true;
}

bool lg_retained_each(const lg_run_dir *s, lg_trainer *t, lg_retained_fn each, void *user, lg_error *err) {
    lg_file_kind kind;
    if (!lg_file_get_kind(s->checkpoints, &kind, err)) return false;
    for (int64_t step = 0; kind != LG_ABSENT;) {
        char path[4096];
        listing rest = {.after = step};
        if (!lg_file_each(s->checkpoints, count_step, &rest, err)) return false;
        if ((step = rest.earliest) == 0) break;
        snprintf(path, sizeof path, "%s/" STEP_NAME, s->checkpoints, step);
        if (!lg_checkpoint_read(LG_MODEL, path, t, NULL, err) || !each(user, step)) return false;
    }
    return true;
}

/* Removes the earliest, one after another, until `keep` are left: mostly there is one too many. */
static bool prune(const lg_run_dir *s, size_t keep, lg_error *err) {
    for (;;) {
        char path[4096];
        listing all = {0};
        if (!lg_file_each(s->checkpoints, count_step, &all, err)) return false;
        if (all.count <= keep) return true;
        snprintf(path, sizeof path, "%s/" STEP_NAME, s->checkpoints, all.earliest);
        if (!lg_file_remove(path, err)) return false;
    }
}

bool lg_retain_last(const lg_run_dir *s, const lg_trainer *t, const lg_resolved_config *config, lg_error *err) {
    const int64_t keep = lg_int(config->values, "train.keep");
    char name[64];
    if (keep <= 1) return true;
    snprintf(name, sizeof name, STEP_NAME, lg_trainer_steps(t));
    return write_model(s, name, t, config, err) && prune(s, (size_t)keep, err);
}
