/* graph.h: tensors, a small set of ops, and reverse-mode gradients.
 *
 * A graph is recorded once for a micro-batch of S sequences of T tokens, planned once (every array gets its address),
 * and run many times. Errors while recording are sticky: after a failure, ops return a harmless tensor, and
 * lg_graph_plan reports the first error.
 *
 * Tensors do not own memory. A tensor has addresses; an address is a space and an offset in this space. A frame holds
 * the base of each space for one running micro-batch, so two frames can run one graph at the same time. Tensors that do
 * not depend on the batch (such as projected position tables) are shared. They are computed once per step. Their
 * gradients are summed over micro-batches like the gradients of parameters; then the backward pass of shared tensors
 * runs.
 *
 * A training step:
 *   1. lg_graph_run_shared
 *   2. for each micro-batch: lg_graph_forward, then lg_graph_backward into the gradient array of its group
 *   3. sum the gradient arrays of all groups of micro-batches
 *   4. lg_graph_backward_shared
 *   5. the optimizer */
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
typedef struct lg_attend lg_attend; /* see graph/ops.h */
typedef struct lg_scan lg_scan;

enum { LG_MAX_INPUTS = 27, LG_MAX_SAVED = 3, LG_MAX_RANK = 4 };

/* Memory spaces. */
typedef enum lg_space {
    LG_SPACE_PARAMETER, /* parameters: read by all workers, written by the optimizer */
    LG_SPACE_PACKED,    /* weights in the layout that `linear` reads, repacked after each optimizer step */
    LG_SPACE_GRADIENT,  /* gradients of parameters, then of shared tensors; one array per group of micro-batches */
    LG_SPACE_SHARED,    /* values of shared tensors, recomputed each step */
    LG_SPACE_CONSTANT,  /* arrays that fill functions write on the host: tables, biases, visible ranges */
    LG_SPACE_BATCH,     /* token ids, targets, loss weights and tables of the whole batch */
    LG_SPACE_STATE,     /* states of the whole batch; they persist across runs */
    LG_SPACE_WORK,      /* activations, their gradients and scratch of one worker */
    LG_SPACES
} lg_space;

typedef struct lg_address {
    lg_space space;
    size_t offset; /* in bytes; LG_NO_ADDRESS: no array */
    size_t stride; /* bytes between the arrays of consecutive time steps of a scan; 0: all steps share one array */
} lg_address;
#define LG_NO_ADDRESS ((size_t)-1)

typedef enum lg_tensor_kind {
    LG_PARAMETER, /* trained */
    LG_CONSTANT,  /* filled on the host before the graph runs, the same for all sequences */
    LG_BATCH,     /* one row of int32 or reals per sequence */
    LG_STATE,     /* rows of each sequence, as the previous run left them */
    LG_GIVEN,     /* written by the caller that runs the graph: inputs of a time step */
    LG_RESULT     /* computed by an op */
} lg_tensor_kind;

/* Writes a constant on the host. `context` is the argument of lg_graph_fill (the position sample), `user` is fixed when
 * the constant is recorded. */
typedef void (*lg_fill)(const void *context, const void *user, const lg_tensor *t, void *out);

typedef enum lg_cached { LG_NOT_CACHED, LG_CACHED_KEYS, LG_CACHED_VALUES } lg_cached;

struct lg_tensor {
    lg_tensor_kind kind;
    int index;    /* number of the tensor, in recording order */
    bool integer; /* int32 instead of real */
    bool shared;  /* does not depend on the batch */
    bool table;   /* [S,..]: depends on each sequence's positions but not on its tokens (lg_graph_table) */
    bool needs_gradient;
    bool root; /* a loss, where a backward pass starts; no op reads it */
    int rank, shape[LG_MAX_RANK];
    int first;    /* tensors [S,rows,N] of the batch: token index of row 0 */
    bool steps;   /* depends on the ids of a stepping graph, so that row 0 is token first + frame->at (lg_first) */
    size_t bytes; /* size of the value */

