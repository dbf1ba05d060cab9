/* ops.h: constructors of ops. Each records one op and returns its result; formulas are in kernel/kernel.h and in the
 * op's file. Letters: S sequences, T tokens, N columns, H heads, D columns per head. Tensors of the batch are [S,T,N];
 * shared tensors are [R,N]. graph.h defines shared tensors, tables, caches and stepping graphs; lg_attend, below,
 * defines timelines, visible keys and spans. */
#ifndef LG_GRAPH_OPS_H
#define LG_GRAPH_OPS_H

#include "graph/graph.h"
#include "kernel/kernel.h"

/* scale * table[ids]: [S,T,N] for a table [V,N] and ids [S,T]. If ids is a constant of any shape, such as [T], the
 * result has one row per id, such as [T,N]. */
lg_tensor *lg_op_lookup(lg_graph *g, lg_tensor *table, lg_tensor *ids, double scale);
double lg_op_lookup_scale(const lg_tensor *y);
/* x[s,t,:] + a[t,:]; `a` [T,N] is shared, or a table. */
lg_tensor *lg_op_add_rows(lg_graph *g, lg_tensor *x, lg_tensor *a);
/* Inverted dropout with rate in [0,1); rate 0 records nothing and returns x. */
lg_tensor *lg_op_dropout(lg_graph *g, lg_tensor *x, double rate);
/* act(x w + bias); w [K,N] and bias [N] are parameters, bias may be NULL. If x is a token look-up, and there is no bias
 * or act, the map is applied to the V rows of the table instead of to all tokens, except in a graph with no_pruning. */
lg_tensor *lg_op_linear(lg_graph *g, lg_tensor *x, lg_tensor *w, lg_tensor *bias, lg_activation act);
/* x table[0..rows-1]^T + bias: products with the first rows of a parameter table [V,K], for a tied output layer; bias
 * [rows] may be NULL. */
lg_tensor *lg_op_linear_transposed(lg_graph *g, lg_tensor *x, lg_tensor *table, lg_tensor *bias, int rows);
/* x w in float32, even if other linear maps use bfloat16. */
lg_tensor *lg_op_linear_full(lg_graph *g, lg_tensor *x, lg_tensor *w);
bool lg_op_linear_is_full(const lg_tensor *y);
/* Makes the linear map y read `converted`, the bfloat16 form of its x (convert.c). */
void lg_op_linear_reads(lg_tensor *y, lg_tensor *converted);
/* Whether the gradients of a linear map's parameters are summed over all time steps of a scan at once, when the
 * backward pass of the scan ends (lg_op_linear_sum_steps, with the frame of step 0). Otherwise each step reads and
 * writes the whole gradient for a few rows. False if linear maps read bfloat16. */
bool lg_op_linear_sums_later(const lg_graph *g, const lg_tensor *y);
void lg_op_linear_sum_steps(const lg_frame *f, const lg_tensor *y, int steps);
/* Whether y is a linear map whose backward pass does not overwrite the gradient of y. */
bool lg_op_linear_keeps_gradient(const lg_tensor *y);
/* act(a + b); act is LG_LINEAR or LG_RELU, b may be NULL. */
lg_tensor *lg_op_add_activate(lg_graph *g, lg_tensor *a, lg_tensor *b, lg_activation act);
/* A step of an LSTM: returns its output [S,T,K] and sets the cell `c`. z [S,T,4K] must have no other reader; `before`
 * [S,T,K] is the previous cell. */
lg_tensor *lg_op_lstm(lg_graph *g, lg_tensor *z, lg_tensor *before, lg_tensor **c);

/* A recurrence: one time step, recorded once, that runs for each token of x [S,T,N] from first to last. Between
 * lg_scan_begin and lg_scan_end the caller records the step in the graph `step`, from `x` and `before`, and sets
 * `after` to the states after the step. A step has no dropout, no constants, and at most one tensor of the batch, which
 * it borrows (lg_scan_borrow). Work that depends on no state should be recorded outside the scan, for all tokens at
 * once. */
