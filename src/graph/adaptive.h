/* adaptive.h: what the ops of adaptive softmax and adaptive input share (op_adaptive_*.c): the parts that ids are cut
 * into, and products of a few rows at a time with one part, in the scratch array of the op. */
#ifndef LG_GRAPH_ADAPTIVE_H
#define LG_GRAPH_ADAPTIVE_H

#include "graph/ops.h"

/* Inputs of these ops: hidden rows [S,T,K], or ids [S,T]; targets and weights of a loss, as those of cross_entropy; and
 * of each part its map, its table and its bias. */
enum { LG_ADAPTIVE_X, LG_ADAPTIVE_TARGETS, LG_ADAPTIVE_WEIGHTS, LG_ADAPTIVE_PARTS };
/* The map and the table of every part, but no bias, as bits of inputs. */
#define LG_ADAPTIVE_PARAMETERS (0x249249u * (3u << LG_ADAPTIVE_PARTS))

/* A part: the short list, whose columns after its ids stand for the clusters, or a cluster. */
typedef struct lg_adaptive_part {
    int first, end;             /* its ids */
    int columns, width;         /* rows of the table that are read, and their width */
    size_t table, table_back;   /* packed: rows as columns of a product, and for the way back */
    size_t map, map_transposed; /* packed; of parts with a map */
} lg_adaptive_part;

typedef struct lg_adaptive_args {
    int parts;
    int end[LG_PARTS_MAX]; /* past the last id of each part */
    double scale;          /* of what is looked up */
    lg_adaptive_part part[LG_PARTS_MAX];
} lg_adaptive_args;

/* Where things are in the scratch array, in bytes. C rows are worked on at a time. */
typedef struct lg_adaptive_places {
    int C, found;           /* rows at a time: of one part; with the columns of all parts */
    size_t classes;         /* int32 [M]: of the targets in the short list */
    size_t rows, within;    /* int32 [M]: of the part, as lg_cluster_rows has them */
    size_t hidden, dhidden; /* [C,K] */
    size_t mapped, dmapped; /* [C, the largest width] */
    size_t columns;         /* [C, the most columns of a part] */
    size_t loss, weight;    /* [C] */
    size_t shift;           /* [parts,C] */
    size_t all, best;       /* [found, all ids], int32 [found] */
    size_t factor, other;   /* rows as products read them, where these read bfloat16 */
    size_t bytes;           /* of all */
} lg_adaptive_places;

/* An op that runs. */
typedef struct lg_adaptive_run {
    const lg_frame *f;
    const lg_tensor *y;
    const lg_adaptive_args *args;
    lg_view scratch;
    lg_adaptive_places at;
    int M, K; /* rows; their columns */
} lg_adaptive_run;

/* Records such an op; `x`: its first input. */
lg_tensor *lg_adaptive_record(lg_graph *g, const lg_op *op, const lg_adaptive *a, lg_tensor *x, lg_tensor *targets,
                              lg_tensor *weights, double scale);
/* Do the tables, maps and biases fit rows of K columns? clusters: the first table has a row for each cluster. */
bool lg_adaptive_check(const lg_tensor *y, int K, bool clusters, lg_error *err);
/* Bytes of scratch for M rows of K columns; searches: with the columns of all parts side by side. */
size_t lg_adaptive_scratch(const lg_graph *g, const lg_tensor *y, int M, int K, bool searches);
/* Multiply-adds x 2 of a row with all columns of a part; and the share of rows that have a target in it, if these
 * follow Zipf's law: the id of rank r in proportion to 1/r. All rows have the short list. */
double lg_adaptive_row_flops(const lg_tensor *y, int part);
double lg_adaptive_share(const lg_adaptive_args *a, int part);
/* For examples of ops: variant 0, one part of 5 ids; 1, three of 2, 1 and 2 with maps and biases; 2, the same three
 * without. Rows have K columns; clusters: as in lg_adaptive_check. */
lg_adaptive lg_example_adaptive(lg_graph *g, int variant, int K, bool clusters);

lg_adaptive_run lg_adaptive_open(const lg_frame *f, const lg_tensor *y, int M, int K, bool searches);
lg_view lg_adaptive_place(const lg_adaptive_run *r, size_t place);
lg_view lg_adaptive_value(const lg_adaptive_run *r, int part, int which);    /* 0 map, 1 table, 2 bias; may be absent */
lg_view lg_adaptive_gradient(const lg_adaptive_run *r, int part, int which); /* likewise */
/* Lists the rows whose int32 id is one of first..end-1, into `rows` and `within`: how many there are. */
int lg_adaptive_list(const lg_adaptive_run *r, lg_view id, lg_view weight, int first, int end);
/* few [count,N] = the rows of all [M,N] from number `at` of the list on; and added to there. */
void lg_adaptive_gather(const lg_adaptive_run *r, lg_view all, int N, int at, int count, lg_view few);
void lg_adaptive_scatter(const lg_adaptive_run *r, lg_view all, int N, int at, int count, lg_view few);
/* y [count,N] = x [count,K] times a packed matrix, plus a bias, which may be absent. */
void lg_adaptive_multiply(const lg_adaptive_run *r, lg_view x, int count, int K, size_t packed, lg_view bias, int N,
                          lg_view y);
/* dw [K,N] += x[count,K]^T dy[count,N] */
void lg_adaptive_weigh(const lg_adaptive_run *r, lg_view x, int K, lg_view dy, int N, int count, lg_view dw);
/* The columns of a part, into `columns`, of hidden rows; the rows in the width of the part are returned. */
lg_view lg_adaptive_columns(const lg_adaptive_run *r, int part, lg_view hidden, int count);
/* log p of all ids, of hidden rows: rows of `all` that begin `stride` elements one after another. */
void lg_adaptive_log_probabilities(const lg_adaptive_run *r, lg_view hidden, int count, lg_view all, int stride);

#endif
