/* result_json.c: results as JSON; see result_json.h. Numbers are written with 17 digits, so that reading them back
 * gives the same values. JSON has no NaN, so null replaces it. */
#include "sweep/registry/result_json.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "api/text.h"
#include "base/file.h"
#include "base/text_buffer.h"
#include "metric/metric.h"
#include "run/recorded.h"

#define SCHEMA "lengthen.result/2"
enum { MAX_COLUMNS = 16 }; /* maximum number of metrics in a line */
#define ROUNDING 1e-6      /* tolerated difference between a score and a mean */

/* ---- writing ---- */

static json_t *number_or_null(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

char *lg_json_text(json_t *json) {
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(json);
    return text;
}

/* When out of memory, the whole list or object is freed and set to NULL. */
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

/* The list [first, value, ...] with the values of all metrics. */
static json_t *values_json(int64_t first, const double values[LG_METRICS]) {
    json_t *list = json_array();
    append_item(&list, json_integer(first));
    for (size_t i = 0; i < LG_METRICS; i++) append_item(&list, number_or_null(values[i]));
    return list;
}

json_t *lg_curve_json(const lg_run_result *r) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->point_count; i++) {
        const lg_point *p = &r->points[i];
        json_t *point = values_json(p->length, p->values);
        if (p->sequences > 0) append_item(&point, json_integer(p->sequences));
        append_item(&list, point);
    }
    return list;
}

json_t *lg_progress_json(const lg_run_result *r, bool times) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->progress_count; i++) {
        const lg_progress_point *p = &r->progress[i];
        json_t *point = values_json(p->step, p->scores);
        if (times) append_item(&point, number_or_null(p->seconds));
        append_item(&point, json_string(lg_split_name(r->validated)));
        append_item(&list, point);
    }
    return list;
}

/* Texts with names of files and machines may contain any bytes, so they are converted to UTF-8. */
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

json_t *lg_scores_json(const double scores[LG_METRICS]) {
    json_t *o = json_object();
    for (size_t i = 0; i < LG_METRICS; i++)
        if (lg_metric_applies(i, scores)) set_member(&o, lg_metrics[i]->name, number_or_null(scores[i]));
    return o;
}

static json_t *metrics_json(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < LG_METRICS; i++) append_item(&list, json_string(lg_metrics[i]->name));
    return list;
}

json_t *lg_result_json(const lg_manifest *m, size_t run, const lg_run_result *r, bool all) {
    const size_t metric = lg_manifest_metric(m);
    json_t *o =
        json_pack("{s:s, s:s, s:o, s:s, s:I, s:I, s:s, s:s, s:o, s:o, s:o, s:o}", "schema", SCHEMA, "id",
                  m->runs[run].id, "labels", lg_labels_json(m, run), "state", lg_run_state_name(r->state), "step",
                  (json_int_t)r->step, "steps", (json_int_t)r->steps, "metric", lg_metrics[metric]->name, "unit",
                  lg_metric_at(metric).value_unit, "score", number_or_null(r->scores[metric]), "scores",
                  lg_scores_json(r->scores), "loss", number_or_null(r->loss), "accuracy", number_or_null(r->accuracy));
    if (all) add_all(&o, r);
    set_member(&o, "metrics", metrics_json());
    set_member(&o, "curve", lg_curve_json(r));
    set_member(&o, "progress", lg_progress_json(r, all));
    if (r->load.sublayers > 0) set_member(&o, "experts", lg_load_record_json(&r->load));
    return o;
}

/* ---- reading ---- */

static bool fail_memory(lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: the result of a run");
}

/* The index of the metric of each number of a point, in the order of the line; LG_METRICS for unknown metrics. */
typedef struct columns {
    size_t count, metric[MAX_COLUMNS];
} columns;