enum { LG_MAX_STATES = 4 };
struct lg_scan {
    lg_graph *step; /* S sequences, one token */
    lg_tensor *x;   /* [S,1,N]: the token's row of the input */
    int states;
    lg_tensor *before[LG_MAX_STATES]; /* [S,1,K]; zeros at the first token */
    lg_tensor *after[LG_MAX_STATES];  /* distinct results of ops */
    lg_tensor *input;                 /* x of all tokens */
    lg_tensor *batch, *borrowed;      /* the batch tensor that steps read, in the graph and in the step; NULL: none */
};
/* Assigns addresses for `steps` steps to the arrays of a scan's planned time step; returns their total bytes. An array
 * that the backward pass reads exists once for each step, and its copies are contiguous. If it is a state, the state
 * after a step and the state before the next step are one array. A sum and its addends share their gradient arrays if
 * the gradients are equal. */
size_t lg_graph_place_steps(lg_graph *g, const lg_scan *s, int steps);
lg_scan lg_scan_begin(lg_graph *g, lg_tensor *x, int states, const int *columns);
lg_tensor *lg_scan_end(lg_graph *g, const lg_scan *s, lg_tensor *y); /* returns y for each token: [S,T,columns(y)] */
lg_tensor *lg_scan_borrow(lg_scan *s, lg_tensor *batch);             /* the batch tensor, as the step reads it */

/* Softmax over each of `groups` equal parts of the columns of x. */
lg_tensor *lg_op_group_softmax(lg_graph *g, lg_tensor *x, int groups);
/* External memories of a recurrent network, which these ops keep across the time steps of a scan (struct lg_store_step,
 * struct lg_nd_stack). lg_op_stack and lg_op_tape return the reading after the step: parts * columns numbers.
 * lg_op_nd_stack returns the reading of a nondeterministic stack; its input is the weights of transitions. ids [S,T]
 * are borrowed (lg_scan_borrow). */
typedef struct lg_store_size {
    int steps; /* largest number of steps of the scan */
    int parts, columns, cells;
} lg_store_size;
lg_tensor *lg_op_stack(lg_graph *g, lg_store_size size, lg_tensor *p, lg_tensor *v);
lg_tensor *lg_op_tape(lg_graph *g, lg_store_size size, lg_tensor *p, lg_tensor *v, lg_tensor *ids, int marker);
typedef struct lg_nd_size {
    int steps, states, symbols;
    bool reads_states;
} lg_nd_size;
lg_tensor *lg_op_nd_stack(lg_graph *g, lg_nd_size size, lg_tensor *weights);
int lg_nd_weights(lg_nd_size size); /* columns of the weights */

/* Rotary embedding; cosine, sine [T, D/2], or tables of these. */
lg_tensor *lg_op_rotate(lg_graph *g, lg_tensor *x, lg_tensor *cosine, lg_tensor *sine, int heads, bool halves);
/* Kind of normalization; see struct lg_add_norm. */
typedef struct lg_norm_kind {
    bool rms; /* root mean square, else mean and variance */
    double epsilon;
} lg_norm_kind;
/* norm(h + dropout(o)), or norm(h) if o is NULL. gamma and beta are [N]; beta may be NULL. If o is NULL, h may be
 * shared, and gamma and beta may be [D]: then each head of D columns is normalized. */
lg_tensor *lg_op_add_norm(lg_graph *g, lg_norm_kind kind, lg_tensor *h, lg_tensor *o, lg_tensor *gamma, lg_tensor *beta,
                          double rate);
/* h + dropout(o). */
lg_tensor *lg_op_add(lg_graph *g, lg_tensor *h, lg_tensor *o, double rate);
lg_tensor *lg_op_scale(lg_graph *g, lg_tensor *x, double factor);
/* act(x), for activations that are not fused into linear maps. */
lg_tensor *lg_op_elementwise(lg_graph *g, lg_tensor *x, lg_activation act);
/* a * b, elementwise. */
lg_tensor *lg_op_product(lg_graph *g, lg_tensor *a, lg_tensor *b);
/* Multiplies columns of x [S,T,N] by shared factors [H], one for each N/H neighbouring columns. H = N: one factor per
 * column; H = 1: one factor for all columns. */
