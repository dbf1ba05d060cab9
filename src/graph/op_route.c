/* op_route.c: assigns each token of a sequence to an expert, chosen by the token's logits; see struct lg_route. The
 * choice has no gradient. */
#include "graph/ops.h"
#include "kernel/kernel.h"

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[0];
    const lg_routing *a = y->args;
    if (x->rank != 3 || x->shape[2] > LG_EXPERTS_MAX || a->slots < 0)
        return lg_fail_permanent(err, "expected logits [S,T,E] of at most %d experts, got rank %d and %d columns",
                                 LG_EXPERTS_MAX, x->rank, lg_columns(x));
    y->rank = 2;
    y->integer = true;
    y->shape[0] = x->shape[0];
    y->shape[1] = x->shape[1];
    y->first = x->first;
    const lg_route k = {.T = x->shape[1], .E = x->shape[2], .balanced = a->balanced};
    y->scratch_bytes = g->kernels->route_scratch(g->kernels, &k);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_routing *a = y->args;
    const lg_route k = {
        .S = y->shape[0],
        .T = y->shape[1],
        .E = lg_columns(y->in[0]),
        .C = a->slots,
        .balanced = a->balanced,
        .logits = lg_value(f, y->in[0]),
        .expert = lg_value(f, y),
        .scratch = lg_scratch(f, y),
    };
    f->kernels->route(f->kernels, &k);
}

/* Variants: 0: one slot per expert; 1: no limit; 2: balanced. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    lg_tensor *logits = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 3}), lg_graph_batch(g, g->T), 1);
    const lg_routing r = {.balanced = variant == 2, .slots = variant == 0};
    return lg_op_gather_rows(g, logits, lg_op_route(g, logits, r)); /* experts also serve as row indices */
}

const lg_op lg_op_desc_route = {
    .name = "route",
    .formula = "y[s,t] = argmax_e logits[s,t,e], -1 beyond its slots; or a balanced assignment",
    .shape = shape,
    .forward = forward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_route(lg_graph *g, lg_tensor *logits, lg_routing r) {
    return lg_graph_result(g, &lg_op_desc_route, (lg_tensor *[]){logits}, 1, &r, sizeof r);
}
