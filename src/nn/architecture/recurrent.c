/* recurrent.c: a recurrent network that reads one-hot tokens from left to right, starting from a zero state. It can
 * have an external memory. It has no embedding, positions, attention, blocks or dropout. Choices on these axes are
 * errors, except dropout, which has no effect. */
#include "graph/graph.h"
#include "graph/ops.h"
#include "nn/axes/cell.h"
#include "nn/axes/store.h"
#include "nn/model/network.h"
#include "nn/pieces/published.h"
#include "nn/stream/empty_tokens.h"

typedef struct recurrent {
    lg_empty_tokens sequence;
    int hidden;
} recurrent;

/* Records the scan over tokens. The states of the scan are the states of the cell and, if there is a store, the
 * columns that the token read from it. A linear map of these columns is added to the next input. */
static lg_tensor *unroll(lg_build *b, lg_tensor *ids, int K) {
    const lg_cell *cell = b->model->cell.entry;
    const lg_chosen_store *store = &b->model->store;
    const int reads = store->entry->columns ? store->entry->columns(&store->own) : 0, last = cell->states;
    const int N = cell->gates * K, fan_in = b->model->format.symbols + reads + (cell->joint ? K : 0);
    int columns[LG_MAX_STATES];
    for (int i = 0; i < last; i++) columns[i] = K;
    columns[last] = reads;
    lg_scan s = lg_scan_begin(b->g, lg_cell_map_tokens(b, ids, N, fan_in), last + (reads > 0), columns);
    lg_build step = *b;
    lg_tensor *x = s.x;
    step.g = s.step;
    if (reads > 0) {
        lg_tensor *of_store = lg_cell_map(&step, "recurrent.reading.weight", s.before[last], N, fan_in);
        x = lg_op_add_activate(s.step, s.x, of_store, LG_LINEAR);
    }
    cell->step(&step, &s, x, fan_in);
    if (reads > 0) s.after[last] = store->entry->step(&store->own, &step, &s, s.after[0], ids);
    return lg_scan_end(b->g, &s, s.after[0]);
}

/* The ReLU follows Delétang et al. 2023, who apply it to the output of every cell, although it removes the negative
 * outputs of an LSTM. */
static lg_tensor *record(lg_build *b, const lg_network *n) {
    const recurrent *own = (const void *)&b->model->architecture.own;
    lg_tensor *h = unroll(b, n->ids, own->hidden);
    return lg_op_add_activate(b->g, h, NULL, LG_RELU);
}

static const lg_option options[] = {
    LG_OPTIONS_EMPTY_TOKENS,
    {"architecture.hidden", LG_INT, "256", 1, 8192, NULL, "width of each state vector of the cell",
     .at = offsetof(recurrent, hidden)},
    {0},
};

static const lg_entry_default defaults[] = {{"encoding", "none"}, {0}};

/* Options of blocks, which cells do not have, with values that mean "off". */
static const lg_entry_default ignored[] = {
    {"positions", "standard"},
    {"encoding", "none"},
    {"mask", "full"},
    {"attention", "softmax"},
    {"scale", "inverse_sqrt"},
    {"projection", "linear"},
    {"residual", "add"},
    {"block", "post_norm"},
    {"norm", "layer_norm"},
    {"mixer", "relu"},
    {"block.attention_norm", "false"},
    {"block.hidden_norm", "false"},
    {"block.head_scale", "none"},
    {"model.key_heads", "0"},
    {"model.order", "sf"},
    {"model.share", "none"},
    {"model.step_signal", "false"},
    {"model.embedding_width", "0"},
    {"model.embedding_norm", "none"},
    {"model.qk_norm", "none"},
    {0},
};

const lg_architecture lg_architecture_recurrent = {
    .name = "recurrent",
    .summary = "a recurrent network over one-hot tokens; the axes cell and store set its cell and its external memory",
    .formula = "sequence: as in architecture: encoder\n"
               "h_t = cell([onehot(token_t), read_t], h_{t-1}), h_{-1} = 0;  logits_t = W_out relu(h_t) + b\n"
               "read_t: output of the store after the actions of h_{t-1}, initially 0; no read_t with store: none\n"
               "options of embeddings, attention, mask and blocks are refused; dropout has no effect",
    .source = "Delétang et al. 2023, section 4 and appendix",
    .published =
        LG_DELETANG_2023("RNN 100.0 100.0 56.0 62.0 50.3 51.0, LSTM 100.0 100.0 59.1 60.9 57.6 55.6, Stack-RNN "
                         "100.0 100.0 100.0 100.0 52.8 51.9, Tape-RNN 100.0 on all"),
    .options = options,
    .own_bytes = LG_OWN(recurrent),
    .defaults = defaults,
    .ignored = ignored,
    .autoregressive = lg_empty_tokens_autoregressive,
    .may_decode = true,
    .cells = true,
    .format = lg_empty_tokens_format,
    .layout = lg_empty_tokens_layout,
    .lay_out = lg_empty_tokens_lay_out,
    .first_row = lg_empty_tokens_first_row,
    .target_token = lg_empty_tokens_target_token,
    .record = record,
};