    const struct lg_op *op;       /* LG_RESULT only */
    const void *args;             /* the op's own arguments, from its constructor */
    lg_tensor *in[LG_MAX_INPUTS]; /* NULL where an optional input is absent */
    int inputs;
    bool accumulate[LG_MAX_INPUTS]; /* backward adds to the gradient of in[i] (else overwrites) */

    int parameter; /* LG_PARAMETER: index in the table of parameters */
    lg_fill fill;  /* LG_CONSTANT, and LG_BATCH if it is a table */
    const void *user;
    size_t lead_bytes; /* LG_CONSTANT: allocated before element 0, so that kernels may read at negative offsets */

    const char *name;       /* LG_STATE */
    lg_cached cached;       /* of a cache or a result of append: what it holds; the layout is in struct lg_append */
    int heads;              /* heads of a cache; 0 if LG_NOT_CACHED (plain rows) */
    lg_cache_layout layout; /* of a cache: which tokens it keeps, and its number format */
    lg_tensor *after;       /* LG_STATE: its next value; NULL: the run only appends to it */
    const lg_tensor *place; /* LG_RESULT: the state it is written into; NULL: own memory */

    bool summed;                      /* saved array 2 has log sums, then their gradients, which lg_op_join writes */
    bool keep_gradient;               /* its gradient outlives the backward pass, for code outside the graph */
    bool keep;                        /* its value outlives the forward pass, for code outside the graph */
    size_t saved_bytes[LG_MAX_SAVED]; /* private arrays kept from the forward to the backward pass */
    size_t scratch_bytes;             /* private array during one pass */
    unsigned backward_reads;          /* as in lg_op, except inputs that this tensor's backward pass need not read */
    lg_address value, gradient, saved[LG_MAX_SAVED];
};

typedef struct lg_op {
    const char *name;
    const char *formula;      /* one line */
    unsigned backward_reads;  /* bit i: backward reads the value of in[i]; LG_READS_OUTPUT: its own value */
    unsigned needs_gradients; /* bit i: if y has a gradient, in[i] must have one: backward always writes it */
    bool saves_for_readers;   /* ops that read the result read its saved array 0 instead in their backward passes */
    bool remembers;           /* in a scan, all time steps share one copy of its saved arrays */
    /* Infers rank, shape, first, saved_bytes and scratch_bytes of y from its inputs and args, or fails with a message.
     * Also sets `bytes` if elements of y are neither reals nor int32. Called again after an input was pruned. */
    bool (*shape)(lg_graph *g, lg_tensor *y, lg_error *err);
    void (*forward)(const lg_frame *f, const lg_tensor *y);
    void (*backward)(const lg_frame *f, const lg_tensor *y); /* writes the gradients of the inputs; NULL: no gradient */
    /* True if each token's row of y reads only the same token's row of in[i], so that rows of in[i] can be pruned with
     * those of y. NULL: never. */
    bool (*row_by_row)(const lg_tensor *y, int i);
    bool from_first; /* like row_by_row, but a token's row also needs the rows of all earlier tokens in y and in[i] */
    /* Attention only (else NULL): copies the weights of one head, before dropout, to the host: [T, LG_PAD(Q)],
     * key-major, for the T keys in in[1] and the Q queries of y. Only a training graph keeps the weights. */
    void (*weights)(const lg_frame *f, const lg_tensor *y, int sequence, int head, real *out);
    bool backward_starts; /* a loss: instead of y's gradient, backward uses the frame's loss_weight times the weight of
                           * the row. Weights are in in[LG_LOSS_WEIGHTS]; without that input they are 1 */
    /* FLOPs of the forward pass; NULL: not counted. `at` is frame->at in a stepping graph, else 0. */
    double (*flops)(const lg_tensor *y, int at);
    lg_op_phases phases; /* phases that its time is added to */
    /* Small instances for generic tests: records and returns variant 0, 1, ...; NULL past the last one. */
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
    bool training;     /* keeps the arrays that the backward pass reads */
    bool stepping;     /* decoding: rows of the batch are tokens from frame->at on, of a timeline of T tokens */
    bool no_pruning;   /* no rows are pruned, and linear maps of look-ups are not moved to the table */
    bool scanned;      /* is the time step of a scan, run once for each token (op_scan.c); T is 1 */
    bool tables;       /* has tables, which lg_graph_fill_tables fills for each sequence */
    bool rings;        /* has caches that do not keep all tokens */
    bool scans;        /* has a scan, which reads its weights once per token: larger batches are cheaper per sequence */
    uint32_t sites;    /* dropout sites so far */
    lg_error err;      /* the first failure while recording */
    lg_tensor nothing; /* returned by ops after a failure; never run */
    lg_tensor **tensors;
    int count, capacity;
    /* Planned size of each space (batch and state: per sequence; gradient: shared part only). */
    size_t bytes[LG_SPACES];
    lg_address scratch[2]; /* scratch arrays: [0] for the ops of the micro-batch, [1] for those of the shared part */
    lg_graph *inner;       /* list of the graphs that this graph's scans run; freed with this graph */
    lg_graph *next;        /* next in the outer graph's list */
};

