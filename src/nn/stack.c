/* stack.c: one stack of blocks over one sequence: what encoder and decoder are recorded with. */
#include <math.h>
#include <string.h>

#include "nn/build.h"
#include "nn/model.h"
#include "nn/position_sample.h"

static void fill_visible(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_model *m = ((const lg_position_sample *)context)->model;
    (void)user;
    int T = t->shape[1];
    m->mask->range(m->values, T, out, (int32_t *)out + T);
}

/* What the mask hides. */
static void add_mask(lg_build *b, int T) {
    if (!b->model->mask->range) return;
    b->visible = lg_build_constant(b, -1, true, 2, (int[]){2, T}, 0, LG_LANES, fill_visible);
}

/* Tokens to vectors: c E[token], then positions and dropout where the encoding adds positions. */
static lg_tensor *embed_tokens(lg_build *b, lg_tensor *ids) {
    const lg_model *m = b->model;
    const bool plain = !strcmp(lg_text(m->values, "model.embedding_scale"), "one");
    lg_tensor *x = lg_op_lookup(b->g, lg_build_token_table(b), ids, plain ? 1 : sqrt(m->width));
    lg_tensor *positions = lg_build_position_rows(b);
    return positions ? lg_op_dropout(b->g, lg_op_add_rows(b->g, x, positions), b->dropout) : x;
}

lg_tensor *lg_build_blocks(lg_build *b, lg_tensor *ids) {
    const lg_model *m = b->model;
    lg_build_seen(b);
    b->scale = lg_build_scale(b);
    add_mask(b, b->g->T);
    lg_tensor *h = embed_tokens(b, ids);
    for (int i = 0; i < m->blocks; i++) {
        lg_tap_add(b->taps, i, "hidden", LG_TAP_ROWS, h);
        h = m->block->wire(b, i, h);
    }
    if (m->block->finish) h = m->block->finish(b, h);
    lg_tap_add(b->taps, m->blocks, "hidden", LG_TAP_ROWS, h);
    return h;
}

lg_tensor *lg_build_logits(lg_build *b, lg_tensor *h) {
    lg_tensor *logits = b->model->head->logits(b, h);
    logits->keep = true;
    return logits;
}

void lg_build_loss(lg_build *b, lg_network *n, lg_tensor *h) {
    n->logits = lg_build_logits(b, lg_op_select_rows(b->g, h, n->layout.first, n->layout.rows));
    n->loss = lg_op_cross_entropy(b->g, n->logits, n->targets, n->weights);
}

void lg_build_batch(lg_build *b, lg_network *n) {
    n->ids = lg_graph_batch(b->g, n->layout.T);
    n->targets = lg_graph_batch(b->g, n->layout.rows);
    if (n->layout.padded) n->weights = lg_graph_batch_reals(b->g, n->layout.rows);
}

void lg_build_stack(lg_build *b, lg_network *n) {
    lg_build_batch(b, n);
    lg_build_loss(b, n, lg_build_blocks(b, n->ids));
}
