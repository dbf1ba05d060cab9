/* op_scan.c: a recurrence. One time step is a separate graph, recorded and planned once. This op runs the graph for
 * each token, from first to last, and backward through time. The step's arrays are in this op's saved memory: arrays
 * that the backward pass reads exist for every step, others once.
 *
 * Arrays of the step are [S,1,N], arrays outside it [S,T,N]; rows are copied in and out. Each element is computed as in
 * a scan of one sequence, so a sequence gives the same bits in any batch. */
#include <string.h>

#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct scan_args {
    lg_scan scan;
    lg_tensor *y; /* the result of a step, in the step's graph */
} scan_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const scan_args *a = y->args;
    const lg_tensor *x = y->in[0];
    if (x->rank != 3 || x->first != 0)
        return lg_fail_permanent(err, "expected all tokens of x [S,T,N], got rank %d from token %d on", x->rank,
                                 x->first);
    y->rank = 3;
    y->shape[0] = x->shape[0];
    y->shape[1] = x->shape[1];
    y->shape[2] = lg_columns(a->y);
    y->saved_bytes[0] = lg_graph_place_steps(a->scan.step, &a->scan, x->shape[1]);
    return true;
}

/* The frame of the step's graph, whose work space is this op's saved memory. */
static lg_frame frame_of_steps(const lg_frame *f, const lg_tensor *y) {
    const scan_args *a = y->args;
    lg_frame inner = *f;
    inner.graph = a->scan.step;
    inner.base[LG_SPACE_WORK] = lg_saved(f, y, 0);
    inner.scan_step = 0;
    inner.scan_steps = y->shape[1];
    return inner;
}

/* Copies row `at` of every sequence between [S,T,N] and [S,1,N]. */
static void take_rows(const lg_kernels *k, lg_view row, lg_view all, const lg_tensor *t, int T, int at) {
    k->select_rows(k, row, all, t->shape[0], T, t->shape[2], at, 1);
}

static void put_rows(const lg_kernels *k, lg_view all, lg_view row, const lg_tensor *t, int T, int at, bool more) {
    const int N = t->shape[2];
    const lg_copy rows = {
        .rows = t->shape[0],
        .columns = N,
        .y_stride = (ptrdiff_t)T * N,
        .x_stride = N,
        .y = lg_view_at(all, sizeof(real) * (size_t)at * (size_t)N),
        .x = row,
        .accumulate = more,
    };
    k->copy(k, &rows);
}

/* Copies the states after step t - 1 to the states before step t, unless they share memory. States before step 0 are
 * zeros. */
static void pass_states(const lg_scan *s, lg_frame *step, int t) {
    const lg_kernels *k = step->kernels;
    lg_frame last = *step;
    step->scan_step = t;
    last.scan_step = t - 1;
    for (int i = 0; i < s->states; i++) {
        const lg_view to = lg_value(step, s->before[i]);
        if (t == 0) {
            k->zero(k, to, s->before[i]->bytes);
            continue;
        }
        const lg_view from = lg_value(&last, s->after[i]);
        if (from.data != to.data) k->add(k, to, from, lg_elements(s->before[i]), false);
    }
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const scan_args *a = y->args;
    const lg_scan *s = &a->scan;
    const int T = y->shape[1];
    lg_frame step = frame_of_steps(f, y);
    for (int t = 0; t < T; t++) {
        pass_states(s, &step, t);
        take_rows(f->kernels, lg_value(&step, s->x), lg_value(f, y->in[0]), s->x, T, t);
        lg_clock_count(f->clock, LG_PHASE_ENDS);
        lg_graph_forward(s->step, &step);
        put_rows(f->kernels, lg_value(f, y), lg_value(&step, a->y), a->y, T, t, false);
    }
}

/* Sets the gradients of the states after a step to those of the states before the next step; after the last step, to
 * zero. If y is one of these states, its gradient array already holds the gradient of y, so the other gradient is added
 * to it. */
