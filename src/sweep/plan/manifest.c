/* manifest.c: labels, settings and configs of the runs of a plan. */
#include "sweep/plan/manifest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "metric/metric.h"
#include "run/eval_digest.h"
#include "run/score.h"

lg_manifest *lg_manifest_new(lg_error *err) {
    lg_arena *arena = lg_arena_new();
    lg_manifest *m = arena ? lg_arena_alloc(arena, sizeof *m) : NULL;
    if (!m) {
        lg_arena_free(arena);
        lg_fail(err, LG_FAILED, "out of memory: the plan of a sweep");
        return NULL;
    }
    m->arena = arena;
    m->selection = (lg_selection){-1, -1, -1};
    m->promotion = lg_promotion_rule_all();
    m->name = m->title = m->note = m->published = m->metric = m->checksum = m->calibration = "";
    return m;
}

void lg_manifest_free(lg_manifest *m) {
    if (m) lg_arena_free(m->arena);
}

bool lg_pairs_have(const lg_pair *pairs, size_t count, const char *key) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(lg_key_full_name(pairs[i].key), key)) return true;
    return false;
}

size_t lg_manifest_metric(const lg_manifest *m) {
    size_t metric = lg_metric_index(&lg_metric_token_accuracy);
    for (size_t i = 0; i < m->base_count; i++)
        for (size_t k = 0; k < m->base[i].count; k++)
            if (!strcmp(m->base[i].pairs[k].key, "metric")) lg_metric_find(m->base[i].pairs[k].value, &metric);
    lg_metric_find(m->metric, &metric);
    return metric;
}

bool lg_grid_axis_sets_task(const lg_grid_axis *axis) {
    for (size_t i = 0; i < axis->count; i++)
        if (lg_pairs_have(axis->choices[i].pairs, axis->choices[i].count, "data")) return true;
    return false;
}

int lg_manifest_axis(const lg_manifest *m, const char *name) {
    const char *full = lg_key_full_name(name);
    for (size_t i = 0; i < m->axis_count; i++)
        if (!strcmp(lg_key_full_name(m->axes[i].name), full)) return (int)i;
    return -1;
}

bool lg_manifest_within(const lg_manifest *m, const char *names, lg_arena *arena, bool **in, lg_error *err) {
    *in = lg_arena_alloc(arena, m->axis_count + 1);
    if (!*in) return lg_fail(err, LG_FAILED, "out of memory: the plan of a sweep");
    memset(*in, 0, m->axis_count + 1);
    while (*names != '\0') {
        const size_t length = strcspn(names, ",");
        const char *name = lg_arena_printf(arena, "%.*s", (int)length, names);
        if (!name) return lg_fail(err, LG_FAILED, "out of memory: the plan of a sweep");
        const int axis = lg_manifest_axis(m, name);
        if (axis < 0) return lg_fail(err, LG_USAGE, "within: the sweep has no axis '%s'", name);
        (*in)[axis] = true;
        names += length + (names[length] == ',');
    }
    return true;
}

bool lg_planned_has(const lg_manifest *m, size_t run, const bool *const *labels) {
    for (size_t i = 0; labels && i < m->axis_count; i++) {
        const int label = m->runs[run].labels[i];
        if (labels[i] && (label < 0 || !labels[i][label])) return false;
    }
    return true;
}

const char *lg_planned_label(const lg_manifest *m, size_t run, size_t axis) {
    const int label = m->runs[run].labels[axis];
    return label < 0 ? "" : m->axes[axis].choices[label].label;
}

/* ---- comparing plans ---- */

static bool has_id(const lg_manifest *m, const char *id) {
    for (size_t i = 0; i < m->run_count; i++)
        if (!strcmp(m->runs[i].id, id)) return true;
    return false;
}

bool lg_planned_path(const lg_manifest *m, size_t run, const char *sweep, const char *rest, char *path, size_t size) {
    const char *own = m->runs[run].dir;
    const int length = own ? snprintf(path, size, "%s%s", own, rest)
                           : snprintf(path, size, "%s/runs/%s%s", sweep, m->runs[run].id, rest);
    return length >= 0 && (size_t)length < size;
}

size_t lg_manifest_shared(const lg_manifest *a, const lg_manifest *b) {
    size_t count = 0;
    for (size_t i = 0; i < b->run_count; i++) count += has_id(a, b->runs[i].id);
    return count;
}

size_t lg_manifest_missing(const lg_manifest *a, const lg_manifest *b) {
    size_t i = 0, at = 0; /* runs are mostly in the same order in both plans */
    while (i < b->run_count) {
        while (at < a->run_count && strcmp(a->runs[at].id, b->runs[i].id)) at++;
        if (at == a->run_count && !has_id(a, b->runs[i].id)) return i;
        if (at == a->run_count) at = 0;
        i++;
    }
    return i;
}

/* ---- settings ---- */

