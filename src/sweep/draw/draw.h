/* draw.h: how a sweep draws its runs. There are several ways to draw runs, such as `grid:` and `random:`; each has a
 * file and a line in draws.def, and reads one part of the sweep file. The part adds axes to the plan and determines the
 * combinations of their labels. A sweep is the product of its parts: if `grid:` has tasks and seeds and `random:` draws
 * learning rates, each draw is trained on every task with every seed. */
#ifndef LG_SWEEP_DRAW_DRAW_H
#define LG_SWEEP_DRAW_DRAW_H

#include "base/entry.h"
#include "sweep/plan/grid_file.h"

typedef struct lg_draw {
    LG_ENTRY; /* name: the key of its part */
    bool (*read)(const lg_grid_file *f, const lg_yaml_node *n, lg_combinations *out);
} lg_draw;

enum {
#define DRAW(name) LG_DRAW_##name,
#include "sweep/draw/draws.def"
#undef DRAW
    LG_DRAWS
};
extern const lg_draw *const lg_draws[]; /* terminated by NULL */

/* Reads the parts of the file (NULL: absent) into the axes of the plan. out: [LG_DRAWS], of which *count are used. */
bool lg_draws_read(const lg_grid_file *f, const lg_yaml_node *const parts[LG_DRAWS], lg_combinations *out,
                   size_t *count);

#endif
