/* grid.c: all combinations of the labels of its axes. */
#include "sweep/draw/draw.h"

static bool read_grid(const lg_grid_file *f, const lg_yaml_node *n, lg_combinations *out) {
    (void)out; /* stays empty, which means all combinations */
    return lg_grid_axes(f, n);
}

const lg_draw lg_draw_grid = {
    .name = "grid",
    .summary = "all combinations of the labels of its axes",
    .read = read_grid,
};
