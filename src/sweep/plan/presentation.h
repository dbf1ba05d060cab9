/* presentation.h: the parts of a sweep directory's current sweep.yaml that determine how runs are shown: title, note,
 * `select:`, `reports:`, `published:`, `compare:`. They are not part of the plan and can be edited at any time. */
#ifndef LG_SWEEP_PLAN_PRESENTATION_H
#define LG_SWEEP_PLAN_PRESENTATION_H

#include "sweep/plan/compare.h"
#include "sweep/plan/grid.h"

typedef struct lg_presentation {
    bool found;                           /* there is a sweep file */
    const char *title, *note, *published; /* NULL: absent */
    const char *const *reports;           /* NULL: absent */
    size_t report_count;
    const char *rows, *columns, *mean, *best; /* names of axes separated by commas; NULL: absent */
    const char *const *where;                 /* "seed=1,2" */
    size_t where_count;
    const char *metric; /* NULL: absent */
    const lg_comparison *comparisons;
    size_t comparison_count;
} lg_presentation;

/* Reads DIR/sweep.yaml; without a file, all members are NULL or zero. plan: contains the axes that `compare:` may use.
 * Allocates from the arena. Fails (LG_USAGE) with file:line:column. */
bool lg_presentation_read(const char *dir, const lg_manifest *plan, lg_arena *arena, lg_presentation *out,
                          lg_error *err);

#endif
