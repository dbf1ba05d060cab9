/* nd_stack.c: a stack that sums over all runs of a nondeterministic pushdown automaton; the network computes the
 * weights of the automaton's actions (DuSell & Chiang 2020). */
#include "graph/ops.h"
#include "nn/axes/store.h"
#include "nn/model/parts.h"

typedef struct nd_stack {
    int states, symbols;
    enum { SYMBOLS, STATES } reading;
} nd_stack;

static int columns(const void *own) {
    const nd_stack *x = own;
    return x->reading == STATES ? x->states * x->symbols : x->symbols;
}

static lg_tensor *step(const void *own, lg_build *b, lg_scan *s, lg_tensor *h, lg_tensor *ids) {
    (void)s;
    const nd_stack *x = own;
    const lg_nd_size n = {
        .steps = lg_columns(ids), .states = x->states, .symbols = x->symbols, .reads_states = x->reading == STATES};
    return lg_op_nd_stack(b->g, n, lg_store_actions(b, h, lg_nd_weights(n), 1));
}

static const lg_option options[] = {
    {"store.states", LG_INT, "2", 1, 4, NULL, "number Q of states of the automaton", .at = offsetof(nd_stack, states)},
    {"store.symbols", LG_INT, "2", 1, 8, NULL, "number S of stack symbols", .at = offsetof(nd_stack, symbols)},
    {"store.reading", LG_NAME, "symbols", 0, 0, "symbols states",
     "numbers that are read from the stack: symbols: weights of top symbols; states: weights of pairs of a state and "
     "a top symbol",
     .at = offsetof(nd_stack, reading)},
    {0},
};

const lg_store lg_store_nd_stack = {
    .name = "nd_stack",
    .summary = "the stack of a nondeterministic pushdown automaton, summed over all runs of the automaton",
    .formula = "actions = softmax(W_a h_t + b_a): (QS)^2 push, Q^2 S pop and (QS)^2 replace weights\n"
               "q, r, s, u: states; x, y, z: stack symbols; sum_sz: over all pairs of a state and a symbol\n"
               "gamma[i->t][qx->ry]: weight of all runs from state q with top symbol x at token i to state r with\n"
               "top symbol y at token t, where y is directly above this x\n"
               "alpha[t][ry]: weight of all runs to state r with top symbol y at token t\n"
               "gamma[t-1->t][qx->ry]  = push[qx->ry]\n"
               "gamma[i->t][qx->ry]   += sum_sz gamma[i->t-1][qx->sz] replace[sz->ry]\n"
               "    + sum_{i<k<t-1} sum_usz gamma[i->k][qx->uy] gamma[k->t-1][uy->sz] pop[sz->r]\n"
               "alpha[t][ry] = sum_{i<t} sum_qx alpha[i][qx] gamma[i->t][qx->ry]\n"
               "alpha[0] is 1 for state 0 and symbol 0, and 0 elsewhere\n"
               "x_{t+1}: the token, followed by v / (sum(v) + 0.001), where v is alpha[t] (store.reading: states)\n"
               "or the sums of alpha[t] over states (store.reading: symbols)\n"
               "work: Q^3 S^2 T^3 / 6 multiply-adds for a sequence of T tokens; memory: (QS)^2 T^2 / 2 numbers",
    .source = "DuSell & Chiang 2020, 2022; Delétang et al. 2023, appendix",
    .published = "Delétang et al. 2023: solves the regular tasks and is the only model to solve "
                 "missing_duplicate_string; about four times slower than a stack",
    .options = options,
    .own_bytes = LG_OWN(nd_stack),
    .columns = columns,
    .step = step,
};