lg_tensor *lg_op_gain(lg_graph *g, lg_tensor *x, lg_tensor *gain);
extern const lg_op lg_op_desc_select_rows, lg_op_desc_lookup, lg_op_desc_linear, lg_op_desc_attention,
    lg_op_desc_bias_lookup, lg_op_desc_formula, lg_op_desc_bias_product, lg_op_desc_interpolated_bias,
    lg_op_desc_add_activate;
/* Tokens first..first+count-1 of each sequence. */
lg_tensor *lg_op_select_rows(lg_graph *g, lg_tensor *x, int first, int count);
/* Writes rows [S,Q,N] into the cache [S,T,N] in place, from token lg_first(rows) on, and returns the cache. The op has
 * no gradient and is not allowed in a training graph. Attention reads the result as keys or values. */
lg_tensor *lg_op_append(lg_graph *g, lg_tensor *cache, lg_tensor *rows);
/* Whether keys and values can be read together: either both are rows, or both are caches of one layout and one
 * number of heads, which fit queries of `heads` heads. Values may be NULL if keys are rows. */
static inline bool lg_cached_alike(const lg_tensor *keys, const lg_tensor *values, int heads) {
    if (!values || !keys->cached || !values->cached) return !keys->cached && !(values && values->cached);
    return keys->cached == LG_CACHED_KEYS && values->cached == LG_CACHED_VALUES && heads % keys->heads == 0 &&
           values->heads == keys->heads && keys->layout.rows == values->layout.rows &&
           keys->layout.fixed == values->layout.fixed && keys->layout.bf16 == values->layout.bf16;
}
/* Concatenates `a` and b along tokens: [S,T1+T2,N]. Tokens of the result are numbered from 0. If b depends on the
 * position of a stepping graph, tokens of b keep their index instead. lg_op_concatenate_columns: along columns,
 * [..,N1+N2], for tensors with the same rows. */
lg_tensor *lg_op_concatenate_tokens(lg_graph *g, lg_tensor *a, lg_tensor *b);
lg_tensor *lg_op_concatenate_columns(lg_graph *g, lg_tensor *a, lg_tensor *b);
/* Columns first..first+count-1 of each row. */
lg_tensor *lg_op_slice(lg_graph *g, lg_tensor *x, int first, int count);
/* A shared x [R,N] repeated for each sequence: [S,R,N]. */
lg_tensor *lg_op_repeat(lg_graph *g, lg_tensor *x);
/* The sum of the rows of each sequence of x [S,T,N]: [S,1,N]. */
lg_tensor *lg_op_sum_tokens(lg_graph *g, lg_tensor *x);
/* Gathers or scatters rows by an int32 index [S,C], which is in the batch or computed. gather_rows returns C rows of x
 * [S,T,N], counted from x's first row; an index out of range, such as -1, gives a row of zeros. scatter_rows sums the
 * rows of x [S,C,N] into `rows` rows, the others being 0; it drops rows whose index is out of range. Tokens of the
 * results are numbered from 0. */
lg_tensor *lg_op_gather_rows(lg_graph *g, lg_tensor *x, lg_tensor *index);
lg_tensor *lg_op_scatter_rows(lg_graph *g, lg_tensor *x, lg_tensor *index, int rows);
/* Whether index has one element for each of S x C slots. */
static inline bool lg_index_fits(const lg_tensor *index, int S, int C) {
    return index->integer && !index->shared && index->rank > 1 && lg_rows(index) * lg_columns(index) == S * C;
}
/* Mixture of experts: assigns each token to an expert, int32 [S,T], by logits [S,T,E]; see struct lg_route. No
 * gradient. */
