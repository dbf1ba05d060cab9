/* graph.h: tensors and reverse-mode gradients over a small list of ops.
 *
 * A graph is recorded once for a micro-batch of S sequences of T tokens, planned once (every array gets its address),
 * and run many times. Recording is sticky: after a failure ops return a harmless tensor, and lg_graph_plan reports.
 *
 * Nothing here owns tensor memory. A tensor has addresses: a space and an offset in it. A frame says where the spaces
 * of one running micro-batch begin; two frames can run one graph at the same time. What does not depend on the batch
 * (projected position tables, say) is shared: it is computed once per step, and its gradient is summed over the
 * micro-batches beside those of the parameters before its own backward pass.
 *
 * A step of training, in the words of this file:
 *   lg_graph_run_shared; for each micro-batch lg_graph_forward, lg_graph_backward into the gradient array of its group;
 *   sum the groups; lg_graph_backward_shared; then the optimizer. */
#ifndef LG_GRAPH_GRAPH_H
#define LG_GRAPH_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/key.h"
#include "graph/clock.h"
#include "graph/parameter.h"
#include "kernel/view.h"

typedef struct lg_tensor lg_tensor;
typedef struct lg_graph lg_graph;
typedef struct lg_frame lg_frame;
typedef struct lg_attend lg_attend; /* graph/ops.h */
typedef struct lg_scan lg_scan;

enum { LG_MAX_INPUTS = 27, LG_MAX_SAVED = 3, LG_MAX_RANK = 4 };

/* Where arrays live. Each space is one block of memory per owner. */
typedef enum lg_space {
    LG_SPACE_PARAMETER, /* parameters: read by all, written by the optimizer */
    LG_SPACE_PACKED,    /* weights laid out for `linear`, remade after each optimizer step */
    LG_SPACE_GRADIENT,  /* gradients of parameters, then of shared tensors: one array per group of micro-batches */
    LG_SPACE_SHARED,    /* values of shared tensors, remade each step */
    LG_SPACE_CONSTANT,  /* arrays that fill functions write on the host: tables, biases, visible ranges */
    LG_SPACE_BATCH,     /* token ids, targets and loss weights of the whole batch */
    LG_SPACE_STATE,     /* states of the whole batch, which outlive a run */
    LG_SPACE_WORK,      /* activations, their gradients and scratch of one worker */
    LG_SPACES
} lg_space;

typedef struct lg_address {
    lg_space space;
    size_t offset; /* bytes; LG_NO_ADDRESS when there is no array */
    size_t stride; /* bytes from the array of a time step of a scan to that of the next; 0: all share one */
} lg_address;
#define LG_NO_ADDRESS ((size_t)-1)

typedef enum lg_tensor_kind {
    LG_PARAMETER, /* trained */
    LG_CONSTANT,  /* filled on the host before the graph runs, the same for all sequences */
    LG_BATCH,     /* one row of int32, or of reals, per sequence */
    LG_STATE,     /* rows of each sequence as the run before left them */
    LG_GIVEN,     /* written by who runs the graph: inputs of a time step */
    LG_RESULT     /* computed by an op */
} lg_tensor_kind;

/* Writes a constant on the host. `context` is what lg_graph_fill was given (the position sample), `user` is fixed. */
typedef void (*lg_fill)(const void *context, const void *user, const lg_tensor *t, void *out);

typedef enum lg_cached { LG_NOT_CACHED, LG_CACHED_KEYS, LG_CACHED_VALUES } lg_cached;

struct lg_tensor {
    lg_tensor_kind kind;
    int index;    /* in the graph, in order of recording */
    bool integer; /* int32 instead of real */
    bool shared;  /* does not depend on the batch */
    bool table;   /* [S,..]: what each sequence has for its positions, whatever its tokens (lg_graph_table) */
    bool needs_gradient;
    bool root; /* a backward pass starts at its gradient: a loss, which no op reads */
    int rank, shape[LG_MAX_RANK];
    int first;    /* [S,rows,N] of the batch: row 0 of a sequence is this token of the sequence */
    bool steps;   /* row 0 is the token first + the frame's `at` (lg_first): depends on the ids of a stepping graph */
    size_t bytes; /* of the value */

