/* grid.c: reads a sweep file. grid_base.c reads its shared options, grid_axes.c its axes and grid_rules.c its rules;
 * grid_runs.c makes the runs. The presentation is read here. */
#include "sweep/plan/grid.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/seed.h"
#include "base/text.h"
#include "sweep/draw/draw.h"
#include "sweep/plan/grid_file.h"
#include "sweep/plan/presentation.h"
#include "sweep/plan/trainings.h"

/* ---- presentation ---- */

/* True if tables may show the axis as rows or columns. Tables do not show learning rates and drawn options, which are
 * chosen by results, nor seeds, over which means are taken. */
static bool is_laid_out(const lg_grid_axis *a) {
    const char *key = lg_key_full_name(a->name);
    return !a->drawn && strcmp(key, "train.lr") && !lg_is_seed(key);
}

/* The first axis other than a and b that may be rows or columns; -1 if there is none. */
static int free_axis(const lg_manifest *m, int a, int b) {
    for (size_t i = 0; i < m->axis_count; i++)
        if ((int)i != a && (int)i != b && is_laid_out(&m->axes[i])) return (int)i;
    return -1;
}

static int task_axis(const lg_manifest *m) {
    for (size_t i = 0; i < m->axis_count; i++)
        if (lg_grid_axis_sets_task(&m->axes[i])) return (int)i;
    return -1;
}

static int seed_axis(const lg_manifest *m) {
    for (size_t i = 0; i < m->axis_count; i++)
        if (lg_is_seed(lg_key_full_name(m->axes[i].name))) return (int)i;
    return -1;
}

void lg_grid_select_rest(lg_manifest *m) {
    lg_selection *s = &m->selection;
    const int tasks = task_axis(m);
    if (s->seeds < 0) s->seeds = seed_axis(m);
    if (s->rows < 0 && tasks != s->columns) s->rows = tasks;
    if (s->columns < 0) s->columns = free_axis(m, s->rows, s->seeds);
    if (s->rows < 0) s->rows = free_axis(m, s->columns, s->seeds);
}

/* Checks that all names are names of axes. */
static bool check_axes(const lg_grid_file *f, const lg_yaml_node *n) {
    const lg_yaml_node *words = n->kind == LG_YAML_SCALAR ? n : n->first;
    for (const lg_yaml_node *e = words; e; e = n->kind == LG_YAML_LIST ? e->next : NULL)
        if (lg_manifest_axis(f->m, e->text) < 0)
            return lg_grid_fail(f, e->mark, "%s: '%s' is not an axis of the grid", n->key, e->text);
    return true;
}

/* Reads the first axis of each entry of `select:`. The plan stores these axes for programs that read the plan without
 * the sweep file. */
static bool read_selection(const lg_grid_file *f, const lg_yaml_node *n) {
    lg_selection *s = &f->m->selection;
    const struct {
        const char *name;
        int *axis;
    } parts[] = {{"rows", &s->rows}, {"columns", &s->columns}, {"seeds", &s->seeds}, {"mean", &s->seeds}};
    for (n = n ? n->first : NULL; n; n = n->next) {
        const lg_yaml_node *word = n->kind == LG_YAML_LIST ? n->first : n;
        if (!strcmp(n->key, "metric")) continue;
        if (n->kind != LG_YAML_MAP && !check_axes(f, n)) return false;
        for (size_t i = 0; i < sizeof parts / sizeof *parts && word && n->kind != LG_YAML_MAP; i++)
            if (!strcmp(parts[i].name, n->key)) *parts[i].axis = lg_manifest_axis(f->m, word->text);
    }
    lg_grid_select_rest(f->m);
    return true;
}

static bool read_presentation(const lg_grid_file *f, const lg_yaml_node *first) {
    lg_presentation p;
    if (!lg_grid_presentation(f, first, &p)) return false;
    if (p.title) f->m->title = p.title;
    if (p.note) f->m->note = p.note;
    if (p.published) f->m->published = p.published;
    if (p.reports) f->m->reports = p.reports, f->m->report_count = p.report_count;
    return true;
}

