/* stack.c: records one stack of blocks over one sequence, as encoders and decoders use it. */
#include <math.h>
#include <stdio.h>

#include "graph/ops.h"
#include "nn/axes/block.h"
#include "nn/axes/head.h"
#include "nn/axes/initialisation.h"
#include "nn/axes/sublayer.h"
#include "nn/model/model.h"
#include "nn/model/order.h"
#include "nn/record/build.h"
#include "nn/record/token_tables.h"
#include "nn/stream/memory_tokens.h"

/* The token vectors: vectors from the head, if the head defines them and predicts tokens of this stream's vocabulary;
 * else c E[token]. */
static lg_tensor *look_up_tokens(lg_build *b, lg_tensor *ids, double scale) {
    const lg_model *m = b->model;
    const bool predicted = b->stream->number == 0 || lg_model_one_table(m);
    lg_tensor *x = predicted && m->head.entry->embed ? m->head.entry->embed(b, ids, scale) : NULL;
    if (x) return x;
    x = lg_op_lookup(b->g, lg_build_token_table(b), ids, scale);
    lg_tensor *map = lg_build_token_map(b);
    return map ? lg_op_linear(b->g, x, map, NULL, LG_LINEAR) : x;
}

/* What the encoding adds to embeddings; NULL: nothing. */
static lg_tensor *position_rows(lg_build *b) {
    const lg_model *m = b->model;
    const double factor = m->initialisation.entry->position_factor ? m->initialisation.entry->position_factor(m) : 1;
    lg_tensor *rows = lg_build_position_rows(b);
    return rows && factor != 1 ? lg_op_scale(b->g, rows, factor) : rows;
}

/* Applies the norm of embeddings if the option places it here. */
static lg_tensor *norm_embedding(lg_build *b, lg_embedding_norm here, lg_tensor *x) {
    return b->model->settings.embedding_norm == here ? lg_build_norm(b, -1, "embedding.norm", x) : x;
}

/* Token vectors, plus positions if the encoding adds them, with dropout. */
lg_tensor *lg_build_embed(lg_build *b, lg_tensor *ids) {
    const lg_model *m = b->model;
    const bool plain = m->settings.embedding_scale == LG_EMBEDDING_SCALE_ONE;
    const double rate = m->settings.dropout_embedding;
    lg_tensor *x = look_up_tokens(b, ids, plain ? 1 : sqrt(m->width));
    x = norm_embedding(b, LG_EMBEDDING_NORM_BEFORE_POSITIONS, x);
    lg_tensor *positions = b->stream->positions = position_rows(b);
    if (positions) x = lg_op_add_rows(b->g, x, positions);
    x = norm_embedding(b, LG_EMBEDDING_NORM_AFTER_POSITIONS, x);
    if (rate >= 0) return lg_build_drop(b, rate, x);
    return positions ? lg_op_dropout(b->g, x, b->dropout) : x;
}

/* ---- a block reads its number (Dehghani et al. 2019, equations 6 and 7) ---- */

/* The same row for each token: sines in the first half of the columns, cosines in the second. user: the block's
 * number. */
static void fill_step(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context;
    const int half = lg_columns(t) / 2;
    for (int i = 0; i < half; i++) {
        const double angle = *(const int *)user * pow(10000, -(double)i / half);
        for (int row = 0; row < t->shape[0]; row++) {
            real *x = (real *)out + (size_t)row * 2 * (size_t)half;
            x[i] = (real)sin(angle), x[half + i] = (real)cos(angle);
        }
    }
}

/* These constants are not shared between blocks, since each block has another number. */
static lg_tensor *add_step_signal(lg_build *b, int block, lg_tensor *h) {
    if (!b->model->settings.step_signal) return h;
    int *number = lg_arena_alloc(b->g->arena, sizeof *number);
    if (number)
        *number = block + 1;
    else
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", b->stream->T);
    const int shape[] = {b->stream->T, b->model->width};
    if (block > 0 && b->stream->positions) h = lg_op_add_rows(b->g, h, b->stream->positions);
    return lg_op_add_rows(b->g, h, lg_graph_constant(b->g, false, 2, shape, 0, LG_LANES, fill_step, number));
}

/* ---- blocks ---- */

/* The state of recording a stack. */
typedef struct walk {
    lg_site at;       /* site of the previous sublayer */
    lg_tensor *layer; /* input of the current layer */
    int mixers;       /* number of sublayers so far that mix tokens */
} walk;

