/* shard_assignment.c: see shard_assignment.h. The longest run that is left goes to the shard with the least cost so
 * far (Graham 1969: at worst a third more than what is possible). Shards stand in a binary heap, the least loaded
 * first. */
#include "sweep/work/shard_assignment.h"

#include <stdlib.h>

typedef struct load {
    double cost;
    size_t index; /* of a run, or a shard */
} load;

/* Runs: the longer first, then in the order of the plan. */
static int longest_first(const void *first, const void *second) {
    const load *a = first, *b = second;
    if (a->cost != b->cost) return a->cost > b->cost ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

/* Shards: the less loaded first, then by number. */
static bool is_less_loaded(const load *a, const load *b) {
    return a->cost != b->cost ? a->cost < b->cost : a->index < b->index;
}

/* The first has a higher cost now: moves it down to its place. */
static void sift_down(load *heap, size_t count) {
    for (size_t i = 0, child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && is_less_loaded(&heap[child + 1], &heap[child])) child++;
        if (!is_less_loaded(&heap[child], &heap[i])) return;
        const load moved = heap[i];
        heap[i] = heap[child];
        heap[child] = moved;
    }
}

static void assign_runs(const load *sorted, size_t run_count, load *heap, size_t shards, size_t shard, size_t *runs,
                        size_t *count) {
    for (size_t i = 0; i < run_count; i++) {
        if (heap[0].index == shard) runs[(*count)++] = sorted[i].index;
        heap[0].cost += sorted[i].cost;
        sift_down(heap, shards);
    }
}

bool lg_shard_assign(const lg_manifest *m, size_t shard, size_t shards, size_t *runs, size_t *count, lg_error *err) {
    load *sorted = calloc(m->run_count + 1, sizeof *sorted), *heap = calloc(shards, sizeof *heap);
    const bool good = (sorted && heap) || lg_fail(err, LG_FAILED, "out of memory: %zu shards", shards);
    for (size_t i = 0; good && i < m->run_count; i++) sorted[i] = (load){m->runs[i].cost, i};
    for (size_t i = 0; good && i < shards; i++) heap[i].index = i;
    *count = 0;
    if (good) qsort(sorted, m->run_count, sizeof *sorted, longest_first);
    if (good) assign_runs(sorted, m->run_count, heap, shards, shard, runs, count);
    free(sorted);
    free(heap);
    return good;
}
