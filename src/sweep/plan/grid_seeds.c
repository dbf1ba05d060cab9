/* grid_seeds.c: refuses runs that differ from another run only in seed.positions although no positions are drawn in
 * training. The seed then has no effect: the runs would have identical results, and means over seeds would include
 * copies. */
#include <stdlib.h>
#include <string.h>

#include "sweep/plan/grid_file.h"

#define SEED "seed.positions"

static bool is_position_seed(const lg_grid_axis *a) {
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < a->choices[i].count; k++)
            if (strcmp(lg_key_full_name(a->choices[i].pairs[k].key), SEED)) return false;
    return true;
}

/* A run whose positions are not drawn. seeds: [axes]; true for axes that set only seed.positions. */
typedef struct fixed_run {
    const lg_manifest *m;
    const bool *seeds;
    size_t run;
} fixed_run;

static int compare_others(const fixed_run *x, const fixed_run *y) {
    const lg_planned_run *p = &x->m->runs[x->run], *q = &y->m->runs[y->run];
    for (size_t a = 0; a < x->m->axis_count; a++)
        if (!x->seeds[a] && p->labels[a] != q->labels[a]) return p->labels[a] - q->labels[a];
    return p->extra == q->extra ? 0 : p->extra < q->extra ? -1 : 1;
}

static int by_others(const void *a, const void *b) {
    const fixed_run *x = a, *y = b;
    const int order = compare_others(x, y);
    return order ? order : x->run < y->run ? -1 : 1;
}

static bool find_copies(const lg_grid_file *f, fixed_run *runs, size_t count) {
    char one[300], other[300];
    qsort(runs, count, sizeof *runs, by_others);
    for (size_t i = 1; i < count; i++)
        if (compare_others(&runs[i - 1], &runs[i]) == 0)
            return lg_fail(f->err, LG_USAGE,
                           "%s: the runs with %s and with %s differ only in " SEED
                           ", which has no effect when no positions are drawn; vary another seed (seed, seed.init, "
                           "seed.data), or exclude such runs with `exclude:`",
                           f->path, lg_grid_labels(f->m, runs[i - 1].run, one, sizeof one),
                           lg_grid_labels(f->m, runs[i].run, other, sizeof other));
    return true;
}

bool lg_grid_check_seeds(const lg_grid_file *f, const bool *draws) {
    const lg_manifest *m = f->m;
    bool *seeds = lg_grid_alloc(f, m->axis_count + 1, sizeof *seeds), any = false;
    if (!seeds) return false;
    for (size_t a = 0; a < m->axis_count; a++) any |= seeds[a] = is_position_seed(&m->axes[a]);
    if (!any) return true;
    size_t count = 0;
    fixed_run *runs = calloc(m->run_count + 1, sizeof *runs);
    if (!runs) return lg_fail(f->err, LG_FAILED, "out of memory: the plan of %s", f->path);
    for (size_t i = 0; i < m->run_count; i++)
        if (!draws[i]) runs[count++] = (fixed_run){m, seeds, i};
    const bool good = find_copies(f, runs, count);
    free(runs);
    return good;
}