/* Records the next sublayer of a block. last: the sublayer is the last of its layer. */
static lg_tensor *record_sublayer(lg_build *b, walk *w, const lg_sublayer *sublayer, bool last, lg_tensor *h) {
    char norm[16];
    snprintf(norm, sizeof norm, "norm%d", ++w->at.number);
    w->at.mixer = w->mixers;
    w->mixers += sublayer->mixes_tokens;
    w->at.sublayer = sublayer;
    w->at.bottom = last && h != w->layer ? w->layer : NULL;
    h = b->model->block.entry->wire(b, &w->at, sublayer, norm, h);
    w->at.keys = NULL;
    lg_tap_add(b->taps, w->at.block, sublayer->name, LG_TAP_ROWS, h);
    return h;
}

/* Records sublayer i of the order, which may also read rows beside its stream. Cross-attention follows a sublayer that
 * mixes tokens. */
static lg_tensor *record_at(lg_build *b, walk *w, int i, lg_tensor *beside, lg_tensor *h) {
    const lg_order *o = &b->model->order;
    const lg_place *p = &o->places[i];
    const bool last = i + 1 == o->count || p[1].begins_layer, reads_other = w->at.cross && p->sublayer->mixes_tokens;
    if (p->begins_layer) w->layer = h;
    w->at.own = &p->own;
    w->at.beside = beside;
    h = record_sublayer(b, w, p->sublayer, last && !reads_other, h);
    w->at.own = NULL;
    w->at.beside = NULL;
    return reads_other ? record_sublayer(b, w, lg_sublayer_find('c'), last, h) : h;
}

/* Does any sublayer from index i on mix tokens? */
static bool mixes_from(const lg_order *o, int i) {
    for (; i < o->count; i++)
        if (o->places[i].sublayer->mixes_tokens) return true;
    return false;
}

/* Records sublayers first..end-1 of the order, which form a block. Memory tokens pass through the sublayers before the
 * tokens do, or in parallel with the tokens, as long as a later sublayer reads the memory tokens. */
static lg_tensor *record_block(lg_build *b, walk w[2], lg_memory_tokens *m, int first, int end, lg_tensor *h) {
    const lg_order *o = &b->model->order;
    for (int i = first; m->first && i < end && mixes_from(o, first); i++)
        m->rows = record_at(&m->build, &w[1], i, h, m->rows);
    for (int i = first; i < end; i++) {
        lg_tensor *before = h, *memory = m->rows;
        h = record_at(b, &w[0], i, memory, before);
        if (memory && !m->first && mixes_from(o, i + 1)) m->rows = record_at(&m->build, &w[1], i, before, memory);
    }
    return h;
}

lg_tensor *lg_build_layers(lg_build *b, int first, int end, lg_tensor *keys, lg_tensor *h, const lg_cross *cross) {
    const int *begins = b->model->order.begins;
    lg_memory_tokens memory;
    lg_build_memory_tokens(b, &memory);
    walk w[2] = {{.layer = h}, {.layer = memory.rows}};
    for (int i = first; i < end; i++) {
        lg_build_choose(b, lg_pattern_choice(&b->model->pattern, i));
        h = add_step_signal(b, i, h);
        lg_tap_add(b->taps, i, "hidden", LG_TAP_ROWS, h);
        w[0].at = (lg_site){.block = i, .cross = cross, .keys = i == first ? keys : NULL};
        w[1].at = (lg_site){.block = i};
        h = record_block(b, w, &memory, begins[i], begins[i + 1], h);
    }
    lg_build_choose(b, 0);
    return h;
}

lg_tensor *lg_build_finish(lg_build *b, lg_tensor *h) {
    const lg_model *m = b->model;
    if (m->block.entry->finish) h = m->block.entry->finish(b, h);
    h = lg_build_drop(b, m->settings.dropout_final, h);
    lg_tap_add(b->taps, m->blocks, "hidden", LG_TAP_ROWS, h);
    return h;
}

lg_tensor *lg_build_blocks(lg_build *b, lg_tensor *ids, const lg_cross *cross) {
    lg_build_open_stream(b);
    lg_tensor *h = lg_build_embed(b, ids);
    return lg_build_finish(b, lg_build_layers(b, 0, b->model->blocks, NULL, h, cross));
}

lg_tensor *lg_build_logits(lg_build *b, lg_tensor *h) {
    lg_tensor *logits = b->model->head.entry->logits(b, h);
    logits->keep = true;
    return logits;
}

lg_tensor *lg_build_stack(lg_build *b, const lg_network *n) {
    b->stream->span = n->span;
    return lg_build_blocks(b, n->ids, NULL);
}
