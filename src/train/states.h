/* states.h: memory of the states of a graph (lg_graph_state): what is carried from one run to the next, for all
 * sequences of a batch. Networks of different sizes share it when they record the same states. Its arrays have names,
 * so that a checkpoint can keep them. */
#ifndef LG_TRAIN_STATES_H
#define LG_TRAIN_STATES_H

#include "base/arena.h"
#include "graph/graph.h"
#include "train/buffer.h"

typedef struct lg_state_array {
    const char *name;
    int rows, columns;    /* of a sequence */
    size_t offset, bytes; /* in the memory of one sequence */
    int heads;            /* of a cache, [heads, LG_PAD(rows), columns / heads] in pieces of LG_LANES rows; else 0 */
    lg_ring ring;         /* of a cache: which rows its tokens have, where there are not as many */
    bool changes;         /* a run of the graph that they were reserved for last changes it */
} lg_state_array;

/* Starts as zeros: lg_states s = {0}. */
typedef struct lg_states {
    lg_buffer memory;
    lg_arena *arena;
    lg_state_array *arrays;
    int count;
    int sequences; /* of the batch */
} lg_states;

/* Memory for the states of g. Kept as it is where it was made for the same states and as many sequences; else made
 * anew, all zeros. */
bool lg_states_reserve(lg_states *s, const lg_graph *g, int sequences, lg_error *err);
void lg_states_free(lg_states *s);
/* Sequences first..first+count-1 begin anew: their states become zeros. */
void lg_states_reset(const lg_states *s, const lg_kernels *k, int first, int count);
/* Sequence `to` goes on as sequence `from` does, which has had `end` tokens: it gets what a run changes, but for the
 * first `first` tokens of caches, which it has already; all: also what no run changes. */
void lg_states_copy(const lg_states *s, const lg_kernels *k, int from, int to, int first, int end, bool all);
/* Where array i is: [sequences, rows, columns]. */
lg_view lg_states_view(const lg_states *s, int i);

#endif
