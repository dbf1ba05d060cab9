/* op_expert_linear.c: a linear map with a different weight for each expert: y[s,t,:] = act(x[s,t,:] w[e] + bias[e]),
 * where e is the token's expert; y is 0 for unassigned tokens. The op lists each expert's rows when it runs and gathers
 * them in chunks, so that work is proportional to the number of assigned tokens. */
#include "graph/ops.h"
#include "graph/split.h"
#include "kernel/kernel.h"

enum { ROWS_AT_A_TIME = 128 };

typedef struct expert_args {
    lg_activation act;
    size_t packed, packed_bytes;         /* packed weights: offset of the first expert; bytes per expert */
    size_t transposed, transposed_bytes; /* the same for transposed weights; LG_NO_ADDRESS: none */
} expert_args;

enum { X, EXPERT, W, BIAS };

/* Layout of the scratch array. */
typedef struct places {
    size_t list;             /* int32 [M]: rows of an expert */
    size_t x, y, out;        /* reals [C,K], [C,N] twice */
    size_t product, weights; /* bfloat16 forms: of rows that are multiplied by weights; of x in gradients of weights */
    size_t other;            /* bfloat16 form of dy in gradients of weights */
    size_t bytes;
    int C; /* rows per chunk */
} places;

static size_t take(size_t *at, size_t bytes) {
    const size_t place = *at;
    *at += lg_aligned(bytes);
    return place;
}

static size_t pairs_bytes(const lg_kernels *set, int C, int N, bool weight) {
    return set->to_bf16_pairs ? set->bf16_pairs_size(set, 1, C, N, weight) : 0;
}

static places find_places(const lg_kernels *set, int M, int K, int N) {
    places p = {.C = M < ROWS_AT_A_TIME ? M : ROWS_AT_A_TIME};
    const int widest = K > N ? K : N;
    size_t at = 0;
    p.list = take(&at, sizeof(int32_t) * (size_t)M);
    p.x = take(&at, sizeof(real) * (size_t)p.C * (size_t)K);
    p.y = take(&at, sizeof(real) * (size_t)p.C * (size_t)N);
    p.out = take(&at, sizeof(real) * (size_t)p.C * (size_t)N);
    p.product = take(&at, pairs_bytes(set, p.C, widest, false));
    p.weights = take(&at, pairs_bytes(set, p.C, widest, true));
    p.other = take(&at, pairs_bytes(set, p.C, widest, true));
    p.bytes = at;
    return p;
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *x = y->in[X], *expert = y->in[EXPERT], *w = y->in[W], *bias = y->in[BIAS];
    if (x->rank != 3 || w->kind != LG_PARAMETER || w->rank != 3 || w->shape[1] != x->shape[2])
        return lg_fail_permanent(err, "expected x [S,T,K] and a parameter w [E,K,N], got %d columns", lg_columns(x));
    if (bias && (bias->rank != 2 || bias->shape[0] != w->shape[0] || bias->shape[1] != w->shape[2]))
        return lg_fail_permanent(err, "expected a bias [%d,%d]", w->shape[0], w->shape[2]);
    if (!expert->integer || expert->rank != 2 || expert->shape[0] != x->shape[0] || x->first < expert->first ||
        x->first + x->shape[1] > expert->first + expert->shape[1])
        return lg_fail_permanent(err, "expected an expert for each token of x");
    lg_shape_like(y, x);
    y->shape[2] = w->shape[2];
    if (((const expert_args *)y->args)->act == LG_LINEAR) y->backward_reads &= ~LG_READS_OUTPUT;
    y->scratch_bytes = find_places(g->kernels, lg_rows(y), lg_columns(x), lg_columns(y)).bytes;
    return true;
}

/* A running op. */
typedef struct expert_run {
    const lg_frame *f;
    const lg_tensor *y;
    const lg_kernels *set;
    const expert_args *args;
    places at;
    int M, K, N;
} expert_run;

static expert_run open_run(const lg_frame *f, const lg_tensor *y) {
    expert_run r = {.f = f, .y = y, .set = f->kernels, .args = y->args, .M = lg_rows(y), .N = lg_columns(y)};
    r.K = lg_columns(y->in[X]);
    r.at = find_places(r.set, r.M, r.K, r.N);
    return r;
}

static lg_view place(const expert_run *r, size_t at) {
    return lg_view_at(lg_scratch(r->f, r->y), at);
}

