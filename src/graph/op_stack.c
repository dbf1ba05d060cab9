/* op_stack.c: a time step of the stacks of a stack RNN (Joulin & Mikolov 2015). See store_step.h. */
#include "graph/store_step.h"
#include "kernel/kernel.h"

enum { ACTIONS = 3, EXTRA = 3 }; /* EXTRA: cells of the memory beyond those of the stack; see struct lg_store_step */

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    return lg_store_shape(g, y, ACTIONS, err);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_store_step s = lg_store_forward(f, y);
    f->kernels->stack(f->kernels, &s);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const lg_store_step s = lg_store_backward(f, y);
    f->kernels->stack_backward(f->kernels, &s);
}

/* Mean FLOPs of a step: step t fills at most t cells. */
static double flops(const lg_tensor *y, int at) {
    (void)at;
    const lg_store_args *a = y->args;
    double cells = 0;
    for (int t = 1; t <= a->size.steps; t++) cells += t < a->size.cells ? t : a->size.cells;
    return 2.0 * ACTIONS * lg_rows(y) * lg_columns(y) * cells / a->size.steps;
}

/* Records a scan that passes the reading to the next step. Variants: 0: one stack that is never full; 1: two stacks
 * that are soon full. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    enum { C = 3 };
    const int K = 1 + variant, N = K * C;
    lg_tensor *x = lg_example_parameter(g, 3, (int[]){g->S, g->T, N});
    lg_scan s = lg_scan_begin(g, x, 1, &N);
    lg_tensor *h = lg_op_add_activate(s.step, s.x, s.before[0], LG_LINEAR);
    lg_tensor *w = lg_example_parameter(s.step, 2, (int[]){N, ACTIONS * K});
    lg_tensor *p = lg_op_group_softmax(s.step, lg_op_linear(s.step, h, w, NULL, LG_LINEAR), K);
    const lg_store_size size = {g->T, K, C, variant ? 4 : g->T};
    s.after[0] = lg_op_stack(s.step, size, p, h);
    return lg_scan_end(g, &s, s.after[0]);
}

const lg_op lg_op_desc_stack = {
    .name = "stack",
    .formula = "after[i] = push before[i-1] + pop before[i+1] + noop before[i], before[-1] = v; y = after[0]",
    .backward_reads = 1u << LG_STORE_P,
    .remembers = true,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION, LG_PHASE_ATTENTION},
    .example = example,
};

lg_tensor *lg_op_stack(lg_graph *g, lg_store_size size, lg_tensor *p, lg_tensor *v) {
    const lg_store_args a = lg_store_arguments(g, size, EXTRA, p);
    return lg_graph_result(g, &lg_op_desc_stack, (lg_tensor *[]){p, v}, 2, &a, sizeof a);
}
