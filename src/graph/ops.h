/* ops.h: constructors of ops. Each records one op and returns its result; formulas stand in kernel/kernel.h and in the
 * op's file. Letters: S sequences, T tokens, N columns, H heads, D columns of a head. Tensors of the batch are
 * [S,T,N]; shared tensors are [R,N]. */
#ifndef LG_GRAPH_OPS_H
#define LG_GRAPH_OPS_H

#include "graph/graph.h"
#include "kernel/kernel.h"

/* [S,T,N] = scale * table[ids], table [V,N], ids [S,T]; or [T,N] when ids is a constant [T], and so for any rank. */
lg_tensor *lg_op_lookup(lg_graph *g, lg_tensor *table, lg_tensor *ids, double scale);
double lg_op_lookup_scale(const lg_tensor *y);
/* x[s,t,:] + a[t,:], a [T,N] shared, or a table of them. */
lg_tensor *lg_op_add_rows(lg_graph *g, lg_tensor *x, lg_tensor *a);
/* Inverted dropout with rate in [0,1); rate 0 records nothing and returns x. */
lg_tensor *lg_op_dropout(lg_graph *g, lg_tensor *x, double rate);
/* act(x w + bias); w [K,N] and bias [N] are parameters, bias may be NULL. Where x is looked up by token, without bias
 * and act, it becomes a look-up in the mapped table (unless the graph has no_pruning): V rows to map once, not all
 * tokens.
 */
lg_tensor *lg_op_linear(lg_graph *g, lg_tensor *x, lg_tensor *w, lg_tensor *bias, lg_activation act);
/* x table[0..rows-1]^T + bias for a parameter table [V,K]: products with its first rows, as a tied read-out needs them;
 * bias [rows] may be NULL. */
lg_tensor *lg_op_linear_transposed(lg_graph *g, lg_tensor *x, lg_tensor *table, lg_tensor *bias, int rows);
/* x w in float32, whatever the precision of maps is. */
lg_tensor *lg_op_linear_full(lg_graph *g, lg_tensor *x, lg_tensor *w);
bool lg_op_linear_is_full(const lg_tensor *y);
/* From now on the linear map y reads its x in this converted form (convert.c). */
void lg_op_linear_reads(lg_tensor *y, lg_tensor *converted);
/* In a scan the gradients of a linear map's parameters are summed for all time steps at once, when the last is through
 * (lg_op_linear_sum_steps, with the frame of step 0): a few rows a step would move the whole gradient for each. Not
 * where maps read bfloat16. */
bool lg_op_linear_sums_later(const lg_graph *g, const lg_tensor *y);
void lg_op_linear_sum_steps(const lg_frame *f, const lg_tensor *y, int steps);
/* Whether y is a linear map whose backward pass does not write to its gradient. */
bool lg_op_linear_keeps_gradient(const lg_tensor *y);
/* act(a + b), act LG_LINEAR or LG_RELU; b may be NULL. */
lg_tensor *lg_op_add_activate(lg_graph *g, lg_tensor *a, lg_tensor *b, lg_activation act);
/* A step of an LSTM: its output [S,T,K], and its cell `c`, from z [S,T,4K], which nothing else reads, and the cell
 * before [S,T,K]. */
lg_tensor *lg_op_lstm(lg_graph *g, lg_tensor *z, lg_tensor *before, lg_tensor **c);

/* A recurrence: one time step, recorded once, that runs for each token of x [S,T,N] from the first to the last. Between
 * lg_scan_begin and lg_scan_end the caller records the step with `x` and `before` on `step` and sets `after`, the
 * states as the step leaves them. A step has no dropout and no constants, and of the batch one tensor that it borrows.
 * What depends on no state belongs outside of the scan, for all tokens at once. */
