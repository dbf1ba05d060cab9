/* op_attention.c: softmax attention with every position term of the master equation; see struct lg_attention. A
 * training graph saves what the backward pass needs; otherwise scores and weights never leave the kernel. */
#include <math.h>

#include "graph/ops.h"
#include "graph/parts.h"
#include "graph/split.h"
#include "kernel/kernel.h"

typedef struct attention_args {
    int heads;
    bool toeplitz;         /* layout of the bias */
    bool toeplitz_classes; /* layout of the classes */
    bool cross;            /* queries have their own timeline */
    bool linear;           /* weights are logits divided by their sum, not a softmax */
    bool summed;           /* saves the logarithms of the softmax sums for lg_op_join */
    bool sinks;            /* the softmax has an additional logit without a key (attention sink) */
    int prefix;            /* number of keys at the start that are visible in addition to those in `visible` */
    const int *seen;
    lg_weight_dropout dropout;
} attention_args;

enum { Q, K, V, SCALE, U, W, R, EXTRA, BIAS, SLOPE, VISIBLE, SPAN, PAIR_KEYS, PAIR_VALUES, CLASSES, SINK, INPUTS };

static bool fits(const lg_tensor *t, int rows, int columns) {
    return !t || (lg_rows(t) == rows && lg_columns(t) == columns);
}

/* Whether t (a bias, or classes) has `rows` x `columns` elements: for each sequence if t is a table, in all if t is
 * shared. */
static bool fits_table(const lg_tensor *t, int rows, int columns) {
    return fits(t, lg_table_copies(t) * rows, columns);
}

/* Whether keys and values are [T,N], the same for all sequences. */
static bool shared_keys(const lg_tensor *y) {
    return y->in[K]->rank == 2;
}

/* Number of keys of a sequence. */
static int key_tokens(const lg_tensor *y) {
    return y->in[K]->shape[shared_keys(y) ? 0 : 1];
}

/* Number of parts into which the batch is split: one per sequence if visible keys differ between sequences, else 1. */
static int parts_of(const lg_tensor *y) {
    return lg_visibility_parts(y->in[VISIBLE]);
}

static lg_attention dimensions(const lg_tensor *y) {
    const attention_args *a = y->args;
    const lg_tensor *q = y->in[Q], *k = y->in[K];
    return (lg_attention){.S = q->shape[0] / parts_of(y),
                          .T = key_tokens(y),
                          .shared = shared_keys(y),
                          .cached = k->heads,
                          .layout = k->layout,
                          .Q = q->shape[1],
                          .first = q->first,
                          .H = a->heads,
                          .D = q->shape[2] / a->heads,
                          .linear = a->linear,
                          .prefix = a->prefix,
                          .dropout = a->dropout,
                          .C = y->in[PAIR_KEYS]     ? lg_rows(y->in[PAIR_KEYS])
                               : y->in[PAIR_VALUES] ? lg_rows(y->in[PAIR_VALUES])
                                                    : 0};
}

/* Marks the optional arrays that will exist, so that the kernel can compute its scratch size. */
static size_t scratch_of(const lg_graph *g, const lg_tensor *y) {
    lg_attention k = dimensions(y);
    lg_view present = {(void *)y, 0}, absent = {NULL, 0};
    k.r = y->in[R] ? present : absent;
    k.extra = y->in[EXTRA] ? present : absent;
    k.bias = y->in[BIAS] ? present : absent;
    k.u = y->in[U] ? present : absent;
    k.w = y->in[W] ? present : absent;
    k.key_begin = k.key_end = y->in[VISIBLE] ? present : absent;
    k.span = y->in[SPAN] ? present : absent;
    k.pair_keys = y->in[PAIR_KEYS] ? present : absent;
    k.pair_values = y->in[PAIR_VALUES] ? present : absent;
    k.exp_scores = g->training ? present : absent;
    size_t forward = g->kernels->attention_scratch(g->kernels, &k, false);
    size_t backward = g->training ? g->kernels->attention_scratch(g->kernels, &k, true) : 0;
    return forward > backward ? forward : backward;
}

/* Number of tokens of the queries' timeline. */
static int query_tokens(const lg_tensor *y) {
    const attention_args *a = y->args;
    return a->cross ? lg_columns(y->in[SCALE]) : key_tokens(y);
}

/* Checks the attention mask. */
static bool check_visibility(const lg_tensor *y, lg_error *err) {
    const attention_args *a = y->args;
    const lg_tensor *visible = y->in[VISIBLE];
    if (a->prefix && !visible)
        return lg_fail_permanent(err, "a prefix of %d keys needs the input `visible`", a->prefix);
    return lg_check_visibility(visible, y->in[SPAN], y->in[Q]->shape[0], query_tokens(y), err);
}

