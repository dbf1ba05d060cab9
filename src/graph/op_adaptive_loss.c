/* op_adaptive_loss.c: the loss of each row under an adaptive softmax (Grave et al. 2017, Efficient softmax
 * approximation for GPUs, section 4.2). Ids are split by frequency into a short list and clusters:
 *   -log p(w) = -log softmax(short list and clusters)[w]   if w is in the short list, else
 *   -log p(w) = -log softmax(short list and clusters)[cluster of w] - log softmax(cluster)[w]
 * These losses are exact. A cluster is computed only for rows whose target is in it. The logits of a part are computed
 * for one chunk of rows at a time, and the backward pass recomputes them. As in cross_entropy, rows of weight 0 have
 * loss 0, and the op starts the graph's backward pass. Saved array 0 is the argmax over all ids; in training it is -1
 * if a cluster is more likely than any id of the short list. adaptive_logits, below, computes the log probabilities of
 * all ids. */
#include "graph/adaptive.h"
#include "graph/ops.h"
#include "kernel/kernel.h"

enum { X = LG_ADAPTIVE_X, TARGETS = LG_ADAPTIVE_TARGETS, WEIGHTS = LG_ADAPTIVE_WEIGHTS };
enum { MAP, TABLE, BIAS };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *x = y->in[X], *target = y->in[TARGETS], *weight = y->in[WEIGHTS];
    if (x->rank != 3 || target->kind != LG_BATCH || !target->integer || target->shape[1] != x->shape[1])
        return lg_fail_permanent(err, "expected rows [S,T,K] and targets [S,T], got %d tokens and %d targets",
                                 x->shape[1], target->shape[1]);
    if (weight && (weight->kind != LG_BATCH || weight->integer || weight->shape[1] != x->shape[1]))
        return lg_fail_permanent(err, "expected %d real weights, one for each token, got %d", x->shape[1],
                                 weight->shape[1]);
    if (!lg_adaptive_check(y, lg_columns(x), true, err)) return false;
    y->rank = 3;
    y->shape[0] = x->shape[0];
    y->shape[1] = x->shape[1];
    y->shape[2] = 1;
    y->saved_bytes[0] = (size_t)lg_rows(y) * sizeof(int32_t);
    y->scratch_bytes = lg_adaptive_scratch(g, y, lg_rows(y), lg_columns(x), !g->training);
    return true;
}

