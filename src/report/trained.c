/* trained.c: finds the longest training length of each run; see trained.h. */
#include "report/trained.h"

#include <string.h>

#include "report/run_attributes.h"

/* Can this option change the training lengths? Data from files may have its own lengths, and a curriculum may grow with
 * the steps. */
static bool changes_lengths(const char *key) {
    static const char *const parts[] = {"curriculum", "data", "train.steps"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strncmp(key, parts[i], strlen(parts[i]))) return true;
    return false;
}

static bool axis_changes_lengths(const lg_grid_axis *a) {
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < a->choices[i].count; k++)
            if (changes_lengths(a->choices[i].pairs[k].key)) return true;
    return false;
}

/* Do the labels of two runs agree on these axes? A run with its own options (`include:`) agrees with no other. */
static bool are_alike(const lg_manifest *m, const bool *axes, size_t x, size_t y) {
    if (m->runs[x].extras > 0 || m->runs[y].extras > 0) return false;
    for (size_t a = 0; a < m->axis_count; a++)
        if (axes[a] && m->runs[x].labels[a] != m->runs[y].labels[a]) return false;
    return true;
}

int *lg_trained_lengths(const lg_manifest *m, lg_arena *arena, lg_error *err) {
    int *trained = lg_arena_alloc(arena, (m->run_count + 1) * sizeof *trained);
    bool *axes = lg_arena_alloc(arena, m->axis_count + 1);
    size_t *resolved = lg_arena_alloc(arena, (m->run_count + 1) * sizeof *resolved), count = 0;
    if (!trained || !axes || !resolved) return NULL;
    for (size_t a = 0; a < m->axis_count; a++) axes[a] = axis_changes_lengths(&m->axes[a]);
    for (size_t run = 0; run < m->run_count; run++) {
        lg_run_attributes of;
        size_t i = 0;
        while (i < count && !are_alike(m, axes, resolved[i], run)) i++;
        if (i < count) {
            trained[run] = trained[resolved[i]];
            continue;
        }
        if (!lg_run_attributes_of(m, run, arena, &of, err)) return NULL;
        trained[run] = (int)of.setup.trained;
        resolved[count++] = run;
    }
    return trained;
}
