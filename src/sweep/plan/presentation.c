/* presentation.c: reads how runs are shown; see presentation.h. */
#include "sweep/plan/presentation.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "config/axes.h"
#include "sweep/plan/grid_file.h"

/* ---- texts and names ---- */

enum { MAX_NAMES = 64 };

/* Checks that a name is valid. own: nodes of the file whose keys are also valid names. */
static bool check_name(const lg_grid_file *f, const lg_yaml_node *n, const char *what, const char *(*at)(size_t i),
                       const lg_yaml_node *own) {
    const char *names[MAX_NAMES], *all = "";
    size_t count = 0;
    while (count < MAX_NAMES && (names[count] = at(count))) count++;
    for (; count < MAX_NAMES && own; own = own->next) names[count++] = own->key;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], n->text)) return true;
    for (size_t i = 0; i < count && all; i++)
        all = lg_arena_printf(f->arena, "%s%s%s", all, i > 0 ? ", " : "", names[i]);
    const char *meant = lg_nearest(n->text, names, count);
    return meant ? lg_grid_fail(f, n->mark, "there is no %s %s; did you mean %s?", what, n->text, meant)
                 : lg_grid_fail(f, n->mark, "there is no %s %s; there are %s", what, n->text, !all ? "others" : all);
}

static bool read_published(const lg_grid_file *f, const lg_yaml_node *n, lg_presentation *p) {
    return lg_grid_text(f, n, &p->published) && (!n || !f->names || check_name(f, n, "study", f->names->study, NULL));
}

/* Reads `reports:`. own: the node of `compare:`, whose tables are also valid reports. */
static bool read_reports(const lg_grid_file *f, const lg_yaml_node *n, const lg_yaml_node *own, lg_presentation *p) {
    if (!n) return true;
    if (n->kind != LG_YAML_LIST) return lg_grid_fail(f, n->mark, "reports: expected a list, like [best, mean, curves]");
    const char **names = lg_grid_alloc(f, lg_yaml_count(n->first), sizeof *names);
    if (!names) return false;
    own = own && own->kind == LG_YAML_MAP ? own->first : NULL;
    p->reports = names;
    for (n = n->first; n; n = n->next) {
        if (n->kind != LG_YAML_SCALAR) return lg_grid_fail(f, n->mark, "reports: expected a list of single words");
        if (f->names && !check_name(f, n, "table or figure", f->names->report, own)) return false;
        names[p->report_count++] = n->text;
    }
    return true;
}

/* ---- select ---- */

static bool read_where(const lg_grid_file *f, const lg_yaml_node *n, lg_presentation *p) {
    if (n->kind != LG_YAML_MAP)
        return lg_grid_fail(f, n->mark, "where: expected axes with labels, like {seed: 1..3, task: [even_pairs]}");
    const char **where = lg_grid_alloc(f, lg_yaml_count(n->first), sizeof *where);
    if (!where) return false;
    p->where = where;
    for (n = n->first; n; n = n->next) {
        const char *labels = lg_grid_join(f, n);
        if (!labels) return false;
        where[p->where_count] = lg_arena_printf(f->arena, "%s=%s", n->key, labels);
        if (!where[p->where_count++]) return lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path);
    }
    return true;
}

static bool read_metric(const lg_grid_file *f, const lg_yaml_node *n, lg_presentation *p) {
    lg_error words = {0};
    if (!lg_grid_text(f, n, &p->metric)) return false;
    if (!lg_value_check(NULL, "metric", p->metric, "", &words)) return lg_grid_fail(f, n->mark, "%s", words.text);
    p->metric = lg_axis_first_name("metric", p->metric);
    return true;
}

static bool read_select(const lg_grid_file *f, const lg_yaml_node *n, lg_presentation *p) {
    const struct {
        const char *name, **names;
    } parts[] = {
        {"rows", &p->rows}, {"columns", &p->columns}, {"mean", &p->mean}, {"best", &p->best}, {"seeds", &p->mean}};
    enum { PARTS = sizeof parts / sizeof *parts };
    if (n && n->kind != LG_YAML_MAP)
        return lg_grid_fail(f, n->mark, "select: expected axes, like {rows: task, columns: [encoding, positions]}");
    for (n = n ? n->first : NULL; n; n = n->next) {
        size_t i = 0;
        while (i < PARTS && strcmp(parts[i].name, n->key)) i++;
        if (i == PARTS && !strcmp(n->key, "metric")) {
            if (!read_metric(f, n, p)) return false;
            continue;
        }
        if (i == PARTS && strcmp(n->key, "where"))
            return lg_grid_fail(f, n->key_mark, "select: expected rows, columns, mean, best, where or metric, not %s",
                                n->key);
        if (i == PARTS && !read_where(f, n, p)) return false;
        if (i < PARTS && !(*parts[i].names = lg_grid_join(f, n))) return false;
    }
    return true;
}

/* ---- entry points ---- */

static const lg_yaml_node *part_of(const lg_yaml_node *first, const char *name) {
    while (first && (!first->key || strcmp(first->key, name))) first = first->next;
    return first;
}

bool lg_grid_presentation(const lg_grid_file *f, const lg_yaml_node *first, lg_presentation *out) {
    *out = (lg_presentation){.found = true};
    return lg_grid_text(f, part_of(first, "title"), &out->title) &&
           lg_grid_text(f, part_of(first, "note"), &out->note) && read_published(f, part_of(first, "published"), out) &&
           read_reports(f, part_of(first, "reports"), part_of(first, "compare"), out) &&
           read_select(f, part_of(first, "select"), out);
}

bool lg_presentation_read(const char *dir, const lg_manifest *plan, lg_arena *arena, lg_presentation *out,
                          lg_error *err) {
    const char *path = lg_arena_printf(arena, "%s/sweep.yaml", dir);
    char *text = NULL;
    size_t size = 0;
    lg_yaml_node *first;
    *out = (lg_presentation){0};
    if (!path) return lg_fail(err, LG_FAILED, "out of memory: %s", dir);
    if (!lg_file_read_if_there(path, LG_GRID_FILE_MAX, &text, &size, err)) return false;
    if (!text) return true;
    lg_manifest planned = *plan; /* a copy, so that the plan is not modified */
    const lg_grid_file f = {.path = path, .m = &planned, .arena = arena, .err = err};
    const bool good = lg_yaml_tree(text, size, path, arena, &first, err) && lg_grid_check_nodes(&f, first) &&
                      lg_grid_presentation(&f, first, out) &&
                      lg_grid_comparisons(&f, part_of(first, "compare"), &out->comparisons, &out->comparison_count);
    free(text);
    return good;
}