static lg_adaptive_run open_run(const lg_frame *f, const lg_tensor *y) {
    return lg_adaptive_open(f, y, lg_rows(y), lg_columns(y->in[X]), !f->graph->training);
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* Lists the rows of a part whose weight is not 0, and their targets within the part. All rows belong to the short list.
 * If `weight` is absent, no row has weight 0. */
static int list_rows(const lg_adaptive_run *r, int part, lg_view weight) {
    const lg_adaptive_args *a = r->args;
    const lg_kernels *set = r->f->kernels;
    const lg_view target = lg_value(r->f, r->y->in[TARGETS]), classes = lg_adaptive_place(r, r->at.classes);
    if (part > 0) return lg_adaptive_list(r, target, weight, a->part[part].first, a->part[part].end);
    set->cluster_classes(set, classes, target, r->M, a->end, a->parts);
    return lg_adaptive_list(r, classes, weight, 0, a->part[0].columns);
}

/* Arguments of the cross-entropy of entries at..at+count-1 of the list, whose columns were just computed. */
static lg_cross_entropy entropy_of(const lg_adaptive_run *r, int part, int at, int count) {
    const lg_view weights = lg_value(r->f, r->y->in[WEIGHTS]), weight = lg_adaptive_place(r, r->at.weight);
    if (weights.data) lg_adaptive_gather(r, weights, 1, at, count, weight);
    return (lg_cross_entropy){
        .M = count,
        .N = r->args->part[part].columns,
        .x = lg_adaptive_place(r, r->at.columns),
        .target = lg_adaptive_place(r, r->at.within + sizeof(int32_t) * (size_t)at),
        .weight = weights.data ? weight : weights,
    };
}

/* ---- forward ---- */

/* Computes the loss of entries at..at+count-1 of the list. For the short list, the forward pass ignores weights and
 * lists all rows in order, so entry i is row i of `best`. */
static void forward_rows(const lg_adaptive_run *r, int part, int at, int count) {
    const lg_view hidden = lg_adaptive_place(r, r->at.hidden), best = lg_saved(r->f, r->y, 0);
    lg_adaptive_gather(r, lg_value(r->f, r->y->in[X]), r->K, at, count, hidden);
    lg_adaptive_columns(r, part, hidden, count);
    lg_cross_entropy k = entropy_of(r, part, at, count);
    k.loss = lg_adaptive_place(r, r->at.loss);
    if (part == 0) k.best = lg_view_at(best, sizeof(int32_t) * (size_t)at);
    r->f->kernels->cross_entropy(r->f->kernels, &k);
    lg_adaptive_scatter(r, lg_value(r->f, r->y), 1, at, count, k.loss);
}

/* Finds the most likely id of all parts for entries at..at+count-1 of the list. The rows get weight 0, so that the
 * kernel skips their losses. */
static void search_rows(const lg_adaptive_run *r, int at, int count) {
    const lg_kernels *set = r->f->kernels;
    const int ids = r->args->end[r->args->parts - 1];
    const lg_view hidden = lg_adaptive_place(r, r->at.hidden), all = lg_adaptive_place(r, r->at.all);
    const lg_view index = lg_adaptive_place(r, r->at.rows + sizeof(int32_t) * (size_t)at);
    lg_adaptive_gather(r, lg_value(r->f, r->y->in[X]), r->K, at, count, hidden);
    lg_adaptive_log_probabilities(r, hidden, count, all, ids);
    const lg_cross_entropy k = {.M = count,
                                .N = ids,
                                .x = all,
                                .target = lg_adaptive_place(r, r->at.within),
                                .weight = lg_adaptive_place(r, r->at.weight),
                                .loss = lg_adaptive_place(r, r->at.loss),
                                .best = lg_adaptive_place(r, r->at.best)};
    set->zero(set, k.weight, sizeof(real) * (size_t)count);
    set->cross_entropy(set, &k);
    set->put_integers(set, lg_saved(r->f, r->y, 0), index, k.best, count);
}

/* Completes the argmax. If an id of the short list is more likely than every cluster, it is more likely than all ids of
 * clusters. Otherwise all ids are compared. */
static void search_best(const lg_adaptive_run *r) {
    const lg_kernels *set = r->f->kernels;
    const lg_view best = lg_saved(r->f, r->y, 0), none = {NULL, 0};
    const lg_adaptive_part *p = &r->args->part[0];
    const int open = lg_adaptive_list(r, best, none, p->end, p->columns);
    if (r->f->graph->training) {
        set->put_integers(set, best, lg_adaptive_place(r, r->at.rows), none, open);
        return;
    }
    for (int at = 0; at < open; at += r->at.found) search_rows(r, at, smaller(r->at.found, open - at));
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_adaptive_run r = open_run(f, y);
    f->kernels->zero(f->kernels, lg_value(f, y), y->bytes);
    for (int i = 0; i < r.args->parts; i++) {
        const int count = list_rows(&r, i, i > 0 ? lg_value(f, y->in[WEIGHTS]) : (lg_view){NULL, 0});
        for (int at = 0; at < count; at += r.at.C) forward_rows(&r, i, at, smaller(r.at.C, count - at));
    }
    search_best(&r);
}

/* ---- backward ---- */

/* Computes the gradients of the table, the map and the hidden rows from the gradients of the columns. `x`: the rows
 * that were multiplied by the table. */
static void backward_part(const lg_adaptive_run *r, int part, lg_view x, lg_view hidden, lg_view dcolumns, int count,
                          lg_view dhidden) {
    const lg_kernels *set = r->f->kernels;
    const lg_adaptive_part *p = &r->args->part[part];
    const lg_view none = {NULL, 0}, bias = lg_adaptive_gradient(r, part, BIAS);
    const bool maps = lg_adaptive_value(r, part, MAP).data;
    const lg_view dx = maps ? lg_adaptive_place(r, r->at.dmapped) : dhidden;
    if (bias.data) set->linear_bias(set, dcolumns, none, bias, count, p->columns, LG_LINEAR);
    lg_adaptive_weigh(r, dcolumns, p->columns, x, p->width, count, lg_adaptive_gradient(r, part, TABLE));
    lg_adaptive_multiply(r, dcolumns, count, p->columns, p->table_back, none, p->width, dx);
    if (!maps) return;
    lg_adaptive_weigh(r, dx, p->width, hidden, r->K, count, lg_adaptive_gradient(r, part, MAP));
    lg_adaptive_multiply(r, dx, count, p->width, p->map, none, r->K, dhidden);
}

static void backward_rows(const lg_adaptive_run *r, int part, int at, int count) {
    const lg_view hidden = lg_adaptive_place(r, r->at.hidden), dhidden = lg_adaptive_place(r, r->at.dhidden);
    lg_adaptive_gather(r, lg_value(r->f, r->y->in[X]), r->K, at, count, hidden);
    const lg_view x = lg_adaptive_columns(r, part, hidden, count);
    lg_cross_entropy k = entropy_of(r, part, at, count);
    k.dx = k.x;
    k.factor = r->f->loss_weight;
    r->f->kernels->cross_entropy_backward(r->f->kernels, &k);
    backward_part(r, part, x, hidden, k.dx, count, dhidden);
    const lg_view dx = lg_gradient(r->f, r->y->in[X]);
    if (dx.data) lg_adaptive_scatter(r, dx, r->K, at, count, dhidden);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const lg_adaptive_run r = open_run(f, y);
    const lg_view dx = lg_gradient(f, y->in[X]);
    if (dx.data && !y->accumulate[X]) f->kernels->zero(f->kernels, dx, y->in[X]->bytes);
    for (int i = 0; i < r.args->parts; i++) {
        const int count = list_rows(&r, i, lg_value(f, y->in[WEIGHTS]));
        for (int at = 0; at < count; at += r.at.C) backward_rows(&r, i, at, smaller(r.at.C, count - at));
    }
}

/* ---- the op ---- */

static double flops(const lg_tensor *y, int at) {
    (void)at;
    const lg_adaptive_args *a = y->args;
    double row = 0;
    for (int i = 0; i < a->parts; i++) row += lg_adaptive_share(a, i) * lg_adaptive_row_flops(y, i);
    return lg_rows(y) * row;
}

/* Variants: 0: all ids in one part; 1: two clusters with maps, biases and weights; 2: two clusters without any of
 * these. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    const lg_adaptive a = lg_example_adaptive(g, variant, 6, true);
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *targets = lg_graph_batch(g, g->T);
    return lg_op_adaptive_loss(g, &a, x, targets, variant == 1 ? lg_graph_batch_reals(g, g->T) : NULL);
}

const lg_op lg_op_desc_adaptive_loss = {
    .name = "adaptive_loss",
    .formula = "y[r] = -log p(target[r]), p of the short list or of a cluster times p within it",
    .backward_reads = 1u << X | 1u << TARGETS | 1u << WEIGHTS,
    .needs_gradients = LG_ADAPTIVE_PARAMETERS,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .backward_starts = true,
    .flops = flops,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_adaptive_loss(lg_graph *g, const lg_adaptive *a, lg_tensor *x, lg_tensor *targets,
                               lg_tensor *weights) {
    return lg_adaptive_record(g, &lg_op_desc_adaptive_loss, a, x, targets, weights, 1);
}

/* ---- all ids ---- */

static bool logits_shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *x = y->in[X];
    const lg_adaptive_args *a = y->args;
    if (x->rank != 3) return lg_fail_permanent(err, "expected rows [S,T,K], got rank %d", x->rank);
    if (!lg_adaptive_check(y, lg_columns(x), true, err)) return false;
    lg_shape_like(y, x);
    y->shape[2] = a->end[a->parts - 1];
    y->scratch_bytes = lg_adaptive_scratch(g, y, lg_rows(y), lg_columns(x), false);
    return true;
}

