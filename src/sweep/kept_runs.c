/* kept_runs.c: see kept_runs.h. */
#include "sweep/kept_runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/run_files.h"
#include "base/file.h"
#include "base/xz.h"
#include "config/config.h"
#include "run/jsonl.h"
#include "run/metrics_line.h"
#include "run/recorded.h"

static const size_t file_limit = (size_t)256 << 20, text_limit = (size_t)1 << 30, config_limit = (size_t)1 << 24;

typedef struct reading {
    lg_kept_runs *to;
    lg_error *err;
} reading;

static bool no_memory(const reading *x) {
    return lg_fail(x->err, LG_FAILED, "out of memory: the runs of %s", x->to->place);
}

static lg_kept_run *add_run(const reading *x, const char *name) {
    lg_kept_run *more = lg_arena_grow(x->to->arena, x->to->runs, x->to->count, &x->to->capacity, sizeof *more);
    if (!more) return no_memory(x), NULL;
    x->to->runs = more;
    lg_kept_run *r = &more[x->to->count];
    *r = (lg_kept_run){.name = lg_arena_printf(x->to->arena, "%s", name), .result = lg_result_planned()};
    if (!r->name) return no_memory(x), NULL;
    x->to->count++;
    return r;
}

static bool read_config(const reading *x, const char *text, const char *name, lg_kept_run *r) {
    lg_yaml_item *items;
    lg_error words = {0};
    if (!lg_yaml_read(text, strlen(text), name, x->to->arena, &items, &words))
        return lg_fail(x->err, words.code == LG_USAGE ? LG_CORRUPT : words.code, "%s", words.text);
    r->config = items;
    return true;
}

/* ---- a line of a file of kept runs ---- */

/* Reads the scores, the seconds of training and the step from the text of run.json. */
static bool read_record(const json_t *record, lg_run_result *out, lg_error *err) {
    const json_t *scores = json_object_get(json_object_get(record, "score"), "scores");
    if (!json_is_object(scores)) return lg_fail(err, LG_CORRUPT, "run.json has no score");
    for (size_t i = 0; i < LG_METRICS; i++)
        if (!lg_recorded_metric(json_object_get(scores, lg_metrics[i]->name), lg_metrics[i]->name, lg_metrics[i],
                                &out->scores[i], err))
            return false;
    out->state = LG_RUN_DONE;
    return lg_recorded_amount(json_object_get(record, "seconds"), "seconds", &out->seconds, err) &&
           lg_recorded_count(json_object_get(record, "step"), "step", 0, INT64_MAX >> 10, &out->step, err);
}

/* The next line of a text, without its end; NULL: there is none. */
static const char *next_line(const char **text, size_t *size) {
    const char *line = *text;
    *size = strcspn(line, "\n");
    if (*line == '\0') return NULL;
    *text = line + *size + (line[*size] == '\n');
    return line;
}

static bool add_point(const reading *x, const lg_metrics_line *line, size_t *capacity, lg_run_result *out) {
    lg_point *more = lg_arena_grow(x->to->arena, (void *)out->points, out->point_count, capacity, sizeof *more);
    if (!more) return no_memory(x);
    lg_point *p = &more[out->point_count++];
    *p = (lg_point){.length = line->evaluation.result.length, .sequences = line->evaluation.result.sequences};
    memcpy(p->values, line->evaluation.result.values, sizeof p->values);
    out->points = more;
    return true;
}

static bool add_progress(const reading *x, const lg_metrics_line *line, size_t *capacity, lg_run_result *out) {
    lg_progress_point *more =
        lg_arena_grow(x->to->arena, (void *)out->progress, out->progress_count, capacity, sizeof *more);
    if (!more) return no_memory(x);
    lg_progress_point *p = &more[out->progress_count++];
    *p = (lg_progress_point){.step = line->step, .seconds = line->seconds};
    memcpy(p->scores, line->validation.scores, sizeof p->scores);
    out->progress = more;
    return true;
}