typedef struct lg_routing {
    bool balanced; /* else greedy */
    int slots;     /* greedy: largest number of tokens per expert; 0: no limit */
} lg_routing;
lg_tensor *lg_op_route(lg_graph *g, lg_tensor *logits, lg_routing r);
/* Gate weight of each token, [S,T,1]: the softmax probability of the token's expert, or sigmoid of this expert's logit;
 * 0 for unassigned tokens. */
lg_tensor *lg_op_gate(lg_graph *g, lg_tensor *logits, lg_tensor *expert, bool sigmoid);
/* The loss of struct lg_balance for each sequence, [S,1,1]. It starts a backward pass with the frame's group_weight.
 * choice [S,T]: the expert that each token would get if experts had no limit. */
lg_tensor *lg_op_balance(lg_graph *g, lg_tensor *logits, lg_tensor *choice, double balance, double z);
/* act(x w[e] + bias[e]) with the expert e of each token of x [S,Q,K]; 0 for unassigned tokens. w [E,K,N], bias [E,N] or
 * NULL. Work is proportional to the number of assigned tokens. */
lg_tensor *lg_op_expert_linear(lg_graph *g, lg_tensor *x, lg_tensor *expert, lg_tensor *w, lg_tensor *bias,
                               lg_activation act);
/* x [S,T,N] with each row multiplied by a factor; factors are [S,T,1]. */
lg_tensor *lg_op_scale_rows(lg_graph *g, lg_tensor *x, lg_tensor *factors);
/* x times a random factor per element in 1 - width .. 1 + width; width 0 records nothing and returns x. */
lg_tensor *lg_op_jitter(lg_graph *g, lg_tensor *x, double width);
/* Maps each of E groups of neighbouring columns of x [S,T,N] along the tokens; w [E,R,R], bias [E,R]. See struct
 * lg_token_map. */
lg_tensor *lg_op_token_map(lg_graph *g, lg_tensor *x, lg_tensor *w, lg_tensor *bias, bool causal);
/* sum_j w[j, head of the column] x[s,t+j-before,:] of x [S,T,N] and shared weights [K,N], or [K,H] for heads of N/H
 * columns; `before` is K-1 for causal convolutions, K/2 for centred ones. Both sides are padded with zeros. The first
 * `lead` rows of x precede the first token of the result; they contribute to sums, but have no rows in the result. */
lg_tensor *lg_op_depthwise_convolution(lg_graph *g, lg_tensor *x, lg_tensor *w, int before, int lead);
/* For ops that are a depthwise convolution of in[0] with weights in[1]. `k` must hold the dimensions. */
void lg_depthwise_forward(const lg_frame *f, const lg_tensor *y, lg_convolution k);
void lg_depthwise_backward(const lg_frame *f, const lg_tensor *y, lg_convolution k);
int lg_rows_missing(const lg_frame *f, const lg_tensor *x); /* rows of x before token 0, which do not exist */
/* A depthwise convolution with weights w [S,R,K*heads] that differ between tokens: column j*heads + h of w has tap j of
 * head h. The tokens of w are a subset of the tokens of x, and are the tokens of the result. */
lg_tensor *lg_op_dynamic_convolution(lg_graph *g, lg_tensor *x, lg_tensor *w, int heads, int before);
/* The weights of a dynamic convolution: softmax over the taps of each head. Logits are [S,T,K*heads], or shared
 * [K,heads]. Shared logits give shared weights [K,heads] if `rows` is NULL, else weights [S,T,K*heads] for the tokens
 * of `rows` [S,T,N], whose values are not read. With `cut`, a tap has weight 0 if its token is outside begin..end-1, or
 * outside the sequence's span (as in lg_attend; NULL: no spans). */
typedef struct lg_tap_cut {
    int before, begin, end;
} lg_tap_cut;
lg_tensor *lg_op_tap_softmax(lg_graph *g, lg_tensor *logits, int heads, const lg_tap_cut *cut, lg_tensor *rows,
                             lg_tensor *span);