    const struct lg_op *op;       /* LG_RESULT only */
    const void *args;             /* what the op's constructor put here */
    lg_tensor *in[LG_MAX_INPUTS]; /* NULL where an optional input is absent */
    int inputs;
    bool accumulate[LG_MAX_INPUTS]; /* backward adds to the gradient of in[i] (else overwrites) */

    int parameter; /* LG_PARAMETER: index in the table of parameters */
    lg_fill fill;  /* LG_CONSTANT, and LG_BATCH that is a table */
    const void *user;
    size_t lead_bytes; /* LG_CONSTANT: allocated before element 0, so that a kernel may read at negative offsets */

    const char *name;       /* LG_STATE */
    lg_cached cached;       /* LG_STATE and what is appended to it: laid out as in struct lg_append, of */
    int heads;              /* so many heads; LG_NOT_CACHED: rows, and 0 */
    lg_ring ring;           /* of a cache: its memory, where that is not for all of its tokens, shape[1] */
    lg_tensor *after;       /* LG_STATE: what it becomes; NULL: what the run has appended to it */
    const lg_tensor *place; /* LG_RESULT: written in place into this state; NULL: it has memory of its own */

    bool summed;                      /* saved 2 is read, and in training written behind, by its reader (lg_op_join) */
    bool keep_gradient;               /* its gradient outlives the backward pass, likewise */
    bool keep;                        /* the value outlives the forward pass: it is read from outside of the graph */
    size_t saved_bytes[LG_MAX_SAVED]; /* private arrays from the forward to the backward pass */
    size_t scratch_bytes;             /* private array during one pass */
    unsigned backward_reads;          /* as the op's, less what this tensor's backward pass does without */
    lg_address value, gradient, saved[LG_MAX_SAVED];
};

typedef struct lg_op {
    const char *name;
    const char *formula;      /* one line */
    unsigned backward_reads;  /* bit i: backward reads the value of in[i]; LG_READS_OUTPUT: its own value */
    unsigned needs_gradients; /* bit i: where y has a gradient in[i] must have one, which backward writes in any case */
    bool saves_for_readers;   /* the backward passes of its readers read saved 0, not the value */
    bool remembers;           /* in a scan, its saved arrays are there once, and stay from one time step to the next */
    /* Infers rank, shape, first, saved_bytes and scratch_bytes of y from its inputs and args, or fails with what does
     * not fit; and bytes, where elements are neither reals nor integers. Called again when an input was pruned to the
     * rows that are read. */
    bool (*shape)(lg_graph *g, lg_tensor *y, lg_error *err);
    void (*forward)(const lg_frame *f, const lg_tensor *y);
    void (*backward)(const lg_frame *f, const lg_tensor *y); /* into the gradients of the inputs; NULL: no gradient */
    /* Does a token's row of y read only the same token's row of in[i], so that in[i] may lack rows that are not read of
     * y? NULL: never. */
    bool (*row_by_row)(const lg_tensor *y, int i);
    bool from_first; /* a token's row also needs those of all tokens before it, of y and of these inputs */
    /* Attention: copies the weights of one head as they were used, [T, LG_PAD(Q)] key-major for T keys, which are
     * in[1], and the Q queries of y, to the host. Of a graph that trains, or nothing is kept. NULL: this is no
     * attention. */
    void (*weights)(const lg_frame *f, const lg_tensor *y, int sequence, int head, real *out);
    bool backward_starts; /* a loss: backward takes the frame's loss_weight times the weight of the row, which is a row
                             of in[LG_LOSS_WEIGHTS] or 1, not its own gradient */
    /* Of the forward pass; NULL: not counted. `at` is that of the frame of a stepping graph, else 0. */
    double (*flops)(const lg_tensor *y, int at);
    lg_op_phases phases; /* where its time counts */
    /* Small instances for the generic tests: records and returns variant 0, 1, ...; NULL when there are no more. */
    lg_tensor *(*example)(lg_graph *g, int variant);
} lg_op;
#define LG_READS_OUTPUT (1u << 31)
enum { LG_LOSS_WEIGHTS = 2 };

