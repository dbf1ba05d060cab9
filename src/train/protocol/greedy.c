/* greedy.c: target tokens one after another, each the most probable one after those that the model said before. */
#include "train/protocol.h"

/* Token of the sequence in a row that holds target token j. */
static int32_t *target_token(const lg_pass *p, int row, int j) {
    const lg_model *m = p->engine->model;
    const lg_sequence_layout *t = &p->network->layout;
    return p->rows.ids + (size_t)row * (size_t)t->T + m->architecture->target_token(m, t, t->n, j);
}

/* Targets begin as zeros, and each forward pass decodes one more. */
static void run(const lg_pass *p, int first, int worker) {
    const lg_network *n = p->network;
    const int m = n->layout.m, end = first + n->graph->S;
    const lg_frame f = lg_pass_frame(p, n, first, worker, 0);
    for (int s = first; s < end; s++)
        for (int j = 0; j + 1 < m; j++) *target_token(p, s, j) = 0;
    for (int j = 0; j < m; j++) {
        lg_graph_forward(n->graph, &f);
        lg_pass_read(p, &f, n, j, j + 1);
        for (int s = first; s < end && j + 1 < m; s++)
            *target_token(p, s, j) = p->best[(size_t)s * (size_t)m + (size_t)j];
    }
}

static int count_passes(const lg_sequence_layout *t) {
    return t->m;
}

const lg_protocol lg_protocol_greedy = {
    .name = "greedy",
    .summary = "target tokens one after another, each the most probable one after those before it",
    .formula = "said_j = argmax over w of P(w | source, said_0 .. said_{j-1}); the lowest id where several are highest",
    .source = "Sutskever et al. 2014, section 3.2, with a beam of 1",
    .autoregressive = true,
    .run = run,
    .passes = count_passes,
};
