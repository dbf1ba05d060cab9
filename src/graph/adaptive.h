/* adaptive.h: shared code of adaptive softmax and adaptive input (op_adaptive_*.c). Ids are split into parts, each with
 * its own weights. Rows are multiplied by the weights of one part at a time, in chunks, in the op's scratch array. */
#ifndef LG_GRAPH_ADAPTIVE_H
#define LG_GRAPH_ADAPTIVE_H

#include "graph/ops.h"

/* Inputs of these ops: hidden rows [S,T,K] or ids [S,T]; for a loss, targets and weights as in cross_entropy; then the
 * map, table and bias of each part. */
enum { LG_ADAPTIVE_X, LG_ADAPTIVE_TARGETS, LG_ADAPTIVE_WEIGHTS, LG_ADAPTIVE_PARTS };
/* Bits of the inputs that are maps or tables. */
#define LG_ADAPTIVE_PARAMETERS (0x249249u * (3u << LG_ADAPTIVE_PARTS))

/* A part of the ids: a cluster, or the short list. The short list has a column for each of its ids, then one for each
 * cluster. */
typedef struct lg_adaptive_part {
    int first, end;             /* ids first..end-1 */
    int columns, width;         /* of the table: number of rows read, one per column of logits; number of columns */
    size_t table, table_back;   /* packed tables: transposed, for logits; not transposed, for the backward pass */
    size_t map, map_transposed; /* packed maps, if the part has a map */
} lg_adaptive_part;

typedef struct lg_adaptive_args {
    int parts;
    int end[LG_PARTS_MAX]; /* past the last id of each part */
    double scale;          /* factor of looked-up rows */
    lg_adaptive_part part[LG_PARTS_MAX];
} lg_adaptive_args;

/* Layout of the scratch array, in bytes. Rows are processed in chunks of C. */
typedef struct lg_adaptive_places {
    int C, found;           /* rows per chunk: C when one part is computed, `found` when all ids are */
    size_t classes;         /* int32 [M]: short-list column of each target */
    size_t rows, within;    /* int32 [M]: the list that lg_adaptive_list writes */
    size_t hidden, dhidden; /* [C,K] */
    size_t mapped, dmapped; /* [C, the largest width] */
    size_t columns;         /* [C, the largest number of columns] */
    size_t loss, weight;    /* [C] */
    size_t shift;           /* [parts,C] */
    size_t all, best;       /* [found, all ids], int32 [found] */
    size_t factor, other;   /* bfloat16 forms of x and dy, if kernels read bfloat16 */
    size_t bytes;           /* total */
} lg_adaptive_places;

/* A running op. */
typedef struct lg_adaptive_run {
    const lg_frame *f;
    const lg_tensor *y;
    const lg_adaptive_args *args;
    lg_view scratch;
    lg_adaptive_places at;
    int M, K; /* rows and columns of the first input */
} lg_adaptive_run;

/* Records one of these ops; `x` is its first input. */
lg_tensor *lg_adaptive_record(lg_graph *g, const lg_op *op, const lg_adaptive *a, lg_tensor *x, lg_tensor *targets,
                              lg_tensor *weights, double scale);
/* Checks tables, maps and biases for rows of K columns. If `clusters` is true, the first table needs a row for each of
 * its ids and one for each cluster. */
bool lg_adaptive_check(const lg_tensor *y, int K, bool clusters, lg_error *err);
/* Bytes of scratch for M rows of K columns. If `searches` is true, they include space for the log probabilities of all
 * ids. */
size_t lg_adaptive_scratch(const lg_graph *g, const lg_tensor *y, int M, int K, bool searches);
/* FLOPs of the logits of one row in a part. */
double lg_adaptive_row_flops(const lg_tensor *y, int part);
/* Expected share of rows whose target is in a part, under Zipf's law (the id of rank r has probability proportional to
 * 1/r). The share of the short list is 1. */
double lg_adaptive_share(const lg_adaptive_args *a, int part);
/* For examples of ops. Variant 0 has one part of 5 ids. Variant 1 has three parts, of 2, 1 and 2 ids, with maps and
 * biases. Variant 2 has the same parts without maps and biases. Rows have K columns; `clusters`: as in
 * lg_adaptive_check. */
lg_adaptive lg_example_adaptive(lg_graph *g, int variant, int K, bool clusters);

lg_adaptive_run lg_adaptive_open(const lg_frame *f, const lg_tensor *y, int M, int K, bool searches);
lg_view lg_adaptive_place(const lg_adaptive_run *r, size_t place);
lg_view lg_adaptive_value(const lg_adaptive_run *r, int part, int which);    /* 0 map, 1 table, 2 bias; NULL if
                                                                              * absent */
lg_view lg_adaptive_gradient(const lg_adaptive_run *r, int part, int which); /* `which` as in lg_adaptive_value */
/* Lists the rows whose int32 id is in first..end-1 and whose weight is not 0: writes row numbers to `rows` and id -
 * first to `within`. Returns the number of these rows. */
int lg_adaptive_list(const lg_adaptive_run *r, lg_view id, lg_view weight, int first, int end);
/* Entries at..at+count-1 of the list are row numbers in the array `all` [M,N]. gather copies these rows to `few`
 * [count,N]; scatter adds the rows of `few` to these rows of `all`. */
void lg_adaptive_gather(const lg_adaptive_run *r, lg_view all, int N, int at, int count, lg_view few);
void lg_adaptive_scatter(const lg_adaptive_run *r, lg_view all, int N, int at, int count, lg_view few);
/* y [count,N] = x [count,K] times a packed matrix, plus an optional bias. */
void lg_adaptive_multiply(const lg_adaptive_run *r, lg_view x, int count, int K, size_t packed, lg_view bias, int N,
                          lg_view y);
/* dw [K,N] += x[count,K]^T dy[count,N] */
void lg_adaptive_weigh(const lg_adaptive_run *r, lg_view x, int K, lg_view dy, int N, int count, lg_view dw);
/* Writes the logits of a part for hidden rows to `columns`. Returns the hidden rows mapped to the part's width. */
lg_view lg_adaptive_columns(const lg_adaptive_run *r, int part, lg_view hidden, int count);
/* Writes log p of every id to `all`, for `count` hidden rows. Rows of `all` are `stride` elements apart. */
void lg_adaptive_log_probabilities(const lg_adaptive_run *r, lg_view hidden, int count, lg_view all, int stride);

#endif