static void logits_forward(const lg_frame *f, const lg_tensor *y) {
    const lg_adaptive_run r = lg_adaptive_open(f, y, lg_rows(y), lg_columns(y->in[X]), false);
    const size_t row = sizeof(real) * (size_t)r.K, all = sizeof(real) * (size_t)lg_columns(y);
    for (int at = 0; at < r.M; at += r.at.C) {
        const int count = smaller(r.at.C, r.M - at);
        const lg_view hidden = lg_adaptive_place(&r, r.at.hidden);
        f->kernels->add(f->kernels, hidden, lg_view_at(lg_value(f, y->in[X]), row * (size_t)at),
                        (size_t)count * (size_t)r.K, false);
        lg_adaptive_log_probabilities(&r, hidden, count, lg_view_at(lg_value(f, y), all * (size_t)at), lg_columns(y));
    }
}

static double logits_flops(const lg_tensor *y, int at) {
    (void)at;
    double row = 0;
    for (int i = 0; i < ((const lg_adaptive_args *)y->args)->parts; i++) row += lg_adaptive_row_flops(y, i);
    return lg_rows(y) * row;
}

/* No gradient. */
static const lg_op adaptive_logits = {
    .name = "adaptive_logits",
    .formula = "y[r,w] = log p(w), p as in adaptive_loss",
    .shape = logits_shape,
    .forward = logits_forward,
    .flops = logits_flops,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
};

lg_tensor *lg_op_adaptive_logits(lg_graph *g, const lg_adaptive *a, lg_tensor *x) {
    return lg_adaptive_record(g, &adaptive_logits, a, x, NULL, NULL, 1);
}
