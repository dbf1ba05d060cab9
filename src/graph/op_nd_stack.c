/* op_nd_stack.c: a time step of a nondeterministic stack, which holds the weights of all runs of a pushdown automaton
 * (DuSell & Chiang 2020). Its saved arrays are the weights of runs between all pairs of times, and their gradients. */
#include "graph/ops.h"
#include "kernel/kernel.h"

static lg_nd_size size_of(const lg_tensor *y) {
    return *(const lg_nd_size *)y->args;
}

static int configurations(lg_nd_size n) {
    return n.states * n.symbols;
}

int lg_nd_weights(lg_nd_size n) {
    return configurations(n) * (2 * configurations(n) + n.states);
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_nd_size n = size_of(y);
    const lg_tensor *weights = y->in[0];
    if (lg_columns(weights) != lg_nd_weights(n) || n.steps < 1)
        return lg_fail_permanent(err, "%d states and %d symbols need %d action weights, not %d", n.states, n.symbols,
                                 lg_nd_weights(n), lg_columns(weights));
    lg_shape_like(y, weights);
    y->shape[y->rank - 1] = n.reads_states ? configurations(n) : n.symbols;
    y->saved_bytes[0] = (size_t)lg_rows(weights) * lg_nd_numbers(configurations(n), n.steps) * sizeof(real);
    y->saved_bytes[1] = g->training ? y->saved_bytes[0] : 0;
    y->scratch_bytes = 2 * (size_t)configurations(n) * (size_t)n.states * LG_PAD((size_t)n.steps) * sizeof(real);
    return true;
}

static lg_nd_stack arguments_of(const lg_frame *f, const lg_tensor *y) {
    const lg_nd_size n = size_of(y);
    return (lg_nd_stack){
        .S = lg_rows(y),
        .T = n.steps,
        .t = f->scan_step + 1,
        .states = n.states,
        .symbols = n.symbols,
        .reads_states = n.reads_states,
        .weights = lg_value(f, y->in[0]),
        .memory = lg_saved(f, y, 0),
        .reading = lg_value(f, y),
        .scratch = lg_scratch(f, y),
    };
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_nd_stack a = arguments_of(f, y);
    f->kernels->nd_stack(f->kernels, &a);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_nd_stack a = arguments_of(f, y);
    a.dreading = lg_gradient(f, y);
    a.dmemory = lg_saved(f, y, 1);
    a.dweights = lg_gradient(f, y->in[0]);
    a.dweights_accumulate = y->accumulate[0];
    if (f->scan_step + 1 >= f->scan_steps) f->kernels->zero(f->kernels, a.dmemory, y->saved_bytes[1]);
    f->kernels->nd_stack_backward(f->kernels, &a);
}

/* Mean FLOPs of a step: products with the weights of runs between all pairs of earlier times. */
static double flops(const lg_tensor *y, int at) {
    (void)at;
    const lg_nd_size n = size_of(y);
    const double E = configurations(n), Q = n.states;
    double sum = 0;
    for (double t = 1; t <= n.steps; t++)
        sum += E * E * (t + E * (t - 1) + Q * (t - 1)) + E * E * Q * (t > 2 ? (t - 1) * (t - 2) / 2 : 0);
    return 2 * lg_rows(y) * sum / n.steps;
}

/* Records a scan whose state is the stack reading. */
static lg_tensor *example(lg_graph *g, int variant) {
    static const lg_nd_size sizes[] = {{0, 2, 2, false}, {0, 2, 2, true}, {0, 1, 3, false}, {0, 3, 2, true}};
    if (variant > 3) return NULL;
    lg_nd_size n = sizes[variant];
    n.steps = g->T;
    const int R = n.reads_states ? configurations(n) : n.symbols;
    lg_tensor *x = lg_example_parameter(g, 3, (int[]){g->S, g->T, R});
    lg_scan s = lg_scan_begin(g, x, 1, &R);
    lg_tensor *h = lg_op_add_activate(s.step, s.x, s.before[0], LG_LINEAR);
    lg_tensor *w = lg_example_parameter(s.step, 2, (int[]){R, lg_nd_weights(n)});
    lg_tensor *p = lg_op_group_softmax(s.step, lg_op_linear(s.step, h, w, NULL, LG_LINEAR), 1);
    s.after[0] = lg_op_nd_stack(s.step, n, p);
    return lg_scan_end(g, &s, s.after[0]);
}

const lg_op lg_op_desc_nd_stack = {
    .name = "nd_stack",
    .formula = "y = v / (sum(v) + 0.001), v the weights of all runs by state and top symbol, or by symbol",
    .backward_reads = 1u,
    .remembers = true,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION, LG_PHASE_ATTENTION},
    .example = example,
};

lg_tensor *lg_op_nd_stack(lg_graph *g, lg_nd_size size, lg_tensor *weights) {
    return lg_graph_result(g, &lg_op_desc_nd_stack, &weights, 1, &size, sizeof size);
}
