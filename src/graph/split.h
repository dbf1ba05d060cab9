/* split.h: splits an op between workers. Workers run whole micro-batches; if there are fewer micro-batches than workers
 * (one sequence, say), idle workers run parts of ops: columns or rows of a linear map, heads of attention. Each element
 * of a result is computed by the same kernel in the same order as without splitting, so the number of parts does not
 * change any bit of the results. */
#ifndef LG_GRAPH_SPLIT_H
#define LG_GRAPH_SPLIT_H

#include "base/pool.h"
#include "graph/graph.h"
#include "kernel/view.h"

/* Minimum time of a part, in nanoseconds. It takes about 1000 ns to hand a part to another thread and to wait for that
 * thread. */
#define LG_PART_LEAST 3000.0

typedef struct lg_team {
    lg_pool *pool;
    double least; /* minimum time of a part, such as LG_PART_LEAST; 0: split everything that can be split */
    lg_view (*work)(const void *owner, int worker); /* the work space of a worker, large enough for the graph */
    const void *owner;
} lg_team;

/* Estimated time of one core, in nanoseconds: the time to compute `flops` FLOPs, or the time to read `bytes` from the
 * L3 cache, whichever is longer. If data are in the L1 or L2 cache, the estimate is a little too high. */
double lg_nanoseconds(double flops, double bytes);
/* Number of parts, up to `most`, into which work of this duration should be split now: 1 if no other worker is idle. */
int lg_split_parts(const lg_frame *f, double nanoseconds, int most);
/* Computes columns, rows or heads from..to-1 of an op. The frame f has the scratch memory of the worker that runs the
 * part. */
typedef void (*lg_split_part)(const lg_frame *f, const void *task, int from, int to);
/* Splits 0..count-1 into parts that begin at multiples of `unit`, and calls `work` for each part. The number of parts
 * depends on `nanoseconds`, the estimated time of all parts together. */
void lg_split_op(const lg_frame *f, int count, int unit, double nanoseconds, lg_split_part work, const void *task);
/* Runs the kernel set->linear, split by columns or rows of y. */
void lg_split_linear(const lg_frame *f, const lg_kernels *set, const lg_linear *map);

#endif