/* Reads all lines of eval.jsonl, or the validations in metrics.jsonl. */
static bool read_lines(const reading *x, const char *text, lg_line_kind kind, lg_run_result *out, lg_error *err) {
    size_t size, capacity = 0;
    bool good = true;
    for (const char *line; good && (line = next_line(&text, &size));) {
        bool none = false;
        lg_metrics_line read;
        json_t *parsed = lg_jsonl_parse(line, size, &none);
        if (!parsed) return none ? no_memory(x) : lg_fail(err, LG_CORRUPT, "a line is not JSON");
        good = lg_metrics_line_read(parsed, &read, err);
        json_decref(parsed);
        if (!good || read.kind != kind) continue;
        good =
            kind == LG_LINE_EVALUATION ? add_point(x, &read, &capacity, out) : add_progress(x, &read, &capacity, out);
    }
    return good;
}

static bool read_files(const reading *x, const json_t *files, lg_kept_run *r, lg_error *err) {
    const char *config = json_string_value(json_object_get(files, "config.yaml")),
               *record = json_string_value(json_object_get(files, "run.json")),
               *tests = json_string_value(json_object_get(files, "eval.jsonl")),
               *steps = json_string_value(json_object_get(files, "metrics.jsonl"));
    if (!config || !record || !tests) return lg_fail(err, LG_CORRUPT, "expected config.yaml, run.json and eval.jsonl");
    bool none = false;
    json_t *parsed = lg_jsonl_parse(record, strlen(record), &none);
    if (!parsed) return none ? no_memory(x) : lg_fail(err, LG_CORRUPT, "run.json is not JSON");
    const bool good = read_record(parsed, &r->result, err);
    json_decref(parsed);
    return good && read_config(x, config, "config.yaml", r) &&
           read_lines(x, tests, LG_LINE_EVALUATION, &r->result, err) &&
           (!steps || read_lines(x, steps, LG_LINE_VALIDATION, &r->result, err));
}

/* ---- lines ---- */

/* Reads the whole file and decompresses it if necessary. The caller frees the text. */
static char *read_text(const char *file, lg_error *err) {
    size_t size;
    char *bytes = lg_file_read(file, file_limit, &size, err);
    if (!bytes || !lg_xz_is(bytes, size)) return bytes;
    char *text = lg_xz_unpack(file, bytes, size, text_limit, &size, err);
    free(bytes);
    return text;
}

static bool take_line(const char *line, size_t size, lg_kept_line_fn each, void *user, lg_error *err) {
    bool none = false;
    json_t *parsed = lg_jsonl_parse(line, size, &none);
    const bool good = none      ? lg_fail(err, LG_FAILED, "out of memory: a line of JSON")
                      : !parsed ? lg_fail(err, LG_CORRUPT, "a line is not JSON")
                                : each(user, parsed, err);
    json_decref(parsed);
    return good;
}

bool lg_kept_lines_each(const char *file, lg_kept_line_fn each, void *user, lg_error *err) {
    char *text = read_text(file, err);
    const char *rest = text;
    bool good = text;
    size_t size;
    for (size_t number = 1; good && *rest != '\0'; number++) {
        lg_error words = {0};
        const char *line = next_line(&rest, &size);
        good = take_line(line, size, each, user, &words) ||
               lg_fail_like(err, &words, "%s:%zu: %s", file, number, words.text);
    }
    free(text);
    return good;
}

/* The id of the run in a line of kept runs. Fails with NULL for any other line. */
static const char *run_of(const json_t *line, lg_error *err) {
    const char *id = json_string_value(json_object_get(line, "run"));
    if (!id) lg_fail(err, LG_CORRUPT, "expected a line of kept runs, with a member `run`");
    return id;
}

static bool read_kept(void *user, const json_t *line, lg_error *err) {
    const reading *x = user;
    const char *id = run_of(line, err);
    lg_kept_run *r = id ? add_run(x, id) : NULL;
    if (id && !r) return lg_fail_like(err, x->err, "%s", x->err->text);
    return r && read_files(x, json_object_get(line, "files"), r, err);
}

