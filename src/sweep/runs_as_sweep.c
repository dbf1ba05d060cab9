/* runs_as_sweep.c: presents arbitrary run directories as a sweep without a plan. Its axes are the data, the seed, and
 * "scheme", which combines all other options in which the runs differ. Such a sweep has results, reports and pages, but
 * nothing is written to disk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/run_files.h"
#include "base/file.h"
#include "base/seed.h"
#include "config/axes.h"
#include "config/context.h"
#include "sweep/plan/grid.h"
#include "sweep/sweep.h"

/* The directories of the runs, and the manifest that is built from them. */
typedef struct gathering {
    lg_context *context;
    lg_manifest *m;
    const char **dirs; /* [count] */
    const lg_resolved_config **configs;
    const char *const *names[2]; /* labels of the axes "run" and "variant"; NULL: no such axis */
    size_t count, capacity, damaged;
    lg_error *err;
} gathering;

static void *take(gathering *g, size_t bytes) {
    void *p = lg_arena_alloc(g->m->arena, bytes ? bytes : 1);
    if (!p) lg_fail(g->err, LG_FAILED, "out of memory: a list of %zu runs", g->count);
    return p;
}

/* ---- directories ---- */

static bool grow(gathering *g) {
    const size_t capacity = 2 * g->capacity + 64;
    const char **dirs = take(g, capacity * sizeof *dirs);
    if (dirs && g->count > 0) memcpy(dirs, g->dirs, g->count * sizeof *dirs);
    g->dirs = dirs, g->capacity = capacity;
    return dirs;
}

static bool add_run(void *user, const char *dir) {
    gathering *g = user;
    if (g->count == g->capacity && !grow(g)) return false;
    const char *kept = lg_arena_printf(g->m->arena, "%s", dir);
    if (!kept) return lg_fail(g->err, LG_FAILED, "out of memory: the runs of %s", dir);
    g->dirs[g->count++] = kept;
    return true;
}

/* Skips and counts runs whose config cannot be read. */
static bool read_configs(gathering *g) {
    size_t count = 0;
    g->configs = take(g, g->count * sizeof *g->configs);
    for (size_t i = 0; g->configs && i < g->count; i++) {
        lg_error words = {0};
        char path[4200];
        snprintf(path, sizeof path, "%s/config.yaml", g->dirs[i]);
        const lg_resolved_config *config = lg_resolve_saved(path, &g->context->custom, &words);
        g->damaged += !config;
        if (config) g->dirs[count] = g->dirs[i], g->configs[count++] = config;
    }
    g->count = count;
    return g->configs;
}

/* ---- options ---- */

static const char *value_of(const gathering *g, size_t run, const char *key) {
    const lg_values *v = g->configs[run]->values;
    return lg_values_has(v, key) ? lg_values_text(v, key) : NULL;
}

/* The values of an option over the runs, in the order of their first use. */
typedef struct spread {
    const char *key;
    lg_choice_set *values; /* [distinct] */
    size_t distinct, having;
    int *which; /* [runs]: the index of the run's value; -1: none */
} spread;

static bool spread_out(gathering *g, const char *key, spread *out) {
    *out = (spread){
        .key = key, .values = take(g, g->count * sizeof *out->values), .which = take(g, g->count * sizeof(int))};
    for (size_t i = 0; out->values && out->which && i < g->count; i++) {
        const char *value = value_of(g, i, key);
        size_t at = 0;
        out->which[i] = -1;
        if (!value) continue;
        while (at < out->distinct && strcmp(out->values[at].label, value)) at++;
        out->having++, out->which[i] = (int)at;
        if (at < out->distinct) continue;
        lg_pair *pair = take(g, sizeof *pair);
        if (!pair) return false;
        *pair = (lg_pair){.key = key, .value = lg_arena_printf(g->m->arena, "%s", value)};
        if (!pair->value) return lg_fail(g->err, LG_FAILED, "out of memory: a list of %zu runs", g->count);
        out->values[out->distinct++] = (lg_choice_set){.label = pair->value, .pairs = pair, .count = 1};
    }
    return out->values && out->which;
}

/* True if runs have the same choice but display it under several names, such as rope and yarn, because of different
 * options of this choice. */
static bool has_names(const gathering *g, const char *key) {
    if (!lg_axis_find(key) || !value_of(g, 0, key)) return false;
    const char *first = lg_axis_known_name(g->configs[0]->values, key);
    for (size_t i = 1; i < g->count; i++)
        if (value_of(g, i, key) && strcmp(first, lg_axis_known_name(g->configs[i]->values, key))) return true;
    return false;
}