/* Checks classes of pairs, and the vectors that they add to keys and values. */
static bool check_classes(const lg_tensor *y, lg_error *err) {
    const attention_args *a = y->args;
    const lg_tensor *classes = y->in[CLASSES];
    const int T = key_tokens(y), D = y->in[Q]->shape[2] / a->heads, count = dimensions(y).C;
    if (!fits(y->in[PAIR_KEYS], count, D) || !fits(y->in[PAIR_VALUES], count, D) || !classes != !count)
        return lg_fail_permanent(err, "pair_keys and pair_values must be [%d,%d], with classes", count, D);
    if (!classes) return true;
    const bool fit = a->toeplitz_classes ? fits_table(classes, 1, LG_BIAS_ROW(T)) : fits_table(classes, T, LG_PAD(T));
    return (classes->integer && classes->shape[lg_table_axis(classes)] == 1 && fit) ||
           lg_fail_permanent(err, "classes must be int32, shaped like a bias of one head for %d tokens", T);
}

/* Checks the bias. There is one bias for each head, or one for all heads; it must be dense if queries have their own
 * timeline. */
static bool check_bias(const lg_tensor *y, lg_error *err) {
    const attention_args *a = y->args;
    const lg_tensor *bias = y->in[BIAS];
    const int T = key_tokens(y), rows = query_tokens(y), heads = bias ? bias->shape[lg_table_axis(bias)] : 1;
    if ((heads != 1 && heads != a->heads) || !fits(y->in[SLOPE], 1, a->heads))
        return lg_fail_permanent(err, "bias must have 1 or %d heads, and slope must be [%d]", a->heads, a->heads);
    if (!bias) return true;
    if (a->cross && a->toeplitz) return lg_fail_permanent(err, "queries with their own timeline need a dense bias");
    return (a->toeplitz ? fits_table(bias, heads, LG_BIAS_ROW(T)) : fits_table(bias, heads * T, LG_PAD(rows))) ||
           lg_fail_permanent(err, "bias must be for %d queries and %d keys", rows, T);
}

/* Checks the terms that are allowed only if queries and keys share a timeline of T tokens. */
static bool check_offsets(const lg_tensor *y, lg_error *err) {
    const attention_args *a = y->args;
    const int T = key_tokens(y), N = y->in[Q]->shape[2];
    if (a->cross && (y->in[R] || y->in[EXTRA] || y->in[CLASSES]))
        return lg_fail_permanent(err, "queries with their own timeline cannot have r, extra or classes");
    return fits(y->in[R], 2 * T - 1, N) ||
           lg_fail_permanent(err, "r must be [%d,%d], one row per offset", 2 * T - 1, N);
}

/* Checks keys and values, which may be shared by all sequences. */
static bool check_keys(const lg_tensor *y, lg_error *err) {
    const attention_args *a = y->args;
    const lg_tensor *k = y->in[K], *v = y->in[V];
    const int S = y->in[Q]->shape[0], T = key_tokens(y), N = lg_key_columns(y->in[Q], k, a->heads);
    if (!lg_cached_alike(k, v, a->heads))
        return lg_fail_permanent(err, "keys and values must be rows, or caches for %d heads", a->heads);
    if (shared_keys(y) && (!k->shared || (v && !v->shared) || y->in[SPAN] || parts_of(y) > 1))
        return lg_fail_permanent(err,
                                 "keys and values of all sequences must be shared tensors, without spans, and with "
                                 "the same visible keys in all sequences");
    const int rows = shared_keys(y) ? T : S * T;
    return (fits(k, rows, N) && fits(v, rows, N)) ||
           lg_fail_permanent(err, "keys and values must be [%d,%d,%d], or [%d,%d] for all sequences", S, T, N, T, N);
}

/* Checks that linear attention has none of the terms that change logits. */
static bool check_linear(const lg_tensor *y, lg_error *err) {
    const attention_args *a = y->args;
    const bool plain = !y->in[U] && !y->in[W] && !y->in[R] && !y->in[EXTRA] && !y->in[BIAS] && !y->in[CLASSES];
    return !a->linear || (plain && !a->summed && !a->sinks) ||
           lg_fail_permanent(err, "linear attention has no u, w, r, extra, bias, classes, log sums or sinks");
}