/* x [S,T,N] with zeros for tokens outside the sequence's span. */
lg_tensor *lg_op_span_rows(lg_graph *g, lg_tensor *x, lg_tensor *span);
/* Loss of each row, [S,T,1], in nats; targets [S,T] of the batch. weights: real [S,T] of the batch, factors of the
 * rows' gradients; NULL: all weights are 1. Rows of weight 0 have loss 0 and no gradient, and their targets are not
 * read. Saved array 0 of the result is the argmax, int32 [S,T]. */
lg_tensor *lg_op_cross_entropy(lg_graph *g, lg_tensor *logits, lg_tensor *targets, lg_tensor *weights);
/* Cross-entropy with label smoothing and a penalty on the size of logits (struct lg_cross_entropy). */
typedef struct lg_loss_terms {
    double rest, z;
} lg_loss_terms;
lg_tensor *lg_op_smoothed_cross_entropy(lg_graph *g, lg_tensor *logits, lg_tensor *targets, lg_tensor *weights,
                                        lg_loss_terms terms);
/* An adaptive softmax (Grave et al. 2017), or adaptive input embeddings (Baevski & Auli 2019): ids 0.. in order of
 * decreasing frequency are split into a short list and clusters, each with its own table and width w. */
enum { LG_PARTS_MAX = 8 };
typedef struct lg_adaptive {
    int parts;                      /* number of parts: the short list and the clusters */
    int end[LG_PARTS_MAX];          /* past the last id of each part */
    lg_tensor *table[LG_PARTS_MAX]; /* parameters [rows,w], a row per id. For a softmax, the short list's table also has
                                     * a row per cluster. Further rows are not read */
    lg_tensor *map[LG_PARTS_MAX];   /* parameters [w,K]; NULL: w = K */
    lg_tensor *bias[LG_PARTS_MAX];  /* parameters [rows read]; NULL: none. Only for a softmax */
} lg_adaptive;
/* The loss of each row of x [S,T,K], with the conventions of lg_op_cross_entropy. Saved array 0 is the argmax; in a
 * training graph it is -1 if a cluster is more likely than any id of the short list. */
lg_tensor *lg_op_adaptive_loss(lg_graph *g, const lg_adaptive *a, lg_tensor *x, lg_tensor *targets, lg_tensor *weights);
/* log p of every id, [S,T,ids], of x [S,T,K]. No gradient. */
lg_tensor *lg_op_adaptive_logits(lg_graph *g, const lg_adaptive *a, lg_tensor *x);
/* [S,T,K] = scale * the embeddings of ids [S,T] of the batch. */
lg_tensor *lg_op_adaptive_lookup(lg_graph *g, const lg_adaptive *a, lg_tensor *ids, double scale);

/* Inputs of softmax attention; NULL if a term is absent. See struct lg_attention. Queries are tokens of a timeline of R
 * tokens: the timeline of the keys (then R = T), or another timeline. */
