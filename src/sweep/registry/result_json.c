/* result_json.c: see result_json.h. Numbers are written so that they are read back as the same; JSON has no NaN, for
 * which null stands. */
#include "sweep/registry/result_json.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "run/recorded.h"

#define SCHEMA   "lengthen.result/1"
#define ROUNDING 1e-6 /* by which a score may be beside a mean */

/* ---- writing ---- */

static json_t *number_or_null(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

char *lg_json_text(json_t *json) {
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(json);
    return text;
}

/* Without memory the whole list, or object, is freed and NULL. */
static void append_item(json_t **list, json_t *item) {
    if (json_array_append_new(*list, item) == 0) return;
    json_decref(*list);
    *list = NULL;
}

static void set_member(json_t **object, const char *key, json_t *item) {
    if (json_object_set_new(*object, key, item) == 0) return;
    json_decref(*object);
    *object = NULL;
}

json_t *lg_labels_json(const lg_manifest *m, size_t run) {
    json_t *o = json_object();
    for (size_t a = 0; a < m->axis_count; a++)
        set_member(&o, m->axes[a].name, json_string(lg_planned_label(m, run, a)));
    return o;
}

json_t *lg_curve_json(const lg_run_result *r) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->point_count; i++)
        append_item(&list, json_pack("[i, o]", r->points[i].length, number_or_null(r->points[i].accuracy)));
    return list;
}

json_t *lg_progress_json(const lg_run_result *r, bool times) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->progress_count; i++) {
        const lg_progress_point *p = &r->progress[i];
        json_t *point = json_pack("[I, o]", (json_int_t)p->step, number_or_null(p->score));
        if (times) append_item(&point, number_or_null(p->seconds));
        append_item(&list, point);
    }
    return list;
}

/* A text with names of files and machines in it, which may hold any bytes. */
static json_t *any_text(const char *text) {
    char *copy = strdup(text);
    if (copy) lg_text_utf8(copy);
    json_t *string = copy ? json_string(copy) : NULL;
    free(copy);
    return string;
}

static void add_all(json_t **o, const lg_run_result *r) {
    set_member(o, "reason", any_text(r->reason));
    set_member(o, "owner", any_text(r->owner));
    set_member(o, "attempts", json_integer(r->attempts));
    set_member(o, "seconds", number_or_null(r->seconds));
    set_member(o, "started", json_string(r->started));
    set_member(o, "finished", json_string(r->finished));
}

json_t *lg_result_json(const lg_manifest *m, size_t run, const lg_run_result *r, bool all) {
    json_t *o = json_pack("{s:s, s:s, s:o, s:s, s:I, s:I, s:o, s:o, s:o}", "schema", SCHEMA, "id", m->runs[run].id,
                          "labels", lg_labels_json(m, run), "state", lg_state_name(r->state), "step",
                          (json_int_t)r->step, "steps", (json_int_t)r->steps, "score", number_or_null(r->score), "loss",
                          number_or_null(r->loss), "accuracy", number_or_null(r->accuracy));
    if (all) add_all(&o, r);
    set_member(&o, "curve", lg_curve_json(r));
    set_member(&o, "progress", lg_progress_json(r, all));
    return o;
}

/* ---- reading ---- */

static bool fail_memory(lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: the result of a run");
}

/* Lengths ascend, as whoever searches among them believes. */
static bool read_point(const json_t *p, int above, lg_point *out, lg_error *err) {
    int64_t length;
    if (json_array_size(p) != 2) return lg_fail(err, LG_CORRUPT, "a point of a curve is not a length and an accuracy");
    if (!lg_recorded_count(json_array_get(p, 0), "length", above + 1, LG_LENGTH_MAX, &length, err)) return false;
    out->length = (int)length;
    return lg_recorded_fraction(json_array_get(p, 1), "accuracy", &out->accuracy, err);
}

bool lg_curve_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err) {
    const size_t count = json_array_size(list);
    lg_point *points = count == 0 ? NULL : lg_arena_alloc(arena, count * sizeof *points);
    if (count > 0 && !points) return fail_memory(err);
    for (size_t i = 0; i < count; i++)
        if (!read_point(json_array_get(list, i), i > 0 ? points[i - 1].length : 0, &points[i], err)) return false;
    out->points = points;
    out->point_count = count;
    return true;
}