static bool check_inputs(const lg_tensor *y, lg_error *err) {
    const attention_args *a = y->args;
    const lg_tensor *q = y->in[Q];
    if (q->rank != 3 || q->shape[2] % a->heads)
        return lg_fail(err, LG_USAGE, "model.width %d is not a multiple of model.heads %d", lg_columns(q), a->heads);
    const int rows = query_tokens(y), D = q->shape[2] / a->heads;
    const bool alike = q == y->in[K] || q == y->in[V] || y->in[K] == y->in[V];
    if (alike && (q->needs_gradient || y->in[K]->needs_gradient))
        return lg_fail_permanent(err, "queries, keys and values must be three tensors, because the backward pass "
                                      "writes all their gradients block by block");
    if (!check_keys(y, err)) return false;
    if (q->first + q->shape[1] > rows)
        return lg_fail_permanent(err, "queries %d..%d are not within %d tokens", q->first, q->first + q->shape[1] - 1,
                                 rows);
    if (!fits(y->in[SINK], 1, a->heads)) return lg_fail_permanent(err, "sink must be [%d]", a->heads);
    if (!fits(y->in[SCALE], 1, rows) || !fits(y->in[U], a->heads, D) || !fits(y->in[W], a->heads, D))
        return lg_fail_permanent(err, "scale must be [%d], u and w [%d,%d]", rows, a->heads, D);
    return check_linear(y, err) && check_visibility(y, err) && check_bias(y, err) && check_offsets(y, err) &&
           check_classes(y, err);
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const attention_args *a = y->args;
    if (!check_inputs(y, err)) return false;
    const lg_tensor *q = y->in[Q];
    const int S = q->shape[0], T = key_tokens(y);
    y->rank = 3;
    y->first = q->first;
    for (int i = 0; i < 3; i++) y->shape[i] = q->shape[i];
    size_t lanes = LG_PAD((size_t)q->shape[1]);
    const size_t queries = (size_t)S * (size_t)a->heads * lanes * sizeof(real);
    if (g->training) y->saved_bytes[0] = queries * (size_t)T, y->saved_bytes[1] = queries;
    y->summed = a->summed;
    if (y->summed || a->sinks) y->saved_bytes[LG_LOG_SUMS] = queries * (y->summed && g->training ? 2 : 1);
    y->scratch_bytes = scratch_of(g, y);
    return true;
}

/* The address that the kernel's bias indices are relative to, in a bias or its gradient. */
static lg_view bias_origin(const lg_tensor *y, lg_view bias) {
    const attention_args *a = y->args;
    return a->toeplitz ? lg_view_at(bias, (size_t)LG_BIAS_ZERO(key_tokens(y)) * sizeof(real)) : bias;
}

/* Log sums, or their gradients, of one part of the sequences. */
static lg_view log_sums_part(const lg_tensor *y, lg_view x, int part) {
    const lg_attention k = dimensions(y);
    return lg_view_at(x, (size_t)part * (size_t)(k.S * k.H) * LG_PAD((size_t)k.Q) * sizeof(real));
}

static void add_log_sums(const lg_frame *f, const lg_tensor *y, int part, lg_attention *k) {
    const attention_args *a = y->args;
    if (y->summed || a->sinks) k->log_sum = log_sums_part(y, lg_saved(f, y, LG_LOG_SUMS), part);
    k->sink = lg_value(f, y->in[SINK]);
}

