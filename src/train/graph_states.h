/* graph_states.h: memory for the states of a graph (lg_graph_state), which carry over from one run to the next, for all
 * sequences of a batch. Networks of different sizes share this memory if they have the same states. Arrays have names,
 * so that checkpoints can store them. */
#ifndef LG_TRAIN_GRAPH_STATES_H
#define LG_TRAIN_GRAPH_STATES_H

#include "base/arena.h"
#include "graph/graph.h"
#include "train/buffer.h"

typedef struct lg_graph_state_array {
    const char *name;
    int rows, columns;      /* per sequence */
    size_t offset, bytes;   /* within the memory of one sequence */
    int heads;              /* of a cache [heads, LG_PAD(rows), columns / heads] in pieces of LG_LANES rows; else 0 */
    lg_cache_layout layout; /* of a cache */
    bool changes;           /* the graph of the last lg_graph_states_reserve writes this state when it runs */
} lg_graph_state_array;

/* Must be zeroed before first use: lg_graph_states s = {0}. */
typedef struct lg_graph_states {
    lg_buffer memory;
    lg_arena *arena;
    lg_graph_state_array *arrays;
    int count;
    int sequences; /* in the batch */
} lg_graph_states;

/* Reserves memory for the states of g. Keeps the present memory if it is for the same states and number of sequences;
 * otherwise the new memory is zeroed. */
bool lg_graph_states_reserve(lg_graph_states *s, const lg_graph *g, int sequences, lg_error *err);
void lg_graph_states_free(lg_graph_states *s);
/* Zeroes the states of sequences first..first+count-1. */
void lg_graph_states_reset(const lg_graph_states *s, const lg_kernels *k, int first, int count);
/* Copies states so that sequence `to` continues like sequence `from`, which has processed `end` tokens. Copies the
 * states that runs change, but not the first `first` tokens of caches, which `to` already has. all: also copies the
 * states that no run changes. */
void lg_graph_states_copy(const lg_graph_states *s, const lg_kernels *k, int from, int to, int first, int end,
                          bool all);
/* Memory of array i: [sequences, rows, columns]. */
lg_view lg_graph_states_view(const lg_graph_states *s, int i);

#endif
