/* grid_axes.c: the axes of a grid. An axis is an option with its values, or a name with labels that each set
 * options. */
#include <stdlib.h>
#include <string.h>

#include "sweep/plan/grid_file.h"

/* ---- labels that are values of an option ---- */

typedef struct values {
    const lg_grid_file *f;
    const char *key;
    const lg_yaml_node *node; /* currently being read */
    lg_choice_set *choices;
    size_t count, capacity;
} values;

static bool add_value(values *v, const char *text) {
    char where[LG_GRID_LOCATION];
    if (v->count == LG_GRID_LABELS) return lg_grid_fail(v->f, v->node->mark, "%s has too many values", v->key);
    lg_choice_set *choices = lg_grid_grow(v->f, v->choices, v->count, &v->capacity, sizeof *choices);
    if (!choices) return false;
    v->choices = choices;
    for (size_t i = 0; i < v->count; i++)
        if (!strcmp(v->choices[i].label, text))
            return lg_grid_fail(v->f, v->node->mark, "%s has the value %s twice", v->key, text);
    lg_grid_location(v->f, v->node->mark, where);
    lg_pair *p = lg_grid_alloc(v->f, 1, sizeof *p);
    if (!p || !lg_value_check(v->f->m->custom, v->key, text, where, v->f->err) ||
        !lg_grid_pair(v->f, v->key, text, where, p))
        return false;
    v->choices[v->count++] = (lg_choice_set){text, p, 1};
    return true;
}

static bool read_values(const lg_grid_file *f, const lg_yaml_node *n, const lg_option *o, lg_grid_axis *a) {
    const lg_yaml_node *words;
    values v = {.f = f, .key = lg_arena_printf(f->arena, "%s", o->name)};
    if (!v.key) return lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path);
    if (n->absent) return lg_grid_fail(f, n->key_mark, "%s has no values", n->key);
    if (!lg_grid_values(f, o, v.key, n, &words)) return false;
    for (v.node = words; v.node; v.node = v.node->next) {
        if (v.node->kind != LG_YAML_SCALAR)
            return lg_grid_fail(f, v.node->mark, "%s: expected values of one word or number", n->key);
        if (!add_value(&v, v.node->text)) return false;
    }
    a->choices = v.choices;
    a->count = v.count;
    return v.count > 0 || lg_grid_fail(f, n->mark, "%s has no values", n->key);
}

/* ---- labels with their own names ---- */

bool lg_grid_pairs(const lg_grid_file *f, const lg_yaml_node *first, const lg_pair **out, size_t *count) {
    lg_yaml_item *items;
    lg_assignments s = {.custom = f->m->custom};
    bool good =
        lg_yaml_flat(first, f->path, f->arena, &items, f->err) && lg_assignments_add_items(&s, items, f->path, f->err);
    lg_pair *pairs = good ? lg_grid_alloc(f, s.count, sizeof *pairs) : NULL;
    good = pairs;
    for (size_t i = 0; i < s.count && good; i++)
        good = lg_grid_pair(f, s.rows[i].key, s.rows[i].value, s.rows[i].where, &pairs[i]);
    *out = pairs;
    *count = s.count;
    lg_assignments_clear(&s);
    return good;
}

static bool read_labels(const lg_grid_file *f, const lg_yaml_node *n, lg_grid_axis *a) {
    lg_choice_set *choices = lg_grid_alloc(f, lg_yaml_count(n->first), sizeof *choices);
    if (!choices) return false;
    a->choices = choices;
    for (const lg_yaml_node *e = n->first; e; e = e->next) {
        if (e->kind != LG_YAML_MAP)
            return lg_grid_fail(f, e->mark,
                                "%s is a label of %s: expected the options that it sets, like {encoding: rope}; to "
                                "vary an option, use its full name in the grid, like train.lr: [1e-3, 1e-4]",
                                e->key, n->key);
        for (size_t i = 0; i < a->count; i++)
            if (!strcmp(choices[i].label, e->key)) return lg_grid_fail(f, e->key_mark, "%s is set twice", e->key);
        lg_choice_set *c = &choices[a->count++];
        c->label = e->key;
        if (!lg_grid_pairs(f, e->first, &c->pairs, &c->count)) return false;
    }
    return a->count > 0 || lg_grid_fail(f, n->mark, "%s has no labels", n->key);
}

/* ---- labels added later ---- */

bool lg_grid_axis_has_values(const lg_grid_axis *a) {
    const lg_choice_set *c = &a->choices[0];
    return c->count == 1 && !strcmp(c->pairs[0].key, lg_key_full_name(a->name)) && !strcmp(c->pairs[0].value, c->label);
}