static lg_attention arguments(const lg_frame *f, const lg_tensor *y, int part) {
    const attention_args *a = y->args;
    lg_attention k = dimensions(y);
    k.first = lg_first(f, y->in[Q]);
    k.q = lg_value_part(f, y, Q, parts_of(y), part);
    k.k = lg_value_part(f, y, K, parts_of(y), part);
    k.v = lg_value_part(f, y, V, parts_of(y), part);
    k.o = lg_part_of(y, lg_value(f, y), parts_of(y), part);
    k.scale = lg_value(f, y->in[SCALE]);
    k.u = lg_value(f, y->in[U]);
    k.w = lg_value(f, y->in[W]);
    k.r = lg_value(f, y->in[R]);
    k.extra = lg_value_part(f, y, EXTRA, parts_of(y), part);
    k.bias = bias_origin(y, lg_value_of(f, y->in[BIAS], part));
    k.bias_key = a->toeplitz ? -1 : LG_PAD(query_tokens(y));
    k.bias_head = a->toeplitz ? LG_BIAS_ROW(k.T) : k.T * k.bias_key;
    if (y->in[BIAS] && y->in[BIAS]->shape[lg_table_axis(y->in[BIAS])] == 1) k.bias_head = 0;
    k.bias_sequence = (ptrdiff_t)lg_table_stride(y->in[BIAS]);
    k.slope = lg_value(f, y->in[SLOPE]);
    k.pair_keys = lg_value(f, y->in[PAIR_KEYS]);
    k.pair_values = lg_value(f, y->in[PAIR_VALUES]);
    k.classes = lg_value_of(f, y->in[CLASSES], part);
    if (a->toeplitz_classes) k.classes = lg_view_at(k.classes, (size_t)LG_BIAS_ZERO(k.T) * sizeof(int32_t));
    k.class_key = a->toeplitz_classes ? -1 : LG_PAD(k.T);
    k.class_sequence = (ptrdiff_t)lg_table_stride(y->in[CLASSES]);
    k.key_begin = lg_value_of(f, y->in[VISIBLE], part);
    k.key_end = lg_view_at(k.key_begin, (size_t)query_tokens(y) * sizeof(int32_t));
    k.span = lg_value_part(f, y, SPAN, parts_of(y), part);
    k.dropout = lg_weight_dropout_of(f, k.dropout);
    k.dropout.sequence += (uint32_t)(part * k.S);
    k.exp_scores = lg_saved_part(f, y, 0, parts_of(y), part);
    k.inv_row_sum = lg_saved_part(f, y, 1, parts_of(y), part);
    add_log_sums(f, y, part, &k);
    k.scratch = lg_scratch(f, y);
    return k;
}

/* Estimated time, in nanoseconds, of `products` products for every visible pair of a query and a key, if each key and
 * value is read once; 0 if the op is too small to split. The time for all pairs, an upper bound, is tested first,
 * because counting visible pairs takes longer. */
static double nanoseconds(const lg_frame *f, const lg_tensor *y, const lg_attention *k, int products) {
    const attention_args *a = y->args;
    const double columns = (double)k->S * k->H * k->D;
    const double flops = 4 * products * columns, bytes = 2 * sizeof(real) * columns;
    const double most = lg_nanoseconds(flops * k->Q * k->T, bytes * k->T);
    if (lg_split_parts(f, most, k->H) < 2) return 0;
    const double pairs = lg_visible_pairs(a->seen, y, f->at, k->T);
    return lg_nanoseconds(flops * pairs, bytes * (pairs < k->T ? pairs : k->T));
}

typedef struct head_work {
    const lg_tensor *y;
    const lg_attention *all;
    void (*attend)(const lg_kernels *set, const lg_attention *a);
    void (*sink)(const lg_kernels *set, const lg_attention *a); /* called after attend if there are sinks */
} head_work;

static void attend_heads(const lg_frame *f, const void *task, int from, int to) {
    const head_work *w = task;
    const lg_attention *a = w->all;
    lg_attention some;
    if (to - from < a->H) {
        some = *a;
        some.head_begin = from;
        some.head_end = to;
        some.scratch = lg_scratch(f, w->y);
        a = &some;
    }
    w->attend(f->kernels, a);
    if (((const attention_args *)w->y->args)->sinks) w->sink(f->kernels, a);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int part = 0; part < parts_of(y); part++) {
        const lg_attention k = arguments(f, y, part);
        const head_work w = {y, &k, f->kernels->attention, f->kernels->attention_sink};
        lg_split_op(f, k.H, 1, nanoseconds(f, y, &k, 2), attend_heads, &w);
    }
}

static void backward_part(const lg_frame *f, const lg_tensor *y, int part) {
    lg_attention k = arguments(f, y, part);
    k.d_o = lg_part_of(y, lg_gradient(f, y), parts_of(y), part);
    if (y->summed) k.d_log_sum = log_sums_part(y, lg_log_sum_gradient(f, y), part);
    k.dq = lg_gradient_part(f, y, Q, parts_of(y), part);
    k.dk = lg_gradient_part(f, y, K, parts_of(y), part);
    k.dv = lg_gradient_part(f, y, V, parts_of(y), part);
    k.dq_accumulate = y->accumulate[Q];
    k.dk_accumulate = k.shared || y->accumulate[K];
    k.dv_accumulate = k.shared || y->accumulate[V];
    k.du = lg_gradient(f, y->in[U]);
    k.dw = lg_gradient(f, y->in[W]);
    k.dr = lg_gradient(f, y->in[R]);
    k.dextra = lg_gradient_part(f, y, EXTRA, parts_of(y), part);
    k.dpair_keys = lg_gradient(f, y->in[PAIR_KEYS]);
    k.dpair_values = lg_gradient(f, y->in[PAIR_VALUES]);
    k.dbias = bias_origin(y, lg_gradient_of(f, y->in[BIAS], part));
    k.dsink = lg_gradient(f, y->in[SINK]);
    /* Gradients that heads share are summed in the order of heads. */
    const bool shared = k.dpair_keys.data || k.dpair_values.data || (k.dbias.data && k.bias_head == 0);
    const head_work w = {y, &k, f->kernels->attention_backward, f->kernels->attention_sink_backward};
    lg_split_op(f, k.H, shared ? k.H : 1, nanoseconds(f, y, &k, 5), attend_heads, &w);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_table_clear(f, y, BIAS);
    for (int part = 0; part < parts_of(y); part++) backward_part(f, y, part);
}