extern const lg_op *const lg_ops[]; /* ends with NULL */

struct lg_graph {
    lg_arena *arena;
    lg_parameters *parameters;
    const lg_kernels *kernels;
    int S, T;          /* sequences, tokens */
    bool training;     /* arrays for the backward pass are kept */
    bool stepping;     /* rows of the batch are some tokens of a timeline of T, from the frame's `at` on */
    bool no_pruning;   /* no rows are pruned, and maps of tokens are not replaced by look-ups in mapped tables */
    bool scanned;      /* is the time step of a scan, and runs once for each token (op_scan.c); T is 1 */
    bool tables;       /* has tables, which are filled for each sequence (lg_graph_fill_tables) */
    bool rings;        /* has caches that do not keep all tokens */
    bool scans;        /* has a scan, which reads its weights once for each token: the more sequences, the better */
    uint32_t sites;    /* dropout sites so far */
    lg_error err;      /* the first failure of recording */
    lg_tensor nothing; /* what ops return after a failure: never run */
    lg_tensor **tensors;
    int count, capacity;
    /* What the plan needs of each space (batch and state: per sequence; gradient: shared part only). */
    size_t bytes[LG_SPACES];
    lg_address scratch[2]; /* one scratch array for all ops: of the micro-batch, of the shared part */
    lg_graph *inner;       /* the first of the graphs that its scans run, which are freed with it, */
    lg_graph *next;        /* and the next of the same graph */
};

/* A running micro-batch. */
struct lg_frame {
    const lg_graph *graph;
    const lg_kernels *kernels;
    lg_view base[LG_SPACES];
    int batch;         /* sequences that the batch space holds, and the state space */
    int first;         /* index in the batch of the first sequence */
    int at;            /* of a stepping graph: which token of its sequence row 0 is, the same for all sequences */
    uint32_t stream;   /* index of that sequence in its dropout stream */
    lg_key dropout;    /* key of this step's dropout */
    real loss_weight;  /* gradient of a row's loss of weight 1: the common factor of all rows of all micro-batches */
    real group_weight; /* the same of a loss of a sequence as a whole (lg_op_balance) */
    int scan_step;     /* of the graph of a scan: the time step, */
    int scan_steps;    /* of so many; other graphs: 0 */
    lg_clock *clock;   /* of this worker; NULL: time is not counted */
    int worker;        /* who runs it, */
    const struct lg_team *team; /* and who may do parts of its ops (split.h); NULL: nobody else */
    lg_view scratch;            /* of a part that another worker does: its work space, whose scratch array is used */
};

/* ---- recording ---- */
lg_graph *lg_graph_new(lg_parameters *p, const lg_kernels *k, int S, int T, bool training); /* NULL: no memory */
void lg_graph_free(lg_graph *g);
/* A parameter by name; made in the table of parameters when it is not there yet. */
lg_tensor *lg_graph_parameter(lg_graph *g, const char *name, int rank, const int *shape, lg_initial initial);
/* Values of this parameter stay in [low, high] (see lg_parameters_bound). */
void lg_graph_bound(lg_graph *g, const lg_tensor *parameter, double low, double high);
void lg_graph_assign(lg_graph *g, const lg_tensor *parameter, int role); /* its role (lg_parameter_row) */
/* A constant; `lead` and `tail` are elements readable before and after it. user must outlive the graph. */
lg_tensor *lg_graph_constant(lg_graph *g, bool integer, int rank, const int *shape, size_t lead, size_t tail,
                             lg_fill fill, const void *user);