/* ---- the file ---- */

/* The parts of a sweep file: first those that draw runs, then the promotion rules, then all others. */
enum {
    RULES = LG_DRAWS,
    TITLE = RULES + LG_PROMOTIONS,
    NOTE,
    PUBLISHED,
    BASE,
    SET,
    EXCLUDE,
    INCLUDE,
    SELECT,
    REPORTS,
    COMPARE,
    PARTS
};
static const char *part_name(size_t i) {
    static const char *const names[PARTS] = {
        [TITLE] = "title",     [NOTE] = "note",       [BASE] = "base",       [PUBLISHED] = "published",
        [SET] = "set",         [EXCLUDE] = "exclude", [INCLUDE] = "include", [SELECT] = "select",
        [REPORTS] = "reports", [COMPARE] = "compare"};
    return i < LG_DRAWS ? lg_draws[i]->name : i < TITLE ? lg_promotions[i - RULES]->part : names[i];
}

static bool refuse_part(const lg_grid_file *f, const lg_yaml_node *n) {
    const char *names[PARTS];
    size_t count = 0;
    for (size_t i = 0; i < PARTS; i++)
        if (part_name(i)) names[count++] = part_name(i);
    const char *meant = lg_nearest(n->key, names, count);
    return meant ? lg_grid_fail(f, n->key_mark, "a sweep file has no %s; did you mean %s?", n->key, meant)
                 : lg_grid_fail(f, n->key_mark, "a sweep file has no %s; options of all runs belong under `set:`",
                                n->key);
}

static bool sort_parts(const lg_grid_file *f, const lg_yaml_node *first, const lg_yaml_node *out[PARTS]) {
    bool drawn = false;
    for (const lg_yaml_node *n = first; n; n = n->next) {
        size_t i = 0;
        while (i < PARTS && (!part_name(i) || strcmp(part_name(i), n->key))) i++;
        if (i == PARTS) return refuse_part(f, n);
        if (out[i]) return lg_grid_fail(f, n->key_mark, "%s is set twice", n->key);
        out[i] = n;
        drawn = drawn || i < LG_DRAWS;
    }
    return drawn ||
           lg_fail(f->err, LG_USAGE, "%s: expected a grid: or random:, the options that differ between runs", f->path);
}

/* Names the sweep after its file, without folder and extension. The copy in a sweep directory gets the name in the
 * plan. */
static bool name_after(const lg_grid_file *f) {
    const char *slash = strrchr(f->path, '/'), *from = !slash ? f->path : slash + 1;
    if (f->names && f->names->planned) from = f->names->planned->name;
    const char *dot = f->names && f->names->planned ? NULL : strrchr(from, '.');
    const size_t length = !dot || dot == from ? strlen(from) : (size_t)(dot - from);
    f->m->title = f->m->name = lg_grid_file_name(f, from, length);
    return f->m->name;
}

/* Checks `compare:`, which the plan does not store. */
static bool check_comparisons(const lg_grid_file *f, const lg_yaml_node *n) {
    const lg_comparison *all;
    size_t count;
    return lg_grid_comparisons(f, n, &all, &count);
}

static bool read_parts(const lg_grid_file *f, const lg_yaml_node *first) {
    const lg_yaml_node *part[PARTS] = {NULL};
    lg_combinations drawn[LG_DRAWS];
    size_t count;
    return lg_grid_check_nodes(f, first) && name_after(f) && sort_parts(f, first, part) &&
           read_presentation(f, first) && lg_grid_base(f, part[BASE], part[SET]) &&
           lg_draws_read(f, part, drawn, &count) && read_selection(f, part[SELECT]) &&
           lg_grid_promotion(f, &part[RULES]) && lg_grid_combine(f, drawn, count, part[EXCLUDE], part[INCLUDE]) &&
           check_comparisons(f, part[COMPARE]) && lg_grid_check_set(f, part[SET]) && lg_grid_name(f) &&
           lg_manifest_sign(f->m, f->err);
}

