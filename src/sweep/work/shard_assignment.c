/* shard_assignment.c: assigns runs to shards; see shard_assignment.h. The longest remaining training goes to the shard
 * with the least cost so far (Graham 1969: the largest cost of a shard is at most a third above the optimum). A binary
 * heap holds the shards, the least loaded first. Runs of one training go to the same shard. */
#include "sweep/work/shard_assignment.h"

#include <stdlib.h>

typedef struct load {
    double cost;
    size_t index; /* index of the run that trains, or of a shard */
} load;

/* Orders trainings: longer ones first, then in the order of the plan. */
static int longest_first(const void *first, const void *second) {
    const load *a = first, *b = second;
    if (a->cost != b->cost) return a->cost > b->cost ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

/* Orders shards: those with less cost first, then by number. */
static bool is_less_loaded(const load *a, const load *b) {
    return a->cost != b->cost ? a->cost < b->cost : a->index < b->index;
}

/* Restores the heap after the cost of its first element has increased. */
static void sift_down(load *heap, size_t count) {
    for (size_t i = 0, child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && is_less_loaded(&heap[child + 1], &heap[child])) child++;
        if (!is_less_loaded(&heap[child], &heap[i])) return;
        const load moved = heap[i];
        heap[i] = heap[child];
        heap[child] = moved;
    }
}

/* The runs of one shard. */
typedef struct assigned {
    size_t shard, *runs, count;
    bool *has; /* [runs] */
} assigned;

static void assign_trainings(const load *sorted, size_t count, load *heap, size_t shards, assigned *to) {
    for (size_t i = 0; i < count; i++) {
        const size_t run = sorted[i].index;
        if (heap[0].index == to->shard) to->has[run] = true, to->runs[to->count++] = run;
        heap[0].cost += sorted[i].cost;
        sift_down(heap, shards);
    }
}

/* Adds the runs that evaluate the models of the assigned trainings. */
static void assign_others(const lg_manifest *m, assigned *to) {
    for (size_t i = 0; i < m->run_count; i++)
        if (lg_planned_trainer(m, i) != i && to->has[lg_planned_trainer(m, i)]) to->runs[to->count++] = i;
}

/* Lists the trainings, each with the cost of all its runs; returns their number. */
static size_t list_trainings(const lg_manifest *m, load *list) {
    size_t count = 0;
    for (size_t i = 0; i < m->run_count; i++) list[i] = (load){0, i};
    for (size_t i = 0; i < m->run_count; i++) list[lg_planned_trainer(m, i)].cost += m->runs[i].cost;
    for (size_t i = 0; i < m->run_count; i++)
        if (lg_planned_trainer(m, i) == i) list[count++] = list[i];
    return count;
}

bool lg_shard_assign(const lg_manifest *m, size_t shard, size_t shards, size_t *runs, size_t *count, lg_error *err) {
    load *list = calloc(m->run_count + 1, sizeof *list), *heap = calloc(shards, sizeof *heap);
    assigned to = {.shard = shard, .runs = runs, .has = calloc(m->run_count + 1, sizeof *to.has)};
    const bool good = (list && heap && to.has) || lg_fail(err, LG_FAILED, "out of memory: %zu shards", shards);
    for (size_t i = 0; good && i < shards; i++) heap[i].index = i;
    if (good) {
        const size_t trainings = list_trainings(m, list);
        qsort(list, trainings, sizeof *list, longest_first);
        assign_trainings(list, trainings, heap, shards, &to);
        assign_others(m, &to);
    }
    *count = to.count;
    free(list);
    free(heap);
    free(to.has);
    return good;
}
