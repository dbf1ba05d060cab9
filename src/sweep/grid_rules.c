/* grid_rules.c: what a sweep file leaves out of its grid, and what it takes in beside it. */
#include <string.h>

#include "sweep/grid_file.h"

static bool mark_label(const lg_grid_file *f, int axis, const lg_yaml_node *label, bool *has) {
    const lg_grid_axis *a = &f->m->axes[axis];
    if (label->kind != LG_YAML_SCALAR) return lg_grid_fail(f, label->mark, "%s: wants a label, or a list", a->name);
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->choices[i].label, label->text) == 0) return has[i] = true;
    const char **labels = lg_grid_take(f, a->count, sizeof *labels);
    for (size_t i = 0; i < a->count && labels != NULL; i++) labels[i] = a->choices[i].label;
    const char *meant = labels == NULL ? NULL : lg_nearest(label->text, labels, a->count);
    return lg_grid_fail(f, label->mark, "%s has no label %s%s%s%s", a->name, label->text,
                        meant == NULL ? "" : "; did you mean ", meant == NULL ? "" : meant, meant == NULL ? "" : "?");
}

/* A label, or a list of them. */
static bool read_labels(const lg_grid_file *f, int axis, const lg_yaml_node *n, const bool **out) {
    bool *has = lg_grid_take(f, f->m->axes[axis].count, sizeof *has);
    *out = has;
    if (has == NULL) return false;
    if (n->kind != LG_YAML_LIST) return mark_label(f, axis, n, has);
    for (const lg_yaml_node *e = n->first; e != NULL; e = e->next)
        if (!mark_label(f, axis, e, has)) return false;
    return true;
}

static bool read_part(const lg_grid_file *f, const lg_yaml_node *n, bool with_settings, const bool **has,
                      lg_grid_rule *rule) {
    const int axis = lg_grid_axis_find(f->m, n->key);
    if (axis >= 0) return read_labels(f, axis, n, &has[axis]);
    if (!with_settings || strcmp(n->key, "set") != 0)
        return lg_grid_fail(f, n->key_mark, "%s is no axis of the grid%s", n->key,
                            with_settings ? "; options stand under set:" : "");
    if (n->kind != LG_YAML_MAP) return lg_grid_fail(f, n->mark, "set: wants options, like {train.lr: 1e-3}");
    return lg_grid_pairs(f, n->first, &rule->extra, &rule->extras);
}

static bool read_rule(const lg_grid_file *f, const lg_yaml_node *n, bool with_settings, lg_grid_rule *rule) {
    const bool **has = lg_grid_take(f, f->m->axis_count, sizeof *has);
    rule->node = n;
    rule->has = has;
    if (has == NULL) return false;
    if (n->kind != LG_YAML_MAP || n->first == NULL)
        return lg_grid_fail(f, n->mark, "a rule names labels of axes, like {task: even_pairs, seed: [0, 1]}");
    for (const lg_yaml_node *p = n->first; p != NULL; p = p->next)
        if (!read_part(f, p, with_settings, has, rule)) return false;
    return true;
}

bool lg_grid_rules_read(const lg_grid_file *f, const lg_yaml_node *list, bool with_settings, lg_grid_rules *out) {
    *out = (lg_grid_rules){0};
    if (list == NULL) return true;
    if (list->kind != LG_YAML_LIST)
        return lg_grid_fail(f, list->mark, "%s: wants a list, each rule on a line that begins with -", list->key);
    out->rows = lg_grid_take(f, lg_yaml_count(list->first), sizeof *out->rows);
    if (out->rows == NULL) return false;
    for (const lg_yaml_node *n = list->first; n != NULL; n = n->next)
        if (!read_rule(f, n, with_settings, &out->rows[out->count++])) return false;
    return true;
}