enum { LG_MAX_STATES = 4 };
struct lg_scan {
    lg_graph *step; /* S sequences, one token */
    lg_tensor *x;   /* [S,1,N]: the token's row of the input */
    int states;
    lg_tensor *before[LG_MAX_STATES]; /* [S,1,K]; zeros at the first token */
    lg_tensor *after[LG_MAX_STATES];  /* results of ops, no two the same */
    lg_tensor *input;                 /* the x of all tokens */
    lg_tensor *batch, *borrowed;      /* what steps read of the batch, in the graph and in the step; NULL: nothing */
};
/* Gives the arrays of the planned time step of a scan their addresses for so many steps; bytes of all of them. What the
 * backward pass reads is there for each step, and all steps of an array are one array without gaps: a state before a
 * step lies where it was after the one before. A sum and what it adds have one array of gradients where these are all
 * alike. */
size_t lg_graph_place_steps(lg_graph *g, const lg_scan *s, int steps);
lg_scan lg_scan_begin(lg_graph *g, lg_tensor *x, int states, const int *columns);
lg_tensor *lg_scan_end(lg_graph *g, const lg_scan *s, lg_tensor *y); /* y of each token: [S,T,columns(y)] */
lg_tensor *lg_scan_borrow(lg_scan *s, lg_tensor *batch); /* a tensor of the batch of the graph, as the step reads it */

/* Softmax of each of `groups` parts of the columns of x. */
lg_tensor *lg_op_group_softmax(lg_graph *g, lg_tensor *x, int groups);
/* Memories beside a recurrent network, which these ops keep from one time step of a scan to the next (struct
 * lg_store_step, struct lg_nd_stack). Each gives what is read of the memory after the step: parts * columns, of the
 * weights of a stack of all runs the reading. ids [S,T] are borrowed. */
