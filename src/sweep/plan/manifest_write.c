/* manifest_write.c: writes manifest.jsonl; manifest.h lists its lines. The checksum of the plan excludes the line of
 * costs, because costs depend on the machine that planned. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text_buffer.h"
#include "sweep/plan/manifest.h"

static bool fail_plan_memory(const char *what, lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: the plan of %s", what);
}

/* NULL on failure: adding a NULL member to a jansson container fails, so every failure reaches the caller. */
static json_t *pairs_json(const lg_pair *pairs, size_t count) {
    json_t *o = json_object();
    for (size_t i = 0; i < count && o; i++)
        if (json_object_set_new(o, pairs[i].key, json_string(pairs[i].value)) != 0) json_decref(o), o = NULL;
    return o;
}

static json_t *choices_json(const lg_choice_set *choices, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count && list; i++) {
        const lg_choice_set *c = &choices[i];
        json_t *o = json_pack("{s:s, s:o}", "label", c->label, "set", pairs_json(c->pairs, c->count));
        if (json_array_append_new(list, o) != 0) json_decref(list), list = NULL;
    }
    return list;
}

static json_t *axes_json(const lg_manifest *m) {
    json_t *list = json_array();
    for (size_t i = 0; i < m->axis_count && list; i++) {
        json_t *o = json_pack("{s:s, s:s*, s:o}", "axis", m->axes[i].name, "drawn", m->axes[i].drawn, "choices",
                              choices_json(m->axes[i].choices, m->axes[i].count));
        if (json_array_append_new(list, o) != 0) json_decref(list), list = NULL;
    }
    return list;
}

static json_t *reports_json(const lg_manifest *m) {
    json_t *list = json_array();
    for (size_t i = 0; i < m->report_count && list; i++)
        if (json_array_append_new(list, json_string(m->reports[i])) != 0) json_decref(list), list = NULL;
    return list;
}

static json_t *axis_name(const lg_manifest *m, int axis) {
    return axis < 0 ? json_null() : json_string(m->axes[axis].name);
}

/* NULL if the rule stops no run, or on failure, which sets *good to false. */
static json_t *promotion_json(const lg_promotion_rule *r, bool *good) {
    *good = true;
    if (r->rung_count == 0) return NULL;
    json_t *o = json_pack("{s:s, s:o}", "rule", r->kind->name, "set", pairs_json(r->settings, r->setting_count));
    *good = o;
    return o;
}

static json_t *sweep_json(const lg_manifest *m) {
    bool good;
    json_t *promotion = promotion_json(&m->promotion, &good);
    if (!good) return NULL;
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:{s:o, s:o, s:o}, s:s*, s:o*, s:I}", "schema",
                     LG_MANIFEST_SCHEMA, "name", m->name, "title", m->title, "note", m->note, "published", m->published,
                     "reports", reports_json(m), "base", choices_json(m->base, m->base_count), "axes", axes_json(m),
                     "select", "rows", axis_name(m, m->selection.rows), "columns", axis_name(m, m->selection.columns),
                     "seeds", axis_name(m, m->selection.seeds), "metric", *m->metric ? m->metric : NULL, "promotion",
                     promotion, "runs", (json_int_t)m->run_count);
}

static json_t *run_json(const lg_manifest *m, size_t i) {
    const lg_planned_run *r = &m->runs[i];
    json_t *o = json_pack("{s:s}", "id", r->id);
    for (size_t a = 0; a < m->axis_count && o; a++)
        if (r->labels[a] >= 0 && json_object_set_new(o, m->axes[a].name, json_string(lg_planned_label(m, i, a))) != 0)
            json_decref(o), o = NULL;
    if (o && r->extras > 0 && json_object_set_new(o, "set", pairs_json(r->extra, r->extras)) != 0)
        json_decref(o), o = NULL;
    return o;
}

static json_t *costs_json(const lg_manifest *m) {
    json_t *costs = json_array(), *tests = json_array();
    for (size_t i = 0; i < m->run_count && costs && tests; i++) {
        if (json_array_append_new(costs, json_real(m->runs[i].cost)) != 0) json_decref(costs), costs = NULL;
        if (json_array_append_new(tests, json_real(m->runs[i].tests)) != 0) json_decref(tests), tests = NULL;
    }
    return json_pack("{s:s, s:o, s:o}", "calibration", m->calibration, "costs", costs, "tests", tests);
}

/* Writes a line and frees the object. */
static bool put_line(FILE *to, json_t *o) {
    const bool good = o && json_dumpf(o, to, JSON_COMPACT | JSON_REAL_PRECISION(9)) == 0 && fputc('\n', to) >= 0;
    json_decref(o);
    return good;
}

/* Writes all lines of the file except the last, the checksum. *plan: number of bytes before the line of costs. */
static char *write_lines(const lg_manifest *m, size_t *plan, size_t *size) {
    lg_text_buffer s;
    bool good = lg_text_buffer_open(&s) && put_line(s.to, sweep_json(m));
    for (size_t i = 0; i < m->run_count && good; i++) good = put_line(s.to, run_json(m, i));
    good = good && fflush(s.to) == 0;
    *plan = s.size;
    good = good && put_line(s.to, costs_json(m));
    good = lg_text_buffer_close(&s) && good;
    *size = s.size;
    if (good) return s.text;
    free(s.text);
    return NULL;
}

static bool sign_plan(lg_manifest *m, const char *text, size_t plan, size_t size, char last[128]) {
    char all[LG_DIGEST_SIZE], digest[LG_DIGEST_SIZE];
    lg_digest(text, plan, digest);
    lg_digest(text, size, all);
    m->checksum = lg_arena_printf(m->arena, "%s", digest);
    snprintf(last, 128, "{\"plan\":\"%s\",\"checksum\":\"%s\"}\n", digest, all);
    return m->checksum;
}

bool lg_manifest_sign(lg_manifest *m, lg_error *err) {
    size_t plan, size;
    char last[128], *text = write_lines(m, &plan, &size);
    const bool good = text && sign_plan(m, text, plan, size, last);
    free(text);
    return good || fail_plan_memory(m->name, err);
}

bool lg_manifest_write(lg_manifest *m, const char *dir, lg_error *err) {
    char path[4096], last[128];
    size_t plan, size;
    char *text = write_lines(m, &plan, &size);
    bool good = (text && sign_plan(m, text, plan, size, last)) || fail_plan_memory(dir, err);
    good = good && (snprintf(path, sizeof path, "%s/manifest.jsonl", dir) < (int)sizeof path ||
                    lg_fail(err, LG_USAGE, "%s: the path is too long", dir));
    if (good) {
        const lg_bytes parts[] = {{text, size}, {last, strlen(last)}};
        good = lg_file_write(path, parts, 2, err);
    }
    free(text);
    return good;
}

bool lg_manifest_same_runs(const lg_manifest *a, const lg_manifest *b, bool *same, lg_error *err) {
    lg_manifest as_a = *b, again = *a; /* a is signed again: its stored checksum may be over older option names */
    as_a.name = a->name, as_a.title = a->title, as_a.note = a->note, as_a.published = a->published;
    as_a.reports = a->reports, as_a.report_count = a->report_count, as_a.selection = a->selection;
    if (!lg_manifest_sign(&as_a, err) || !lg_manifest_sign(&again, err)) return false;
    *same = !strcmp(as_a.checksum, again.checksum);
    return true;
}
