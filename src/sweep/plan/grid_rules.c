/* grid_rules.c: the rules of a sweep file that exclude combinations from its grid or include further runs. */
#include <string.h>

#include "sweep/plan/grid_file.h"

static bool refuse_label(const lg_grid_file *f, const lg_grid_axis *a, const lg_yaml_node *label, bool including) {
    const char **labels = lg_grid_alloc(f, a->count, sizeof *labels);
    for (size_t i = 0; i < a->count && labels; i++) labels[i] = a->choices[i].label;
    const char *meant = labels ? lg_nearest(label->text, labels, a->count) : NULL;
    return lg_grid_fail(f, label->mark, "%s has no label %s%s%s%s%s", a->name, label->text,
                        !meant ? "" : "; did you mean ", meant ? meant : "", !meant ? "" : "?",
                        !meant && including ? "; a new label needs its options under set:" : "");
}

static bool check_words(const lg_grid_file *f, const lg_grid_axis *a, const lg_yaml_node *words, bool new_ones,
                        bool including) {
    for (const lg_yaml_node *e = words; e; e = e->next) {
        if (e->kind != LG_YAML_SCALAR)
            return lg_grid_fail(f, e->mark, "%s: expected a label or a list of labels", a->name);
        if (!new_ones && lg_grid_axis_label(a, e->text) == a->count) return refuse_label(f, a, e, including);
    }
    return true;
}

/* Reads a label or a list of labels. A rule of `include:` may create labels: values of the axis's option or, if the
 * rule has `set:`, new names. */
static bool read_labels(const lg_grid_file *f, int axis, const lg_yaml_node *n, const lg_grid_rule *rule,
                        const bool **out) {
    const lg_grid_axis *a = &f->m->axes[axis];
    const lg_yaml_node *words;
    const bool values = lg_grid_axis_has_values(a), new_ones = rule->including && (values || rule->extras > 0);
    if (!lg_grid_values(f, values ? lg_key_option(lg_key_full_name(a->name)) : NULL, a->name, n, &words)) return false;
    if (!words) return lg_grid_fail(f, n->mark, "%s: expected a label or a list of labels", a->name);
    if (!check_words(f, a, words, new_ones, rule->including)) return false;
    if (new_ones && !lg_grid_axis_add(f, axis, words, rule->extra, values ? 0 : rule->extras)) return false;
    a = &f->m->axes[axis];
    bool *has = lg_grid_alloc(f, a->count, sizeof *has);
    *out = has;
    for (const lg_yaml_node *e = words; has && e; e = e->next) has[lg_grid_axis_label(a, e->text)] = true;
    return has;
}

static bool read_part(const lg_grid_file *f, const lg_yaml_node *n, const bool **has, const lg_grid_rule *rule) {
    const int axis = lg_manifest_axis(f->m, n->key);
    if (axis >= 0) return read_labels(f, axis, n, rule, &has[axis]);
    if (rule->including && !strcmp(n->key, "set")) return true;
    return lg_grid_fail(f, n->key_mark, "%s is not an axis of the grid%s", n->key,
                        rule->including ? "; options go under set:" : "");
}

/* Reads `set:` before the labels, wherever it is in the rule, because labels that the rule creates set the options in
 * `set:`. */
static bool read_settings(const lg_grid_file *f, const lg_yaml_node *first, lg_grid_rule *rule) {
    const lg_yaml_node *n = first;
    while (n && strcmp(n->key, "set")) n = n->next;
    if (!n) return true;
    if (n->kind != LG_YAML_MAP) return lg_grid_fail(f, n->mark, "set: expected options, like {train.lr: 1e-3}");
    return lg_grid_pairs(f, n->first, &rule->extra, &rule->extras);
}

bool lg_grid_rule_read(const lg_grid_file *f, const lg_yaml_node *n, bool including, lg_grid_rule *rule) {
    const bool **has = lg_grid_alloc(f, f->m->axis_count, sizeof *has);
    *rule = (lg_grid_rule){.node = n, .including = including, .has = has};
    if (!has) return false;
    if (n->kind != LG_YAML_MAP || !n->first)
        return lg_grid_fail(f, n->mark, "expected a rule with labels of axes, like {task: even_pairs, seed: [0, 1]}");
    if (including && !read_settings(f, n->first, rule)) return false;
    for (const lg_yaml_node *p = n->first; p; p = p->next)
        if (!read_part(f, p, has, rule)) return false;
    return true;
}