/* The part of array x that belongs to expert e. The array has the layout of the op's input number `input`. */
static lg_view part(const expert_run *r, int e, lg_view x, int input) {
    const lg_tensor *t = r->y->in[input];
    return t ? lg_view_at(x, (size_t)e * (t->bytes / (size_t)t->shape[0])) : x;
}

/* Lists the rows of x that are assigned to an expert. */
static int list_rows(const expert_run *r, int e) {
    const lg_tensor *x = r->y->in[X], *expert = r->y->in[EXPERT];
    const size_t before = (size_t)(x->first - expert->first);
    const lg_cluster_rows k = {.M = r->M,
                               .first = e,
                               .end = e + 1,
                               .each = x->shape[1],
                               .stride = expert->shape[1],
                               .id = lg_view_at(lg_value(r->f, expert), before * sizeof(int32_t)),
                               .rows = place(r, r->at.list)};
    return r->set->cluster_rows(r->set, &k);
}

/* Arguments of a kernel that moves rows between `few` [count,N] and `all` [M,N]. Entries at..at+count-1 of the list are
 * the numbers of these rows in `all`. */
static lg_move_rows listed(const expert_run *r, int at, int count, lg_view all, lg_view few, int N) {
    const lg_view index = place(r, r->at.list + sizeof(int32_t) * (size_t)at);
    return (lg_move_rows){.S = 1, .T = r->M, .C = count, .N = N, .all = all, .few = few, .index = index};
}

static lg_view gather(const expert_run *r, int at, int count, lg_view all, size_t to, int N) {
    const lg_move_rows k = listed(r, at, count, all, place(r, to), N);
    r->set->gather_rows(r->set, &k);
    return k.few;
}

static void scatter(const expert_run *r, int at, int count, lg_view few, lg_view all, int N) {
    lg_move_rows k = listed(r, at, count, all, few, N);
    k.accumulate = true;
    r->set->scatter_rows(r->set, &k);
}

/* y = act(x w + bias) of `count` rows. */
static void multiply(const expert_run *r, int count, lg_linear k) {
    const lg_view none = {NULL, 0}, pairs = place(r, r->at.product);
    k.M = count;
    if (r->set->to_bf16_pairs) {
        r->set->to_bf16_pairs(r->set, pairs, none, k.x, 1, count, k.K);
        k.x = pairs;
    }
    lg_split_linear(r->f, r->set, &k);
}

static void weigh(const expert_run *r, int count, lg_linear_weight k) {
    const lg_view none = {NULL, 0}, x = place(r, r->at.weights), dy = place(r, r->at.other);
    k.M = count;
    if (r->set->to_bf16_pairs) {
        r->set->to_bf16_pairs(r->set, none, x, k.x, 1, count, k.K);
        r->set->to_bf16_pairs(r->set, none, dy, k.dy, 1, count, k.N);
        k.x = x, k.dy = dy;
    }
    r->set->linear_weight(r->set, &k);
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const expert_run r = open_run(f, y);
    const lg_view out = place(&r, r.at.y);
    r.set->zero(r.set, lg_value(f, y), y->bytes);
    for (int e = 0; e < y->in[W]->shape[0]; e++) {
        const int rows = list_rows(&r, e);
        for (int at = 0; at < rows; at += r.at.C) {
            const int count = smaller(r.at.C, rows - at);
            const lg_linear map = {.K = r.K,
                                   .N = r.N,
                                   .x = gather(&r, at, count, lg_value(f, y->in[X]), r.at.x, r.K),
                                   .w = lg_packed(f, r.args->packed + (size_t)e * r.args->packed_bytes),
                                   .bias = part(&r, e, lg_value(f, y->in[BIAS]), BIAS),
                                   .y = out,
                                   .act = r.args->act};
            multiply(&r, count, map);
            scatter(&r, at, count, out, lg_value(f, y), r.N);
        }
    }
}