static bool read_file(const reading *x) {
    return lg_kept_lines_each(x->to->place, read_kept, (void *)x, x->err);
}

/* ---- directories from a file ---- */

typedef struct restoring {
    const lg_manifest *m;
    const char *sweep;
    size_t count;
} restoring;

static bool restore_files(const char *dir, const json_t *files, lg_error *err) {
    static const char *const names[] = {"config.yaml", "eval.jsonl", "metrics.jsonl", "run.json"}; /* run.json last */
    char path[4300];
    if (!lg_file_make_directory(dir, err)) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = json_string_value(json_object_get(files, names[i]));
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        if (text && !lg_file_write_text(path, text, err)) return false;
    }
    return true;
}

static bool restore_kept(void *user, const json_t *line, lg_error *err) {
    restoring *x = user;
    const char *id = run_of(line, err);
    if (!id) return false;
    char path[4200];
    lg_file_kind kind;
    for (size_t i = 0; i < x->m->run_count; i++) {
        if (strcmp(x->m->runs[i].id, id) || !lg_planned_path(x->m, i, x->sweep, "", path, sizeof path)) continue;
        if (!lg_file_get_kind(path, &kind, err)) return false;
        if (kind != LG_ABSENT) return true;
        x->count++;
        return restore_files(path, json_object_get(line, "files"), err);
    }
    return true;
}

bool lg_kept_runs_restore(const char *place, const lg_manifest *m, const char *sweep, size_t *count, lg_error *err) {
    restoring x = {m, sweep, 0};
    const bool good = lg_kept_lines_each(place, restore_kept, &x, err);
    *count = x.count;
    return good;
}

/* ---- directories of runs ---- */

static bool read_directory(void *user, const char *dir) {
    const reading *x = user;
    char path[4200];
    lg_run_result result;
    if (!lg_result_read(dir, x->to->arena, &result, x->err)) return false;
    if (result.state != LG_RUN_DONE) return x->to->unfinished++, true;
    snprintf(path, sizeof path, "%s/config.yaml", dir);
    char *text = lg_file_read(path, config_limit, NULL, x->err);
    lg_kept_run *r = text ? add_run(x, dir) : NULL;
    if (r) r->result = result;
    const bool good = r && read_config(x, text, path, r);
    free(text);
    return good;
}

/* Reads all run directories below a directory. Failures of lg_runs_find itself are in the context. */
static bool read_directories(lg_context *c, const reading *x, lg_error *err) {
    const lg_status status = lg_runs_find(c, x->to->place, read_directory, (void *)x);
    if (x->err->code != LG_OK) return lg_fail_like(err, x->err, "%s", x->err->text);
    return status == LG_OK || lg_fail(err, status, "%s", lg_error_text(c));
}

bool lg_kept_runs_read(lg_context *c, const char *place, lg_arena *arena, lg_kept_runs *out, lg_error *err) {
    lg_file_kind kind;
    lg_error words = {0};
    const reading x = {out, &words};
    *out = (lg_kept_runs){.place = place, .arena = arena};
    if (!lg_file_get_kind(place, &kind, err)) return false;
    if (kind == LG_ABSENT)
        return lg_fail(
            err, LG_USAGE,
            "%s: no such file or directory (expected a sweep, a directory of runs, or a file from tools/keep_runs.py)",
            place);
    if (kind == LG_DIRECTORY && !read_directories(c, &x, err)) return false;
    if (kind != LG_DIRECTORY && !read_file(&x)) return lg_fail_like(err, &words, "%s", words.text);
    if (out->count > 0) return true;
    return lg_fail(err, LG_USAGE, "%s holds no finished run (%zu unfinished)", place, out->unfinished);
}

const char *lg_kept_run_value(const lg_kept_run *r, const char *key) {
    for (const lg_yaml_item *i = r->config; i; i = i->next)
        if (!strcmp(i->key, key)) return i->value;
    const lg_option *o = lg_key_option(key);
    return o ? o->fallback : NULL;
}
