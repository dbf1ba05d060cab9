/* op_tape.c: a time step of the tapes of a tape RNN, which can jump by the number of input tokens (Delétang et al.
 * 2023). See store_step.h. */
#include "graph/store_step.h"
#include "kernel/kernel.h"

enum { ACTIONS = 5 };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *ids = y->in[LG_STORE_IDS];
    if (!ids->integer || ids->kind != LG_BATCH || ids->shape[0] != lg_rows(y->in[LG_STORE_P]))
        return lg_fail_permanent(err, "expected ids of the batch, one row for each sequence");
    return lg_store_shape(g, y, ACTIONS, err);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_store_step s = lg_store_forward(f, y);
    f->kernels->tape(f->kernels, &s);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const lg_store_step s = lg_store_backward(f, y);
    f->kernels->tape_backward(f->kernels, &s);
}

static double flops(const lg_tensor *y, int at) {
    (void)at;
    const lg_store_args *a = y->args;
    return 2.0 * ACTIONS * lg_rows(y) * lg_columns(y) * a->size.cells;
}

/* Records a scan that passes the reading to the next step. Variants: 0: one tape; 1: two tapes, with jumps that wrap
 * around; 2: one tape of a single cell. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    enum { C = 3, MARKER = 3 };
    const int K = 1 + (variant == 1), N = K * C, cells[] = {12, 3, 1};
    lg_tensor *x = lg_example_parameter(g, 3, (int[]){g->S, g->T, N}), *ids = lg_graph_batch(g, g->T);
    lg_scan s = lg_scan_begin(g, x, 1, &N);
    lg_tensor *h = lg_op_add_activate(s.step, s.x, s.before[0], LG_LINEAR);
    lg_tensor *w = lg_example_parameter(s.step, 2, (int[]){N, ACTIONS * K});
    lg_tensor *p = lg_op_group_softmax(s.step, lg_op_linear(s.step, h, w, NULL, LG_LINEAR), K);
    const lg_store_size size = {g->T, K, C, cells[variant]};
    s.after[0] = lg_op_tape(s.step, size, p, h, lg_scan_borrow(&s, ids), MARKER);
    return lg_scan_end(g, &s, s.after[0]);
}

const lg_op lg_op_desc_tape = {
    .name = "tape",
    .formula = "m = before with v in cell 0; after[i] = p0 m[i] + p1 m[i+1] + p2 m[i-1] + p3 m[i+n] + p4 m[i-n]; "
               "y = after[0]",
    .backward_reads = 1u << LG_STORE_P | 1u << LG_STORE_IDS,
    .remembers = true,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION, LG_PHASE_ATTENTION},
    .example = example,
};

lg_tensor *lg_op_tape(lg_graph *g, lg_store_size size, lg_tensor *p, lg_tensor *v, lg_tensor *ids, int marker) {
    lg_store_args a = lg_store_arguments(g, size, 0, p);
    a.marker = marker;
    return lg_graph_result(g, &lg_op_desc_tape, (lg_tensor *[]){p, v, ids}, 3, &a, sizeof a);
}
