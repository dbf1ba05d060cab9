/* stack.c: one stack of blocks over one sequence: what encoder and decoder are recorded with. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "nn/build.h"
#include "nn/model.h"
#include "nn/order.h"
#include "nn/sublayer.h"

/* c E[token], or what the head has for tokens that it predicts. */
static lg_tensor *look_up_tokens(lg_build *b, lg_tensor *ids, double scale) {
    const lg_model *m = b->model;
    const bool predicted = b->stream->number == 0 || m->data->one_vocabulary;
    lg_tensor *x = predicted && m->head->embed ? m->head->embed(b, ids, scale) : NULL;
    return x ? x : lg_op_lookup(b->g, lg_build_token_table(b), ids, scale);
}

/* With dropout. */
lg_tensor *lg_build_embed(lg_build *b, lg_tensor *ids) {
    const lg_model *m = b->model;
    const bool plain = !strcmp(lg_text(m->values, "model.embedding_scale"), "one");
    lg_tensor *x = look_up_tokens(b, ids, plain ? 1 : sqrt(m->width));
    lg_tensor *positions = lg_build_position_rows(b);
    if (positions) x = lg_op_add_rows(b->g, x, positions);
    if (lg_real(m->values, "model.dropout_embedding") >= 0) return lg_build_drop(b, "model.dropout_embedding", x);
    return positions ? lg_op_dropout(b->g, x, b->dropout) : x;
}

/* Where recording stands. */
typedef struct walk {
    lg_site at;       /* of the sublayer before */
    lg_tensor *layer; /* input of the layer */
    int mixers;       /* of tokens, so far */
} walk;

/* The next sublayer of a block; last: of the layer. */
static lg_tensor *record_sublayer(lg_build *b, walk *w, char letter, bool last, lg_tensor *h) {
    char norm[16];
    const lg_sublayer *sublayer = lg_sublayer_find(letter);
    snprintf(norm, sizeof norm, "norm%d", ++w->at.number);
    w->at.mixer = w->mixers;
    w->mixers += sublayer->mixes_tokens;
    w->at.bottom = last && h != w->layer ? w->layer : NULL;
    h = b->model->block->wire(b, &w->at, sublayer, norm, h);
    w->at.keys = NULL;
    lg_tap_add(b->taps, w->at.block, sublayer->name, LG_TAP_ROWS, h);
    return h;
}

/* Sublayers first..end-1 of the order, which are a block, one after another. Where another stream is read, it is after
 * the mixer of tokens. */
static lg_tensor *record_block(lg_build *b, walk *w, int first, int end, lg_tensor *h) {
    const lg_values *v = b->model->values;
    for (int i = first; i < end; i++) {
        const char letter = lg_order_letter(v, i);
        const bool last = lg_order_begins_layer(v, i + 1),
                   reads_other = w->at.cross && lg_sublayer_find(letter)->mixes_tokens;
        if (lg_order_begins_layer(v, i)) w->layer = h;
        h = record_sublayer(b, w, letter, last && !reads_other, h);
        if (reads_other) h = record_sublayer(b, w, 'c', last, h);
    }
    return h;
}

lg_tensor *lg_build_layers(lg_build *b, int first, int end, lg_tensor *keys, lg_tensor *h, const lg_cross *cross) {
    const lg_model *m = b->model;
    walk w = {.layer = h};
    for (int i = 0, at = 0; i < end; i++) {
        const int next = lg_order_block_end(m->values, at);
        if (i >= first) {
            lg_tap_add(b->taps, i, "hidden", LG_TAP_ROWS, h);
            w.at = (lg_site){.block = i, .cross = cross, .keys = i == first ? keys : NULL};
            h = record_block(b, &w, at, next, h);
        }
        at = next;
    }
    return h;
}

lg_tensor *lg_build_finish(lg_build *b, lg_tensor *h) {
    const lg_model *m = b->model;
    if (m->block->finish) h = m->block->finish(b, h);
    h = lg_build_drop(b, "model.dropout_final", h);
    lg_tap_add(b->taps, m->blocks, "hidden", LG_TAP_ROWS, h);
    return h;
}

lg_tensor *lg_build_blocks(lg_build *b, lg_tensor *ids, const lg_cross *cross) {
    lg_build_open_stream(b);
    lg_tensor *h = lg_build_embed(b, ids);
    return lg_build_finish(b, lg_build_layers(b, 0, b->model->blocks, NULL, h, cross));
}

lg_tensor *lg_build_logits(lg_build *b, lg_tensor *h) {
    lg_tensor *logits = b->model->head->logits(b, h);
    logits->keep = true;
    return logits;
}

lg_tensor *lg_build_stack(lg_build *b, const lg_network *n) {
    b->stream->span = n->span;
    return lg_build_blocks(b, n->ids, NULL);
}