/* A running micro-batch. */
struct lg_frame {
    const lg_graph *graph;
    const lg_kernels *kernels;
    lg_view base[LG_SPACES];
    int batch;         /* sequences in the batch and state spaces */
    int first;         /* index of its first sequence in the batch */
    int at;            /* stepping graphs: token index of row 0, the same for all sequences */
    uint32_t stream;   /* number of the first sequence in the training step; dropout depends on it */
    lg_key dropout;    /* key of this step's dropout */
    real loss_weight;  /* gradient of the loss of a row of weight 1: a factor common to all rows and micro-batches */
    real group_weight; /* gradient of a loss of a whole sequence (lg_op_balance) */
    int scan_step;     /* in the graph of a scan's time step: index of the step */
    int scan_steps;    /* the number of steps; 0 in other graphs */
    lg_clock *clock;   /* the clock of this worker; NULL: time is not measured */
    int worker;        /* the worker that runs it */
    const struct lg_team *team; /* workers that can run parts of its ops (split.h); NULL: none */
    lg_view scratch;            /* when a part runs on another worker: that worker's work space, for scratch arrays */
};

/* ---- recording ---- */
lg_graph *lg_graph_new(lg_parameters *p, const lg_kernels *k, int S, int T, bool training); /* NULL: out of memory */
void lg_graph_free(lg_graph *g);
/* Returns the parameter of this name, and adds it to the table of parameters if it is new. */
lg_tensor *lg_graph_parameter(lg_graph *g, const char *name, int rank, const int *shape, lg_initial initial);
/* Keeps the values of this parameter in [low, high] (see lg_parameters_bound). */
void lg_graph_bound(lg_graph *g, const lg_tensor *parameter, double low, double high);
void lg_graph_assign(lg_graph *g, const lg_tensor *parameter, int role); /* sets its role (lg_parameter_row) */
/* A constant, with `lead` and `tail` readable elements before and after it. `user` must outlive the graph. */
lg_tensor *lg_graph_constant(lg_graph *g, bool integer, int rank, const int *shape, size_t lead, size_t tail,
                             lg_fill fill, const void *user);
lg_tensor *lg_graph_batch(lg_graph *g, int columns);       /* int32 [S, columns] of the batch */
lg_tensor *lg_graph_batch_reals(lg_graph *g, int columns); /* real [S, columns] of the batch */
/* A constant that differs between the sequences of the batch: [S, shape], followed by LG_LANES readable elements. fill
 * writes the array of one sequence; the tensor it receives has shape `shape`. The result of an op whose inputs are all
 * tables or shared tensors is a table. Equal tables are recorded once, like shared results. */