lg_tensor *lg_graph_batch(lg_graph *g, int columns);       /* int32 [S, columns] of the batch */
lg_tensor *lg_graph_batch_reals(lg_graph *g, int columns); /* real [S, columns] of the batch */
/* A constant that is another for each sequence of the batch: [S, shape], with LG_LANES readable elements behind it.
 * fill writes that of one sequence, and sees a tensor of `shape`. What ops make of tables and shared tensors is a
 * table: of each there is one, as of shared results. */
lg_tensor *lg_graph_table(lg_graph *g, bool integer, int rank, const int *shape, lg_fill fill, const void *user);
/* The state of this name, [S,rows,N]: as the run before left it, zeros at first. It has no gradient. Each sequence of
 * the batch has rows of its own, so that micro-batches may run at the same time. Graphs that record the same states in
 * the same order can run on the same memory (train/states.h). A run changes a state in one of two ways: lg_op_append
 * writes into a cache at once; lg_graph_become gives it the value of y, once the last pass of the run is over (the
 * backward pass of a graph that trains). */
lg_tensor *lg_graph_state(lg_graph *g, const char *name, int rows, int columns);
/* A state that is a cache of keys or values, [S,tokens,heads*D]. */
lg_tensor *lg_graph_cache(lg_graph *g, const char *name, lg_cached what, int tokens, lg_ring ring, int heads, int D);
void lg_graph_become(lg_graph *g, lg_tensor *state, lg_tensor *y);
lg_tensor *lg_graph_given(lg_graph *g, int columns); /* [S,1,columns], written by who runs the graph */
/* A tensor of the batch of another graph, which runs with the same batch. */
lg_tensor *lg_graph_borrow(lg_graph *g, const lg_tensor *batch);
/* Used by the constructors of ops: args are copied into the graph's arena. Of a shared result, or a table, there is
 * one: the same op of the same inputs and args, recorded again (by another block, say), is the same tensor. */
lg_tensor *lg_graph_result(lg_graph *g, const lg_op *op, lg_tensor *const *in, int inputs, const void *args,
                           size_t args_bytes);
bool lg_graph_infer(lg_graph *g, lg_tensor *y, lg_error *err); /* the shape of y from those of its inputs */
int lg_rows(const lg_tensor *t);                               /* product of all dimensions but the last */
int lg_columns(const lg_tensor *t);                            /* the last dimension */
size_t lg_elements(const lg_tensor *t);                        /* of all dimensions */
int lg_rows_of_sequence(const lg_tensor *t);                   /* of [..,T,N]: T */
/* What the kernels make of the rows of x, in both forms (to_bf16_pairs). */
size_t lg_bf16_pairs_size(const lg_kernels *set, const lg_tensor *x, bool weight);
void lg_to_bf16_pairs(const lg_kernels *set, lg_view product, lg_view weight, lg_view data, const lg_tensor *x);

/* ---- planning ---- */
/* Used by the steps of planning, which list tensors anew. Without memory: false, and the graph has failed. */
bool lg_graph_append(lg_graph *g, lg_tensor *t);
/* Prunes tensors to the rows that are read: the last block of a model needs only the rows that have a loss. Exact.
 * Part of planning. */
bool lg_graph_prune(lg_graph *g, lg_error *err);
/* Where linear maps read bfloat16 (to_bf16_pairs), converts each tensor once for all maps that read it. Part of
 * planning. */
bool lg_graph_convert(lg_graph *g, lg_error *err);
/* Gives every array its address. Only what a root depends on has a gradient; there may be several losses. Fails with
 * what went wrong while recording. */
bool lg_graph_plan(lg_graph *g, lg_error *err);
/* Plans a graph of one time step; `roots` are the tensors whose gradients start its backward pass. */
bool lg_graph_plan_step(lg_graph *g, lg_tensor *const *roots, int count, lg_error *err);
/* Adds to the sums what one micro-batch, or the shared part, costs in each phase, `times` over. A graph that does not
 * train has no backward pass. Of a stepping graph: the run whose frame has this `at`. */