static bool put_pairs(lg_assignments *to, size_t layer, const lg_pair *pairs, size_t count, const char *where,
                      lg_error *err) {
    for (size_t i = 0; i < count; i++)
        if (!lg_assignments_add_to_layer(to, (int)layer, pairs[i].key, pairs[i].value, LG_FILE,
                                         pairs[i].where ? pairs[i].where : where, err))
            return false;
    return true;
}

/* Adds the settings of a run. The run's own options form a higher layer than shared ones, so that shared options which
 * the run's choices do not use are ignored. */
static bool put_settings(const lg_manifest *m, size_t run, lg_assignments *to, lg_error *err) {
    const lg_planned_run *r = &m->runs[run];
    const size_t own = m->base_count + 1;
    to->custom = m->custom;
    for (size_t i = 0; i < m->base_count; i++)
        if (!put_pairs(to, i + 1, m->base[i].pairs, m->base[i].count, m->base[i].label, err)) return false;
    for (size_t a = 0; a < m->axis_count; a++) {
        if (r->labels[a] < 0) continue;
        const lg_choice_set *c = &m->axes[a].choices[r->labels[a]];
        if (!put_pairs(to, own, c->pairs, c->count, m->axes[a].name, err)) return false;
    }
    return put_pairs(to, own, r->extra, r->extras, "include", err);
}

lg_resolved_config *lg_planned_resolve(const lg_manifest *m, size_t run, lg_error *err) {
    lg_assignments settings = {0};
    lg_resolved_config *d = put_settings(m, run, &settings, err) ? lg_assignments_resolve(&settings, err) : NULL;
    lg_assignments_clear(&settings);
    return d;
}

/* Sets the output directory and one thread; neither changes a result. */
static bool put_place(lg_assignments *to, const char *dir, const char *id, lg_error *err) {
    char out[4096];
    if (snprintf(out, sizeof out, "%s/runs/%s", dir, id) >= (int)sizeof out)
        return lg_fail(err, LG_USAGE, "%s: the path is too long", dir);
    return lg_assignments_override(to, "out", out, err) && lg_assignments_override(to, "threads", "1", err);
}

lg_resolved_config *lg_planned_config(const lg_manifest *m, size_t run, const char *dir, lg_error *err) {
    const char *id = m->runs[run].id;
    lg_assignments settings = {0};
    lg_resolved_config *d = NULL;
    if (put_settings(m, run, &settings, err) && put_place(&settings, dir, id, err))
        d = lg_assignments_resolve(&settings, err);
    lg_assignments_clear(&settings);
    if (!d || !strncmp(d->hash, id, LG_RUN_ID - 1)) return d;
    lg_fail(err, LG_CORRUPT,
            "%s: run %s now has a config with the hash %.16s, because another version planned it; plan the sweep "
            "again in another directory",
            dir, id, d->hash);
    lg_resolved_config_free(d);
    return NULL;
}

/* ---- evaluation ---- */

/* True for options that affect only training. All others may affect the evaluation: the architecture, its memory and
 * the data determine the test protocol and the eval.* options. */
static bool is_of_training(const char *key) {
    static const char *const starts[] = {"train.", "seed.", "optimizer", "schedule"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (!strncmp(key, starts[i], strlen(starts[i]))) return true;
    return false;
}

static bool decides_eval(const lg_pair *pairs, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_of_training(lg_key_full_name(pairs[i].key))) return true;
    return false;
}

static bool axis_decides_eval(const lg_grid_axis *axis) {
    for (size_t i = 0; i < axis->count; i++)
        if (decides_eval(axis->choices[i].pairs, axis->choices[i].count)) return true;
    return false;
}

/* True only if the settings of two runs that may affect the evaluation are equal. */
static bool are_evaluated_alike(const lg_manifest *m, size_t a, size_t b) {
    const lg_planned_run *x = &m->runs[a], *y = &m->runs[b];
    if (a == b) return true;
    if (decides_eval(x->extra, x->extras) || decides_eval(y->extra, y->extras)) return false;
    for (size_t i = 0; i < m->axis_count; i++)
        if (x->labels[i] != y->labels[i] && axis_decides_eval(&m->axes[i])) return false;
    return true;
}

static bool recall_run(const lg_manifest *m, size_t run, lg_eval_memo *memo, lg_error *err) {
    if (memo->known && are_evaluated_alike(m, memo->run, run)) return true;
    lg_resolved_config *d = lg_planned_config(m, run, ".", err);
    memo->known = d && lg_eval_digest(d->values, memo->digest, err);
    memo->run = run;
    if (d) memo->validated = lg_score_is_of_validations(d->values) ? LG_SPLIT_VALIDATION : LG_SPLIT_TEST;
    lg_resolved_config_free(d);
    return memo->known;
}

bool lg_planned_eval_is(const lg_manifest *m, size_t run, const char *digest, lg_eval_memo *memo, lg_error *err) {
    return recall_run(m, run, memo, err) && !strcmp(digest, memo->digest);
}

bool lg_planned_validation_is(const lg_manifest *m, size_t run, lg_split split, lg_eval_memo *memo, lg_error *err) {
    return recall_run(m, run, memo, err) && split == memo->validated;
}
