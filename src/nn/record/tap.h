/* tap.h: taps, named tensors whose values can be read (forward hooks). While an instrumented graph is recorded, the
 * model, its encoding and its attention function offer tensors by name; their values are copied out after the graph has
 * run, whichever op computes them. */
#ifndef LG_NN_TAP_H
#define LG_NN_TAP_H

#include "graph/graph.h"

typedef enum lg_tap_layout {
    LG_TAP_ROWS,      /* any tensor of reals, read as [rows, columns] */
    LG_TAP_PAIRS,     /* [1,H,T,LG_PAD(T)] by head, key, query; read as [H,T,T] by head, query, key */
    LG_TAP_PAIR_ROWS, /* [T,LG_PAD(T),N] by key and query; read as [T,T,N] by query and key */
    LG_TAP_WEIGHTS    /* attention output; its weights are read as [H,Q,T] by head, query, key; training graphs only */
} lg_tap_layout;

typedef struct lg_tap {
    const char *name;
    const char *part; /* distinguishes several taps of that name in a block; or NULL */
    int block;        /* -1: not in a block */
    lg_tap_layout layout;
    int heads;
    const lg_tensor *tensor;
} lg_tap;

typedef struct lg_taps {
    lg_graph *graph;
    int heads;                   /* number of attention heads */
    const char *const *selected; /* names, ends with NULL; NULL: all */
    bool gradients;              /* keep the gradients of taps after the backward pass */
    lg_tap *rows;                /* allocated in the graph's arena; in order of recording */
    int count, capacity;
    struct lg_taps *sources; /* taps of a separate source stream; else empty */
} lg_taps;

/* ---- offering: no effect if taps are NULL or the name is not selected ---- */

bool lg_tap_is_selected(const lg_taps *t, const char *name); /* will it be read? */
/* Keeps the value of x until the next forward pass. `name` must outlive the graph. */
void lg_tap_add(lg_taps *t, int block, const char *name, lg_tap_layout layout, lg_tensor *x);
/* Like lg_tap_add, for one of several tensors of one name in a block. `part` distinguishes these tensors and is
 * copied. */
void lg_tap_add_part(lg_taps *t, int block, const char *name, const char *part, lg_tensor *x);
/* Taps the rows of a table [R,N] that pairs of tokens read: index is an int32 constant [T,LG_PAD(T)] by key and query;
 * NULL: taps the table itself. */
void lg_tap_add_pair_rows(lg_taps *t, int block, const char *name, lg_tensor *table, lg_tensor *index);

/* ---- reading: f has run the graph ---- */

const lg_tap *lg_tap_find(const lg_taps *t, int block, const char *name); /* NULL: none */
int lg_tap_shape(const lg_tap *p, size_t shape[LG_MAX_RANK]);             /* shape of what is read; returns the rank */
/* Copies the whole value to `out`; of attention weights, only those of sequence 0. Fails if out of memory. */
bool lg_tap_read(const lg_frame *f, const lg_tap *p, double *out, lg_error *err);
/* Copies the weights [Q,T] of one head by query and key; `scratch` has T * LG_PAD(Q) elements. */
void lg_tap_read_weights(const lg_frame *f, const lg_tap *p, int sequence, int head, real *scratch, real *out);

#endif
