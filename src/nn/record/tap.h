/* tap.h: named tensors to look at. While an instrumented graph is recorded, the model, its encoding and its attention
 * function offer tensors by name (forward hooks); the values are copied out after the graph has run, whichever op
 * made them. */
#ifndef LG_NN_TAP_H
#define LG_NN_TAP_H

#include "graph/graph.h"

typedef enum lg_tap_layout {
    LG_TAP_ROWS,      /* any tensor of reals, read as [rows, columns] */
    LG_TAP_PAIRS,     /* [1,H,T,LG_PAD(T)] by head, key, query; read as [H,T,T] by head, query, key */
    LG_TAP_PAIR_ROWS, /* [T,LG_PAD(T),N] by key and query; read as [T,T,N] by query and key */
    LG_TAP_WEIGHTS /* a result of attention; its weights are read as [H,Q,T] by head, query, key. The graph trains. */
} lg_tap_layout;

typedef struct lg_tap {
    const char *name;
    const char *part; /* which one of that name in its block; or NULL */
    int block;        /* -1: of the model */
    lg_tap_layout layout;
    int heads;
    const lg_tensor *tensor;
} lg_tap;

typedef struct lg_taps {
    lg_graph *graph;
    int heads;                   /* of its attention */
    const char *const *selected; /* names, ends with NULL; NULL: all */
    bool gradients;              /* those of taps stay there after the backward pass */
    lg_tap *rows;                /* in the graph's arena, in order of recording */
    int count, capacity;
    struct lg_taps *sources; /* of the stream of sources, where these have one of their own; else they stay empty */
} lg_taps;

/* ---- offering: nothing happens where taps are NULL or the name is not selected ---- */

bool lg_tap_is_selected(const lg_taps *t, const char *name); /* will it be read? */
/* The value of x is kept until the next forward pass. `name` outlives the graph. */
void lg_tap_add(lg_taps *t, int block, const char *name, lg_tap_layout layout, lg_tensor *x);
/* The same of rows that are one of several of the name in a block; `part`, which is copied, says which. */
void lg_tap_add_part(lg_taps *t, int block, const char *name, const char *part, lg_tensor *x);
/* The rows of a table [R,N] that pairs of tokens read: index is an int32 constant [T,LG_PAD(T)] by key and query. NULL:
 * the table itself. */
void lg_tap_add_pair_rows(lg_taps *t, int block, const char *name, lg_tensor *table, lg_tensor *index);

/* ---- reading: f has run the graph ---- */

const lg_tap *lg_tap_find(const lg_taps *t, int block, const char *name); /* NULL if there is none */
int lg_tap_shape(const lg_tap *p, size_t shape[LG_MAX_RANK]);             /* of what is read; returns the rank */
/* Copies all of it to `out`, of sequence 0 where weights are read. False with words when memory runs out. */
bool lg_tap_read(const lg_frame *f, const lg_tap *p, double *out, lg_error *err);
/* Copies the weights [Q,T] of one head by query and key; `scratch` has T * LG_PAD(Q) elements. */
void lg_tap_read_weights(const lg_frame *f, const lg_tap *p, int sequence, int head, real *scratch, real *out);

#endif
