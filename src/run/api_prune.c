/* api_prune.c: implements lg_run_prune. The last and the best model always stay, so the run can still be evaluated,
 * reported and shown. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "api/run_files.h"
#include "base/file.h"
#include "config/context.h"
#include "run/checkpoint.h"
#include "run/prune.h"
#include "run/record_files.h"
#include "run/retention.h"

typedef struct pruning {
    const lg_run_dir *dir;
    const lg_prune_options *options;
    lg_pruned_fn each;
    void *user;
} pruning;

/* Reports a file, if it exists; removes it if the options say so. */
static bool prune_file(const pruning *p, const char *path, lg_error *err) {
    struct stat about;
    lg_file_kind kind;
    if (!path) return lg_fail(err, LG_FAILED, "out of memory: pruning %s", p->dir->dir);
    if (!lg_file_get_kind(path, &kind, err)) return false;
    if (kind != LG_REGULAR || lstat(path, &about) != 0) return true;
    if (p->options->remove && !lg_file_remove(path, err)) return false;
    if (p->each) p->each(p->user, path, (int64_t)about.st_size);
    return true;
}

static bool prune_checkpoints(const pruning *p, lg_error *err) {
    int64_t *steps;
    size_t count;
    bool good = lg_retained_steps(p->dir, &steps, &count, err);
    for (size_t i = 0; good && i < count; i++) good = prune_file(p, lg_retained_path(p->dir, steps[i]), err);
    free(steps);
    return good;
}

static bool prune_event_file(void *user, const char *dir, const char *name, lg_error *err) {
    static const char begin[] = "events.out.tfevents.";
    const pruning *p = user;
    if (strncmp(name, begin, sizeof begin - 1)) return true;
    return prune_file(p, lg_arena_printf(p->dir->arena, "%s/%s", dir, name), err);
}

static bool check_model(const lg_run_dir *s, lg_error *err) {
    char digest[LG_DIGEST_SIZE];
    lg_error words = {0};
    lg_safetensors *model = lg_checkpoint_open(LG_MODEL_FILE, s->model, digest, &words);
    lg_safetensors_free(model);
    return model ||
           lg_fail_like(err, &words, "%s (state.safetensors is kept: the model can be rebuilt from it)", words.text);
}

bool lg_prune_state(const lg_run_dir *s, lg_error *err) {
    lg_file_kind kind;
    if (!lg_file_get_kind(s->state, &kind, err)) return false;
    return kind == LG_ABSENT || (check_model(s, err) && lg_file_remove(s->state, err));
}

/* Requires a finished run. The directory is locked so that no other process trains in it meanwhile. */
static bool check_run(lg_run_dir *s, bool lock, lg_error *err) {
    lg_run_record r;
    lg_file_kind config;
    if (!lg_file_get_kind(s->config, &config, err)) return false;
    if (config == LG_ABSENT) return lg_fail(err, LG_USAGE, "%s is not a run directory: it has no config.yaml", s->dir);
    if ((lock && !lg_run_dir_lock(s, err)) || !lg_run_record_read(s, &r, err)) return false;
    if (r.phase != LG_STATUS_DONE)
        return lg_fail(err, LG_USAGE, "%s: only finished runs can be pruned; this one is %s", s->dir,
                       lg_run_status_name(r.phase));
    return lg_record_file_compare(s, &r, LG_FILE_MODEL, err) && lg_record_file_compare(s, &r, LG_FILE_BEST, err);
}

static bool prune_run(const pruning *p, lg_error *err) {
    lg_file_kind state;
    if (!lg_file_get_kind(p->dir->state, &state, err)) return false;
    return (state == LG_ABSENT || check_model(p->dir, err)) && prune_file(p, p->dir->state, err) &&
           prune_checkpoints(p, err) &&
           (!p->options->events || lg_file_each(p->dir->dir, prune_event_file, (void *)p, err));
}

lg_status lg_run_prune(lg_context *c, const char *dir, const lg_prune_options *options, lg_pruned_fn each, void *user) {
    lg_error *err = lg_context_begin(c);
    lg_run_dir s;
    const pruning p = {.dir = &s, .options = options, .each = each, .user = user};
    if (lg_run_dir_open(&s, dir, err) && check_run(&s, options->remove, err)) prune_run(&p, err);
    lg_run_dir_close(&s);
    return err->code;
}
