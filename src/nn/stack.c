/* stack.c: one stack of blocks over one sequence: what encoder and decoder are recorded with. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "nn/build.h"
#include "nn/model.h"
#include "nn/sublayer.h"

/* Tokens to vectors: c E[token], then positions and dropout where the encoding adds positions. */
static lg_tensor *embed_tokens(lg_build *b, lg_tensor *ids) {
    const lg_model *m = b->model;
    const bool plain = !strcmp(lg_text(m->values, "model.embedding_scale"), "one");
    lg_tensor *x = lg_op_lookup(b->g, lg_build_token_table(b), ids, plain ? 1 : sqrt(m->width));
    lg_tensor *positions = lg_build_position_rows(b);
    return positions ? lg_op_dropout(b->g, lg_op_add_rows(b->g, x, positions), b->dropout) : x;
}

/* The sublayers of one block, one after another. */
static lg_tensor *record_block(lg_build *b, const lg_site *at, const char *order, lg_tensor *h) {
    for (int i = 0; order[i]; i++) {
        char norm[16];
        snprintf(norm, sizeof norm, "norm%d", i + 1);
        h = b->model->block->wire(b, at, lg_sublayer_find(order[i]), norm, h);
    }
    return h;
}

lg_tensor *lg_build_blocks(lg_build *b, lg_tensor *ids, const char *order, const lg_cross *cross) {
    const lg_model *m = b->model;
    lg_build_open_stream(b);
    lg_tensor *h = embed_tokens(b, ids);
    for (int i = 0; i < m->blocks; i++) {
        lg_tap_add(b->taps, i, "hidden", LG_TAP_ROWS, h);
        h = record_block(b, &(lg_site){i, cross}, order, h);
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

lg_tensor *lg_build_stack(lg_build *b, const lg_network *n) {
    return lg_build_blocks(b, n->ids, "sf", NULL);
}
