/* retention.c: see retention.h. */
#include "run/retention.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "config/context.h"
#include "run/checkpoint.h"

static bool write_model(const lg_run_dir *s, const char *path, const lg_trainer *t, const lg_resolved_config *config,
                        lg_checkpoint_id *id, lg_error *err) {
    return lg_file_make_directory(s->checkpoints, err) && lg_checkpoint_write(LG_MODEL_FILE, path, t, config, id, err);
}

bool lg_retain_best(const lg_run_dir *s, const lg_trainer *t, const lg_resolved_config *config, lg_checkpoint_id *id,
                    lg_error *err) {
    return write_model(s, s->best, t, config, id, err);
}

const char *lg_evaluated_model(const lg_run_dir *s, const lg_values *v) {
    return strcmp(lg_text(v, "eval.checkpoint"), "best") ? s->model : s->best;
}

bool lg_has_best(const lg_run_dir *s, bool *has, lg_error *err) {
    lg_file_kind kind = LG_ABSENT;
    const bool good = lg_file_get_kind(s->best, &kind, err);
    *has = kind != LG_ABSENT;
    return good;
}

/* ---- the last checkpoints ---- */

#define STEP_NAME "step-%012" PRId64 ".safetensors"

typedef struct listing {
    size_t count, capacity;
    int64_t *steps;
} listing;

/* The step in a name of the form STEP_NAME; 0 for any other name. */
static int64_t step_of(const char *name) {
    char same[64];
    const int64_t step = !strncmp(name, "step-", 5) ? strtoll(name + 5, NULL, 10) : 0;
    snprintf(same, sizeof same, STEP_NAME, step);
    return step > 0 && !strcmp(name, same) ? step : 0;
}

/* Adds the step of a file with a name of the form STEP_NAME. */
static bool note_step(void *user, const char *dir, const char *name, lg_error *err) {
    (void)dir;
    listing *l = user;
    const int64_t step = step_of(name);
    if (step == 0) return true;
    if (l->count == l->capacity) {
        int64_t *steps = realloc(l->steps, (2 * l->capacity + 16) * sizeof *steps);
        if (!steps) return lg_fail(err, LG_FAILED, "out of memory: the models of %zu checkpoints", l->count);
        l->steps = steps;
        l->capacity = 2 * l->capacity + 16;
    }
    l->steps[l->count++] = step;
    return true;
}

static int by_number(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

bool lg_retained_steps(const lg_run_dir *s, int64_t **steps, size_t *count, lg_error *err) {
    listing all = {0};
    lg_file_kind kind;
    bool good = lg_file_get_kind(s->checkpoints, &kind, err);
    good = good && (kind == LG_ABSENT || lg_file_each(s->checkpoints, note_step, &all, err));
    if (all.count > 0) qsort(all.steps, all.count, sizeof *all.steps, by_number);
    *steps = all.steps;
    *count = all.count;
    if (good) return true;
    free(all.steps);
    *steps = NULL;
    return false;
}

const char *lg_retained_path(const lg_run_dir *s, int64_t step) {
    return lg_arena_printf(s->arena, "%s/" STEP_NAME, s->checkpoints, step);
}

bool lg_retained_check(const char *path, lg_error *err) {
    const char *slash = strrchr(path, '/');
    const int64_t step = step_of(slash ? slash + 1 : path);
    lg_checkpoint_id id;
    return step == 0 ||
           (lg_checkpoint_identify(LG_MODEL_FILE, path, &id, err) &&
            (id.step == step || lg_fail(err, LG_CORRUPT, "%s is the model of another step, %" PRId64, path, id.step)));
}

bool lg_retained_each(const lg_run_dir *s, lg_trainer *t, lg_retained_fn each, void *user, lg_error *err) {
    int64_t *steps;
    size_t count;
    bool good = lg_retained_steps(s, &steps, &count, err);
    for (size_t i = 0; good && i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/" STEP_NAME, s->checkpoints, steps[i]);
        good = lg_checkpoint_read(LG_MODEL_FILE, path, t, NULL, err) && lg_retained_check(path, err) &&
               each(user, steps[i]);
    }
    free(steps);
    return good;
}

/* Removes the earliest models, one by one, until `keep` are left. */
static bool prune(const lg_run_dir *s, size_t keep, lg_error *err) {
    int64_t *steps;
    size_t count;
    if (!lg_retained_steps(s, &steps, &count, err)) return false;
    bool good = true;
    for (size_t i = 0; good && i + keep < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/" STEP_NAME, s->checkpoints, steps[i]);
        good = lg_file_remove(path, err);
    }
    free(steps);
    return good;
}

bool lg_retain_last(const lg_run_dir *s, const lg_trainer *t, const lg_resolved_config *config, lg_error *err) {
    const int64_t keep = lg_int(config->values, "train.keep");
    if (keep <= 1) return true;
    const char *path = lg_retained_path(s, lg_trainer_steps(t));
    if (!path) return lg_fail(err, LG_FAILED, "out of memory: the name of a model in %s", s->checkpoints);
    return write_model(s, path, t, config, NULL, err) && prune(s, (size_t)keep, err);
}

void lg_tell_best_model(lg_context *c, const char *path) {
    lg_checkpoint_id is;
    if (lg_checkpoint_identify(LG_MODEL_FILE, path, &is, NULL))
        lg_context_say(c, LG_INFO, "%s: testing the model with the best validation score, from step %" PRId64, path,
                       is.step);
}