/* Looks up the metrics of a line. If names is NULL, the line has all metrics of this version. */
static columns columns_of(const json_t *names) {
    columns c = {names ? json_array_size(names) : LG_METRICS, {0}};
    if (c.count > MAX_COLUMNS) c.count = MAX_COLUMNS;
    for (size_t i = 0; i < c.count; i++) {
        c.metric[i] = names ? LG_METRICS : i;
        lg_metric_find(json_string_value(json_array_get(names, i)), &c.metric[i]);
    }
    return c;
}

/* Reads the metrics of a point, which follow its first number; missing metrics are NaN. */
static bool read_values(const json_t *p, const columns *c, double values[LG_METRICS], lg_error *err) {
    lg_result_no_scores(values);
    for (size_t i = 0; i < c->count; i++) {
        if (c->metric[i] == LG_METRICS) continue;
        const lg_metric *m = lg_metrics[c->metric[i]];
        if (!lg_recorded_metric(json_array_get(p, 1 + i), m->name, m, &values[c->metric[i]], err)) return false;
    }
    return lg_recorded_derived(values, err);
}

/* Reads a point of a curve. Its length must exceed `above`, because callers search curves by length. The number of
 * sequences is omitted if it is unknown. */
static bool read_point(const json_t *p, const columns *c, int above, lg_point *out, lg_error *err) {
    const size_t size = json_array_size(p);
    int64_t length;
    if (size < 1 + c->count || size > 2 + c->count)
        return lg_fail(err, LG_CORRUPT, "a point of a curve must have a length, %zu metrics and sequences", c->count);
    if (!lg_recorded_count(json_array_get(p, 0), "length", above + 1, LG_LENGTH_MAX, &length, err) ||
        !lg_recorded_count(json_array_get(p, 1 + c->count), "sequences", 0, INT64_MAX, &out->sequences, err))
        return false;
    out->length = (int)length;
    return read_values(p, c, out->values, err);
}

static bool read_progress_point(const json_t *p, const columns *c, lg_progress_point *out, lg_error *err) {
    const json_t *seconds = json_array_get(p, 1 + c->count);
    return lg_recorded_count(json_array_get(p, 0), "step", 0, INT64_MAX, &out->step, err) &&
           read_values(p, c, out->scores, err) &&
           lg_recorded_amount(json_is_string(seconds) ? NULL : seconds, "seconds", &out->seconds, err);
}

/* The last element of a point is its split. */
static lg_split split_of_point(const json_t *p) {
    const char *name = json_string_value(json_array_get(p, json_array_size(p) - 1));
    return name && !strcmp(name, lg_split_name(LG_SPLIT_VALIDATION)) ? LG_SPLIT_VALIDATION : LG_SPLIT_TEST;
}

static bool read_curve(const json_t *list, const columns *c, lg_arena *arena, lg_run_result *out, lg_error *err) {
    const size_t count = json_array_size(list);
    lg_point *points = count == 0 ? NULL : lg_arena_alloc(arena, count * sizeof *points);
    if (count > 0 && !points) return fail_memory(err);
    for (size_t i = 0; i < count; i++)
        if (!read_point(json_array_get(list, i), c, i > 0 ? points[i - 1].length : 0, &points[i], err)) return false;
    out->points = points;
    out->point_count = count;
    return true;
}

static bool read_progress(const json_t *list, const columns *c, lg_arena *arena, lg_run_result *out, lg_error *err) {
    const size_t count = json_array_size(list);
    lg_progress_point *points = count == 0 ? NULL : lg_arena_alloc(arena, count * sizeof *points);
    if (count > 0 && !points) return fail_memory(err);
    for (size_t i = 0; i < count; i++)
        if (!read_progress_point(json_array_get(list, i), c, &points[i], err)) return false;
    out->progress = points;
    out->progress_count = count;
    if (count > 0) out->validated = split_of_point(json_array_get(list, count - 1));
    return true;
}

bool lg_curve_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err) {
    const columns c = columns_of(NULL);
    return read_curve(list, &c, arena, out, err);
}

