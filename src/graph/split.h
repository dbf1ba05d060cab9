/* split.h: an op on several workers. Workers take whole micro-batches; where there are fewer of these than workers, as
 * with one sequence, who has none does parts of the ops of others: columns or rows of a linear map, heads of attention.
 * Every element of a result is computed by the kernel that computes it when an op is not split, in the same order: how
 * many parts there are changes no bit. */
#ifndef LG_GRAPH_SPLIT_H
#define LG_GRAPH_SPLIT_H

#include "base/pool.h"
#include "graph/graph.h"
#include "kernel/view.h"
#include "kernel/view.h"

/* Nanoseconds that a part takes, at least: to hand it to another thread and to wait for it takes about one thousand. */
#define LG_PART_LEAST 3000.0

typedef struct lg_team {
    lg_pool *pool;
    double least; /* as LG_PART_LEAST; 0: all that can be split is */
    lg_view (*work)(const void *owner, int worker); /* the work space of a worker, large enough for the graph */
    const void *owner;
} lg_team;

/* Nanoseconds that the kernels of a core take for so many operations, and to read so many bytes from the third cache:
 * the longer of the two. What is read from nearer is a little less worth splitting. */
double lg_nanoseconds(double flops, double bytes);
/* Into how many parts, up to `most`, work of so many nanoseconds should be split now: 1 where no other worker is free.
 */
int lg_split_parts(const lg_frame *f, double nanoseconds, int most);
/* Does from..to-1 of what an op has to do: columns, rows or heads. f has the scratch memory of who does it. */
typedef void (*lg_split_part)(const lg_frame *f, const void *task, int from, int to);
/* Does 0..count-1, which takes so many nanoseconds, in as many parts as that is worth. Parts begin at multiples of
 * `unit`. */
void lg_split_op(const lg_frame *f, int count, int unit, double nanoseconds, lg_split_part work, const void *task);
/* linear of this set, by columns or rows of y. */
void lg_split_linear(const lg_frame *f, const lg_kernels *set, const lg_linear *map);

#endif