typedef struct lg_store_size {
    int steps; /* of the scan, at most */
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

/* Rotary embedding; cosine, sine [T, D/2], or tables of them. */
lg_tensor *lg_op_rotate(lg_graph *g, lg_tensor *x, lg_tensor *cosine, lg_tensor *sine, int heads, bool halves);
/* How a row is normalised; see struct lg_add_norm. */
typedef struct lg_norm_law {
    bool rms; /* by its mean square, else by mean and variance */
    double epsilon;
} lg_norm_law;
/* norm(h + dropout(o)), or norm(h) where o is NULL, of rows that may be shared; gamma, beta [N], beta may be NULL.
 * Without o also of each head of D columns, gamma and beta [D]. */
lg_tensor *lg_op_add_norm(lg_graph *g, lg_norm_law law, lg_tensor *h, lg_tensor *o, lg_tensor *gamma, lg_tensor *beta,
                          double rate);
/* h + dropout(o). */
lg_tensor *lg_op_add(lg_graph *g, lg_tensor *h, lg_tensor *o, double rate);
lg_tensor *lg_op_scale(lg_graph *g, lg_tensor *x, double factor);
/* act(x), of those that are no part of linear maps. */
lg_tensor *lg_op_elementwise(lg_graph *g, lg_tensor *x, lg_activation act);
/* a * b, number by number. */
lg_tensor *lg_op_product(lg_graph *g, lg_tensor *a, lg_tensor *b);
/* Columns of x [S,T,N] times shared numbers [H], each for N/H neighbouring columns: of each column, or one of all. */
lg_tensor *lg_op_gain(lg_graph *g, lg_tensor *x, lg_tensor *gain);
extern const lg_op lg_op_desc_select_rows, lg_op_desc_lookup, lg_op_desc_linear, lg_op_desc_attention,
    lg_op_desc_bias_lookup, lg_op_desc_formula, lg_op_desc_bias_product, lg_op_desc_interpolated_bias,
    lg_op_desc_add_activate;
/* Tokens first..first+count-1 of each sequence. */
lg_tensor *lg_op_select_rows(lg_graph *g, lg_tensor *x, int first, int count);
/* The cache [S,T,N] after rows [S,Q,N] were written in place to its tokens from their first on (lg_first). Without
 * gradient: not in a graph that trains. Attention reads it as its keys or its values. */
lg_tensor *lg_op_append(lg_graph *g, lg_tensor *cache, lg_tensor *rows);
/* Rows both, or a cache of keys and one of values, alike, for so many heads of queries? Values may be absent where keys
 * are rows. */
static inline bool lg_cached_alike(const lg_tensor *keys, const lg_tensor *values, int heads) {
    if (!values || !keys->cached || !values->cached) return !keys->cached && !(values && values->cached);
    return keys->cached == LG_CACHED_KEYS && values->cached == LG_CACHED_VALUES && heads % keys->heads == 0 &&
           values->heads == keys->heads && keys->ring.rows == values->ring.rows &&
           keys->ring.fixed == values->ring.fixed;
}
/* a, then b: [S,T1+T2,N], whose tokens count from 0, or, in a stepping graph, so that b keeps its own; or [..,N1+N2] of
 * tensors that have the same rows. */
lg_tensor *lg_op_concatenate_tokens(lg_graph *g, lg_tensor *a, lg_tensor *b);
lg_tensor *lg_op_concatenate_columns(lg_graph *g, lg_tensor *a, lg_tensor *b);
/* Columns first..first+count-1 of each row. */
lg_tensor *lg_op_slice(lg_graph *g, lg_tensor *x, int first, int count);
/* A shared x [R,N] for each sequence: [S,R,N]. */
lg_tensor *lg_op_repeat(lg_graph *g, lg_tensor *x);
/* The sum of the rows of each sequence of x [S,T,N]: [S,1,N]. */
lg_tensor *lg_op_sum_tokens(lg_graph *g, lg_tensor *x);
/* Rows by an int32 index [S,C], of the batch or computed; one that is no row, -1 say, gives a row of zeros, or drops
 * the row. gather_rows: the C rows of x [S,T,N] that it names, counted from x's first row. scatter_rows: x [S,C,N]
 * summed into `rows` rows, others are 0. Tokens of the results count from 0. */
lg_tensor *lg_op_gather_rows(lg_graph *g, lg_tensor *x, lg_tensor *index);
lg_tensor *lg_op_scatter_rows(lg_graph *g, lg_tensor *x, lg_tensor *index, int rows);
/* One index for each of S x C slots? */
static inline bool lg_index_fits(const lg_tensor *index, int S, int C) {
    return index->integer && !index->shared && index->rank > 1 && lg_rows(index) * lg_columns(index) == S * C;
}
/* Mixtures of experts. Where the tokens of each sequence go, int32 [S,T], by logits [S,T,E]: see struct lg_route;
 * without gradient. */
typedef struct lg_routing {
    bool balanced; /* else greedy, with */
    int slots;     /* so many of each expert; 0: no limit */
} lg_routing;
lg_tensor *lg_op_route(lg_graph *g, lg_tensor *logits, lg_routing r);
/* How much they count there, [S,T,1]: their share of the softmax, or sigmoid(logit); 0 for who goes to none. */
lg_tensor *lg_op_gate(lg_graph *g, lg_tensor *logits, lg_tensor *expert, bool sigmoid);
/* The loss of each sequence [S,1,1] of struct lg_balance, which starts a backward pass with the frame's group_weight;
 * choice [S,T]: where tokens would go without a limit. */
lg_tensor *lg_op_balance(lg_graph *g, lg_tensor *logits, lg_tensor *choice, double balance, double z);
/* act(x w[e] + bias[e]) with the expert e of each token of x [S,Q,K]; 0 for who goes to none. w [E,K,N], bias [E,N] or
 * NULL. The work is that of the tokens that go to some. */
lg_tensor *lg_op_expert_linear(lg_graph *g, lg_tensor *x, lg_tensor *expert, lg_tensor *w, lg_tensor *bias,
                               lg_activation act);
/* x [S,T,N] with each row multiplied by its number of g [S,T,1]. */
lg_tensor *lg_op_scale_rows(lg_graph *g, lg_tensor *x, lg_tensor *factors);
/* x with each number multiplied by a random one in 1 - width .. 1 + width; width 0 records nothing and returns x. */
lg_tensor *lg_op_jitter(lg_graph *g, lg_tensor *x, double width);
/* Each of E groups of neighbouring columns of x [S,T,N] mapped along the tokens: see struct lg_token_map. w [E,R,R],
 * bias [E,R]. */
lg_tensor *lg_op_token_map(lg_graph *g, lg_tensor *x, lg_tensor *w, lg_tensor *bias, bool causal);
/* sum_j w[j, head of the column] x[s,t+j-before,:] of x [S,T,N] and shared weights [K,N], or [K,H] for heads of N/H
 * columns; before: K-1 for causal ones, K/2 for centred ones. Zeros beyond both ends. lead: so many rows of x are of
 * tokens before the first one of the result, and are only read. */
lg_tensor *lg_op_depthwise_convolution(lg_graph *g, lg_tensor *x, lg_tensor *w, int before, int lead);
/* For ops that are one, of y's first input with its second one as weights: `k` has the dimensions. */
void lg_depthwise_forward(const lg_frame *f, const lg_tensor *y, lg_convolution k);
void lg_depthwise_backward(const lg_frame *f, const lg_tensor *y, lg_convolution k);
int lg_rows_missing(const lg_frame *f, const lg_tensor *x); /* rows of tokens before token 0, which are not there */
/* The same with weights w [S,R,K*heads] of each token: tap j of head h is column j*heads + h. The tokens of w are among
 * those of x, whose other rows are only read. */
lg_tensor *lg_op_dynamic_convolution(lg_graph *g, lg_tensor *x, lg_tensor *w, int heads, int before);
/* Such weights, by softmax over the taps of each head: of logits [S,T,K*heads], or of shared ones [K,heads]. Shared
 * ones give weights [S,T,K*heads] of the tokens of `rows` [S,T,N], which is not read otherwise; NULL: those of all,
 * [K,heads]. With `cut` taps that read no token begin..end-1, or none of the sequence's span (as in lg_attend; NULL:
 * all are there), weigh 0. */
typedef struct lg_tap_cut {
    int before, begin, end;
} lg_tap_cut;
lg_tensor *lg_op_tap_softmax(lg_graph *g, lg_tensor *logits, int heads, const lg_tap_cut *cut, lg_tensor *rows,
                             lg_tensor *span);
/* x [S,T,N] with zeros in place of the tokens that are not in the sequence's span. */
lg_tensor *lg_op_span_rows(lg_graph *g, lg_tensor *x, lg_tensor *span);
/* Loss of each row [S,T,1], in nats; targets [S,T] of the batch. weights: real [S,T] of the batch, factors of the rows'
 * gradients; rows of weight 0 have the loss 0 and no gradient, and their targets are not read. NULL: all are 1. saved 0
 * of the result is the argmax, int32 [S,T]. */
lg_tensor *lg_op_cross_entropy(lg_graph *g, lg_tensor *logits, lg_tensor *targets, lg_tensor *weights);
/* The same with a smoothed target, and a penalty of the size of logits (lg_cross_entropy). */
typedef struct lg_loss_terms {
    double rest, z;
} lg_loss_terms;
lg_tensor *lg_op_smoothed_cross_entropy(lg_graph *g, lg_tensor *logits, lg_tensor *targets, lg_tensor *weights,
                                        lg_loss_terms terms);
/* An adaptive softmax (Grave et al. 2017), or token vectors of the same make (Baevski & Auli 2019): ids 0.. by falling
 * frequency, cut into a short list and clusters, each with a table of a width w of its own. */
enum { LG_PARTS_MAX = 8 };
typedef struct lg_adaptive {
    int parts;                      /* the short list, and clusters */
    int end[LG_PARTS_MAX];          /* past the last id of each */
    lg_tensor *table[LG_PARTS_MAX]; /* parameters [rows,w]: a row for each id; as a softmax the short list has a further
                                       one for each cluster. More rows are not read */
    lg_tensor *map[LG_PARTS_MAX];   /* parameters [w,K]; NULL: w = K */
    lg_tensor *bias[LG_PARTS_MAX];  /* parameters [rows that are read]; NULL: none. Read by a softmax */
} lg_adaptive;
/* The loss of each row of x [S,T,K], with the conventions of lg_op_cross_entropy; saved 0 is the argmax where the graph
 * does not train, else -1 where a cluster is more likely than any id of the short list. */
lg_tensor *lg_op_adaptive_loss(lg_graph *g, const lg_adaptive *a, lg_tensor *x, lg_tensor *targets, lg_tensor *weights);
/* log p of every id, [S,T,ids], of x [S,T,K]; without gradient. */
lg_tensor *lg_op_adaptive_logits(lg_graph *g, const lg_adaptive *a, lg_tensor *x);
/* [S,T,K] = scale * the vectors of ids [S,T] of the batch. */
lg_tensor *lg_op_adaptive_lookup(lg_graph *g, const lg_adaptive *a, lg_tensor *ids, double scale);

/* Inputs of softmax attention; NULL where a term is absent. See struct lg_attention. Queries are tokens of a timeline
 * of R: of that of the keys, and then R = T, or of another one. */
struct lg_attend {
    int heads;
    bool cross;           /* queries have a timeline of their own: no r, extra or classes, and a dense bias */
    lg_tensor *q, *k, *v; /* [S,Q,H*D], [S,T,H*D] twice; or k and v shared [T,H*D], with no span */
    lg_tensor *scale;     /* constant [R] */
    lg_tensor *u, *w;     /* parameters [H,D] */
    lg_tensor *r;         /* shared [2T-1, H*D] */
    lg_tensor *extra;     /* [S,H,T,LG_PAD(Q)] */
    lg_tensor *bias;      /* shared or a table: Toeplitz or dense, see LG_BIAS_ROW; of R queries */
    lg_tensor *slope;     /* constant [H]: factor of the bias for each head */
    lg_tensor *visible;   /* int32 [2,R], constant or a table: query i sees keys visible[0][i] <= j < visible[1][i] */
    int prefix;           /* with visible: query i also sees the keys j < prefix, if j < visible[1][i] */
    lg_tensor *span; /* int32 [S,2] of the batch, {at, length}: a sequence's queries see keys at <= j < at + length */
    const int *seen; /* [R]: how many keys that are, for counting flops; lives as long as the graph. NULL: T */
    /* Parameters [C,D]: what a pair adds to its key and its value, by its class, in all heads. classes, with either of
     * them: int32, a constant or a table, like a bias of one head, one of C for each pair. */
    lg_tensor *pair_keys, *pair_values, *classes;
    double dropout;  /* rate of dropout of the weights, in [0,1); 0: none */
    bool summed;     /* it is read by lg_op_join, and by nothing else */
    bool sinks;      /* a further weight of the softmax has no value: its logit is */
    lg_tensor *sink; /* parameter [H]; NULL: 0 */
    /* [S,T,H], or a cache of it: logarithms of what tokens leave of those before them, for lg_op_forget_scores alone.
     */
    lg_tensor *gates;
};
lg_tensor *lg_op_attention(lg_graph *g, const lg_attend *a);
/* x [S,T,G*D], or shared [T,G*D], with each of its heads of D columns `times` times in a row: keys and values for as
 * many heads as queries have. times 1 records nothing and returns x. */
lg_tensor *lg_op_repeat_heads(lg_graph *g, lg_tensor *x, int D, int times);
/* Two attentions of the same queries, both summed, as one softmax over the keys of both: see struct lg_joined. */
lg_tensor *lg_op_join(lg_graph *g, int heads, lg_tensor *a, lg_tensor *b);
/* x [S,T,H*D] by heads of unit length, times |factor| of each, shared [H]; NULL: 1. See struct lg_unit_heads. */
lg_tensor *lg_op_unit_heads(lg_graph *g, int heads, lg_tensor *x, lg_tensor *factor);
/* Attention of queries [S,Q,N] to the `most` nearest of the last `there` rows that are stored, keys and values [S,R,N]
 * without gradient. summed: as in lg_attend. See struct lg_retrieval. */
lg_tensor *lg_op_retrieve(lg_graph *g, int heads, lg_tensor *q, lg_tensor *keys, lg_tensor *values, int there, int most,
                          bool summed);
/* Where a summed attention has the logarithms of its sums [S, H, LG_PAD(Q)], and behind them in training their
 * gradients, which the op that reads them writes. */
enum { LG_LOG_SUMS = 2 };
static inline lg_view lg_log_sum_gradient(const lg_frame *f, const lg_tensor *y) {
    return y->needs_gradient ? lg_view_at(lg_saved(f, y, LG_LOG_SUMS), y->saved_bytes[LG_LOG_SUMS] / 2) : (lg_view){0};
}
/* The logits of these terms before the mask, [S,H,T,LG_PAD(Q)] key-major; v, visible and span are not read. For
 * inspection: without gradient. */
lg_tensor *lg_op_attention_logits(lg_graph *g, const lg_attend *a);

/* A Toeplitz bias is [H, LG_BIAS_ROW(T)], and element LG_BIAS_ZERO(T) + i - j of row h is the bias of query i for key j
 * under head h; a dense one is [H, T, LG_PAD(R)], element (h, j, i), with LG_LANES readable elements behind it, where R
 * is T, or the number of tokens of the queries' own timeline. With one row or matrix for all heads H is 1. */
#define LG_BIAS_ZERO(T) LG_PAD(T)
#define LG_BIAS_ROW(T)  (2 * LG_PAD(T) + LG_LANES)

/* Trained biases of H heads. bias[h,.] = table[h, index[.]], table [H,R]; index and distances are constants, or tables,
 * in the layout of a bias of one head, and so is the bias shared or a table. */
lg_tensor *lg_op_bias_lookup(lg_graph *g, lg_tensor *table, lg_tensor *index);
/* y[h,.] = formula(places[.], head = h): of its operands the first is that of the place, the second the head, and
 * `fixed` [operands] has the others. Parameters are in its order, each [H], [H,count], [count] or [1]. The formula
 * lives as long as the graph. Places are constant [P], or like a bias of one head. */
typedef struct lg_formula_pairs {
    lg_tensor *places;
    lg_tensor *queries, *keys; /* positions [T], of places that are dense pairs; NULL: they are not read */
} lg_formula_pairs;
lg_tensor *lg_op_formula(lg_graph *g, const lg_formula *formula, const double *fixed, int heads,
                         const lg_formula_pairs *at, lg_tensor *const *parameters);
/* y = formula(x) of each number (place lg_formula_mixer); NULL after a failure. */
lg_tensor *lg_op_formula_map(lg_graph *g, const lg_formula *formula, lg_tensor *x);
/* y[s,t,hD+d] = gain[h,t] x[s,t,hD+d]: gain [H,T], or [H,LG_PAD(T)], of all sequences. */
lg_tensor *lg_op_head_gain(lg_graph *g, lg_tensor *x, lg_tensor *gain);
/* Dense: bias[h,j,i] = scale x[i,h] . z[j,h] + base[h,j,i], and another number where the first token is apart; see
 * struct lg_bias_product. x and z [lead+T,H*D], shared; base dense, or NULL; own [2,H], where lead is 0 and the first
 * token is apart, else NULL. */
typedef struct lg_bias_product_args {
    int heads, lead;
    bool apart;
    double scale;
} lg_bias_product_args;
lg_tensor *lg_op_bias_product(lg_graph *g, const lg_bias_product_args *a, lg_tensor *x, lg_tensor *z, lg_tensor *base,
                              lg_tensor *own);
/* What an interpolated bias is made of; see struct lg_interpolated_bias. Constants distances [1,T,LG_PAD(T)], as a
 * dense bias of one head, and positions [T]; parameters c and m [1], w1 and b1 [F], w2 [F,H], b2 [H]. */
typedef struct lg_interpolation {
    double threshold, epsilon;
    lg_tensor *distances, *positions, *c, *m, *w1, *b1, *w2, *b2;
} lg_interpolation;
lg_tensor *lg_op_interpolated_bias(lg_graph *g, const lg_interpolation *a);
/* For these ops: the shape of y, for `heads` heads, like a layout for one. */
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
    int prefix;                      /* likewise */
    const int *seen;
    double dropout; /* likewise */
} lg_geometric_inputs;
lg_tensor *lg_op_geometric(lg_graph *g, const lg_geometric_inputs *a);