struct lg_attend {
    int heads;
    bool cross;           /* queries have their own timeline: no r, extra or classes, and a dense bias */
    lg_tensor *q, *k, *v; /* q [S,Q,H*D], k and v [S,T,H*D]; or k and v shared [T,H*D], without span */
    lg_tensor *scale;     /* constant [R] */
    lg_tensor *u, *w;     /* parameters [H,D] */
    lg_tensor *r;         /* shared [2T-1, H*D] */
    lg_tensor *extra;     /* [S,H,T,LG_PAD(Q)] */
    lg_tensor *bias;      /* shared or a table, of R queries; Toeplitz or dense, see LG_BIAS_ROW */
    lg_tensor *slope;     /* constant [H]: factor of the bias for each head */
    lg_tensor *visible;   /* int32 [2,R], constant or a table: query i sees keys visible[0][i] <= j < visible[1][i] */
    int prefix;           /* with visible: query i also sees keys j < prefix, if j < visible[1][i] */
    lg_tensor *span; /* int32 [S,2] of the batch, {at, length}: a sequence's queries see keys at <= j < at + length */
    const int *seen; /* [R]: number of visible keys, for counting FLOPs; must outlive the graph. NULL: T */
    /* Each pair of a query and a key has a class below C. pair_keys and pair_values are parameters [C,D]: vectors that
     * are added to the key and to the value of a pair, in all heads. If either is present, classes must be, too: int32,
     * a constant or a table, in the layout of a bias of one head. */
    lg_tensor *pair_keys, *pair_values, *classes;
    double dropout;  /* rate of dropout of the weights, in [0,1); 0: none */
    bool linear;     /* weights are the logits divided by their sum, not a softmax; see struct lg_attention */
    bool summed;     /* the result is read only by lg_op_join */
    bool sinks;      /* attention sinks: the softmax has an additional logit without a key and value */
    lg_tensor *sink; /* the logit of the sink, parameter [H]; NULL: 0 */
    /* Logarithms of forget gates [S,T,H], or a cache of such logarithms; only lg_op_forget_scores reads them. */
    lg_tensor *gates;
};
lg_tensor *lg_op_attention(lg_graph *g, const lg_attend *a);
/* Repeats each head of D columns `times` times in a row: keys and values for grouped queries. x is [S,T,G*D], or shared
 * [T,G*D]. times 1 records nothing and returns x. */
lg_tensor *lg_op_repeat_heads(lg_graph *g, lg_tensor *x, int D, int times);
/* Joins two attentions of the same queries into one softmax over the keys of both; see struct lg_joined. Both must be
 * `summed`. */
lg_tensor *lg_op_join(lg_graph *g, int heads, lg_tensor *a, lg_tensor *b);
/* x [S,T,H*D] with each head normalized to unit length and multiplied by |factor| of the head; `factor` is shared [H],
 * or NULL: 1. See struct lg_unit_heads. */
lg_tensor *lg_op_unit_heads(lg_graph *g, int heads, lg_tensor *x, lg_tensor *factor);
/* Attention of queries [S,Q,N] to the `most` nearest of the last `there` stored rows. keys and values: [S,R,N], without
 * gradient. `summed` as in lg_attend. See struct lg_retrieval. */
lg_tensor *lg_op_retrieve(lg_graph *g, int heads, lg_tensor *q, lg_tensor *keys, lg_tensor *values, int there, int most,
                          bool summed);
/* Index of a saved array of a summed attention: the logarithms of its softmax sums, [S, H, LG_PAD(Q)]. In training
 * their gradients follow in the same array, written by the op that reads the sums. */
enum { LG_LOG_SUMS = 2 };
static inline lg_view lg_log_sum_gradient(const lg_frame *f, const lg_tensor *y) {
    return y->needs_gradient ? lg_view_at(lg_saved(f, y, LG_LOG_SUMS), y->saved_bytes[LG_LOG_SUMS] / 2) : (lg_view){0};
}
/* The logits of attention with inputs `a`, before the mask, [S,H,T,LG_PAD(Q)] key-major; v, visible and span are not
 * read. For inspection: no gradient. */
lg_tensor *lg_op_attention_logits(lg_graph *g, const lg_attend *a);

/* A Toeplitz bias is [H, LG_BIAS_ROW(T)]: element LG_BIAS_ZERO(T) + i - j of row h is the bias of query i for key j in
 * head h.
 * A dense bias is [H, T, LG_PAD(R)], element (h, j, i), followed by LG_LANES readable elements. R is T or, if queries
 * have their own timeline, its number of tokens.
 * H is 1 if all heads share the bias. */
#define LG_BIAS_ZERO(T) LG_PAD(T)
#define LG_BIAS_ROW(T)  (2 * LG_PAD(T) + LG_LANES)

/* Trained biases of H heads: bias[h,.] = table[h, index[.]], table [H,R]. `index`, like distances below, has the layout
 * of a bias of one head. If it is a constant, the bias is shared; if it is a table, so is the bias. */
