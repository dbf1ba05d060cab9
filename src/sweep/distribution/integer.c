/* integer.c: uniformly distributed integers. */
#include "sweep/distribution/distribution.h"

static bool read_bounds(const lg_grid_file *f, const lg_yaml_node *n, lg_law *law) {
    return lg_law_bounds(f, n, LG_INT, law) &&
           (law->high - law->low < UINT32_MAX || lg_grid_fail(f, n->mark, "integer: the bounds are too far apart"));
}

static bool draw_value(const lg_grid_file *f, lg_law *law, lg_random *r, int *label) {
    return lg_law_label(f, law, law->low + lg_random_below(r, (uint32_t)(law->high - law->low) + 1), label);
}

const lg_distribution lg_distribution_integer = {
    .name = "integer",
    .summary = "whole numbers between two bounds, inclusive",
    .formula = "x = low + k, k uniform in 0..high - low",
    .read = read_bounds,
    .draw = draw_value,
};
