/* figures.c: the table of the kinds of figure, made from figures.def. */
#include "report/figures.h"

const lg_figure_kind *const lg_figure_kinds[] = {
#define FIGURE(name) &lg_figure_##name,
#include "report/figures.def"
#undef FIGURE
    NULL,
};

lg_plot *lg_plot_make(const lg_figure_kind *kind, const lg_report *r, lg_error *err) {
    lg_plot *p = lg_arena_alloc(r->arena, sizeof *p);
    if (p) {
        *p = (lg_plot){.figure = {.name = kind->name}, .metric = r->results->metric, .caption = "", .arena = r->arena};
        kind->fill(r, p);
        if (!p->failed) return p;
    }
    lg_fail(err, LG_FAILED, "out of memory: the figure %s", kind->name);
    return NULL;
}
