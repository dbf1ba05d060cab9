/* op_gate.c: the gate weight of each token for its expert e: y[s,t] = softmax(logits[s,t,:])[e], or
 * sigmoid(logits[s,t,e]). Gradients of later ops reach the router only through this value. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct gate_args {
    bool sigmoid;
} gate_args;

enum { LOGITS, EXPERT };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[LOGITS], *expert = y->in[EXPERT];
    if (x->rank != 3 || !expert->integer || expert->rank != 2 || expert->shape[1] != x->shape[1])
        return lg_fail_permanent(err, "expected logits [S,T,E] and experts [S,T], got %d and %d tokens", x->shape[1],
                                 expert->shape[1]);
    lg_shape_like(y, x);
    y->shape[2] = 1;
    return true;
}

static lg_gate arguments(const lg_frame *f, const lg_tensor *y) {
    return (lg_gate){
        .M = lg_rows(y),
        .E = lg_columns(y->in[LOGITS]),
        .sigmoid = ((const gate_args *)y->args)->sigmoid,
        .logits = lg_value(f, y->in[LOGITS]),
        .expert = lg_value(f, y->in[EXPERT]),
        .y = lg_value(f, y),
    };
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_gate k = arguments(f, y);
    f->kernels->gate(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_gate k = arguments(f, y);
    k.dy = lg_gradient(f, y);
    k.dlogits = lg_gradient(f, y->in[LOGITS]);
    k.accumulate = y->accumulate[LOGITS];
    f->kernels->gate_backward(f->kernels, &k);
}

/* Variants, with one slot per expert: 0: softmax over 3 experts; 1: softmax over 1; 2: sigmoid of 3. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    const int E = variant == 1 ? 1 : 3;
    lg_tensor *logits = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, E}), lg_graph_batch(g, g->T), 1);
    return lg_op_gate(g, logits, lg_op_route(g, logits, (lg_routing){.slots = 1}), variant == 2);
}

const lg_op lg_op_desc_gate = {
    .name = "gate",
    .formula = "y[s,t] = softmax(logits[s,t,:])[expert[s,t]], or sigmoid of that logit",
    .backward_reads = 1u << LOGITS | 1u << EXPERT,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_gate(lg_graph *g, lg_tensor *logits, lg_tensor *expert, bool sigmoid) {
    const gate_args a = {sigmoid};
    return lg_graph_result(g, &lg_op_desc_gate, (lg_tensor *[]){logits, expert}, 2, &a, sizeof a);
}