/* True for options that distinguish no runs: output and evaluation settings change no training result, and the seeds of
 * single random streams follow train.seed. */
static bool is_of_no_axis(const char *key) {
    static const char *const starts[] = {"seed.", "eval.", "train.log_every", "train.checkpoint_every", "train.keep"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (!strncmp(key, starts[i], strlen(starts[i]))) return true;
    return false;
}

static bool has_own_axis(const char *key) {
    return !strcmp(key, "data") || !strcmp(key, "train.seed");
}

/* ---- the plan ---- */

typedef struct parts {
    const char **keys;     /* [key_count]: each option once, in the order of the configs */
    spread *axes, *scheme; /* axes: options with their own axis; scheme: options in the axis "scheme" */
    lg_pair *base;
    size_t key_count, axis_count, scheme_count, base_count;
} parts;

static bool is_known(const gathering *g, size_t before, const char *key) {
    for (size_t i = 0; i < before; i++)
        if (lg_values_has(g->configs[i]->values, key)) return true;
    return false;
}

static bool collect_keys(gathering *g, parts *p) {
    size_t most = 0;
    for (size_t i = 0; i < g->count; i++) most += lg_values_count(g->configs[i]->values);
    p->keys = take(g, most * sizeof *p->keys);
    for (size_t i = 0; p->keys && i < g->count; i++)
        for (size_t k = 0; k < lg_values_count(g->configs[i]->values); k++) {
            const char *key = lg_values_option(g->configs[i]->values, k)->name;
            if (!is_known(g, i, key)) p->keys[p->key_count++] = key;
        }
    p->axes = take(g, (p->key_count + 3) * sizeof *p->axes); /* 3: the axes "scheme", "run" and "variant" */
    p->scheme = take(g, p->key_count * sizeof *p->scheme), p->base = take(g, p->key_count * sizeof *p->base);
    return p->keys && p->axes && p->scheme && p->base;
}

static void add_extra(gathering *g, const spread *s) {
    for (size_t i = 0; i < g->count; i++)
        if (s->which[i] >= 0)
            ((lg_pair *)g->m->runs[i].extra)[g->m->runs[i].extras++] = s->values[s->which[i]].pairs[0];
}

/* Assigns an option to the axes, to the scheme, to the base that all runs share, or to the runs' own options. */
static bool place_option(gathering *g, const char *key, parts *p) {
    spread s;
    if (!strcmp(key, "out") || !strcmp(key, "threads")) return true;
    if (!spread_out(g, key, &s)) return false;
    if (s.distinct > 1 && has_own_axis(key))
        p->axes[p->axis_count++] = s;
    else if (!g->names[0] && (s.distinct > 1 || has_names(g, key)) && !is_of_no_axis(key))
        p->scheme[p->scheme_count++] = s;
    else if (s.distinct == 1 && s.having == g->count)
        p->base[p->base_count++] = s.values[0].pairs[0];
    else
        add_extra(g, &s);
    return true;
}

/* ---- the scheme ---- */

/* True if the name of one of the run's choices implies the option's value. */
static bool is_named(const gathering *g, const parts *p, size_t run, const char *key) {
    const lg_values *v = g->configs[run]->values;
    for (size_t k = 0; k < p->scheme_count; k++) {
        const char *axis = p->scheme[k].key;
        const lg_second_name_row *s = lg_axis_find(axis) && lg_values_has(v, axis) ? lg_second_name_of(v, axis) : NULL;
        for (const lg_entry_default *m = s ? &s->means[1] : NULL; m && m->key; m++)
            if (!strcmp(m->key, key)) return true;
    }
    return false;
}

/* The part of a label for one option: the displayed name of a choice, such as "yarn"; "lr=0.01" for another option that
 * differs from its default; otherwise "". */
static const char *name_value(gathering *g, const parts *p, size_t run, const lg_pair *x) {
    const lg_option *o = lg_key_option(x->key);
    const char *dot = strrchr(x->key, '.');
    if (is_named(g, p, run, x->key)) return "";
    if (lg_axis_find(x->key))
        return lg_arena_printf(g->m->arena, "%s", lg_axis_known_name(g->configs[run]->values, x->key));
    if (o && !strcmp(o->fallback, x->value)) return "";
    return lg_arena_printf(g->m->arena, "%s=%s", dot ? dot + 1 : x->key, x->value);
}

/* Lists all options of a run's scheme and composes their label. False: out of memory. */
static bool name_scheme(gathering *g, const parts *p, size_t run, lg_choice_set *out) {
    lg_pair *pairs = take(g, p->scheme_count * sizeof *pairs);
    *out = (lg_choice_set){.label = "", .pairs = pairs};
    for (size_t k = 0; pairs && out->label && k < p->scheme_count; k++) {
        const spread *s = &p->scheme[k];
        if (s->which[run] < 0) continue;
        const lg_pair *x = &s->values[s->which[run]].pairs[0];
        const char *word = name_value(g, p, run, x);
        pairs[out->count++] = *x;
        if (word && *word == '\0') continue;
        out->label = word ? lg_arena_printf(g->m->arena, "%s%s%s", out->label, *out->label ? ", " : "", word) : NULL;
    }
    if (out->label && *out->label == '\0') out->label = "as by default";
    return (pairs && out->label) || lg_fail(g->err, LG_FAILED, "out of memory: a list of %zu runs", g->count);
}

/* Adds the axis "scheme"; its labels combine all options in which the runs differ. */
static bool add_scheme(gathering *g, parts *p) {
    spread s = {
        .key = "scheme", .values = take(g, g->count * sizeof *s.values), .which = take(g, g->count * sizeof(int))};
    if (p->scheme_count == 0) return true;
    for (size_t i = 0; s.values && s.which && i < g->count; i++) {
        lg_choice_set made;
        size_t at = 0;
        if (!name_scheme(g, p, i, &made)) return false;
        while (at < s.distinct && strcmp(s.values[at].label, made.label)) at++;
        if (at == s.distinct) s.values[s.distinct++] = made;
        s.which[i] = (int)at;
    }
    p->axes[p->axis_count++] = s;
    return s.values && s.which;
}

/* Adds an axis whose labels are names of runs and set no options. */
static bool add_names(gathering *g, const char *key, const char *const *names, parts *p) {
    spread s = {.key = key, .values = take(g, g->count * sizeof *s.values), .which = take(g, g->count * sizeof(int))};
    for (size_t i = 0; s.values && s.which && i < g->count; i++) {
        size_t at = 0;
        while (at < s.distinct && strcmp(s.values[at].label, names[i])) at++;
        if (at == s.distinct)
            s.values[s.distinct++] = (lg_choice_set){.label = lg_arena_printf(g->m->arena, "%s", names[i])};
        if (!s.values[at].label) return lg_fail(g->err, LG_FAILED, "out of memory: a list of %zu runs", g->count);
        s.which[i] = (int)at;
    }
    p->axes[p->axis_count++] = s;
    return s.values && s.which;
}

/* Adds the axes "run" (if the runs have names) or "scheme", and "variant". */
static bool add_own_axes(gathering *g, parts *p) {
    return (g->names[0] ? add_names(g, "run", g->names[0], p) : add_scheme(g, p)) &&
           (!g->names[1] || add_names(g, "variant", g->names[1], p));
}

/* ---- building ---- */

static bool fill_axes(gathering *g, const parts *p) {
    lg_manifest *m = g->m;
    lg_grid_axis *axes = take(g, p->axis_count * sizeof *axes);
    int *labels = axes ? take(g, m->run_count * p->axis_count * sizeof *labels) : NULL;
    if (!labels) return false;
    for (size_t a = 0; a < p->axis_count; a++) {
        const spread *s = &p->axes[a];
        const char *flag = lg_option_flag(s->key);
        axes[a] = (lg_grid_axis){.name = *flag != '\0' ? flag : s->key, .choices = s->values, .count = s->distinct};
        for (size_t i = 0; i < m->run_count; i++) labels[i * p->axis_count + a] = s->which[i];
    }
    for (size_t i = 0; i < m->run_count; i++) m->runs[i].labels = labels + i * p->axis_count;
    m->axes = axes, m->axis_count = p->axis_count;
    return true;
}

static bool begin_runs(gathering *g) {
    lg_manifest *m = g->m;
    m->runs = take(g, g->count * sizeof *m->runs);
    for (size_t i = 0; m->runs && i < g->count; i++) {
        m->runs[i] = (lg_planned_run){.dir = g->dirs[i],
                                      .extra = take(g, lg_values_count(g->configs[i]->values) * sizeof(lg_pair))};
        if (!m->runs[i].extra) return false;
        snprintf(m->runs[i].id, sizeof m->runs[i].id, "%.16s", g->configs[i]->hash);
    }
    m->run_count = g->count;
    return m->runs;
}

static bool make_plan(gathering *g, const char *dir) {
    parts p = {0};
    lg_choice_set *base = take(g, sizeof *base);
    bool good = base && begin_runs(g) && collect_keys(g, &p);
    for (size_t k = 0; good && k < p.key_count; k++) good = place_option(g, p.keys[k], &p);
    if (!good || !add_own_axes(g, &p) || !fill_axes(g, &p)) return false;
    *base = (lg_choice_set){.label = dir, .pairs = p.base, .count = p.base_count};
    g->m->base = base, g->m->base_count = 1;
    g->m->name = g->m->title = lg_arena_printf(g->m->arena, "All runs in %s", dir);
    lg_grid_select_rest(g->m);
    return g->m->name || lg_fail(g->err, LG_FAILED, "out of memory: the runs of %s", dir);
}

static bool find_runs(gathering *g, const char *dir) {
    return lg_runs_find(g->context, dir, add_run, g) == LG_OK && g->err->code == LG_OK;
}

static bool gather(gathering *g, const char *dir) {
    if (!read_configs(g)) return false;
    const bool good =
        g->count > 0 ? make_plan(g, dir)
                     : lg_fail(g->err, LG_USAGE,
                               "%s holds no sweep and no readable runs; train one with `lengthen train --out %s/NAME`",
                               dir, dir);
    for (size_t i = 0; i < g->count; i++) lg_resolved_config_free((lg_resolved_config *)g->configs[i]);
    return good;
}

lg_manifest *lg_manifest_of_runs(lg_context *c, const lg_resolved_config **configs, const char **dirs,
                                 const char *const *const names[2], size_t count, lg_error *err) {
    gathering g = {.context = c,
                   .m = lg_manifest_new(err),
                   .dirs = dirs,
                   .configs = configs,
                   .names = {names[0], names[1]},
                   .count = count,
                   .err = err};
    if (g.m && make_plan(&g, "several runs")) return g.m->custom = &c->custom, g.m;
    lg_manifest_free(g.m);
    return NULL;
}

/* ---- as a sweep ---- */

/* True if no run directory has appeared or disappeared since the sweep was built. */
static bool are_same(const lg_sweep *s, const gathering *g) {
    bool same = s->manifest && s->found == g->count;
    for (size_t i = 0; same && i < g->count; i++) same = !strcmp(s->found_dirs[i], g->dirs[i]);
    return same;
}

static void tell_damaged(const lg_sweep *s, const gathering *g) {
    const bool one = g->damaged == 1;
    if (g->damaged > 0)
        lg_context_say(s->context, LG_WARNING, "%zu run%s in %s cannot be read and %s skipped (lengthen runs %s)",
                       g->damaged, one ? "" : "s", s->dir, one ? "is" : "are", s->dir);
}

bool lg_sweep_gather(lg_sweep *s, lg_error *err) {
    gathering g = {.context = s->context, .m = lg_manifest_new(err), .err = err};
    bool good = g.m && find_runs(&g, s->dir);
    if (!good || are_same(s, &g)) return lg_manifest_free(g.m), good;
    const size_t found = g.count;
    const char **all = take(&g, found * sizeof *all);
    if (all && found > 0) memcpy(all, g.dirs, found * sizeof *all);
    if (!all || !gather(&g, s->dir)) return lg_manifest_free(g.m), false;
    tell_damaged(s, &g);
    lg_results_free(&s->results), s->results = (lg_results){0};
    lg_manifest_free(s->manifest);
    s->manifest = g.m, s->manifest->custom = &s->context->custom;
    s->found = found, s->found_dirs = all, s->dirs = g.dirs, s->labels = NULL, s->promotion = NULL;
    return true;
}

/* Reads a run's result. Without a registry, a run whose directory is in use counts as running. */
static bool read_run(lg_context *c, const char *dir, lg_arena *arena, lg_run_result *x, lg_error *err) {
    lg_run_summary now;
    if (!lg_result_read(dir, arena, x, err)) return false;
    if (lg_result_ended(x) || lg_run_summarize(c, dir, &now) != LG_OK || !now.busy) return true;
    x->state = LG_RUN_RUNNING;
    return lg_result_watch(dir, arena, x, err);
}

bool lg_sweep_read_runs(const lg_sweep *s, lg_results *out, lg_error *err) {
    if (!lg_results_new(out, s->manifest, err)) return false;
    for (size_t i = 0; i < s->manifest->run_count; i++) {
        lg_error words = {0};
        if (read_run(s->context, s->dirs[i], out->arena, &out->runs[i], &words)) continue;
        lg_context_say(s->context, LG_WARNING, "%s", words.text);
        out->runs[i] = lg_result_planned();
    }
    return true;
}