/* Adds the gradients from a chunk of an expert's rows. */
static void backward_rows(const expert_run *r, int e, int at, int count) {
    const lg_frame *f = r->f;
    const lg_tensor *y = r->y;
    const lg_view dx = lg_gradient(f, y->in[X]), db = part(r, e, lg_gradient(f, y->in[BIAS]), BIAS);
    const lg_view dy = gather(r, at, count, lg_gradient(f, y), r->at.y, r->N);
    lg_view out = {NULL, 0};
    if (r->args->act != LG_LINEAR) out = gather(r, at, count, lg_value(f, y), r->at.out, r->N);
    if (db.data || out.data) r->set->linear_bias(r->set, dy, out, db, count, r->N, r->args->act);
    const lg_linear_weight weight = {.K = r->K,
                                     .N = r->N,
                                     .dw = part(r, e, lg_gradient(f, y->in[W]), W),
                                     .x = gather(r, at, count, lg_value(f, y->in[X]), r->at.x, r->K),
                                     .dy = dy};
    weigh(r, count, weight);
    if (!dx.data) return;
    const lg_linear input = {.K = r->N,
                             .N = r->K,
                             .x = dy,
                             .w = lg_packed(f, r->args->transposed + (size_t)e * r->args->transposed_bytes),
                             .y = place(r, r->at.x)};
    multiply(r, count, input);
    scatter(r, at, count, input.y, dx, r->K);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const expert_run r = open_run(f, y);
    const lg_view dx = lg_gradient(f, y->in[X]);
    if (dx.data && !y->accumulate[X]) r.set->zero(r.set, dx, y->in[X]->bytes);
    for (int e = 0; e < y->in[W]->shape[0]; e++) {
        const int rows = list_rows(&r, e);
        for (int at = 0; at < rows; at += r.at.C) backward_rows(&r, e, at, smaller(r.at.C, rows - at));
    }
}

static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == X;
}

/* Counts FLOPs as if every token were assigned. */
static double flops(const lg_tensor *y, int at) {
    (void)at;
    return 2.0 * lg_rows(y) * lg_columns(y) * lg_columns(y->in[X]);
}

/* Variants, with three experts: 0: biases; 1: one slot per expert and ReLU; 2: some tokens only. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    lg_tensor *ids = lg_graph_batch(g, g->T);
    lg_tensor *logits = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 3}), ids, 1);
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), ids, 1);
    lg_tensor *expert = lg_op_route(g, logits, (lg_routing){.slots = variant == 1});
    lg_tensor *w = lg_example_parameter(g, 3, (int[]){3, 6, 7});
    lg_tensor *bias = variant == 2 ? NULL : lg_example_parameter(g, 2, (int[]){3, 7});
    if (variant == 2) x = lg_op_select_rows(g, x, 1, g->T - 2);
    return lg_op_expert_linear(g, x, expert, w, bias, variant == 1 ? LG_RELU : LG_LINEAR);
}

const lg_op lg_op_desc_expert_linear = {
    .name = "expert_linear",
    .formula = "y[s,t,:] = act(x[s,t,:] w[e] + bias[e]), e = expert[s,t]; 0 without one",
    .backward_reads = 1u << X | 1u << EXPERT | LG_READS_OUTPUT,
    .needs_gradients = 1u << W,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .flops = flops,
    .phases = {LG_PHASE_LINEAR, LG_PHASE_LINEAR_WEIGHT, LG_PHASE_LINEAR_WEIGHT},
    .example = example,
};

/* Packs the matrices of all experts, contiguously. */
static void pack_experts(lg_graph *g, const lg_tensor *w, bool transpose, size_t *first, size_t *bytes) {
    *first = LG_NO_ADDRESS;
    for (int e = 0; e < w->shape[0] && !g->err.code; e++) {
        const lg_packing of = {
            .parameter = w->parameter, .first = e * w->shape[1], .rows = w->shape[1], .transpose = transpose};
        const int i = lg_parameters_pack(g->parameters, g->kernels, of, &g->err);
        if (i < 0) return;
        if (e == 0) *first = g->parameters->packs[i].offset;
        *bytes = g->parameters->packs[i].bytes;
    }
}

lg_tensor *lg_op_expert_linear(lg_graph *g, lg_tensor *x, lg_tensor *expert, lg_tensor *w, lg_tensor *bias,
                               lg_activation act) {
    if (act > LG_RELU) return lg_op_elementwise(g, lg_op_expert_linear(g, x, expert, w, bias, LG_LINEAR), act);
    expert_args a = {.act = act, .transposed = LG_NO_ADDRESS};
    pack_experts(g, w, false, &a.packed, &a.packed_bytes);
    if (x->needs_gradient) pack_experts(g, w, true, &a.transposed, &a.transposed_bytes);
    return lg_graph_result(g, &lg_op_desc_expert_linear, (lg_tensor *[]){x, expert, w, bias}, 4, &a, sizeof a);
}
