/* manifest_read.c: reads manifest.jsonl. The file may come from anywhere, so its checksum is verified first. Its
 * content is also checked for consistency, because anyone can compute a matching checksum. */
#include <errno.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/file.h"
#include "base/text.h"
#include "lengthen/metric.h"
#include "metric/metric.h"
#include "sweep/plan/manifest.h"
#include "sweep/plan/trainings.h"

typedef struct reader {
    const char *path;
    size_t lines; /* number of lines of the file */
    lg_manifest *m;
    lg_error *err;
} reader;

#define LONGEST 1e12 /* largest estimated time of a run in seconds; keeps sums finite */

/* Maximum size of the file in bytes; a larger plan would not fit in memory. */
#define LARGEST ((size_t)1 << 30)

static bool fail_damaged(const reader *r, const char *words) {
    return lg_fail(r->err, LG_CORRUPT,
                   "%s is damaged: %s (remove it, recreate it with `lengthen sweep plan`, and recover the runs with "
                   "`lengthen sweep merge`)",
                   r->path, words);
}

/* Fails because the schema of the plan is not that of this version. LG_USAGE if another version of the program made the
 * plan; otherwise LG_CORRUPT. */
static bool fail_schema(const reader *r, const char *schema) {
    const size_t name = strcspn(LG_MANIFEST_SCHEMA, "/") + 1;
    if (strncmp(schema, LG_MANIFEST_SCHEMA, name)) return fail_damaged(r, "its first line is not that of a plan");
    const int dir = (int)(strrchr(r->path, '/') - r->path);
    return lg_fail(r->err, LG_USAGE,
                   "%.*s was planned by another version, whose sweeps this version cannot continue: plan it again in "
                   "another directory with `lengthen sweep plan %.*s/sweep.yaml --out ...`",
                   dir, r->path, dir, r->path);
}

/* Fails because a text contains control characters, which could break lines of scripts and tables. */
static bool fail_controls(const reader *r, const char *key, const char *text) {
    char shown[LG_SHOWN];
    return lg_fail(r->err, LG_CORRUPT, "%s is damaged: %s '%s' has control characters", r->path, key,
                   lg_text_shown(text, shown));
}

static bool fail_memory(const reader *r) {
    return lg_fail(r->err, LG_FAILED, "out of memory: %s", r->path);
}

/* Copies a member that must be a text without control characters other than `but`; NULL on failure. */
static const char *text_but(const reader *r, const json_t *o, const char *key, const char *but) {
    const char *text = json_string_value(json_object_get(o, key)), *copy;
    if (!text) return fail_damaged(r, key), NULL;
    if (lg_text_has_control(text, but)) return fail_controls(r, key, text), NULL;
    copy = lg_arena_printf(r->m->arena, "%s", text);
    if (!copy) fail_memory(r);
    return copy;
}

static const char *text_of(const reader *r, const json_t *o, const char *key) {
    return text_but(r, o, key, "");
}

static void *take(const reader *r, size_t count, size_t size) {
    void *all = count > PTRDIFF_MAX / size ? NULL : lg_arena_alloc(r->m->arena, count * size + 1);
    if (!all) fail_memory(r);
    return all;
}

