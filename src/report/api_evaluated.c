/* api_evaluated.c: compares evaluations of several models in one sentence. It treats their runs as a sweep, so that
 * reports can describe them. */
#include <stdio.h>
#include <string.h>

#include "api/report.h"
#include "base/text.h"
#include "config/context.h"
#include "report/report.h"
#include "sweep/sweep.h"

/* The evaluations, as arrays of [count]. If the caller lists an evaluation twice (same run and, if given, same
 * variant), it appears once. */
typedef struct evaluated {
    const lg_resolved_config **configs;
    const char **dirs, **names, **variants;
    const double **scores;
    size_t count;
} evaluated;

static bool is_listed(const evaluated *x, const lg_evaluated *e) {
    for (size_t i = 0; i < x->count; i++)
        if (!strcmp(x->dirs[i], e->run) && (!e->variant || !strcmp(x->variants[i], e->variant))) return true;
    return false;
}

static bool list_runs(const lg_evaluated *all, size_t count, lg_arena *arena, evaluated *x, lg_error *err) {
    const size_t size = (count + 1) * sizeof(void *);
    *x = (evaluated){.configs = lg_arena_alloc(arena, size),
                     .dirs = lg_arena_alloc(arena, size),
                     .names = lg_arena_alloc(arena, size),
                     .variants = lg_arena_alloc(arena, size),
                     .scores = lg_arena_alloc(arena, size)};
    if (!x->configs || !x->dirs || !x->names || !x->variants || !x->scores) return false;
    for (size_t i = 0; i < count; i++) {
        if (is_listed(x, &all[i])) continue;
        const size_t at = x->count++;
        if (!(x->configs[at] = lg_config_resolved(all[i].config, err))) return false;
        x->dirs[at] = all[i].run, x->names[at] = all[i].name, x->variants[at] = all[i].variant;
        x->scores[at] = all[i].scores;
    }
    return true;
}

/* Do several models have the same config, because they come from one run or from identical runs? Then only the names of
 * the models distinguish them. */
static bool has_duplicates(const evaluated *x) {
    for (size_t i = 0; i < x->count; i++)
        for (size_t k = 0; k < i; k++)
            if (!strcmp(x->configs[i]->hash, x->configs[k]->hash) && strcmp(x->dirs[i], x->dirs[k])) return true;
    return false;
}

static void fill_results(const evaluated *x, lg_results *results) {
    for (size_t i = 0; i < x->count; i++) {
        results->runs[i].state = LG_RUN_DONE;
        for (size_t k = 0; k < LG_METRICS; k++) results->runs[i].scores[k] = x->scores[i][k];
    }
}

static bool has_axis(const lg_manifest *m, const char *name) {
    for (size_t i = 0; i < m->axis_count; i++)
        if (!strcmp(m->axes[i].name, name)) return true;
    return false;
}

/* Variants are the columns; all other axes except seeds are rows. */
static const char *find_sentence(lg_context *c, const lg_results *results, lg_report **r, lg_error *err) {
    const lg_manifest *m = results->manifest;
    const char *own = has_axis(m, "run") ? "run" : has_axis(m, "scheme") ? "scheme" : NULL;
    const bool variants = has_axis(m, "variant"), tasks = has_axis(m, "task");
    char rows[32];
    snprintf(rows, sizeof rows, "%s%s%s", tasks ? "task" : "", tasks && own ? "," : "", own ? own : "");
    const lg_report_layout l = {.rows = variants && *rows ? rows : NULL,
                                .columns = variants ? "variant" : own,
                                .metric = lg_metric_at(results->metric).name};
    *r = lg_report_new(c, results, "", &l, err);
    if (!*r) return NULL;
    return variants ? lg_report_finding_against_first(*r) : lg_report_finding(*r);
}

static bool find(lg_context *c, const evaluated *x, lg_error *err, char *out, size_t size) {
    const char *const *const names[2] = {has_duplicates(x) ? x->names : NULL, x->variants[0] ? x->variants : NULL};
    lg_manifest *m = lg_manifest_of_runs(c, x->configs, x->dirs, names, x->count, err);
    lg_results results = {0};
    lg_report *r = NULL;
    const char *words = NULL;
    if (m && lg_results_new(&results, m, err)) {
        lg_metric_find(lg_values_text(x->configs[0]->values, "metric"), &results.metric);
        fill_results(x, &results);
        words = find_sentence(c, &results, &r, err);
    }
    if (words) snprintf(out, size, "%s", words);
    lg_report_free(r);
    lg_results_free(&results);
    lg_manifest_free(m);
    return words;
}

lg_status lg_evaluated_finding(lg_context *c, const lg_evaluated *all, size_t count, char *out, size_t size) {
    lg_error *err = lg_context_begin(c);
    lg_arena *arena = lg_arena_new();
    const locale_t before = lg_text_enter_plain(); /* the host program's locale must not change number formats */
    evaluated x;
    *out = '\0';
    const bool good = arena && list_runs(all, count, arena, &x, err) && (x.count < 2 || find(c, &x, err, out, size));
    if (!good) lg_fail(err, LG_FAILED, "out of memory: the finding of %zu evaluations", count);
    lg_text_leave_plain(before);
    lg_arena_free(arena);
    return err->code;
}
