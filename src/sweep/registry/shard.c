/* shard.c: appends to and reads the files of shards; see shard.h. */
#include "sweep/registry/shard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/sweep.h"
#include "base/file.h"
#include "base/lines.h"
#include "lengthen/core.h"
#include "run/jsonl.h"
#include "sweep/plan/run_index.h"
#include "sweep/registry/result_json.h"

/* ---- writing ---- */

/* *torn: the last line is incomplete, because a process died while writing it. */
static bool check_torn(const char *path, bool *torn, lg_error *err) {
    lg_file_kind kind;
    char last = '\n';
    *torn = false;
    if (!lg_file_get_kind(path, &kind, err)) return false;
    if (kind == LG_ABSENT) return true;
    const int fd = lg_file_open(path, O_RDONLY, "read", err);
    if (fd < 0) return false;
    const off_t size = lseek(fd, 0, SEEK_END);
    const bool good = size == 0 || (size > 0 && pread(fd, &last, 1, size - 1) == 1) ||
                      lg_file_fail(err, "read", path, errno);
    close(fd);
    *torn = last != '\n';
    return good;
}

bool lg_shard_append(const char *dir, size_t shard, size_t shards, const lg_manifest *m, size_t run,
                     const lg_run_result *x, lg_error *err) {
    char path[4096];
    snprintf(path, sizeof path, "%s/" LG_SHARDS, dir);
    if (!lg_file_make_directory(path, err)) return false;
    snprintf(path, sizeof path, "%s/" LG_SHARDS "/%zu-of-%zu.jsonl", dir, shard, shards);
    char *line = lg_json_text(lg_result_json(m, run, x, true));
    if (!line) return lg_fail(err, LG_FAILED, "out of memory: %s", path);
    bool torn;
    const bool good = check_torn(path, &torn, err) && (!torn || lg_file_append_line(path, "", false, err)) &&
                      lg_file_append_line(path, line, true, err);
    free(line);
    return good;
}

/* ---- reading ---- */

typedef struct reader {
    lg_results *into;
    lg_run_index known;
} reader;

static bool overrides(const lg_run_result *a, const lg_run_result *b) {
    const bool failed_a = a->state == LG_RUN_FAILED, failed_b = b->state == LG_RUN_FAILED;
    if (!lg_result_ended(b)) return lg_result_ended(a);
    return failed_a != failed_b ? failed_b : strcmp(a->finished, b->finished) >= 0;
}

/* Handles a line with impossible numbers: a run without another result stays planned, and its reason describes the
 * damage. */
static bool refuse_line(reader *r, size_t run, const char *where, const lg_error *words, lg_error *err) {
    lg_run_result *x = &r->into->runs[run];
    if (words->code != LG_CORRUPT) return lg_fail_like(err, words, "%s: %s", where, words->text);
    if (lg_result_ended(x)) return true;
    x->reason = lg_arena_printf(r->into->arena, "%s: %s", where, words->text);
    return x->reason || lg_fail(err, LG_FAILED, "out of memory: %s", where);
}

static bool read_result(reader *r, const json_t *line, const char *where, lg_error *err) {
    const char *id = json_string_value(json_object_get(line, "id"));
    size_t run;
    lg_error words = {0};
    lg_run_result x;
    if (!lg_run_index_find(&r->known, id, &run) || !lg_result_is_json(line)) return true;
    if (!lg_result_read_json(line, r->into->arena, &x, &words)) return refuse_line(r, run, where, &words, err);
    if (overrides(&x, &r->into->runs[run])) r->into->runs[run] = x;
    return true;
}

static bool read_line(reader *r, const lg_lines *l, lg_error *err) {
    char where[4200];
    json_t *line = lg_jsonl_line(l, err);
    snprintf(where, sizeof where, "%s is damaged: line %zu", l->path, l->number);
    const bool good = line ? read_result(r, line, where, err) : err->code == LG_OK;
    json_decref(line);
    return good;
}

static bool read_file(void *user, const char *dir, const char *name, lg_error *err) {
    char path[4096];
    lg_lines l;
    lg_error words = {0};
    snprintf(path, sizeof path, "%s/%s", dir, name);
    const size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 6, ".jsonl")) return true;
    if (!lg_lines_open(&l, path, err)) return false;
    while (lg_lines_next(&l, &words) && read_line(user, &l, &words)) continue;
    lg_lines_close(&l);
    return words.code == LG_OK || lg_fail_like(err, &words, "%s", words.text);
}

bool lg_shards_read(const char *dir, lg_results *into, lg_error *err) {
    char path[4096];
    const lg_manifest *m = into->manifest;
    snprintf(path, sizeof path, "%s/" LG_SHARDS, dir);
    lg_file_kind kind;
    if (!lg_file_get_kind(path, &kind, err)) return false;
    if (kind == LG_ABSENT) return true;
    reader r = {.into = into};
    if (!lg_run_index_open(&r.known, m)) return lg_fail(err, LG_FAILED, "out of memory: %s", path);
    const bool good = lg_file_each(path, read_file, &r, err);
    lg_run_index_close(&r.known);
    return good;
}
