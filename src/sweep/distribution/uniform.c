/* uniform.c: uniformly distributed real numbers. */
#include "sweep/distribution/distribution.h"

static bool read_bounds(const lg_grid_file *f, const lg_yaml_node *n, lg_drawn_option *option) {
    return lg_drawn_option_bounds(f, n, LG_REAL, option);
}

static bool draw_value(const lg_grid_file *f, lg_drawn_option *option, lg_random *r, int *label) {
    return lg_drawn_option_label(f, option, option->low + (option->high - option->low) * lg_random_unit(r), label);
}

const lg_distribution lg_distribution_uniform = {
    .name = "uniform",
    .summary = "real numbers between two bounds",
    .formula = "x = low + (high - low) u, u uniform in [0, 1)",
    .read = read_bounds,
    .draw = draw_value,
};
