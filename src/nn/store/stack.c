/* stack.c: differentiable stacks with soft push and pop actions (Joulin & Mikolov 2015). A network with the cell lstm
 * and such a stack is a Stack-LSTM. */
#include "graph/ops.h"
#include "nn/axes/store.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

enum { ACTIONS = 3 };

typedef struct stack {
    lg_store_parts parts;
    bool joint;
} stack;

/* At most one cell for each token can be filled. */
static int count_cells(int cells, int tokens) {
    return cells == 0 || cells > tokens ? tokens : cells;
}

static lg_tensor *step(const void *own, lg_build *b, lg_scan *s, lg_tensor *h, lg_tensor *ids) {
    (void)s;
    const stack *x = own;
    const int tokens = lg_columns(ids), K = x->parts.count;
    lg_tensor *pushed =
        lg_build_linear(b, -1, LG_ROLE_RECURRENT, "recurrent.write", h, lg_store_parts_columns(own), true, LG_LINEAR);
    lg_tensor *p = lg_store_actions(b, h, ACTIONS * K, x->joint ? 1 : K);
    const lg_store_size size = {tokens, K, x->parts.columns, count_cells(x->parts.cells, tokens)};
    return lg_op_stack(b->g, size, p, pushed);
}

static const lg_option options[] = {
    LG_OPTIONS_STORE,
    {.name = "store.cells",
     .type = LG_INT,
     .fallback = "0",
     .min = 0,
     .max = 1 << 20,
     .help = "number of cells of a stack, or of the ring of a tape (default for tapes: 256); a push onto a full stack "
             "drops its lowest cell; 0 (stacks only): one cell per token",
     .in_evaluation = true,
     .at = offsetof(stack, parts.cells)},
    {"store.joint", LG_BOOL, "false", 0, 0, NULL,
     "one softmax over the actions of all stacks, as in the released code; false: one "
     "softmax per stack",
     .at = offsetof(stack, joint)},
    {0},
};

const lg_store lg_store_stack = {
    .name = "stack",
    .summary = "differentiable stacks with soft push, pop and no-op actions",
    .formula = "for each of K stacks:  v = W_v h_t + b_v;  (push, pop, noop) = softmax(W_a h_t + b_a)\n"
               "s_t[i] = push s_{t-1}[i-1] + pop s_{t-1}[i+1] + noop s_{t-1}[i], s_{t-1}[-1] = v, s[cells] = 0\n"
               "x_{t+1}: the token, followed by the tops s_t[0] of all K stacks; each has store.columns numbers\n"
               "work: 3 multiply-adds per number in each used cell; each token adds at most one cell",
    .source = "Joulin & Mikolov 2015; Delétang et al. 2023, appendix",
    .published = LG_DELETANG_2023("100.0 100.0 100.0 100.0 52.8 51.9"),
    .options = options,
    .own_bytes = LG_OWN(stack),
    .columns = lg_store_parts_columns,
    .step = step,
};