bool lg_progress_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err) {
    const columns c = columns_of(NULL);
    return read_progress(list, &c, arena, out, err);
}

bool lg_scores_read(const json_t *o, double scores[LG_METRICS], lg_error *err) {
    for (size_t i = 0; i < LG_METRICS; i++) {
        const lg_metric *m = lg_metrics[i];
        if (!lg_recorded_metric(json_object_get(o, m->name), m->name, m, &scores[i], err)) return false;
    }
    return lg_recorded_derived(scores, err);
}

static const char *string_of(const json_t *o, const char *key) {
    return json_string_value(json_object_get(o, key));
}

bool lg_result_is_json(const json_t *line) {
    const char *schema = string_of(line, "schema");
    lg_run_state state;
    return schema && !strcmp(schema, SCHEMA) && lg_run_state_find(string_of(line, "state"), &state);
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
           lg_recorded_amount(json_object_get(line, "loss"), "loss", &out->loss, err) &&
           lg_recorded_fraction(json_object_get(line, "accuracy"), "accuracy", &out->accuracy, err) &&
           lg_recorded_amount(json_object_get(line, "seconds"), "seconds", &out->seconds, err);
}

static bool is_score(double mean, double score) {
    return fabs(mean - score) <= ROUNDING * fmax(1, score);
}

/* Checks that a score is a mean over the end of its curve: all scoring rules skip only lengths at the beginning, and
 * average over lengths or over their sequences. Skips text metrics, which need not be means, and metrics that are
 * functions of other metrics, because those other metrics were checked before. */
static bool compare_score(const lg_run_result *x, size_t metric, lg_error *err) {
    const double score = x->scores[metric];
    double sum = 0, weighted = 0, weights = 0;
    if (isnan(score) || x->state != LG_RUN_DONE || lg_metrics[metric]->base || lg_metrics[metric]->of_texts)
        return true;
    for (size_t n = 1; n <= x->point_count; n++) {
        const lg_point *p = &x->points[x->point_count - n];
        sum += p->values[metric];
        weighted += (double)p->sequences * p->values[metric];
        weights += (double)p->sequences;
        if (is_score(sum / (double)n, score) || (weights > 0 && is_score(weighted / weights, score))) return true;
    }
    return lg_fail(err, LG_CORRUPT, "score is %.17g, which is not the mean %s of any part of its curve", score,
                   lg_metrics[metric]->info.title);
}

static bool compare_scores(const lg_run_result *x, lg_error *err) {
    bool good = true;
    for (size_t i = 0; i < LG_METRICS && good; i++) good = compare_score(x, i, err);
    return good;
}

/* Reads the curves and scores of a line. */
static bool read_metrics(const json_t *line, lg_arena *arena, lg_run_result *out, lg_error *err) {
    const columns c = columns_of(json_object_get(line, "metrics"));
    return lg_scores_read(json_object_get(line, "scores"), out->scores, err) &&
           read_curve(json_object_get(line, "curve"), &c, arena, out, err) &&
           read_progress(json_object_get(line, "progress"), &c, arena, out, err);
}

bool lg_result_read_json(const json_t *line, lg_arena *arena, lg_run_result *out, lg_error *err) {
    *out = lg_result_planned();
    lg_run_state_find(string_of(line, "state"), &out->state);
    return read_texts(line, arena, out, err) && read_numbers(line, out, err) && read_metrics(line, arena, out, err) &&
           lg_load_record_read(json_object_get(line, "experts"), arena, &out->load, err) && compare_scores(out, err);
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
    lg_text_buffer s;
    const bool printed = lg_text_buffer_open(&s) && lg_results_each(r, print_line, s.to, err);
    const bool good = lg_text_buffer_close(&s) && printed ? lg_file_write(path, &(lg_bytes){s.text, s.size}, 1, err)
                                                            : lg_fail(err, LG_FAILED, "out of memory: %s", path);
    free(s.text);
    return good;
}
