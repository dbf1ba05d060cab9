/* rungs_file.c: writes SWEEP/rungs.jsonl as a whole and reads it. The file may come from anywhere, so everything read
 * is checked. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "base/file.h"
#include "base/lines.h"
#include "base/text_buffer.h"
#include "metric/metric.h"
#include "run/jsonl.h"
#include "sweep/plan/run_index.h"
#include "sweep/registry/result_json.h"
#include "sweep/registry/rungs.h"

#define SCHEMA    "lengthen.rung/1"
#define FILE_NAME "rungs.jsonl"

static bool name_file(char path[4096], const char *dir, lg_error *err) {
    return snprintf(path, 4096, "%s/" FILE_NAME, dir) < 4096 || lg_fail(err, LG_USAGE, "%s: the path is too long", dir);
}

bool lg_rungs_are_decided(const char *dir, bool *decided, lg_error *err) {
    char path[4096];
    lg_file_kind kind = LG_ABSENT;
    const bool good = name_file(path, dir, err) && lg_file_get_kind(path, &kind, err);
    *decided = kind != LG_ABSENT;
    return good;
}

/* ---- writing ---- */

static json_t *run_json(const lg_manifest *m, const lg_rung_run *r) {
    return json_pack("{s:s, s:o, s:s, s:o}", "id", m->runs[r->index].id, "labels", lg_labels_json(m, r->index), "state",
                     lg_run_state_name(r->state), "score", isnan(r->score) ? json_null() : json_real(r->score));
}

/* Runs from..to-1; NULL when out of memory. */
static json_t *runs_json(const lg_manifest *m, const lg_rung *r, size_t from, size_t to) {
    json_t *list = json_array();
    for (size_t i = from; i < to && list; i++)
        if (json_array_append_new(list, run_json(m, &r->run[i])) != 0) json_decref(list), list = NULL;
    return list;
}

static bool put_rung(FILE *to, const lg_manifest *m, const lg_rung *r) {
    char *line =
        lg_json_text(json_pack("{s:s, s:I, s:s, s:o, s:o}", "schema", SCHEMA, "step", (json_int_t)r->step, "metric",
                               lg_metrics[r->metric]->name, "promoted", runs_json(m, r, 0, r->promoted), "stopped",
                               runs_json(m, r, r->promoted, r->runs)));
    const bool good = line && fprintf(to, "%s\n", line) > 0;
    free(line);
    return good;
}

bool lg_rungs_write(const lg_rungs *r, const char *dir, const lg_manifest *m, lg_error *err) {
    char path[4096];
    lg_text_buffer s;
    if (!name_file(path, dir, err) || !lg_file_remove_temporary(dir, true, err)) return false;
    bool good = lg_text_buffer_open(&s);
    for (size_t i = 0; i < r->count && good; i++) good = put_rung(s.to, m, &r->all[i]);
    good = lg_text_buffer_close(&s) && good;
    good = good ? lg_file_write_text(path, s.text, err) : lg_fail(err, LG_FAILED, "out of memory: %s", path);
    free(s.text);
    return good;
}

/* ---- reading ---- */

typedef struct reader {
    const char *path;
    const lg_manifest *m;
    lg_run_index known;
    lg_rungs *into;
    lg_climb *climb; /* [runs]: progress according to the lines read so far */
    lg_error *err;
} reader;

static bool fail_damaged(const reader *r, const char *words) {
    return lg_fail(r->err, LG_CORRUPT, "%s is damaged: %s", r->path, words);
}

static bool fail_memory(const reader *r) {
    return lg_fail(r->err, LG_FAILED, "out of memory: %s", r->path);
}

