/* fox.c: forget gates: each token computes, for each head, the factor by which everything before it decays. A head can
 * keep all earlier tokens, let them fade with the distance, or forget them. A key decays by the gates of all tokens
 * after it up to the query: ALiBi with slopes computed from content. Gates are multiplied backwards from the query, so
 * masks must be causal. */
#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"

static const lg_entry_default defaults[] = {{"mask", "causal"}, {0}};

static lg_tensor *gate(const void *own, lg_build *b, int block, lg_tensor *rows) {
    (void)own;
    lg_tensor *logits =
        lg_build_linear(b, block, LG_ROLE_PROJECTION, "attention.forget_gate", rows, b->model->heads, true, LG_LINEAR);
    lg_tensor *gates = lg_op_elementwise(b->g, logits, LG_LOG_SIGMOID);
    lg_tap_add(b->taps, block, "gates", LG_TAP_ROWS, gates);
    return gates;
}

static void logit_term(const void *own, lg_build *b, int block, lg_attend *a) {
    (void)own, (void)block;
    a->extra = lg_op_forget_scores(b->g, a);
}

const lg_encoding lg_encoding_fox = {
    .name = "fox",
    .summary = "forget gates, computed from the content of later tokens, reduce the logit of a key (Forgetting "
               "Transformer)",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk) + sum over u = s+1..t of ln f_u,  not scaled\n"
               "f_u = sigmoid(w_h . x_u + b_h), x: input of the sublayer; w_h: [d], b_h: trained, b_h initially 0",
    .source = "Lin et al. 2025, Forgetting Transformer: Softmax Attention with a Forget Gate, section 3",
    .example = "lengthen inspect encoding fox --heads 1 --q ONES --k ONES\n"
               "gates[3]: -0.693147\n"
               "scores[0,3]: -0.0794415 0.613706 1.30685 2\n"
               "ONES: a file of 4 rows of 4 ones. The input of the sublayer is 0, so all gates are initially\n"
               "sigmoid(0) = 1/2: query 3 and key s have the logit 2 - (3 - s) ln 2.",
    .defaults = defaults,
    .shift_invariant = true,
    .causal = true,
    .gate = gate,
    .logit_term = logit_term,
    .trained = "(d+1) H in each block",
    .work = "T d H products, H T T additions",
};