/* Reads elements of x from `at` on into `out`. Leaves `out` unchanged if x has no array. */
static void read_numbers(const lg_frame *f, lg_view x, int at, int32_t *out, size_t count) {
    if (x.data) f->kernels->download(f->kernels, out, lg_view_at(x, (size_t)at * sizeof *out), count * sizeof *out);
}

/* Writes zeros for masked keys, which kernels need not write. */
static void clear_unseen(const lg_frame *f, const lg_tensor *y, const lg_attention *k, int sequence, real *out) {
    const lg_view visible = lg_value_of(f, y->in[VISIBLE], parts_of(y) > 1 ? sequence : 0);
    int32_t span[2] = {0, k->T};
    read_numbers(f, lg_value(f, y->in[SPAN]), 2 * sequence, span, 2);
    for (int i = 0; i < k->Q; i++) {
        const int token = lg_first(f, y->in[Q]) + i;
        int32_t begin = 0, end = k->T;
        read_numbers(f, visible, token, &begin, 1);
        read_numbers(f, visible, query_tokens(y) + token, &end, 1);
        for (int j = 0; j < k->T; j++) {
            const bool there = j >= span[0] && j < span[0] + span[1];
            if (!there || j >= end || (j < begin && j >= k->prefix)) out[j * LG_PAD(k->Q) + i] = 0;
        }
    }
}

static void weights(const lg_frame *f, const lg_tensor *y, int sequence, int head, real *out) {
    const lg_attention k = dimensions(y);
    const int lanes = LG_PAD(k.Q), which = sequence * k.H + head;
    const size_t row = (size_t)lanes * sizeof(real);
    f->kernels->download(f->kernels, out, lg_view_at(lg_saved(f, y, 0), row * (size_t)(which * k.T)),
                         row * (size_t)k.T);
    for (int i = 0; i < lanes; i += LG_LANES) {
        real inv_row_sum[LG_LANES];
        const lg_view from = lg_view_at(lg_saved(f, y, 1), row * (size_t)which + (size_t)i * sizeof(real));
        f->kernels->download(f->kernels, inv_row_sum, from, sizeof inv_row_sum);
        for (int j = 0; j < k.T; j++)
            for (int l = 0; l < LG_LANES; l++) out[j * lanes + i + l] = fabs(out[j * lanes + i + l]) * inv_row_sum[l];
    }
    clear_unseen(f, y, &k, sequence, out);
}

/* Row t of y reads only row t of q, but all rows of other inputs; with pair scores, q cannot be pruned either. */
static bool row_by_row(const lg_tensor *y, int i) {
    return i == Q && !y->in[EXTRA];
}

/* FLOPs of every visible pair: two products of D columns per head, or three with relative positions. Each table of
 * classes adds a product for every query and class. */
static double flops(const lg_tensor *y, int at) {
    const attention_args *a = y->args;
    const double pairs = lg_visible_pairs(a->seen, y, at, key_tokens(y)),
                 tables = !!y->in[PAIR_KEYS] + !!y->in[PAIR_VALUES];
    return ((y->in[R] ? 6.0 : 4.0) * pairs + 2.0 * tables * dimensions(y).C * y->shape[1]) * y->shape[0] * y->shape[2];
}

static lg_tensor *example_rows(lg_graph *g, int rows, int columns) {
    return lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, columns}), lg_graph_batch(g, rows), 0.5);
}

static void fill_causal(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    int32_t *key_begin = out, *key_end = key_begin + t->shape[1];
    for (int i = 0; i < t->shape[1]; i++) {
        key_begin[i] = 0;
        key_end[i] = i + 1;
    }
}

/* Makes each query see only itself and the prefix. */
static void fill_self(const void *context, const void *user, const lg_tensor *t, void *out) {
    fill_causal(context, user, t, out);
    for (int i = 0; i < t->shape[1]; i++) ((int32_t *)out)[i] = i;
}

