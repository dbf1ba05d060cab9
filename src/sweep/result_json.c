/* result_json.c: see result_json.h. Numbers are written so that they are read back as the same; JSON has no NaN, for
 * which null stands. */
#include "sweep/result_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA "lengthen.result/1"

/* ---- writing ---- */

static json_t *number(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

char *lg_json_text(json_t *json) {
    char *text = json == NULL ? NULL : json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(json);
    return text;
}

/* Appends, or sets, and lets go; once something is missing for want of memory the whole is gone. */
static void append(json_t **list, json_t *item) {
    if (json_array_append_new(*list, item) == 0) return;
    json_decref(*list);
    *list = NULL;
}

static void set(json_t **object, const char *key, json_t *item) {
    if (json_object_set_new(*object, key, item) == 0) return;
    json_decref(*object);
    *object = NULL;
}

json_t *lg_labels_json(const lg_manifest *m, size_t run) {
    json_t *o = json_object();
    for (size_t a = 0; a < m->axis_count; a++) set(&o, m->axes[a].name, json_string(lg_planned_label(m, run, a)));
    return o;
}

json_t *lg_curve_json(const lg_run_result *r) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->point_count; i++)
        append(&list, json_pack("[i, o]", r->points[i].length, number(r->points[i].accuracy)));
    return list;
}

json_t *lg_progress_json(const lg_run_result *r, bool times) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->progress_count; i++) {
        const lg_progress_point *p = &r->progress[i];
        json_t *point = json_pack("[I, o]", (json_int_t)p->step, number(p->score));
        if (times) append(&point, number(p->seconds));
        append(&list, point);
    }
    return list;
}

static void add_all(json_t **o, const lg_run_result *r) {
    set(o, "reason", json_string(r->reason));
    set(o, "owner", json_string(r->owner));
    set(o, "attempts", json_integer(r->attempts));
    set(o, "seconds", number(r->seconds));
    set(o, "started", json_string(r->started));
    set(o, "finished", json_string(r->finished));
}

json_t *lg_result_json(const lg_manifest *m, size_t run, const lg_run_result *r, bool all) {
    json_t *o = json_pack("{s:s, s:s, s:o, s:s, s:I, s:I, s:o, s:o, s:o}", "schema", SCHEMA, "id", m->runs[run].id,
                          "labels", lg_labels_json(m, run), "state", lg_state_name(r->state), "step",
                          (json_int_t)r->step, "steps", (json_int_t)r->steps, "score", number(r->score), "loss",
                          number(r->loss), "accuracy", number(r->accuracy));
    if (all) add_all(&o, r);
    set(&o, "curve", lg_curve_json(r));
    set(&o, "progress", lg_progress_json(r, all));
    return o;
}

/* ---- reading ---- */

static double real_at(const json_t *list, size_t i) {
    const json_t *n = json_array_get(list, i);
    return json_is_number(n) ? json_number_value(n) : (double)NAN;
}

/* Lengths that can be tested, in ascending order, as whoever searches among them believes. */
bool lg_curve_read(const json_t *list, lg_arena *arena, lg_run_result *out) {
    const size_t most = json_array_size(list);
    lg_point *points = most == 0 ? NULL : lg_arena_take(arena, most * sizeof *points);
    if (most > 0 && points == NULL) return false;
    size_t count = 0;
    for (size_t i = 0; i < most; i++) {
        const json_t *p = json_array_get(list, i);
        const json_int_t length = json_integer_value(json_array_get(p, 0)),
                         last = count == 0 ? 0 : points[count - 1].length;
        if (length > last && length <= LG_LENGTH_MAX) points[count++] = (lg_point){(int)length, real_at(p, 1)};
    }
    out->points = points;
    out->point_count = count;
    return true;
}

bool lg_progress_read(const json_t *list, lg_arena *arena, lg_run_result *out) {
    const size_t count = json_array_size(list);
    lg_progress_point *points = count == 0 ? NULL : lg_arena_take(arena, count * sizeof *points);
    if (count > 0 && points == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *p = json_array_get(list, i);
        points[i] = (lg_progress_point){
            .step = json_integer_value(json_array_get(p, 0)), .score = real_at(p, 1), .seconds = real_at(p, 2)};
    }
    out->progress = points;
    out->progress_count = count;
    return true;
}

static double real_of(const json_t *o, const char *key) {
    const json_t *n = json_object_get(o, key);
    return json_is_number(n) ? json_number_value(n) : (double)NAN;
}

/* NULL when there is no memory. */
static const char *text_of(const json_t *o, const char *key, lg_arena *arena) {
    const char *text = json_string_value(json_object_get(o, key));
    return text == NULL || *text == '\0' ? "" : lg_arena_text(arena, "%s", text);
}

static bool read_state(const json_t *line, lg_state *out) {
    const char *name = json_string_value(json_object_get(line, "state"));
    for (int s = 0; name != NULL && s < LG_STATES; s++) {
        *out = (lg_state)s;
        if (strcmp(name, lg_state_name(*out)) == 0) return true;
    }
    return false;
}

bool lg_result_is_json(const json_t *line) {
    const char *schema = json_string_value(json_object_get(line, "schema"));
    lg_state state;
    return schema != NULL && strcmp(schema, SCHEMA) == 0 && read_state(line, &state);
}

bool lg_result_read_json(const json_t *line, lg_arena *arena, lg_run_result *out) {
    *out = lg_result_planned();
    read_state(line, &out->state);
    out->reason = text_of(line, "reason", arena);
    out->owner = text_of(line, "owner", arena);
    out->started = text_of(line, "started", arena);
    out->finished = text_of(line, "finished", arena);
    out->attempts = (int)json_integer_value(json_object_get(line, "attempts"));
    out->step = json_integer_value(json_object_get(line, "step"));
    out->steps = json_integer_value(json_object_get(line, "steps"));
    out->score = real_of(line, "score");
    out->loss = real_of(line, "loss");
    out->accuracy = real_of(line, "accuracy");
    out->seconds = real_of(line, "seconds");
    return out->reason != NULL && out->owner != NULL && out->started != NULL && out->finished != NULL &&
           lg_curve_read(json_object_get(line, "curve"), arena, out) &&
           lg_progress_read(json_object_get(line, "progress"), arena, out);
}
