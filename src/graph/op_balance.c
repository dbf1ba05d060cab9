/* op_balance.c: a loss of each sequence that is smallest if experts get equal shares of its tokens, plus a penalty that
 * keeps the router's logits small; see struct lg_balance. The op starts the graph's backward pass; the incoming
 * gradient is the frame's group_weight. */
#include "graph/graph.h"
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct balance_args {
    double balance, z;
} balance_args;

enum { LOGITS, CHOICE };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[LOGITS], *choice = y->in[CHOICE];
    if (x->rank != 3 || !choice->integer || choice->rank != 2 || choice->shape[1] != x->shape[1])
        return lg_fail_permanent(err, "expected logits [S,T,E] and choices [S,T], got %d and %d tokens", x->shape[1],
                                 choice->shape[1]);
    y->rank = 3;
    y->shape[0] = x->shape[0];
    y->shape[1] = y->shape[2] = 1;
    return true;
}

static lg_balance arguments(const lg_frame *f, const lg_tensor *y) {
    const balance_args *a = y->args;
    const lg_tensor *x = y->in[LOGITS];
    return (lg_balance){
        .S = x->shape[0],
        .T = x->shape[1],
        .E = x->shape[2],
        .balance = a->balance,
        .z = a->z,
        .logits = lg_value(f, x),
        .choice = lg_value(f, y->in[CHOICE]),
        .y = lg_value(f, y),
    };
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_balance k = arguments(f, y);
    f->kernels->balance(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_balance k = arguments(f, y);
    k.dlogits = lg_gradient(f, y->in[LOGITS]);
    k.factor = f->group_weight;
    k.accumulate = y->accumulate[LOGITS];
    f->kernels->balance_backward(f->kernels, &k);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *logits = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 3}), lg_graph_batch(g, g->T), 1);
    return lg_op_balance(g, logits, lg_op_route(g, logits, (lg_routing){0}), variant ? 0.5 : 1, variant ? 0.25 : 0);
}

const lg_op lg_op_desc_balance = {
    .name = "balance",
    .formula = "y[s] = balance E sum_e f_e P_e + z mean_t log(sum_e exp logits[s,t,e])^2",
    .backward_reads = 1u << LOGITS | 1u << CHOICE,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .backward_starts = true,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_balance(lg_graph *g, lg_tensor *logits, lg_tensor *choice, double balance, double z) {
    const balance_args a = {balance, z};
    return lg_graph_result(g, &lg_op_desc_balance, (lg_tensor *[]){logits, choice}, 2, &a, sizeof a);
}