/* extra[s,h,j,i] = (q[i]+w[h]) . r[h,index[j,i]]; r shared [R,H*D], index int32 [T,LG_PAD(T)], a constant or a
 * table. */
lg_tensor *lg_op_pair_scores(lg_graph *g, lg_tensor *q, lg_tensor *w, lg_tensor *r, lg_tensor *index, int heads);

/* Scores of real distances, an `extra` of attention: extra[s,h,j,i] = (q[i]+w[h]) . map[:,h] [sin | cos](p[j] - p[i]);
 * q [S,Q,H*D], parameters w [H,D] and map [N,H*D], angles [T,N] the sines and cosines of the positions p of all tokens,
 * a constant or a table. */
lg_tensor *lg_op_sinusoid_scores(lg_graph *g, lg_tensor *q, lg_tensor *w, lg_tensor *map, lg_tensor *angles, int heads);

/* Scores of contextual positions, an `extra` of the attention of these queries and keys: of `a` are read q, k, visible,
 * prefix, span and seen, and its scale where `scaled` is false: then the attention's scale is undone. e [P+1,D]. */
lg_tensor *lg_op_contextual_scores(lg_graph *g, const lg_attend *a, lg_tensor *e, bool scaled);

/* What forgetting adds to scores, an `extra` of the attention of these queries: of `a` are read gates, scale, and of q
 * which tokens these are. */
