/* integer.c: uniformly distributed integers. */
#include "sweep/distribution/distribution.h"

static bool read_bounds(const lg_grid_file *f, const lg_yaml_node *n, lg_drawn_option *option) {
    return lg_drawn_option_bounds(f, n, LG_INT, option) &&
           (option->high - option->low < UINT32_MAX ||
            lg_grid_fail(f, n->mark, "integer: the bounds are too far apart"));
}

static bool draw_value(const lg_grid_file *f, lg_drawn_option *option, lg_random *r, int *label) {
    return lg_drawn_option_label(f, option,
                                 option->low + lg_random_below(r, (uint32_t)(option->high - option->low) + 1), label);
}

const lg_distribution lg_distribution_integer = {
    .name = "integer",
    .summary = "whole numbers between two bounds, inclusive",
    .formula = "x = low + k, k uniform in 0..high - low",
    .read = read_bounds,
    .draw = draw_value,
};