lg_tensor *lg_graph_table(lg_graph *g, bool integer, int rank, const int *shape, lg_fill fill, const void *user);
/* The state of this name, [S,rows,N]. Its value is what the previous run left, initially zeros. It has no gradient.
 * Each sequence of the batch has its own rows, so micro-batches can run at the same time. Graphs that record the same
 * states in the same order can run on the same memory (train/graph_states.h). A run changes a state in one of two ways:
 * lg_op_append writes into a cache immediately; lg_graph_become sets it to y after the last pass of the run (the
 * backward pass in a training graph). */
lg_tensor *lg_graph_state(lg_graph *g, const char *name, int rows, int columns);
/* A state that is a cache of keys or values, [S,tokens,heads*D]. */
lg_tensor *lg_graph_cache(lg_graph *g, const char *name, lg_cached what, int tokens, lg_cache_layout layout, int heads,
                          int D);
void lg_graph_become(lg_graph *g, lg_tensor *state, lg_tensor *y);
lg_tensor *lg_graph_given(lg_graph *g, int columns); /* [S,1,columns], written by the caller that runs the graph */
/* A batch tensor of another graph that runs with the same batch. */
lg_tensor *lg_graph_borrow(lg_graph *g, const lg_tensor *batch);
/* For the constructors of ops; args are copied into the graph's arena. Shared results and tables are deduplicated:
 * recording the same op of the same inputs and args again (in another block, say) returns the same tensor. */
lg_tensor *lg_graph_result(lg_graph *g, const lg_op *op, lg_tensor *const *in, int inputs, const void *args,
                           size_t args_bytes);
bool lg_graph_infer(lg_graph *g, lg_tensor *y, lg_error *err); /* computes the shape of y from its inputs */
int lg_rows(const lg_tensor *t);                               /* product of all dimensions except the last */
int lg_columns(const lg_tensor *t);                            /* the last dimension */
size_t lg_elements(const lg_tensor *t);                        /* product of all dimensions */
int lg_rows_of_sequence(const lg_tensor *t);                   /* of [..,T,N]: T */
/* Size of, and conversion to, the bfloat16 forms of the rows of x (see to_bf16_pairs). */
size_t lg_bf16_pairs_size(const lg_kernels *set, const lg_tensor *x, bool weight);
void lg_to_bf16_pairs(const lg_kernels *set, lg_view product, lg_view weight, lg_view data, const lg_tensor *x);

/* ---- planning ---- */
/* Appends a tensor to the graph's list, for planning steps that rebuild the list. False if out of memory: the graph has
 * then failed. */
bool lg_graph_append(lg_graph *g, lg_tensor *t);
/* Prunes tensors to the rows that are read: the last block of a model needs only the rows that have a loss. The result
 * is exact. Part of planning. */
bool lg_graph_prune(lg_graph *g, lg_error *err);
/* If linear maps read bfloat16 (to_bf16_pairs), converts each tensor once for all maps that read it. Part of
 * planning. */
bool lg_graph_convert(lg_graph *g, lg_error *err);
/* Gives every array its address. A tensor gets a gradient only if a root depends on it; there can be several roots.
 * Reports the first error of recording. */
bool lg_graph_plan(lg_graph *g, lg_error *err);
/* Plans the graph of one time step; `roots` are the tensors whose gradients start its backward pass. */
bool lg_graph_plan_step(lg_graph *g, lg_tensor *const *roots, int count, lg_error *err);
/* Adds `times` times the cost of one micro-batch, or of the shared part, to the sums of each phase. The cost of a
 * backward pass is included only if the graph is for training. `at`: as in lg_frame, for a stepping graph. */
void lg_graph_cost(const lg_graph *g, bool shared, int at, double times, lg_cost sum[LG_PHASES]);
/* Bytes of parameters, and of the states of all sequences, that a run at token `at` reads. */
void lg_graph_reads(const lg_graph *g, int at, double *parameters, double *states);
double lg_graph_flops(const lg_graph *g, bool shared); /* forward pass of one micro-batch, or of the shared part */

/* ---- running ---- */
void lg_graph_fill(const lg_graph *g, const void *context,
                   char *host); /* writes all constants, bytes[LG_SPACE_CONSTANT] bytes, to host */