size_t lg_grid_axis_label(const lg_grid_axis *a, const char *label) {
    size_t i = 0;
    while (i < a->count && strcmp(a->choices[i].label, label)) i++;
    return i;
}

/* Appends a label to an axis for each word that is not one of its labels yet. */
static bool add_labels(values *v, lg_grid_axis *a, const lg_yaml_node *words, const lg_pair *pairs, size_t count) {
    v->capacity = a->count + lg_yaml_count(words);
    v->choices = lg_grid_alloc(v->f, v->capacity, sizeof *v->choices);
    if (!v->choices) return false;
    memcpy(v->choices, a->choices, a->count * sizeof *v->choices);
    for (v->node = words; v->node; v->node = v->node->next) {
        const char *label = v->node->text;
        *a = (lg_grid_axis){.name = a->name, .choices = v->choices, .count = v->count, .drawn = a->drawn};
        if (lg_grid_axis_label(a, label) < a->count) continue;
        if (count == 0 && !add_value(v, label)) return false;
        if (count > 0) v->choices[v->count++] = (lg_choice_set){label, pairs, count};
    }
    a->choices = v->choices;
    a->count = v->count;
    return true;
}

bool lg_grid_axis_add(const lg_grid_file *f, int axis, const lg_yaml_node *words, const lg_pair *pairs, size_t count) {
    lg_grid_axis *axes = lg_grid_alloc(f, f->m->axis_count, sizeof *axes);
    if (!axes) return false;
    memcpy(axes, f->m->axes, f->m->axis_count * sizeof *axes);
    values v = {.f = f, .key = axes[axis].choices[0].pairs[0].key, .count = axes[axis].count};
    if (!add_labels(&v, &axes[axis], words, pairs, count)) return false;
    f->m->axes = axes;
    return true;
}

/* ---- axes of the plan ---- */

bool lg_grid_axes_extend(const lg_grid_file *f, size_t more) {
    lg_grid_axis *axes = lg_grid_alloc(f, f->m->axis_count + more, sizeof *axes);
    if (axes && f->m->axis_count > 0) memcpy(axes, f->m->axes, f->m->axis_count * sizeof *axes);
    f->m->axes = axes;
    return axes;
}

/* An axis as mutable data, since the plan is still being built. */
static lg_grid_axis *axis_of(lg_manifest *m, int axis) {
    return (lg_grid_axis *)&m->axes[axis];
}

int lg_grid_axis_new(const lg_grid_file *f, const char *name) {
    const int axis = (int)f->m->axis_count++;
    *axis_of(f->m, axis) = (lg_grid_axis){.name = name};
    return axis;
}

void lg_grid_axis_choices(lg_manifest *m, int axis, const lg_choice_set *choices, size_t count) {
    axis_of(m, axis)->choices = choices;
    axis_of(m, axis)->count = count;
}

void lg_grid_axis_drawn(lg_manifest *m, int axis, const char *drawn) {
    axis_of(m, axis)->drawn = drawn;
}

/* ---- reading axes ---- */

bool lg_grid_axis_read(const lg_grid_file *f, const lg_yaml_node *n, lg_grid_axis *a) {
    char where[LG_GRID_LOCATION];
    const lg_option *o = lg_key_option(lg_key_full_name(n->key));
    a->name = n->key;
    if (!strcmp(n->key, "id") || !strcmp(n->key, "set"))
        return lg_grid_fail(f, n->key_mark, "an axis cannot be named %s", n->key);
    if (n->kind == LG_YAML_MAP) return read_labels(f, n, a);
    if (o) return read_values(f, n, o, a);
    return lg_key_check(lg_key_full_name(n->key), lg_grid_location(f, n->key_mark, where), f->err);
}

bool lg_grid_axes(const lg_grid_file *f, const lg_yaml_node *grid) {
    if (grid->kind != LG_YAML_MAP || !grid->first)
        return lg_grid_fail(f, grid->mark,
                            "grid: expected options with their values, like {task: [even_pairs, bucket_sort]}");
    if (!lg_grid_axes_extend(f, lg_yaml_count(grid->first))) return false;
    for (const lg_yaml_node *n = grid->first; n; n = n->next) {
        lg_grid_axis a = {0};
        if (lg_manifest_axis(f->m, n->key) >= 0) return lg_grid_fail(f, n->key_mark, "%s is already an axis", n->key);
        if (!lg_grid_axis_read(f, n, &a)) return false;
        lg_grid_axis_choices(f->m, lg_grid_axis_new(f, n->key), a.choices, a.count);
    }
    return true;
}
