/* keep.c: see keep.h. */
#include "lab/keep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "lab/checkpoint.h"

static bool write_model(const lg_store *s, const char *name, const lg_trainer *t, const lg_settled *config,
                        lg_error *err) {
    const char *path = lg_arena_text(s->arena, "%s/%s", s->checkpoints, name);
    if (path == NULL) return lg_fail(err, LG_FAILED, "%s: no memory to keep %s", s->dir, name);
    return lg_file_make_directory(s->checkpoints, err) && lg_checkpoint_write(LG_MODEL, path, t, config, err);
}

bool lg_keep_best(const lg_store *s, const lg_trainer *t, const lg_settled *config, lg_error *err) {
    return write_model(s, "best.safetensors", t, config, err);
}

/* ---- the last ones ---- */

#define STEP_NAME "step-%012" PRId64 ".safetensors" /* sorted by name is sorted by step */

typedef struct listing {
    int64_t *steps;
    size_t count;
} listing;

/* Counts a file of ours, and lists it where there is a list. */
static bool add_step(void *user, const char *dir, const char *name, lg_error *err) {
    (void)dir, (void)err;
    listing *l = user;
    char same[64];
    const int64_t step = strncmp(name, "step-", 5) == 0 ? strtoll(name + 5, NULL, 10) : -1;
    snprintf(same, sizeof same, STEP_NAME, step);
    if (step < 0 || strcmp(name, same) != 0) return true;
    if (l->steps != NULL) l->steps[l->count] = step;
    l->count++;
    return true;
}

static int later_first(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* Removes all but the `keep` latest. */
static bool prune(const lg_store *s, size_t keep, lg_error *err) {
    listing all = {0};
    if (!lg_file_each(s->checkpoints, add_step, &all, err)) return false;
    const size_t room = all.count;
    all = (listing){.steps = calloc(room + 1, sizeof *all.steps)};
    bool good = all.steps != NULL || lg_fail(err, LG_FAILED, "%s: no memory to list %zu models", s->checkpoints, room);
    good = good && lg_file_each(s->checkpoints, add_step, &all, err);
    if (good) qsort(all.steps, all.count, sizeof *all.steps, later_first);
    for (size_t i = keep; good && i < all.count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/" STEP_NAME, s->checkpoints, all.steps[i]);
        good = lg_file_remove(path, err);
    }
    free(all.steps);
    return good;
}

bool lg_keep_last(const lg_store *s, const lg_trainer *t, const lg_settled *config, lg_error *err) {
    const int64_t keep = lg_int(config->values, "train.keep");
    char name[64];
    if (keep <= 1) return true;
    snprintf(name, sizeof name, STEP_NAME, lg_trainer_steps(t));
    return write_model(s, name, t, config, err) && prune(s, (size_t)keep, err);
}
