/* choice.c: draws one of several labels, which are listed in the syntax of an axis of a grid. */
#include "sweep/distribution/distribution.h"

static bool read_labels(const lg_grid_file *f, const lg_yaml_node *n, lg_drawn_option *option) {
    lg_grid_axis axis = {0};
    if (!lg_grid_axis_read(f, n, &axis)) return false;
    lg_grid_axis_choices(f->m, option->axis, axis.choices, axis.count);
    lg_grid_axis_drawn(f->m, option->axis, option->distribution->name);
    return true;
}

static bool draw_label(const lg_grid_file *f, lg_drawn_option *option, lg_random *r, int *label) {
    *label = (int)lg_random_below(r, (uint32_t)f->m->axes[option->axis].count);
    return true;
}

const lg_distribution lg_distribution_choice = {
    .name = "choice",
    .summary = "one of a list of values, or of labels that set options",
    .formula = "label k, k uniform in 0..count - 1",
    .read = read_labels,
    .draw = draw_label,
};