/* True if the text can be a key: keys become command-line flags. */
static bool is_key(const char *key) {
    return key[strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")] == '\0';
}

static bool read_pairs(const reader *r, json_t *o, const lg_pair **out, size_t *count) {
    const char *key;
    json_t *value;
    if (!json_is_object(o)) return fail_damaged(r, "its options are not an object");
    lg_pair *pairs = take(r, json_object_size(o), sizeof *pairs);
    *out = pairs;
    *count = 0;
    if (!pairs) return false;
    json_object_foreach(o, key, value) {
        lg_pair *p = &pairs[(*count)++];
        if (!json_is_string(value)) return fail_damaged(r, "the value of an option is not text");
        if (!is_key(key)) return fail_damaged(r, "the name of an option is invalid");
        if (lg_text_has_control(json_string_value(value), "")) return fail_controls(r, key, json_string_value(value));
        p->key = lg_arena_printf(r->m->arena, "%s", lg_key_full_name(key));
        p->value = lg_arena_printf(r->m->arena, "%s", json_string_value(value));
        if (!p->key || !p->value) return fail_memory(r);
    }
    return true;
}

static bool read_choices(const reader *r, const json_t *list, const lg_choice_set **out, size_t *count) {
    lg_choice_set *choices = take(r, json_array_size(list), sizeof *choices);
    bool good = choices;
    *out = choices;
    *count = json_array_size(list);
    for (size_t i = 0; i < *count && good; i++) {
        const json_t *c = json_array_get(list, i);
        choices[i].label = text_of(r, c, "label");
        good = choices[i].label && read_pairs(r, json_object_get(c, "set"), &choices[i].pairs, &choices[i].count);
    }
    return good;
}

static bool read_axis(const reader *r, const json_t *o, lg_grid_axis *a) {
    a->name = text_of(r, o, "axis");
    if (a->name && json_object_get(o, "drawn") && !(a->drawn = text_of(r, o, "drawn"))) return false;
    return a->name && read_choices(r, json_object_get(o, "choices"), &a->choices, &a->count);
}

static bool read_axes(const reader *r, const json_t *list) {
    lg_grid_axis *axes = take(r, json_array_size(list), sizeof *axes);
    r->m->axes = axes;
    r->m->axis_count = json_array_size(list);
    bool good = axes;
    for (size_t i = 0; i < r->m->axis_count && good; i++) good = read_axis(r, json_array_get(list, i), &axes[i]);
    return good;
}

static int axis_index(const lg_manifest *m, const json_t *name) {
    for (size_t i = 0; json_is_string(name) && i < m->axis_count; i++)
        if (!strcmp(m->axes[i].name, json_string_value(name))) return (int)i;
    return -1;
}

static bool read_reports(const reader *r, const json_t *list) {
    const char **names = take(r, json_array_size(list), sizeof *names);
    bool good = names;
    for (size_t i = 0; i < json_array_size(list) && good; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (name && lg_text_has_control(name, "")) return fail_controls(r, "reports", name);
        names[i] = lg_arena_printf(r->m->arena, "%s", name ? name : "");
        good = names[i] || fail_memory(r);
    }
    r->m->reports = names;
    r->m->report_count = json_array_size(list);
    return good;
}

/* Reads the metric, which is absent if `base` implies it. */
static bool read_metric(const reader *r, const json_t *o) {
    size_t index;
    if (!json_object_get(o, "metric")) return true;
    if (!(r->m->metric = text_of(r, o, "metric"))) return false;
    return lg_metric_find(r->m->metric, &index) || fail_damaged(r, "its metric is not known");
}

/* Reads the promotion rule, which is absent if no run is stopped early. */
static bool read_promotion(const reader *r, json_t *o) {
    lg_error words = {0};
    const char *name = json_string_value(json_object_get(o, "rule"));
    const lg_promotion *kind = !name ? NULL : lg_promotion_find(name);
    const lg_pair *settings;
    size_t count;
    bool *in;
    if (!o) return true;
    if (!kind) return fail_damaged(r, "its promotion rule is not known");
    if (!read_pairs(r, json_object_get(o, "set"), &settings, &count)) return false;
    if (lg_promotion_rule_read(kind, settings, count, r->m->arena, &r->m->promotion, &words) &&
        lg_manifest_within(r->m, r->m->promotion.within, r->m->arena, &in, &words))
        return true;
    return words.code == LG_USAGE ? fail_damaged(r, words.text) : lg_fail_like(r->err, &words, "%s", words.text);
}

/* Reads the number of runs and allocates them. Each run has a line, so the number of lines limits the number of
 * runs. */
static bool read_run_count(const reader *r, const json_t *count) {
    const json_int_t runs = json_integer_value(count);
    if (!json_is_integer(count) || runs < 1 || (uint64_t)runs > r->lines)
        return fail_damaged(r, "its number of runs does not match its lines");
    r->m->run_count = (size_t)runs;
    r->m->runs = take(r, r->m->run_count, sizeof *r->m->runs);
    return r->m->runs;
}

static bool read_sweep(const reader *r, const json_t *o) {
    lg_manifest *m = r->m;
    const char *schema = json_string_value(json_object_get(o, "schema"));
    const json_t *select = json_object_get(o, "select");
    if (!schema) return fail_damaged(r, "its first line is not that of a plan");
    if (strcmp(schema, LG_MANIFEST_SCHEMA)) return fail_schema(r, schema);
    if (!(m->name = text_of(r, o, "name")) || !(m->title = text_of(r, o, "title")) ||
        !(m->note = text_but(r, o, "note", LG_NOTE_CONTROLS)) || !(m->published = text_of(r, o, "published")) ||
        !read_reports(r, json_object_get(o, "reports")) ||
        !read_choices(r, json_object_get(o, "base"), &m->base, &m->base_count) ||
        !read_axes(r, json_object_get(o, "axes")) || !read_metric(r, o) ||
        !read_promotion(r, json_object_get(o, "promotion")))
        return false;
    m->selection = (lg_selection){axis_index(m, json_object_get(select, "rows")),
                                  axis_index(m, json_object_get(select, "columns")),
                                  axis_index(m, json_object_get(select, "seeds"))};
    return read_run_count(r, json_object_get(o, "runs"));
}

/* The index of a run's label on an axis; -1 if the run has none, -2 if the label is unknown. */
static int label_index(const lg_grid_axis *a, const json_t *label) {
    if (!json_is_string(label)) return -1;
    for (size_t i = 0; i < a->count; i++)
        if (!strcmp(a->choices[i].label, json_string_value(label))) return (int)i;
    return -2;
}

static bool read_run(const reader *r, const json_t *o, lg_planned_run *run) {
    const lg_manifest *m = r->m;
    const char *id = json_string_value(json_object_get(o, "id"));
    json_t *extra = json_object_get(o, "set");
    int *labels = take(r, m->axis_count, sizeof *labels);
    if (!labels) return false;
    if (!id || strlen(id) != LG_RUN_ID - 1 || strspn(id, "0123456789abcdef") != LG_RUN_ID - 1)
        return fail_damaged(r, "a run has no id");
    memcpy(run->id, id, LG_RUN_ID);
    run->labels = labels;
    for (size_t a = 0; a < m->axis_count; a++) {
        labels[a] = label_index(&m->axes[a], json_object_get(o, m->axes[a].name));
        if (labels[a] == -2) return fail_damaged(r, "a run has a label that is not on its axis");
    }
    return !extra || read_pairs(r, extra, &run->extra, &run->extras);
}

static int by_id(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Checks that all ids differ: run directories and rows of the registry are found by id. */
static bool check_distinct(const reader *r) {
    const size_t count = r->m->run_count;
    const char **ids = malloc((count + 1) * sizeof *ids);
    if (!ids) return fail_memory(r);
    for (size_t i = 0; i < count; i++) ids[i] = r->m->runs[i].id;
    qsort(ids, count, sizeof *ids, by_id);
    bool distinct = true;
    for (size_t i = 1; i < count; i++)
        if (!strcmp(ids[i - 1], ids[i])) distinct = false;
    free(ids);
    return distinct || fail_damaged(r, "two runs have the same id");
}

static bool read_costs(const reader *r, const json_t *o) {
    const json_t *costs = json_object_get(o, "costs"), *tests = json_object_get(o, "tests");
    const size_t count = r->m->run_count;
    if (json_array_size(costs) != count) return fail_damaged(r, "costs are missing");
    if (tests && json_array_size(tests) != count) return fail_damaged(r, "costs of tests are missing");
    for (size_t i = 0; i < count; i++) {
        const double cost = json_number_value(json_array_get(costs, i)),
                     part = json_number_value(json_array_get(tests, i));
        if (!(cost >= 0 && cost <= LONGEST)) return fail_damaged(r, "the cost of a run is not a valid time");
        if (!(part >= 0 && part <= cost))
            return fail_damaged(r, "the cost of tests is not between 0 and the cost of its run");
        r->m->runs[i].cost = cost;
        r->m->runs[i].tests = part;
    }
    r->m->calibration = text_of(r, o, "calibration");
    return r->m->calibration;
}

/* Parses a line; NULL on failure. When out of memory, jansson may truncate a token and report it as invalid. */
static json_t *parse(const reader *r, const char *line, size_t size) {
    errno = 0;
    json_t *o = json_loadb(line, size, JSON_REJECT_DUPLICATES, NULL);
    if (!o && errno == ENOMEM) fail_memory(r);
    if (!o) fail_damaged(r, "a line cannot be read");
    return o;
}

/* Parses the line at *at and advances; NULL on failure. */
static json_t *next_line(const reader *r, const char **at, const char *end) {
    const char *line = *at, *stop = memchr(line, '\n', (size_t)(end - line));
    if (!stop) return fail_damaged(r, "lines are missing"), NULL;
    *at = stop + 1;
    return parse(r, line, (size_t)(stop - line));
}

/* Checks that the checksum in the last line matches all lines before it. *end: the start of the last line. */
static bool check_sum(const reader *r, const char *text, size_t size, const char **end) {
    const char *last = text + size;
    char digest[LG_DIGEST_SIZE];
    if (size < 2 || last[-1] != '\n') return fail_damaged(r, "its end is missing");
    for (last--; last > text && last[-1] != '\n';) last--;
    *end = last;
    json_t *o = parse(r, last, (size_t)(text + size - last));
    if (!o) return false;
    const char *sum = json_string_value(json_object_get(o, "checksum"));
    lg_digest(text, (size_t)(last - text), digest);
    bool good = (sum && !strcmp(sum, digest)) || fail_damaged(r, "its checksum does not match");
    good = good && (r->m->checksum = text_of(r, o, "plan"));
    json_decref(o);
    return good;
}

/* Checks the checksum of the plan, which excludes the line of costs. */
static bool check_plan(const reader *r, const char *text, size_t size) {
    char digest[LG_DIGEST_SIZE];
    lg_digest(text, size, digest);
    return !strcmp(digest, r->m->checksum) || fail_damaged(r, "the checksum of its plan does not match");
}

static bool read_lines(const reader *r, const char *text, size_t size) {
    const char *at = text, *end = NULL;
    if (!check_sum(r, text, size, &end)) return false;
    json_t *o = next_line(r, &at, end);
    bool good = o && read_sweep(r, o);
    json_decref(o);
    for (size_t i = 0; good && i < r->m->run_count; i++) {
        o = next_line(r, &at, end);
        good = o && read_run(r, o, &r->m->runs[i]);
        json_decref(o);
    }
    good = good && check_distinct(r) && check_plan(r, text, (size_t)(at - text));
    o = good ? next_line(r, &at, end) : NULL;
    good = o && read_costs(r, o);
    json_decref(o);
    return good && (at == end || fail_damaged(r, "it has extra lines"));
}

static size_t count_lines(const char *text, size_t size) {
    size_t lines = 0;
    for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
    return lines;
}

lg_manifest *lg_manifest_read(const char *dir, lg_error *err) {
    char path[4096];
    size_t size;
    if (snprintf(path, sizeof path, "%s/manifest.jsonl", dir) >= (int)sizeof path) path[0] = '\0';
    char *text;
    if (lg_file_read_if_there(path, LARGEST, &text, &size, err) && !text)
        lg_fail(err, LG_USAGE, "%s: there is no sweep here; `lengthen sweep plan FILE` makes one", dir);
    lg_manifest *m = text ? lg_manifest_new(err) : NULL;
    const reader r = {.path = path, .lines = !m ? 0 : count_lines(text, size), .m = m, .err = err};
    if (m && (!read_lines(&r, text, size) || !lg_trainings_find(m, err))) {
        lg_manifest_free(m);
        m = NULL;
    }
    free(text);
    return m;
}