lg_manifest *lg_grid_read(const char *path, const lg_grid_names *names, lg_error *err) {
    size_t size;
    char *text = lg_file_read_user(path, LG_GRID_FILE_MAX, &size, err);
    lg_manifest *m = text ? lg_manifest_new(err) : NULL;
    lg_yaml_node *first;
    if (m && names) m->custom = names->custom;
    const lg_grid_file f = {.path = path, .m = m, .arena = !m ? NULL : m->arena, .names = names, .err = err};
    bool good = m && lg_yaml_tree(text, size, path, m->arena, &first, err) && read_parts(&f, first);
    if (good && !(m->file = lg_arena_printf(m->arena, "%s", text)))
        good = lg_fail(err, LG_FAILED, "out of memory: %s", path);
    free(text);
    if (good && lg_trainings_find(m, err)) return m;
    lg_manifest_free(m);
    return NULL;
}

/* ---- comparing a file with its plan ---- */

static bool has_labels_of(const lg_manifest *m, size_t run, const lg_manifest *plan, size_t planned) {
    return m->axis_count == plan->axis_count &&
           !memcmp(m->runs[run].labels, plan->runs[planned].labels, m->axis_count * sizeof(int));
}

/* Removes combinations that the plan skipped because a value has no effect in them. Any other combination that the plan
 * lacks sets *same to false. */
static void drop_idle(lg_manifest *m, const lg_manifest *plan, bool *same) {
    size_t kept = 0;
    for (size_t i = 0; i < m->run_count && *same; i++) {
        lg_error words = {0};
        if (kept < plan->run_count && has_labels_of(m, i, plan, kept)) {
            m->runs[kept++] = m->runs[i];
            continue;
        }
        lg_resolved_config_free(i < m->combined ? lg_planned_resolve(m, i, &words) : NULL);
        *same = lg_grid_is_idle(m, i, &words);
    }
    if (*same) m->run_count = kept;
}

/* Reads the runs of the file. Run i gets the id of run i of the plan. */
static bool read_runs(const lg_grid_file *f, const lg_yaml_node *first, const lg_manifest *plan, bool *same) {
    const lg_yaml_node *part[PARTS] = {NULL};
    lg_combinations drawn[LG_DRAWS];
    size_t count;
    if (!lg_grid_check_nodes(f, first) || !sort_parts(f, first, part) || !lg_draws_read(f, part, drawn, &count) ||
        !lg_grid_promotion(f, &part[RULES]) || !lg_grid_combine(f, drawn, count, part[EXCLUDE], part[INCLUDE]) ||
        !lg_grid_same_set(f, part[SET], plan, same))
        return false;
    f->m->base = plan->base, f->m->base_count = plan->base_count, f->m->metric = plan->metric;
    if (*same && f->m->run_count > plan->run_count) drop_idle(f->m, plan, same);
    for (size_t i = 0; i < f->m->run_count && i < plan->run_count; i++)
        memcpy(f->m->runs[i].id, plan->runs[i].id, LG_RUN_ID);
    return true;
}

bool lg_grid_same_runs(const char *path, const lg_manifest *plan, bool *same, lg_error *err) {
    char *text;
    size_t size;
    *same = true;
    if (!lg_file_read_if_there(path, LG_GRID_FILE_MAX, &text, &size, err)) return false;
    if (!text) return true;
    lg_manifest *m = lg_manifest_new(err);
    lg_yaml_node *first;
    if (m) m->custom = plan->custom;
    const lg_grid_file f = {.path = path, .m = m, .arena = !m ? NULL : m->arena, .err = err};
    bool good = m && lg_yaml_tree(text, size, path, m->arena, &first, err) && read_runs(&f, first, plan, same);
    if (good && *same) good = lg_manifest_same_runs(plan, m, same, err);
    lg_manifest_free(m);
    free(text);
    return good;
}