lg_tensor *lg_op_bias_lookup(lg_graph *g, lg_tensor *table, lg_tensor *index);
/* y[h,.] = formula(places[.], head = h). The formula's first operand is the place, its second is the head; `fixed`
 * [operands] has the values of the other operands. Parameters are in the formula's order, each [H], [H,count], [count]
 * or [1]. The formula must outlive the graph. Places are a constant [P], or have the layout of a bias of one head. */
typedef struct lg_formula_pairs {
    lg_tensor *places;
    lg_tensor *queries, *keys; /* positions [T], for places that are dense pairs; NULL: not read */
} lg_formula_pairs;
lg_tensor *lg_op_formula(lg_graph *g, const lg_formula *formula, const double *fixed, int heads,
                         const lg_formula_pairs *at, lg_tensor *const *parameters);
/* y = formula(x) of each element; the formula is of the kind lg_formula_mixer. NULL after a failure. */
lg_tensor *lg_op_formula_map(lg_graph *g, const lg_formula *formula, lg_tensor *x);
/* y[s,t,hD+d] = gain[h,t] x[s,t,hD+d]; gain is [H,T] or [H,LG_PAD(T)], the same for all sequences. */
lg_tensor *lg_op_head_gain(lg_graph *g, lg_tensor *x, lg_tensor *gain);
/* A dense bias: bias[h,j,i] = scale x[i,h] . z[j,h] + base[h,j,i], with other values for the first token if `apart` is
 * true; see struct lg_bias_product. x and z are [lead+T,H*D], shared. base is a dense bias, or NULL. own is [2,H] if
 * lead is 0 and `apart` is true, else NULL. */
typedef struct lg_bias_product_args {
    int heads, lead;
    bool apart;
    double scale;
} lg_bias_product_args;
lg_tensor *lg_op_bias_product(lg_graph *g, const lg_bias_product_args *a, lg_tensor *x, lg_tensor *z, lg_tensor *base,
                              lg_tensor *own);
/* Inputs of an interpolated bias; see struct lg_interpolated_bias. Constants: distances [1,T,LG_PAD(T)], in the layout
 * of a dense bias of one head, and positions [T]. Parameters: c and m [1], w1 and b1 [F], w2 [F,H], b2 [H]. */
typedef struct lg_interpolation {
    double threshold, epsilon;
    lg_tensor *distances, *positions, *c, *m, *w1, *b1, *w2, *b2;
} lg_interpolation;
lg_tensor *lg_op_interpolated_bias(lg_graph *g, const lg_interpolation *a);
/* For ops that compute biases. Sets the shape of y to a bias of `heads` heads, with the layout of the one-head bias
 * `layout`. */
bool lg_bias_shape(lg_tensor *y, const lg_tensor *layout, int heads, lg_error *err);

/* Inputs of geometric attention. See struct lg_geometric. */
typedef struct lg_geometric_inputs {
    int heads;
    bool normalise;
    lg_tensor *q, *k, *v;            /* [S,T,H*D] */
    lg_tensor *direction;            /* [S,T,2H] */
    lg_tensor *c;                    /* parameter [H,D] */
    lg_tensor *alpha, *beta, *gamma; /* parameters [1] */
    lg_tensor *visible;              /* as in lg_attend */
    int prefix;                      /* as in lg_attend */
    const int *seen;
    double dropout; /* as in lg_attend */
} lg_geometric_inputs;
lg_tensor *lg_op_geometric(lg_graph *g, const lg_geometric_inputs *a);

/* extra[s,h,j,i] = (q[i]+w[h]) . r[h,index[j,i]]; r shared [R,H*D], index int32 [T,LG_PAD(T)], a constant or a
 * table. */
lg_tensor *lg_op_pair_scores(lg_graph *g, lg_tensor *q, lg_tensor *w, lg_tensor *r, lg_tensor *index, int heads);

/* Scores of real-valued distances, an `extra` of attention:
 *   extra[s,h,j,i] = (q[i]+w[h]) . map[:,h] [sin | cos](p[j] - p[i])
 * for q [S,Q,H*D] and parameters w [H,D] and map [N,H*D]. angles [T,N], a constant or a table, has the sines and
 * cosines of the positions p of all tokens. */
