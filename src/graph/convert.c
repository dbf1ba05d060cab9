/* convert.c: converts operands of linear maps for kernels that read bfloat16. Queries, keys and values are linear maps
 * of the same rows, and the gradients of the maps' weights read these rows again. So each tensor is converted once, to
 * two layouts: one for the products of the forward pass, and one, which is saved, for the gradients of weights. The op
 * is recorded while a graph is planned, after pruning. */
#include <string.h>

#include "graph/graph.h"
#include "graph/ops.h"
#include "kernel/kernel.h"

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)err;
    const lg_kernels *set = g->kernels;
    const lg_tensor *x = y->in[0];
    y->rank = x->rank;
    y->first = x->first;
    memcpy(y->shape, x->shape, sizeof y->shape);
    y->bytes = lg_bf16_pairs_size(set, x, false);
    if (g->training) y->saved_bytes[0] = lg_bf16_pairs_size(set, x, true);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *x = y->in[0];
    lg_to_bf16_pairs(f->kernels, lg_value(f, y), lg_saved(f, y, 0), lg_value(f, x), x);
}

static const lg_op to_bf16_pairs = {
    .name = "to_bf16_pairs",
    .formula = "y = x in the layout of linear maps",
    .saves_for_readers = true,
    .shape = shape,
    .forward = forward,
    .phases = {LG_PHASE_LINEAR, LG_PHASE_LINEAR_INPUT, LG_PHASE_LINEAR_WEIGHT},
};

static lg_tensor *converted(lg_graph *g, lg_tensor *x) {
    for (int j = 0; j < g->count; j++)
        if (g->tensors[j]->op == &to_bf16_pairs && g->tensors[j]->in[0] == x) return g->tensors[j];
    return lg_graph_result(g, &to_bf16_pairs, (lg_tensor *[]){x}, 1, NULL, 0);
}

bool lg_graph_convert(lg_graph *g, lg_error *err) {
    if (!g->kernels->to_bf16_pairs) return true;
    const int n = g->count;
    lg_tensor **recorded = lg_arena_alloc(g->arena, sizeof *recorded * (size_t)n);
    if (!recorded) return lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
    memcpy(recorded, g->tensors, sizeof *recorded * (size_t)n);
    g->count = 0;
    for (int j = 0; j < n; j++) {
        lg_tensor *y = recorded[j];
        if (y->op == &lg_op_desc_linear && !lg_op_linear_is_full(y)) lg_op_linear_reads(y, converted(g, y->in[0]));
        if (g->err.code || !lg_graph_append(g, y)) return lg_fail_like(err, &g->err, "%s", g->err.text);
    }
    return true;
}
