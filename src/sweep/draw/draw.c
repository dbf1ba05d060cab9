/* draw.c: the table of ways to draw runs, made from draws.def. */
#include "sweep/draw/draw.h"

#define DRAW(name) extern const lg_draw lg_draw_##name;
#include "sweep/draw/draws.def"
#undef DRAW

const lg_draw *const lg_draws[] = {
#define DRAW(name) &lg_draw_##name,
#include "sweep/draw/draws.def"
#undef DRAW
    NULL};

bool lg_draws_read(const lg_grid_file *f, const lg_yaml_node *const parts[LG_DRAWS], lg_combinations *out,
                   size_t *count) {
    *count = 0;
    for (size_t i = 0; i < LG_DRAWS; i++) {
        if (!parts[i]) continue;
        lg_combinations *c = &out[(*count)++];
        *c = (lg_combinations){.first = f->m->axis_count};
        if (!lg_draws[i]->read(f, parts[i], c)) return false;
        c->axes = f->m->axis_count - c->first;
    }
    return true;
}
