/* api_summary.c: implements lg_runs_find, lg_run_summarize and lg_run_annotate, which read run directories without
 * their models. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "api/run_files.h"
#include "api/text.h"
#include "base/file.h"
#include "config/context.h"
#include "run/note.h"
#include "run/record_files.h"
#include "run/run_dir.h"

/* ---- finding ---- */

enum { PATH = 4096, DEPTH = 8 };

typedef struct name_list {
    char **name;
    size_t count, capacity;
} name_list;

static bool add_name(void *user, const char *dir, const char *name, lg_error *err) {
    name_list *l = user;
    if (*name == '.') return true;
    if (l->count == l->capacity) {
        const size_t capacity = 2 * l->capacity + 16;
        char **grown = realloc(l->name, capacity * sizeof *grown);
        if (!grown) return lg_fail(err, LG_FAILED, "out of memory: the names in %s", dir);
        l->name = grown;
        l->capacity = capacity;
    }
    return (l->name[l->count] = strdup(name)) ? l->count++,
           true                               : lg_fail(err, LG_FAILED, "out of memory: the names in %s", dir);
}

static int compare_names(const void *a, const void *b) {
    return lg_name_compare(*(char *const *)a, *(char *const *)b);
}

static bool is_there(const char *dir, const char *name, bool *there, lg_error *err) {
    char path[PATH];
    lg_file_kind kind;
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= PATH)
        return lg_fail(err, LG_USAGE, "%s: the path is too long", dir);
    if (!lg_file_get_kind(path, &kind, err)) return false;
    *there = kind == LG_REGULAR;
    return true;
}

/* A run directory has a config and either a record or the lock of a process that has not written its record yet. */
static bool is_run(const char *dir, bool *run, lg_error *err) {
    *run = false;
    if (!is_there(dir, "config.yaml", run, err) || !*run) return !err->code;
    return is_there(dir, "run.json", run, err) && (*run || is_there(dir, ".lock", run, err));
}

/* True for a folder, false for a link to one: links could lead to duplicates or cycles. */
static bool is_folder(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

typedef struct search {
    lg_run_found_fn each;
    void *user;
    bool stopped;
} search;

static bool find_below(search *s, const char *dir, int depth, lg_error *err);

static bool find_in(search *s, const char *dir, const name_list *l, int depth, lg_error *err) {
    for (size_t i = 0; i < l->count && !s->stopped; i++) {
        char path[PATH];
        if (snprintf(path, sizeof path, "%s/%s", dir, l->name[i]) >= PATH) continue;
        if (is_folder(path) && !find_below(s, path, depth + 1, err)) return false;
    }
    return true;
}

static bool find_below(search *s, const char *dir, int depth, lg_error *err) {
    bool run;
    if (!is_run(dir, &run, err)) return false;
    if (run) {
        s->stopped = !s->each(s->user, dir);
        return true;
    }
    name_list l = {0};
    bool good = depth == DEPTH || lg_file_each(dir, add_name, &l, err);
    if (good && l.count > 0) qsort(l.name, l.count, sizeof *l.name, compare_names);
    good = good && find_in(s, dir, &l, depth, err);
    for (size_t i = 0; i < l.count; i++) free(l.name[i]);
    free(l.name);
    return good;
}

lg_status lg_runs_find(lg_context *c, const char *dir, lg_run_found_fn each, void *user) {
    lg_error own = {0}; /* `each` may call the library, which overwrites the context's error */
    search s = {.each = each, .user = user};
    lg_file_kind kind;
    if (lg_file_get_kind(dir, &kind, &own)) {
        if (kind == LG_DIRECTORY)
            find_below(&s, dir, 0, &own);
        else
            lg_fail(&own, LG_USAGE, "%s: %s; expected a directory with runs", dir,
                    kind == LG_ABSENT ? "no such directory" : "not a directory");
    }
    *lg_context_begin(c) = own;
    return own.code;
}

/* ---- one run ---- */

const char *lg_run_state_at(size_t i) {
    static const char *const others[] = {"interrupted", "damaged", "old"};
    const size_t statuses = LG_STATUS_DIVERGED + 1, other = i - statuses;
    if (i < statuses) return lg_run_status_name((lg_run_status)i);
    return other < sizeof others / sizeof *others ? others[other] : NULL;
}

/* Warns if the config was edited after training and no longer describes the model. The summary itself is correct. */
static void tell_edited(lg_context *c, const lg_run_dir *s, const lg_run_record *r) {
    lg_error words = {0};
    if (!lg_run_record_is_trained(r) || *r->hash == '\0' || lg_file_time(s->config) <= lg_file_time(s->record)) return;
    lg_resolved_config *now = lg_resolve_saved(s->config, &c->custom, &words);
    if (now && strcmp(now->hash, r->hash))
        lg_context_say(c, LG_WARNING, "%s was edited: the run was trained with another config", s->config);
    lg_resolved_config_free(now);
}

static bool summarize(lg_context *c, const lg_run_dir *s, lg_run_summary *out, lg_error *err) {
    lg_run_record r;
    if (!lg_run_record_check_version(s, NULL)) return out->state = "old", true;
    if (!lg_run_record_read(s, &r, err) || !lg_run_dir_is_busy(s, &out->busy, err) ||
        !lg_record_files_check(s, &r, err))
        return false;
    tell_edited(c, s, &r);
    out->state = lg_run_status_name(r.phase);
    const bool at_work = r.phase == LG_STATUS_TRAINING || r.phase == LG_STATUS_EVALUATING;
    if (at_work && !out->busy) out->state = "interrupted";
    out->step = r.step;
    out->steps = r.steps;
    out->ended = lg_ending_name(r.ended);
    out->seconds = r.seconds;
    out->loss = r.loss;
    out->has_score = r.has_score;
    out->score = r.score;
    snprintf(out->error, sizeof out->error, "%s", r.error);
    snprintf(out->started, sizeof out->started, "%s", r.started);
    snprintf(out->finished, sizeof out->finished, "%s", r.finished);
    return true;
}

static bool check_run(const char *dir, lg_error *err) {
    bool run;
    if (!is_run(dir, &run, err)) return false;
    return run || lg_fail(err, LG_USAGE, "%s is not a run directory: it has no config.yaml and run.json", dir);
}

lg_status lg_run_summarize(lg_context *c, const char *dir, lg_run_summary *out) {
    lg_error *err = lg_context_begin(c);
    lg_run_dir s;
    *out = (lg_run_summary){.state = "damaged", .ended = ""};
    if (!check_run(dir, err)) return err->code;
    if (lg_run_dir_open(&s, dir, err) && summarize(c, &s, out, err)) lg_note_read(dir, &out->note, err);
    lg_run_dir_close(&s);
    return err->code;
}

lg_status lg_run_annotate(lg_context *c, const char *dir, const lg_run_comment *note) {
    lg_error *err = lg_context_begin(c);
    if (check_run(dir, err)) lg_note_write(dir, note, err);
    return err->code;
}