lg_tensor *lg_op_sinusoid_scores(lg_graph *g, lg_tensor *q, lg_tensor *w, lg_tensor *map, lg_tensor *angles, int heads);

/* Scores of contextual positions, an `extra` of attention, for position vectors e [P+1,D]. The op reads q, k, visible,
 * prefix, span and seen of `a`. If `scaled` is false, it also reads scale and divides the scores by scale, because
 * attention multiplies all scores by scale. */
lg_tensor *lg_op_contextual_scores(lg_graph *g, const lg_attend *a, lg_tensor *e, bool scaled);

/* The forgetting term of the scores, an `extra` of attention. The op reads gates, scale and the token indices of q of
 * `a`. */
lg_tensor *lg_op_forget_scores(lg_graph *g, const lg_attend *a);

/* Distances clipped to a width; see struct lg_clipped_scores. The three tensors are all constants or all tables. */
typedef struct lg_clipping {
    double width;
    bool halves;              /* pairs of columns, as in lg_op_rotate */
    lg_tensor *position;      /* [T] */
    lg_tensor *cosine, *sine; /* [T+1,pairs], pairs at most D/2 */
} lg_clipping;
/* The term that clipping adds to scores of rotated queries and keys, an `extra` of attention. The op reads q, k,
 * visible, prefix, span and seen of `a`. */
lg_tensor *lg_op_clipped_scores(lg_graph *g, const lg_attend *a, const lg_clipping *c);

/* Number of visible pairs of a query and a key; keys are T tokens. Queries are the rows of `queries` in a run at token
 * `at`. */
double lg_visible_pairs(const int *seen, const lg_tensor *queries, int at, int T);

/* For examples of ops: a normally initialized parameter named by its index, and constants of pseudo-random values. */
lg_tensor *lg_example_parameter(lg_graph *g, int rank, const int *shape);
lg_tensor *lg_example_numbers(lg_graph *g, int rank, const int *shape, size_t lead, size_t tail);
lg_tensor *lg_example_integers(lg_graph *g, int rank, const int *shape, int below);
/* Visible keys of T tokens: each token sees its own key and `before` earlier ones. */
lg_tensor *lg_example_visible(lg_graph *g, int T, int before);
/* Constants for examples that differ between sequences (tables). The context of their fill functions points to the
 * index of the sequence. */
int lg_example_sequence(const void *context);
lg_tensor *lg_example_visible_table(lg_graph *g, int T); /* visible keys of packed sequences, different in each row */
lg_tensor *lg_example_table(lg_graph *g, int rank, const int *shape);
lg_tensor *lg_example_integer_table(lg_graph *g, int rank, const int *shape, int below);

/* The threshold that dropout at a given rate compares 16-bit random numbers with. */
static inline uint16_t lg_dropout_threshold(double rate) {
    return (uint16_t)(rate * 65536 + 0.5);
}
/* The factor of kept elements: the inverse of the exact probability that a number reaches the threshold. */
static inline real lg_dropout_scale(uint16_t threshold) {
    return (real)(65536.0 / (65536.0 - threshold));
}
/* Dropout of the weights of an attention op. It takes a new dropout site if the rate is not 0. lg_weight_dropout_of
 * adds the random key and the index of the first sequence of a run. */
static inline lg_weight_dropout lg_drop_weights(lg_graph *g, double rate) {
    const uint16_t threshold = lg_dropout_threshold(rate);
    return threshold ? (lg_weight_dropout){.site = g->sites++,
                                           .threshold = threshold,
                                           .keep_scale = lg_dropout_scale(threshold)}
                     : (lg_weight_dropout){0};
}
static inline lg_weight_dropout lg_weight_dropout_of(const lg_frame *f, lg_weight_dropout d) {
    d.key = f->dropout, d.sequence = f->stream;
    return d;
}

#endif
