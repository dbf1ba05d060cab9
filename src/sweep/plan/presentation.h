/* presentation.h: what a sweep file says about showing its runs, as it stands in the sweep directory now: title, note,
 * `select:`, `reports:`, `published:`, `compare:`. It belongs to no plan and can be edited at any time. */
#ifndef LG_SWEEP_PLAN_PRESENTATION_H
#define LG_SWEEP_PLAN_PRESENTATION_H

#include "sweep/plan/compare.h"
#include "sweep/plan/grid.h"

typedef struct lg_presentation {
    bool found;                           /* there is a sweep file */
    const char *title, *note, *published; /* NULL: not said */
    const char *const *reports;           /* NULL: not said */
    size_t report_count;
    const char *rows, *columns, *mean, *best; /* names of axes with commas; NULL: not said */
    const char *const *where;                 /* "seed=1,2" */
    size_t where_count;
    const char *metric; /* NULL: not said */
    const lg_comparison *comparisons;
    size_t comparison_count;
} lg_presentation;

/* Reads DIR/sweep.yaml; all NULL where there is none. plan: whose axes `compare:` is about. Everything is taken from
 * the arena. Fails (LG_USAGE) with file:line:column. */
bool lg_presentation_read(const char *dir, const lg_manifest *plan, lg_arena *arena, lg_presentation *out,
                          lg_error *err);

#endif