void lg_graph_cost(const lg_graph *g, bool shared, int at, double times, lg_cost sum[LG_PHASES]);
/* Bytes of parameters and of states that this run must read: those of states for each sequence anew. */
void lg_graph_reads(const lg_graph *g, int at, double *parameters, double *states);
double lg_graph_flops(const lg_graph *g, bool shared); /* forward pass of one micro-batch, or of the shared part */

/* ---- running ---- */
void lg_graph_fill(const lg_graph *g, const void *context,
                   char *host); /* all constants, into bytes[CONSTANT] of host */
/* The tables of the sequence in a row of a batch of `count`, into its host memory; by any thread. */
void lg_graph_fill_tables(const lg_graph *g, const void *context, char *batch, int count, int row);
void lg_graph_run_shared(const lg_graph *g, const lg_frame *f);
void lg_graph_forward(const lg_graph *g, const lg_frame *f);
void lg_graph_backward(const lg_graph *g, const lg_frame *f);
void lg_graph_backward_shared(const lg_graph *g, const lg_frame *f);

/* ---- for ops: members that several share ---- */
bool lg_row_by_row(const lg_tensor *y, int i);        /* lg_op.row_by_row: of every input */
void lg_shape_like(lg_tensor *y, const lg_tensor *x); /* rank, shape and first token are those of x */
/* Numbers of pairs of these queries [S,Q,N] and T keys, key-major: [S, heads, T, LG_PAD(Q)]. */
void lg_shape_pairs(lg_tensor *y, const lg_tensor *q, int heads, int T);
/* Columns of keys and values that queries of so many heads can read: theirs, or those of the heads of a cache. */
int lg_key_columns(const lg_tensor *q, const lg_tensor *k, int heads);
/* Are these queries [S,Q,N] and keys [S,T,N] of so many heads, queries among the tokens of the keys, which may lie in a
 * cache only where it is `read`? */
bool lg_check_pairs(const lg_tensor *q, const lg_tensor *k, int heads, bool read, lg_error *err);
/* Are intervals of visible keys int32 [2,T], or a table of these, and spans of the batch int32 [S,2]? Either may be
 * absent. */
bool lg_check_sight(const lg_tensor *visible, const lg_tensor *span, int S, int T, lg_error *err);

/* ---- for ops: tables, and what all sequences share in their place ---- */
int lg_table_axis(const lg_tensor *t);      /* the first axis of what one sequence has: 1 in a table, else 0 */
int lg_table_copies(const lg_tensor *t);    /* S of a table, else 1 */
size_t lg_table_stride(const lg_tensor *t); /* elements from those of one sequence to the next; 0: no table, or NULL */
/* What sequence s has of a table, or what all share; data NULL as below. */
lg_view lg_value_of(const lg_frame *f, const lg_tensor *t, int s);
lg_view lg_gradient_of(const lg_frame *f, const lg_tensor *t, int s);
/* Of a value or gradient x of t, whose sequences are worked on in so many parts: that of part s. t may be NULL. */
lg_view lg_part_of(const lg_tensor *t, lg_view x, int parts, int s);
/* Zeros in the gradient of a table that no op has written yet, so that kernels may add to that of the i-th input. */
void lg_table_clear(const lg_frame *f, const lg_tensor *y, int i);

/* ---- for ops: where things are ---- */
int lg_first(const lg_frame *f, const lg_tensor *t);            /* which token of a sequence row 0 of t is */
lg_view lg_value_at(const lg_frame *f, const lg_tensor *t);     /* t is not NULL */
lg_view lg_gradient(const lg_frame *f, const lg_tensor *t);     /* data NULL when t is NULL or needs no gradient */
lg_view lg_saved(const lg_frame *f, const lg_tensor *y, int i); /* data NULL when not kept */
lg_view lg_scratch(const lg_frame *f, const lg_tensor *y);
lg_view lg_packed(const lg_frame *f, size_t offset);

/* data NULL when t is NULL, as most inputs of attention are. Asked some ten thousand times in a short step. */
static inline lg_view lg_value(const lg_frame *f, const lg_tensor *t) {
    return t ? lg_value_at(f, t) : (lg_view){NULL, 0};
}

#endif