static bool read_progress(const json_t *p, lg_progress_point *out, lg_error *err) {
    return lg_recorded_count(json_array_get(p, 0), "step", 0, INT64_MAX, &out->step, err) &&
           lg_recorded_fraction(json_array_get(p, 1), "score", &out->score, err) &&
           lg_recorded_amount(json_array_get(p, 2), "seconds", &out->seconds, err);
}

bool lg_progress_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err) {
    const size_t count = json_array_size(list);
    lg_progress_point *points = count == 0 ? NULL : lg_arena_alloc(arena, count * sizeof *points);
    if (count > 0 && !points) return fail_memory(err);
    for (size_t i = 0; i < count; i++)
        if (!read_progress(json_array_get(list, i), &points[i], err)) return false;
    out->progress = points;
    out->progress_count = count;
    return true;
}

static const char *string_of(const json_t *o, const char *key) {
    return json_string_value(json_object_get(o, key));
}

bool lg_result_is_json(const json_t *line) {
    const char *schema = string_of(line, "schema");
    lg_state state;
    return schema && !strcmp(schema, SCHEMA) && lg_state_find(string_of(line, "state"), &state);
}

static bool read_texts(const json_t *line, lg_arena *arena, lg_run_result *out, lg_error *err) {
    out->reason = lg_result_text(string_of(line, "reason"), arena);
    out->owner = lg_result_text(string_of(line, "owner"), arena);
    out->started = lg_result_text(string_of(line, "started"), arena);
    out->finished = lg_result_text(string_of(line, "finished"), arena);
    return (out->reason && out->owner && out->started && out->finished) || fail_memory(err);
}

static bool read_numbers(const json_t *line, lg_run_result *out, lg_error *err) {
    int64_t attempts;
    if (!lg_recorded_count(json_object_get(line, "attempts"), "attempts", 0, INT_MAX, &attempts, err)) return false;
    out->attempts = (int)attempts;
    return lg_recorded_count(json_object_get(line, "step"), "step", 0, INT64_MAX, &out->step, err) &&
           lg_recorded_count(json_object_get(line, "steps"), "steps", 0, INT64_MAX, &out->steps, err) &&
           lg_recorded_fraction(json_object_get(line, "score"), "score", &out->score, err) &&
           lg_recorded_amount(json_object_get(line, "loss"), "loss", &out->loss, err) &&
           lg_recorded_fraction(json_object_get(line, "accuracy"), "accuracy", &out->accuracy, err) &&
           lg_recorded_amount(json_object_get(line, "seconds"), "seconds", &out->seconds, err);
}

/* All rules of a score leave out lengths at the beginning alone. */
static bool compare_score(const lg_run_result *x, lg_error *err) {
    double sum = 0;
    if (isnan(x->score) || x->state != LG_RUN_DONE) return true;
    for (size_t n = 1; n <= x->point_count; n++) {
        sum += x->points[x->point_count - n].accuracy;
        if (fabs(sum / (double)n - x->score) <= ROUNDING) return true;
    }
    return lg_fail(err, LG_CORRUPT, "score is %.17g, and the mean of no part of its curve is that", x->score);
}

bool lg_result_read_json(const json_t *line, lg_arena *arena, lg_run_result *out, lg_error *err) {
    *out = lg_result_planned();
    lg_state_find(string_of(line, "state"), &out->state);
    return read_texts(line, arena, out, err) && read_numbers(line, out, err) &&
           lg_curve_read(json_object_get(line, "curve"), arena, out, err) &&
           lg_progress_read(json_object_get(line, "progress"), arena, out, err) && compare_score(out, err);
}

/* ---- results.jsonl ---- */

static bool is_result(const lg_run_result *r) {
    return r->state == LG_RUN_DONE || r->state == LG_RUN_DIVERGED;
}

bool lg_results_each(const lg_results *r, lg_text_fn line, void *user, lg_error *err) {
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        if (!is_result(&r->runs[i])) continue;
        char *text = lg_json_text(lg_result_json(r->manifest, i, &r->runs[i], false));
        if (!text) return lg_fail(err, LG_FAILED, "out of memory: the results of a sweep");
        line(user, text);
        free(text);
    }
    return true;
}

static void print_line(void *user, const char *line) {
    fprintf(user, "%s\n", line);
}

bool lg_results_write(const lg_results *r, const char *path, lg_error *err) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    bool good = to && lg_results_each(r, print_line, to, err);
    if (to) good = fclose(to) == 0 && good;
    good = good ? lg_file_write(path, &(lg_bytes){text, size}, 1, err)
                : lg_fail(err, LG_FAILED, "out of memory: %s", path);
    free(text);
    return good;
}