/* A trained bias. */
static lg_tensor *example_bias(lg_graph *g, int rank, const int *shape) {
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){rank == 3 ? 1 : 2, 9});
    return lg_op_bias_lookup(g, table, lg_example_integers(g, rank, shape, 9));
}

/* Each query sees itself and the first two keys. */
static lg_tensor *example_prefix(lg_graph *g, lg_attend a) {
    a.prefix = 2;
    a.visible = lg_graph_constant(g, true, 2, (int[]){2, g->T}, 0, 0, fill_self, NULL);
    return lg_op_attention(g, &a);
}

/* Queries have their own timeline, which is longer than the timeline of the keys. There are spans and, if `biased` is
 * true, a trained bias. */
static lg_tensor *example_cross(lg_graph *g, lg_attend a, int columns, bool biased) {
    const int rows = g->T + 2;
    a.cross = true;
    a.q = example_rows(g, rows, columns);
    a.scale = lg_example_numbers(g, 1, (int[]){rows}, 0, 0);
    a.u = lg_example_parameter(g, 2, (int[]){a.heads, columns / a.heads});
    a.span = lg_graph_batch(g, 2);
    if (biased) a.bias = example_bias(g, 3, (int[]){1, g->T, LG_PAD(rows)});
    if (biased) a.slope = lg_example_numbers(g, 1, (int[]){a.heads}, 0, 0);
    return lg_op_attention(g, &a);
}

/* All sequences share the keys and values. There are more keys than queries. */
static lg_tensor *example_shared(lg_graph *g, lg_attend a, int columns) {
    const int rows = g->T + 3;
    a.cross = true;
    a.k = lg_example_parameter(g, 2, (int[]){rows, columns});
    a.v = lg_example_parameter(g, 2, (int[]){rows, columns});
    return lg_op_attention(g, &a);
}

/* Classes of pairs:
 *   0: Toeplitz, with u and a prefix
 *   1: dense, one table for keys and values
 *   2: for values only, with spans */
static lg_tensor *example_classes(lg_graph *g, lg_attend a, int variant) {
    enum { CLASS_COUNT = 5 };
    const int T = g->T, D = lg_columns(a.q) / a.heads, *shape = (int[]){1, LG_BIAS_ROW(T)},
              *dense = (int[]){1, T, LG_PAD(T)};
    a.classes = lg_example_integers(g, variant == 0 ? 2 : 3, variant == 0 ? shape : dense, CLASS_COUNT);
    a.pair_values = lg_example_parameter(g, 2, (int[]){CLASS_COUNT, D});
    if (variant == 2) a.span = lg_graph_batch(g, 2);
    if (variant == 1) a.pair_keys = a.pair_values;
    if (variant > 0) return lg_op_attention(g, &a);
    a.pair_keys = lg_example_parameter(g, 2, (int[]){CLASS_COUNT, D});
    a.u = lg_example_parameter(g, 2, (int[]){a.heads, D});
    return example_prefix(g, a);
}

/* Each sequence has its own bias:
 *   0: dense, trained, causal
 *   1: Toeplitz, trained, read by two ops
 *   2: constant, one for all heads, with slopes and with classes of pairs */
static lg_tensor *example_tables(lg_graph *g, lg_attend a, int variant) {
    enum { CLASS_COUNT = 5 };
    const int T = g->T, D = lg_columns(a.q) / a.heads, row[] = {1, LG_BIAS_ROW(T)}, dense[] = {1, T, LG_PAD(T)};
    const bool trained = variant < 2;
    lg_tensor *table = trained ? lg_example_parameter(g, 2, (int[]){a.heads, 9}) : NULL;
    if (variant == 0) a.visible = lg_graph_constant(g, true, 2, (int[]){2, T}, 0, 0, fill_causal, NULL);
    if (variant == 0) a.bias = lg_op_bias_lookup(g, table, lg_example_integer_table(g, 3, dense, 9));
    if (variant == 1) a.bias = lg_op_bias_lookup(g, table, lg_example_integer_table(g, 2, row, 9));
    if (variant == 1) a.v = lg_op_attention(g, &a);
    if (trained) return lg_op_attention(g, &a);
    a.bias = lg_example_table(g, 3, dense);
    a.slope = lg_example_numbers(g, 1, &a.heads, 0, 0);
    a.classes = lg_example_integer_table(g, 3, dense, CLASS_COUNT);
    a.pair_keys = a.pair_values = lg_example_parameter(g, 2, (int[]){CLASS_COUNT, D});
    return lg_op_attention(g, &a);
}

/* Visible keys differ between sequences:
 *   0: with spans, u and a trained table of biases
 *   1: with pair scores and classes of pairs */