/* Reads a run at a rung. The run must have been promoted at the previous rung, and may appear only once at this one. */
static bool read_run(const reader *r, const json_t *o, size_t level, bool promoted, lg_rung_run *out) {
    const json_t *score = json_object_get(o, "score");
    if (!lg_run_index_find(&r->known, json_string_value(json_object_get(o, "id")), &out->index))
        return fail_damaged(r, "a run is not in the plan");
    if (!lg_run_state_find(json_string_value(json_object_get(o, "state")), &out->state))
        return fail_damaged(r, "a run has no state");
    lg_climb *c = &r->climb[out->index];
    if (c->stopped || c->level != level) return fail_damaged(r, "a run is at a rung that it has not reached");
    c->level += promoted;
    c->stopped = !promoted;
    out->score = json_is_number(score) ? json_number_value(score) : (double)NAN;
    return true;
}

static bool read_runs(const reader *r, const json_t *list, size_t level, bool promoted, lg_rung_run *out) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_run(r, json_array_get(list, i), level, promoted, &out[i])) return false;
    return true;
}

static bool find_level(const reader *r, const json_t *step, size_t *level) {
    const lg_promotion_rule *rule = &r->m->promotion;
    for (*level = 0; *level < rule->rung_count; ++*level)
        if (json_is_integer(step) && json_integer_value(step) == rule->rungs[*level]) return true;
    return fail_damaged(r, "a step is not that of a rung");
}

static bool read_rung(const reader *r, const json_t *o) {
    const json_t *promoted = json_object_get(o, "promoted"), *stopped = json_object_get(o, "stopped");
    const char *metric = json_string_value(json_object_get(o, "metric"));
    const size_t ups = json_array_size(promoted), runs = ups + json_array_size(stopped);
    lg_rung x = {.runs = runs, .promoted = ups};
    size_t level;
    if (!find_level(r, json_object_get(o, "step"), &level)) return false;
    if (!metric || !lg_metric_find(metric, &x.metric)) return fail_damaged(r, "its metric is not known");
    if (runs > r->m->run_count) return fail_damaged(r, "a rung has more runs than the plan");
    x.step = r->m->promotion.rungs[level];
    lg_rung *more = lg_arena_grow(r->into->arena, r->into->all, r->into->count, &r->into->capacity, sizeof *more);
    lg_rung_run *list = lg_arena_alloc(r->into->arena, (runs + 1) * sizeof *list);
    if (!more || !list) return fail_memory(r);
    x.run = list;
    r->into->all = more;
    if (!read_runs(r, promoted, level, true, list) || !read_runs(r, stopped, level, false, list + ups)) return false;
    more[r->into->count++] = x;
    return true;
}

static bool read_line(const reader *r, const lg_lines *l) {
    lg_error none = {0};
    json_t *o = lg_jsonl_line(l, &none);
    const bool good = o                    ? read_rung(r, o)
                      : none.code != LG_OK ? fail_memory(r)
                                           : fail_damaged(r, "a line cannot be read");
    json_decref(o);
    return good;
}

static bool read_lines(const reader *r) {
    lg_lines l;
    lg_error words = {0};
    bool good = true;
    if (!lg_lines_open(&l, r->path, r->err)) return false;
    while (good && lg_lines_next(&l, &words)) good = read_line(r, &l);
    if (words.code != LG_OK) good = lg_fail_like(r->err, &words, "%s", words.text);
    if (good && l.torn) good = fail_damaged(r, "its end is missing");
    lg_lines_close(&l);
    return good;
}

bool lg_rungs_read(const char *dir, const lg_manifest *m, lg_arena *arena, lg_rungs *out, lg_error *err) {
    char path[4096];
    *out = (lg_rungs){.arena = arena};
    if (m->promotion.rung_count == 0) return true;
    if (!name_file(path, dir, err)) return false;
    reader r = {.path = path, .m = m, .into = out, .climb = calloc(m->run_count + 1, sizeof *r.climb), .err = err};
    const bool good = r.climb && lg_run_index_open(&r.known, m) ? read_lines(&r) : fail_memory(&r);
    lg_run_index_close(&r.known);
    free(r.climb);
    return good;
}