static void pass_gradients(const scan_args *a, const lg_frame *step, bool last) {
    const lg_kernels *k = step->kernels;
    const lg_scan *s = &a->scan;
    for (int i = 0; i < s->states; i++) {
        const lg_view to = lg_gradient(step, s->after[i]);
        const bool read = s->after[i] == a->y;
        if (!last)
            k->add(k, to, lg_gradient(step, s->before[i]), lg_elements(s->after[i]), read);
        else if (!read)
            k->zero(k, to, s->after[i]->bytes);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const scan_args *a = y->args;
    const lg_scan *s = &a->scan;
    const int T = y->shape[1];
    lg_frame step = frame_of_steps(f, y);
    const lg_view dx = lg_gradient(f, y->in[0]);
    for (int t = T - 1; t >= 0; t--) {
        step.scan_step = t;
        take_rows(f->kernels, lg_gradient(&step, a->y), lg_gradient(f, y), a->y, T, t);
        pass_gradients(a, &step, t == T - 1);
        lg_clock_count(f->clock, LG_PHASE_ENDS);
        lg_graph_backward(s->step, &step);
        if (dx.data) put_rows(f->kernels, dx, lg_gradient(&step, s->x), s->x, T, t, y->accumulate[0]);
    }
    step.scan_step = 0;
    for (int j = 0; j < s->step->count; j++)
        if (lg_op_linear_sums_later(s->step, s->step->tensors[j]))
            lg_op_linear_sum_steps(&step, s->step->tensors[j], T);
}

static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == 0;
}

static double flops(const lg_tensor *y, int at) {
    (void)at;
    const scan_args *a = y->args;
    return y->shape[1] * lg_graph_flops(a->scan.step, false);
}

static lg_tensor *weight(lg_graph *g, int K, int N) {
    return lg_example_parameter(g, 2, (int[]){K, N});
}

/* Variants:
 *   0: Elman network with bias
 *   1: LSTM
 *   2: an input without gradient, a result that is not a state, and two linear maps, the inner one with ReLU */
static lg_tensor *example(lg_graph *g, int variant) {
    enum { K = 3 };
    if (variant > 2) return NULL;
    const int shape[] = {g->S, g->T, variant == 1 ? 4 * K : K}, widths[] = {K, K};
    lg_tensor *x = variant < 2 ? lg_example_parameter(g, 3, shape) : lg_example_numbers(g, 3, shape, 0, 0);
    lg_scan s = lg_scan_begin(g, x, variant == 1 ? 2 : 1, widths);
    lg_tensor *w = weight(s.step, K, variant == 1 ? 4 * K : K);
    if (variant == 1) {
        lg_tensor *z =
            lg_op_add_activate(s.step, s.x, lg_op_linear(s.step, s.before[0], w, NULL, LG_LINEAR), LG_LINEAR);
        s.after[0] = lg_op_lstm(s.step, z, s.before[1], &s.after[1]);
        return lg_scan_end(g, &s, s.after[0]);
    }
    lg_tensor *bias = lg_example_parameter(s.step, 1, (int[]){K});
    lg_tensor *h = lg_op_linear(s.step, s.before[0], w, bias, variant == 2 ? LG_RELU : LG_LINEAR);
    s.after[0] = lg_op_add_activate(s.step, s.x, h, variant == 2 ? LG_LINEAR : LG_RELU);
    if (variant == 0) return lg_scan_end(g, &s, s.after[0]);
    return lg_scan_end(g, &s, lg_op_linear(s.step, s.after[0], weight(s.step, K, 2), NULL, LG_LINEAR));
}

const lg_op lg_op_desc_scan = {
    .name = "scan",
    .formula = "y[s,t,:], states = step(x[s,t,:], states), t = 0, 1, ...",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .from_first = true,
    .flops = flops,
    .phases = {LG_PHASE_LINEAR, LG_PHASE_LINEAR_INPUT, LG_PHASE_LINEAR_WEIGHT},
    .example = example,
};

/* ---- recording ---- */