static lg_tensor *example_documents(lg_graph *g, lg_attend a, int variant) {
    enum { CLASS_COUNT = 5 };
    const int T = g->T, D = lg_columns(a.q) / a.heads, row[] = {1, LG_BIAS_ROW(T)}, dense[] = {1, T, LG_PAD(T)};
    a.visible = lg_example_visible_table(g, T);
    if (variant == 1) {
        lg_tensor *r = lg_example_parameter(g, 2, (int[]){7, lg_columns(a.q)});
        a.extra = lg_op_pair_scores(g, a.q, NULL, r, lg_example_integers(g, 2, (int[]){T, LG_PAD(T)}, 7), a.heads);
        a.classes = lg_example_integer_table(g, 3, dense, CLASS_COUNT);
        a.pair_keys = a.pair_values = lg_example_parameter(g, 2, (int[]){CLASS_COUNT, D});
        return lg_op_attention(g, &a);
    }
    a.span = lg_graph_batch(g, 2);
    a.u = lg_example_parameter(g, 2, (int[]){a.heads, D});
    a.bias =
        lg_op_bias_lookup(g, lg_example_parameter(g, 2, (int[]){a.heads, 9}), lg_example_integer_table(g, 2, row, 9));
    return lg_op_attention(g, &a);
}

static void fill_scale(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    for (int i = 0; i < t->shape[0]; i++) ((real *)out)[i] = (real)0.5 + (real)i;
}

/* Linear attention: positive queries, keys and scales, a causal mask, and spans. */
static lg_tensor *example_linear(lg_graph *g, lg_attend a) {
    a.linear = true;
    a.scale = lg_graph_constant(g, false, 1, &g->T, 0, 0, fill_scale, NULL);
    a.q = lg_op_elementwise(g, a.q, LG_ELU_PLUS_ONE);
    a.k = lg_op_elementwise(g, a.k, LG_ELU_PLUS_ONE);
    a.visible = lg_graph_constant(g, true, 2, (int[]){2, g->T}, 0, 0, fill_causal, NULL);
    a.span = lg_graph_batch(g, 2);
    return lg_op_attention(g, &a);
}

/* Weights that are not a plain softmax:
 *   0: trained sinks and spans, some of which are empty
 *   1: sinks of logit 0, and visible keys that differ between sequences
 *   2: linear attention */
static lg_tensor *example_weights(lg_graph *g, lg_attend a, int variant) {
    if (variant == 2) return example_linear(g, a);
    a.sinks = true;
    if (variant == 0) a.sink = lg_example_parameter(g, 1, &a.heads);
    if (variant == 0) a.span = lg_graph_batch(g, 2);
    if (variant == 1) a.visible = lg_example_visible_table(g, g->T);
    return lg_op_attention(g, &a);
}

/* Variants:
 *   0: products of queries and keys alone
 *   1: relative positions with u and w
 *   2: Toeplitz bias
 *   3: dense bias and slopes, causal
 *   4: pair scores
 *   5, 6: trained bias, Toeplitz and dense
 *   7: relative positions, causal, with spans
 *   8: two timelines
 *   9: relative positions with a prefix
 *   10..12: classes of pairs
 *   13..15: tables of biases
 *   16: two timelines with a bias
 *   17, 18: visible keys that differ between sequences
 *   19: keys shared by all sequences
 *   20, 21: sinks
 *   22: linear, causal, with spans
 *   23..45: the same as 0..22, with dropout */
