/* drawn_option.c: bounds and labels, shared by all distributions of numbers. */
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "sweep/distribution/distribution.h"

static bool read_bound(const lg_grid_file *f, const lg_drawn_option *option, const lg_yaml_node *n, double *out) {
    char where[LG_GRID_LOCATION];
    if (!n || n->kind != LG_YAML_SCALAR)
        return lg_grid_fail(f, option->mark, "%s: expected [LOW, HIGH], two values of %s", option->distribution->name,
                            option->key);
    return lg_value_check(f->m->custom, option->key, n->text, lg_grid_location(f, n->mark, where), f->err) &&
           (lg_text_real(n->text, out) || lg_grid_fail(f, n->mark, "%s is not a number", n->text));
}

bool lg_drawn_option_bounds(const lg_grid_file *f, const lg_yaml_node *n, lg_type type, lg_drawn_option *option) {
    const lg_option *o = lg_key_option(option->key);
    char where[LG_GRID_LOCATION], low[LG_REAL_TEXT], high[LG_REAL_TEXT];
    option->mark = n->mark;
    if (!o) return lg_key_check(option->key, lg_grid_location(f, n->key_mark, where), f->err);
    if (o->type != type)
        return lg_grid_fail(f, n->key_mark, "%s: %s draws %s, which this option does not accept", n->key,
                            option->distribution->name, type == LG_INT ? "whole numbers" : "real numbers");
    const lg_yaml_node *first = n->kind == LG_YAML_LIST ? n->first : NULL, *second = first ? first->next : NULL;
    if (!read_bound(f, option, first, &option->low) || !read_bound(f, option, second, &option->high)) return false;
    if (second->next || !(option->low < option->high))
        return lg_grid_fail(f, n->mark, "%s: expected [LOW, HIGH], the lower value first", option->distribution->name);
    lg_real_text(option->low, low), lg_real_text(option->high, high);
    const char *drawn = lg_arena_printf(f->arena, "%s %s..%s", option->distribution->name, low, high);
    lg_grid_axis_drawn(f->m, option->axis, drawn);
    return drawn || lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path);
}

/* Writes a value as a label. Rounding to four digits keeps labels readable and hides the last bits, in which machines
 * differ. */
static void write_value(const lg_drawn_option *option, double value, char out[32]) {
    double rounded;
    snprintf(out, 32, "%.4g", value);
    if (value == floor(value) && fabs(value) < 1e15) snprintf(out, 32, "%.0f", value);
    if (!lg_text_real(out, &rounded) || rounded < option->low || rounded > option->high)
        lg_real_text(rounded < option->low ? option->low : option->high, out);
}

static bool add_label(const lg_grid_file *f, lg_drawn_option *option, const char *text) {
    char where[LG_GRID_LOCATION];
    const lg_grid_axis *a = &f->m->axes[option->axis];
    lg_choice_set *choices = lg_grid_grow(f, option->choices, a->count, &option->capacity, sizeof *choices);
    lg_pair *p = choices ? lg_grid_alloc(f, 1, sizeof *p) : NULL;
    if (!p || !lg_grid_pair(f, option->key, text, lg_grid_location(f, option->mark, where), p)) return false;
    option->choices = choices;
    choices[a->count] = (lg_choice_set){p->value, p, 1};
    lg_grid_axis_choices(f->m, option->axis, choices, a->count + 1);
    return true;
}

bool lg_drawn_option_label(const lg_grid_file *f, lg_drawn_option *option, double value, int *label) {
    char text[32];
    write_value(option, value, text);
    *label = (int)lg_grid_axis_label(&f->m->axes[option->axis], text);
    return (size_t)*label < f->m->axes[option->axis].count || add_label(f, option, text);
}