lg_tensor *lg_op_forget_scores(lg_graph *g, const lg_attend *a);

/* Distances beyond a width: see struct lg_clipped_scores. Constants, or all three tables. */
typedef struct lg_clipping {
    double width;
    bool halves;              /* pairs of columns, as in lg_op_rotate */
    lg_tensor *position;      /* [T] */
    lg_tensor *cosine, *sine; /* [T+1,pairs], pairs at most D/2 */
} lg_clipping;
/* What clipping adds to the scores of rotated queries and keys, an `extra` of their attention: of `a` are read q, k,
 * visible, prefix, span and seen. */
lg_tensor *lg_op_clipped_scores(lg_graph *g, const lg_attend *a, const lg_clipping *c);

/* Pairs of a query, which are the rows of a tensor in a run with this `at`, and one of T keys that it sees. */
double lg_visible_pairs(const int *seen, const lg_tensor *queries, int at, int T);

/* For examples of ops: a parameter named by its index with normal initial values, and a constant of given numbers.
 */
lg_tensor *lg_example_parameter(lg_graph *g, int rank, const int *shape);
lg_tensor *lg_example_numbers(lg_graph *g, int rank, const int *shape, size_t lead, size_t tail);
lg_tensor *lg_example_integers(lg_graph *g, int rank, const int *shape, int below);
/* What queries of T tokens see: their own keys and so many before. */
lg_tensor *lg_example_visible(lg_graph *g, int T, int before);
/* Tables like these, which differ from one sequence to the next: their context is its number. */
int lg_example_sequence(const void *context);
lg_tensor *lg_example_visible_table(lg_graph *g, int T); /* what tokens see that are packed, other ones in each */
lg_tensor *lg_example_table(lg_graph *g, int rank, const int *shape);
lg_tensor *lg_example_integer_table(lg_graph *g, int rank, const int *shape, int below);

/* Threshold of the 16-bit numbers for a dropout rate, and what kept elements are multiplied with: the inverse of the
 * probability that the threshold really keeps. */
static inline uint16_t lg_dropout_threshold(double rate) {
    return (uint16_t)(rate * 65536 + 0.5);
}
static inline real lg_dropout_scale(uint16_t threshold) {
    return (real)(65536.0 / (65536.0 - threshold));
}
/* Dropout of the weights of an attention op, at a site of its own if there is any; with the key and the sequences of a
 * run. */
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