static lg_tensor *example(lg_graph *g, int variant) {
    enum { VARIANTS = 23 };
    if (variant >= 2 * VARIANTS) return NULL;
    const int H = 2, N = 6, T = g->T;
    lg_attend a = {.heads = H, .dropout = variant < VARIANTS ? 0 : 0.3};
    variant %= VARIANTS;
    a.q = example_rows(g, T, N);
    a.k = example_rows(g, T, N);
    a.v = example_rows(g, T, N);
    a.scale = lg_example_numbers(g, 1, (int[]){T}, 0, 0);
    if (variant == 8 || variant == 16) return example_cross(g, a, N, variant == 16);
    if (variant >= 19) return variant == 19 ? example_shared(g, a, N) : example_weights(g, a, variant - 20);
    if (variant >= 17) return example_documents(g, a, variant - 17);
    if (variant >= 13) return example_tables(g, a, variant - 13);
    if (variant >= 10) return example_classes(g, a, variant - 10);
    if (variant == 7) a.span = lg_graph_batch(g, 2);
    if (variant == 1 || variant == 7 || variant == 9) {
        a.u = lg_example_parameter(g, 2, (int[]){H, N / H});
        a.w = lg_example_parameter(g, 2, (int[]){H, N / H});
        a.r = lg_example_parameter(g, 2, (int[]){2 * T - 1, N});
    }
    if (variant == 9) return example_prefix(g, a);
    if (variant == 2) a.bias = lg_example_numbers(g, 2, (int[]){H, LG_BIAS_ROW(T)}, 0, 0);
    if (variant == 5) a.bias = example_bias(g, 2, (int[]){1, LG_BIAS_ROW(T)});
    if (variant == 6) a.bias = example_bias(g, 3, (int[]){1, T, LG_PAD(T)});
    if (variant == 3) a.bias = lg_example_numbers(g, 3, (int[]){1, T, LG_PAD(T)}, 0, LG_LANES);
    if (variant == 3 || variant == 6) a.slope = lg_example_numbers(g, 1, (int[]){H}, 0, 0);
    if (variant == 3 || variant == 6 || variant == 7)
        a.visible = lg_graph_constant(g, true, 2, (int[]){2, T}, 0, 0, fill_causal, NULL);
    if (variant == 4) {
        lg_tensor *r = lg_example_parameter(g, 2, (int[]){7, N});
        lg_tensor *index = lg_example_integers(g, 2, (int[]){T, LG_PAD(T)}, 7);
        a.extra = lg_op_pair_scores(g, a.q, NULL, r, index, H);
    }
    return lg_op_attention(g, &a);
}

const lg_op lg_op_desc_attention = {
    .name = "attention",
    .formula = "o[i] = sum_j softmax_j( scale[i] ((q[i]+u).(k[j]+pair_keys[c]) + (q[i]+w).r[j-i] + extra[i,j]) + slope "
               "bias[i,j] ) (v[j]+pair_values[c]), c = classes[i,j]; with dropout, (kept ? softmax_j / P(kept) : 0); "
               "with sinks, a further logit sink[h] or 0, of value 0; linear: logits divided by their sum instead",
    .backward_reads = 1u << Q | 1u << K | 1u << V | 1u << EXTRA | 1u << SINK | LG_READS_OUTPUT,
    .needs_gradients = 1u << Q | 1u << K | 1u << V,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .weights = weights,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

static bool is_toeplitz(const lg_tensor *bias) {
    return bias && bias->rank - lg_table_axis(bias) == 2;
}

static lg_tensor *record(lg_graph *g, const lg_op *op, const lg_attend *a) {
    const bool toeplitz = is_toeplitz(a->bias), toeplitz_classes = is_toeplitz(a->classes);
    attention_args args = {a->heads,  toeplitz, toeplitz_classes, a->cross, a->linear,
                           a->summed, a->sinks, a->prefix,        a->seen,  lg_drop_weights(g, a->dropout)};
    lg_tensor *in[INPUTS] = {a->q,         a->k,           a->v,       a->scale, a->u,       a->w,
                             a->r,         a->extra,       a->bias,    a->slope, a->visible, a->span,
                             a->pair_keys, a->pair_values, a->classes, a->sink};
    return lg_graph_result(g, op, in, INPUTS, &args, sizeof args);
}

lg_tensor *lg_op_attention(lg_graph *g, const lg_attend *a) {
    return record(g, &lg_op_desc_attention, a);
}

/* ---- logits ---- */

static bool logits_shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const attention_args *a = y->args;
    const lg_tensor *q = y->in[Q];
    if (!shape(g, y, err)) return false;
    y->first = 0;
    lg_shape_pairs(y, q, a->heads, key_tokens(y));
    y->saved_bytes[0] = y->saved_bytes[1] = y->saved_bytes[LG_LOG_SUMS] = y->scratch_bytes = 0;
    return true;
}

static void logits_forward(const lg_frame *f, const lg_tensor *y) {
    for (int part = 0; part < parts_of(y); part++) {
        const lg_attention k = arguments(f, y, part);
        f->kernels->attention_logits(f->kernels, &k, k.o);
    }
}

/* This op is not in ops.def, whose ops are tested for their gradients, because it has no gradient. */
static const lg_op logits_op = {
    .name = "attention_logits",
    .formula = "l[i,j] = scale[i] ((q[i]+u).(k[j]+pair_keys[c]) + (q[i]+w).r[j-i] + extra[i,j]) + slope bias[i,j]",
    .shape = logits_shape,
    .forward = logits_forward,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
};

lg_tensor *lg_op_attention_logits(lg_graph *g, const lg_attend *a) {
    return record(g, &logits_op, a);
}