lg_scan lg_scan_begin(lg_graph *g, lg_tensor *x, int states, const int *columns) {
    lg_scan s = {.states = states, .input = x};
    if (g->stepping)
        lg_fail_permanent(&g->err, "scan: a stepping graph cannot scan, since states do not outlive a run");
    s.step = lg_graph_new(g->parameters, g->kernels, g->S, 1, g->training);
    if (!s.step) { /* g has failed: the step is recorded on g, where ops do nothing */
        lg_fail(&g->err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
        s.step = g;
        s.x = &g->nothing;
        for (int i = 0; i < states; i++) s.before[i] = &g->nothing;
        return s;
    }
    s.step->next = g->inner;
    g->inner = s.step;
    g->scans = s.step->scanned = s.step->no_pruning = true;
    s.step->err = g->err;
    s.x = lg_graph_given(s.step, lg_columns(x));
    s.x->needs_gradient = x->needs_gradient;
    for (int i = 0; i < states; i++) {
        s.before[i] = lg_graph_given(s.step, columns[i]);
        s.before[i]->needs_gradient = g->training;
    }
    return s;
}

lg_tensor *lg_scan_borrow(lg_scan *s, lg_tensor *batch) {
    if (s->batch && s->batch != batch)
        lg_fail_permanent(&s->step->err, "scan: a step reads one tensor of the batch, not two");
    if (!s->batch) s->borrowed = lg_graph_borrow(s->step, batch);
    s->batch = batch;
    return s->borrowed;
}

static bool check_step(const lg_scan *s, const lg_tensor *y, lg_error *err) {
    const lg_graph *g = s->step;
    if (g->sites > 0) return lg_fail_permanent(err, "scan: dropout within a time step is not supported");
    if (y->kind != LG_RESULT) return lg_fail_permanent(err, "scan: the result of a step must be computed");
    for (int i = 0; i < s->states; i++)
        if (s->after[i]->kind != LG_RESULT || s->after[i]->bytes != s->before[i]->bytes)
            return lg_fail_permanent(err, "scan: expected a computed state %d of %d columns", i,
                                     lg_columns(s->before[i]));
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_CONSTANT || (t->kind == LG_BATCH && t != s->borrowed) || t->kind == LG_STATE ||
            (t->kind == LG_RESULT && t->shared))
            return lg_fail_permanent(err,
                                     "scan: tensor %d does not depend on the step's input or states; record it "
                                     "outside the scan",
                                     j);
    }
    return true;
}

static bool plan(lg_scan *s, lg_tensor *y, lg_error *err) {
    lg_tensor *roots[LG_MAX_STATES + 1] = {y};
    memcpy(roots + 1, s->after, sizeof *roots * (size_t)s->states);
    if (s->step->err.code) return lg_fail_like(err, &s->step->err, "%s", s->step->err.text);
    return check_step(s, y, err) && lg_graph_plan_step(s->step, roots, s->states + 1, err);
}

/* Lists the inputs of the op: x, the parameters of the step, and its batch tensor. Returns -1 if there are too many. */
static int list_inputs(lg_graph *g, const lg_scan *s, lg_tensor *in[LG_MAX_INPUTS]) {
    int inputs = 1;
    in[0] = s->input;
    for (int j = 0; j < s->step->count; j++) {
        const lg_tensor *t = s->step->tensors[j];
        if (t->kind != LG_PARAMETER) continue;
        const lg_parameter_row *row = &g->parameters->rows[t->parameter];
        if (inputs == LG_MAX_INPUTS) return -1;
        in[inputs++] = lg_graph_parameter(g, row->name, row->rank, row->shape, row->initial);
    }
    if (!s->batch) return inputs;
    if (inputs == LG_MAX_INPUTS) return -1;
    in[inputs++] = s->batch;
    return inputs;
}

lg_tensor *lg_scan_end(lg_graph *g, const lg_scan *s, lg_tensor *y) {
    scan_args a = {*s, y};
    lg_tensor *in[LG_MAX_INPUTS];
    if (g->err.code || !plan(&a.scan, y, &g->err)) return &g->nothing;
    const int inputs = list_inputs(g, s, in);
    if (inputs < 0) {
        lg_fail_permanent(&g->err, "scan: a step has at most %d parameters", LG_MAX_INPUTS - 2);
        return &g->nothing;
    }
    return lg_graph_result(g, &lg_op_desc_scan, in, inputs, &a, sizeof a);
}
