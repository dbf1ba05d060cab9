/* tape.c: differentiable tapes that a network writes to and moves with soft actions, as a Turing machine does (Delétang
 * et al. 2023, related to the Baby-NTM of Suzgun et al. 2019). */
#include "graph/graph.h"
#include "graph/ops.h"
#include "nn/axes/store.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

enum { ACTIONS = 5 };

typedef struct tape {
    lg_store_parts parts;
    int hidden;
} tape;

static lg_tensor *map(lg_build *b, const char *name, lg_tensor *x, int columns, lg_activation act) {
    return lg_build_linear(b, -1, LG_ROLE_RECURRENT, name, x, columns, true, act);
}

/* The smallest id that is not an input symbol: the computation token or, without one, the empty token. */
static int marker(const lg_token_format *f) {
    return f->computation >= 0 ? f->computation : f->empty;
}

static lg_tensor *step(const void *own, lg_build *b, lg_scan *s, lg_tensor *h, lg_tensor *ids) {
    const tape *x = own;
    const int K = x->parts.count;
    lg_tensor *w = map(b, "recurrent.write.1", h, x->hidden, LG_RELU);
    w = map(b, "recurrent.write.2", w, x->hidden, LG_RELU);
    w = map(b, "recurrent.write.3", w, lg_store_parts_columns(own), LG_LINEAR);
    const lg_store_size size = {lg_columns(ids), K, x->parts.columns, x->parts.cells};
    return lg_op_tape(b->g, size, lg_store_actions(b, h, ACTIONS * K, K), w, lg_scan_borrow(s, ids),
                      marker(&b->model->format));
}

static int ring(const void *own) {
    return ((const tape *)own)->parts.cells;
}

static const lg_option options[] = {
    LG_OPTIONS_STORE,
    {.name = "store.cells",
     .type = LG_INT,
     .fallback = "256",
     .min = 1,
     .max = 1 << 20,
     .help =
         "number of cells of a tape, which is a ring; for sequences of more than a few dozen tokens, set more cells "
         "than the default, or the tape wraps around",
     .in_evaluation = true,
     .at = offsetof(tape, parts.cells)},
    {"store.hidden", LG_INT, "64", 1, 4096, NULL,
     "width of the two hidden layers of the network that computes the written values", .at = offsetof(tape, hidden)},
    {0},
};

const lg_store lg_store_tape = {
    .name = "tape",
    .summary = "differentiable tapes, moved by one cell or by the length of the input",
    .formula = "for each of K tapes:  w = MLP(h_t), two hidden layers with ReLU;  p = softmax(W_p h_t + b_p)\n"
               "m = tape_{t-1} with w in cell 0, the position of the tape's head: all actions write w first\n"
               "tape_t[i] = p_0 m[i] + p_1 m[i+1] + p_2 m[i-1] + p_3 m[i+n] + p_4 m[i-n], modulo store.cells\n"
               "p_0 .. p_4 are the actions stay, left, right, jump left, jump right; n: number of input tokens\n"
               "x_{t+1}: the token, followed by cell 0 of all tapes: K store.columns numbers\n"
               "work: 5 multiply-adds per number in every cell",
    .source = "Delétang et al. 2023, appendix; Suzgun et al. 2019",
    .published = LG_DELETANG_2023("100.0 100.0 100.0 100.0 100.0 100.0"),
    .options = options,
    .own_bytes = LG_OWN(tape),
    .columns = lg_store_parts_columns,
    .step = step,
    .ring = ring,
};
