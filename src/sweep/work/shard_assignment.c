/* shard_assignment.c: see shard_assignment.h. The longest run that is left goes to the share that has least so far
 * (Graham 1969: at worst a third more than what is possible). Shares wait in a heap. */
#include "sweep/work/shard_assignment.h"

#include <stdlib.h>

typedef struct load {
    double cost;
    size_t index; /* of a run, or a share */
} load;

/* Runs: the longer first, then in the order of the plan. */
static int longer(const void *first, const void *second) {
    const load *a = first, *b = second;
    if (a->cost != b->cost) return a->cost > b->cost ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

/* Shares: the emptier first, then by number. */
static bool emptier(const load *a, const load *b) {
    return a->cost != b->cost ? a->cost < b->cost : a->index < b->index;
}

/* The first has become heavier: it sinks to its place. */
static void sink(load *heap, size_t count) {
    for (size_t i = 0, child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && emptier(&heap[child + 1], &heap[child])) child++;
        if (!emptier(&heap[child], &heap[i])) return;
        const load moved = heap[i];
        heap[i] = heap[child];
        heap[child] = moved;
    }
}

static void deal(const load *sorted, size_t run_count, load *heap, size_t shares, size_t share, size_t *runs,
                 size_t *count) {
    for (size_t i = 0; i < run_count; i++) {
        if (heap[0].index == share) runs[(*count)++] = sorted[i].index;
        heap[0].cost += sorted[i].cost;
        sink(heap, shares);
    }
}

bool lg_shard_assign(const lg_manifest *m, size_t share, size_t shares, size_t *runs, size_t *count, lg_error *err) {
    load *sorted = calloc(m->run_count + 1, sizeof *sorted), *heap = calloc(shares, sizeof *heap);
    const bool good = (sorted && heap) || lg_fail(err, LG_FAILED, "no memory for %zu shares", shares);
    for (size_t i = 0; good && i < m->run_count; i++) sorted[i] = (load){m->runs[i].cost, i};
    for (size_t i = 0; good && i < shares; i++) heap[i].index = i;
    *count = 0;
    if (good) qsort(sorted, m->run_count, sizeof *sorted, longer);
    if (good) deal(sorted, m->run_count, heap, shares, share, runs, count);
    free(sorted);
    free(heap);
    return good;
}
