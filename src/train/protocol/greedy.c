/* greedy.c: target tokens one after another, each the most probable one after those that the model said before. */
#include "nn/padding.h"
#include "train/protocol.h"

/* ---- by networks that keep what they have read ---- */

/* The rows of a sequence that predict its target. */
static size_t target_rows(const lg_pass *p, int row, int *count) {
    const lg_model *m = p->engine->model;
    const lg_sequence_layout *t = &p->network->layout;
    const lg_record_size z = p->rows.sizes[row];
    *count = z.m;
    return (size_t)row * (size_t)t->rows + (size_t)m->architecture->first_row(m, t, z.n);
}

/* With the true targets before it, is every token the most probable one? Then these are the tokens that it says. */
static bool is_right(const lg_pass *p, int row) {
    int count;
    const size_t at = target_rows(p, row, &count);
    for (size_t j = at; j < at + (size_t)count; j++)
        if (p->best[j] != p->rows.targets[j]) return false;
    return true;
}

/* Says the target, and what is said after it: its last token. */
static void say_target(const lg_pass *p, int row) {
    int count, limit;
    const int32_t *target = p->rows.targets + target_rows(p, row, &count);
    int32_t *said = lg_pass_said(p, row, &limit);
    for (int j = 0; j < limit; j++) said[j] = target[j < count ? j : count - 1];
}

/* Losses are those of the true targets. Only sequences that are not right with the true targets must be decoded: their
 * tokens begin to differ somewhere. Where answers have a limit of their own and positions are random or depend on the
 * length, those of a longer sequence are others, and so may be the tokens. Sequences of a pass have sources of one
 * length, so their prompts have too. */
static void leave(const lg_pass *p, int sequences, lg_decoding *d, int *prompt) {
    const lg_model *m = p->engine->model;
    const bool same_positions = p->limit < 0 || !(lg_positional_is_random(m) || lg_model_by_length(m));
    *prompt = lg_protocol_prompt(p);
    for (int row = 0; m->architecture->steps && row < sequences; row++) {
        if (!same_positions || !is_right(p, row))
            lg_protocol_leave(p, row, d);
        else if (p->limit >= 0)
            say_target(p, row);
    }
}

/* ---- by passes over the whole sequence ---- */

/* Token of the sequence in a row that holds target token j. */
static int32_t *target_token(const lg_pass *p, int row, int j) {
    const lg_model *m = p->engine->model;
    const lg_sequence_layout *t = &p->network->layout;
    return p->rows.ids + (size_t)row * (size_t)t->T + m->architecture->target_token(m, t, t->n, j);
}

/* Targets begin as zeros, and each forward pass decodes one more, as many as the longest target has. Losses are those
 * after the tokens that were said. */
static void decode_by_passes(const lg_pass *p, int first, int worker) {
    const lg_network *n = p->network;
    const lg_model *model = p->engine->model;
    const int row = model->architecture->first_row(model, &n->layout, n->layout.n), end = first + n->graph->S;
    const lg_frame f = lg_pass_frame(p, n, first, worker, 0);
    int m = 0;
    for (int s = first; s < end; s++) {
        if (p->rows.sizes[s].m > m) m = p->rows.sizes[s].m;
        for (int j = 0; j + 1 < p->rows.sizes[s].m; j++) *target_token(p, s, j) = 0;
    }
    for (int j = 0; j < m; j++) {
        lg_graph_forward(n->graph, &f);
        lg_pass_read(p, &f, n, row + j, row + j + 1);
        for (int s = first; s < end && j + 1 < m; s++)
            *target_token(p, s, j) = p->best[(size_t)s * (size_t)n->layout.rows + (size_t)(row + j)];
    }
}

static void run(const lg_pass *p, int first, int worker) {
    if (p->engine->model->architecture->steps)
        lg_pass_forward(p, first, worker);
    else
        decode_by_passes(p, first, worker);
}

/* Reading token by token takes no more work than a pass of as many tokens, and sequences that are right are left out.
 */
static int count_passes(const lg_model *m, const lg_sequence_layout *t) {
    return m->architecture->steps ? lg_protocol_passes(m, t, 1) : t->m;
}

const lg_protocol lg_protocol_greedy = {
    .name = "greedy",
    .summary = "target tokens one after another, each the most probable one after those before it",
    .formula = "said_j = argmax over w of P(w | source, said_0 .. said_{j-1}), the lowest id where several are;\n"
               "until the end token, or until there are as many tokens as the target has; or, with\n"
               "eval.max_tokens N, until source and answer have N tokens",
    .source = "Sutskever et al. 2014, section 3.2, with a beam of 1",
    .grouping = LG_GROUP_SOURCES,
    .autoregressive = true,
    .run = run,
    .leave = leave,
    .limit = lg_protocol_limit,
    .passes = count_passes,
};