/* Fills the tables of the sequence in row `row` of a batch of `count` sequences, in host memory. Any thread may call
 * it. */
void lg_graph_fill_tables(const lg_graph *g, const void *context, char *batch, int count, int row);
void lg_graph_run_shared(const lg_graph *g, const lg_frame *f);
void lg_graph_forward(const lg_graph *g, const lg_frame *f);
void lg_graph_backward(const lg_graph *g, const lg_frame *f);
void lg_graph_backward_shared(const lg_graph *g, const lg_frame *f);

/* ---- for ops: shared helpers ---- */
bool lg_row_by_row(const lg_tensor *y, int i);        /* lg_op.row_by_row for ops where it holds for every input */
void lg_shape_like(lg_tensor *y, const lg_tensor *x); /* copies rank, shape and first token of x */
/* Sets the shape of y to [S, heads, T, LG_PAD(Q)], key-major: one value for each head and each pair of a key and a
 * query. Queries are the rows of q [S,Q,N]. */
void lg_shape_pairs(lg_tensor *y, const lg_tensor *q, int heads, int T);
/* The number of columns of keys and values for queries of `heads` heads. If k is not a cache, keys have as many columns
 * as q. A cache k may have fewer heads than q, so its keys may have fewer columns. */
int lg_key_columns(const lg_tensor *q, const lg_tensor *k, int heads);
/* Checks queries [S,Q,N] and keys [S,T,N] of `heads` heads: every token of the queries must be a token of the keys.
 * Keys may be in a cache only if `read` is true. */
bool lg_check_pairs(const lg_tensor *q, const lg_tensor *k, int heads, bool read, lg_error *err);
/* Checks that `visible` is int32 [2,T], or a table of such arrays, and that `span` is int32 [S,2] of the batch. Either
 * may be NULL. */
bool lg_check_visibility(const lg_tensor *visible, const lg_tensor *span, int S, int T, lg_error *err);

/* ---- for ops: tables, and shared tensors in their place ---- */
int lg_table_axis(const lg_tensor *t);      /* index of the first axis after the sequence axis: 1 in a table, else 0 */
int lg_table_copies(const lg_tensor *t);    /* S of a table, else 1 */
size_t lg_table_stride(const lg_tensor *t); /* elements between consecutive sequences; 0: no table, or NULL */
/* The array of sequence s in a table, or the shared array. data is NULL as in lg_value and lg_gradient. */
lg_view lg_value_of(const lg_frame *f, const lg_tensor *t, int s);
lg_view lg_gradient_of(const lg_frame *f, const lg_tensor *t, int s);
/* Splits x (the value or the gradient of t) into `parts` equal parts along the sequences, and returns part s. t may be
 * NULL. */
lg_view lg_part_of(const lg_tensor *t, lg_view x, int parts, int s);
/* If the i-th input is a table, and no op has written the input's gradient yet, clears this gradient, so that kernels
 * can add to it. */
void lg_table_clear(const lg_frame *f, const lg_tensor *y, int i);

/* ---- for ops: addresses ---- */
int lg_first(const lg_frame *f, const lg_tensor *t);            /* the token index of row 0 of t */
lg_view lg_value_at(const lg_frame *f, const lg_tensor *t);     /* t is not NULL */
lg_view lg_gradient(const lg_frame *f, const lg_tensor *t);     /* data is NULL if t is NULL or needs no gradient */
lg_view lg_saved(const lg_frame *f, const lg_tensor *y, int i); /* data is NULL if it is not kept */
lg_view lg_scratch(const lg_frame *f, const lg_tensor *y);
lg_view lg_packed(const lg_frame *f, size_t offset);

/* The value of t. data is NULL if t is NULL, as most inputs of attention are. Inline, because a short step calls it
 * about ten thousand times. */
static inline lg_view lg_value(const lg_frame *f, const lg_tensor *t) {
    return t ? lg_value_at(f, t) : (lg_view){NULL, 0};
}

#endif
