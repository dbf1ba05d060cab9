/* log_uniform.c: real numbers with uniformly distributed logarithms, for learning rates and other options that span
 * orders of magnitude. */
#include <math.h>

#include "sweep/distribution/distribution.h"

static bool read_bounds(const lg_grid_file *f, const lg_yaml_node *n, lg_drawn_option *option) {
    return lg_drawn_option_bounds(f, n, LG_REAL, option) &&
           (option->low > 0 || lg_grid_fail(f, n->mark, "log_uniform: the lower bound must be more than 0"));
}

static bool draw_value(const lg_grid_file *f, lg_drawn_option *option, lg_random *r, int *label) {
    const double low = log(option->low), high = log(option->high);
    return lg_drawn_option_label(f, option, exp(low + (high - low) * lg_random_unit(r)), label);
}

const lg_distribution lg_distribution_log_uniform = {
    .name = "log_uniform",
    .summary = "real numbers between two bounds, uniform in their logarithm",
    .formula = "x = exp(log low + (log high - log low) u), u uniform in [0, 1)",
    .read = read_bounds,
    .draw = draw_value,
};
