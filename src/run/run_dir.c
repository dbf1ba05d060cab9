/* run_dir.c: opens and locks run directories. metrics.c handles .jsonl files; run_record.c handles run.json. */
#include "run/run_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"

#define LOCK   ".lock"
#define LOG    "log."
#define CONFIG "config.yaml"

/* ---- acquiring a directory ---- */

bool lg_run_dir_open(lg_run_dir *s, const char *dir, lg_error *err) {
    *s = (lg_run_dir){.dir = dir, .lock = -1, .arena = lg_arena_new()};
    struct {
        const char **path, *name;
    } files[] = {{&s->config, CONFIG},
                 {&s->metrics, "metrics.jsonl"},
                 {&s->eval, "eval.jsonl"},
                 {&s->state, "state.safetensors"},
                 {&s->model, "model.safetensors"},
                 {&s->record, "run.json"},
                 {&s->checkpoints, "checkpoints"},
                 {&s->best, "checkpoints/best.safetensors"}};
    bool good = s->arena;
    for (size_t i = 0; i < sizeof files / sizeof *files && good; i++)
        good = (*files[i].path = lg_arena_printf(s->arena, "%s/%s", dir, files[i].name));
    return good || lg_fail(err, LG_FAILED, "out of memory: opening %s", dir);
}

void lg_run_dir_close(lg_run_dir *s) {
    if (s->arena && s->lock >= 0) close(s->lock);
    lg_arena_free(s->arena);
    *s = (lg_run_dir){.lock = -1};
}

/* Accepts files that may exist before there is a config: files of a process that was killed while it acquired the
 * directory, and log files (log.txt, log.jsonl). */
static bool not_foreign(void *user, const char *dir, const char *name, lg_error *err) {
    (void)user;
    return !strcmp(name, LOCK) || !strncmp(name, LOG, strlen(LOG)) || lg_file_is_temporary(name) ||
           lg_fail(err, LG_USAGE, "%s is neither a run directory nor empty (it has '%s'); choose another --out", dir,
                   name);
}

/* Removes temporary files of killed processes, on any machine: no other process writes here while this one has the
 * lock. */
static bool remove_temporary(const lg_run_dir *s, lg_error *err) {
    lg_file_kind kind;
    return lg_file_remove_temporary(s->dir, false, err) && lg_file_get_kind(s->checkpoints, &kind, err) &&
           (kind == LG_ABSENT || lg_file_remove_temporary(s->checkpoints, false, err));
}

/* Fails because another process holds the lock. The message names the process if the lock file does. */
static bool fail_busy(const lg_run_dir *s, const char *path, lg_error *err) {
    char *owner = lg_file_read(path, 256, NULL, NULL);
    lg_fail_permanent(err, "%s: another process is training in it%s%s", s->dir, owner && *owner ? ": " : "",
                      owner ? owner : "");
    free(owner);
    return false;
}

/* Takes the exclusive lock of an open file. This may fail although no process trains, because a process that only
 * checks whether a run is being trained (lg_run_dir_is_busy) briefly holds a shared lock. A shared lock can be taken
 * only if no process trains; if it can, the exclusive lock is tried again. Returns 0 or errno; EWOULDBLOCK: another
 * process holds the lock. */
static int lock_file(int file) {
    const struct timespec moment = {.tv_nsec = 1000000};
    for (int tries = 0; tries < 1000; tries++, nanosleep(&moment, NULL)) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0) return 0;
        if (errno != EWOULDBLOCK) return errno;
        if (flock(file, LOCK_SH | LOCK_NB) != 0) return errno;
        flock(file, LOCK_UN);
    }
    return EWOULDBLOCK;
}

/* Locks the directory. The lock ends when its descriptor is closed, so a dead process leaves no lock. */
bool lg_run_dir_lock(lg_run_dir *s, lg_error *err) {
    const char *path = lg_arena_printf(s->arena, "%s/%s", s->dir, LOCK);
    if (!path) return lg_fail(err, LG_FAILED, "out of memory: locking %s", s->dir);
    s->lock = lg_file_open(path, O_RDWR | O_CREAT, "write", err);
    if (s->lock < 0) return false;
    /* Other errors are ignored: on file systems without locks, users must avoid conflicts themselves. */
    if (lock_file(s->lock) == EWOULDBLOCK) return fail_busy(s, path, err);
    char host[128] = "", text[256];
    gethostname(host, sizeof host - 1);
    const int n = snprintf(text, sizeof text, "process %ld on %s", (long)getpid(), host);
    errno = ENOSPC; /* for a partial write */
    if (ftruncate(s->lock, 0) != 0 || pwrite(s->lock, text, (size_t)n, 0) != n)
        return lg_file_fail(err, "write", path, errno);
    return true;
}

/* True if the directory contains neither models nor a state. Training then starts from the beginning, and may be
 * shorter than in the stored config. */
static bool is_blank(const lg_run_dir *s) {
    const char *const kept[] = {s->state, s->model, s->checkpoints};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        lg_file_kind kind;
        if (!lg_file_get_kind(kept[i], &kind, NULL) || kind != LG_ABSENT) return false;
    }
    return true;
}

/* Checks that the stored config is the same, except that the stored training may end earlier. */
static bool check_config(lg_run_dir *s, const lg_resolved_config *config, lg_error *err) {
    lg_error words = {0};
    char differing[700];
    lg_resolved_config *there = lg_resolve_saved(s->config, lg_values_custom(config->values), &words);
    if (!there) return lg_fail_saved(err, s->dir, &words);
    s->lasts = lg_config_extends(config->values, there->values) ||
               (lg_config_extends(there->values, config->values) && is_blank(s));
    const bool other = !s->lasts && lg_configs_differ(there->values, config->values, differing, sizeof differing);
    if (other && lg_config_extends(there->values, config->values))
        lg_fail(err, LG_USAGE,
                "%s holds a longer run, and training cannot be shortened: this config has %s (choose another --out)",
                s->dir, differing);
    else if (other)
        lg_fail(err, LG_USAGE,
                "%s holds a run with another config: this one has %s; choose another --out (and --init to start from "
                "the parameters of that run)",
                s->dir, differing);
    lg_resolved_config_free(there);
    return !other;
}

/* Checks that the directory contains the same config, or no config and no foreign files. Sets *taken to whether there
 * is a config. */
static bool check_contents(lg_run_dir *s, const lg_resolved_config *config, bool *taken, lg_error *err) {
    lg_file_kind kind;
    if (!lg_file_get_kind(s->config, &kind, err)) return false;
    *taken = kind != LG_ABSENT;
    return *taken ? lg_run_record_check_version(s, err) && check_config(s, config, err)
                  : lg_file_each(s->dir, not_foreign, NULL, err);
}

/* Checks the directory before it writes anything, and again when it holds the lock. */
static bool acquire(lg_run_dir *s, const lg_resolved_config *config, lg_error *err) {
    bool taken;
    if (!lg_file_make_directory(s->dir, err) || !check_contents(s, config, &taken, err)) return false;
    if (!lg_run_dir_lock(s, err) || !check_contents(s, config, &taken, err) || !remove_temporary(s, err)) return false;
    return taken || lg_file_write_text(s->config, config->text, err);
}

bool lg_run_dir_acquire(lg_run_dir *s, const char *dir, const lg_resolved_config *config, lg_error *err) {
    if (lg_run_dir_open(s, dir, err) && acquire(s, config, err)) return true;
    lg_run_dir_close(s);
    return false;
}
