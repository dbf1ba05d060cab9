/* rotation.c: see rotation.h. */
#include "nn/pieces/rotation.h"

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"
#include "nn/stream/position_sample.h"

lg_sinusoid *lg_rotation_table(lg_positional *of, int T, lg_sinusoid *other, double frequency[LG_SINUSOID_PAIRS]) {
    const lg_encoding *e = of->encoding.entry;
    const bool own = e->tune_length && e->tune_length(&of->encoding.own, &of->head_table, T, frequency, other);
    return own ? other : &of->head_table;
}

/* Rows of cosines or sines for the positions of T tokens. */
static void fill(const void *context, const void *user, const lg_tensor *t, bool sines, real *row) {
    const double *p = lg_build_position_ids(context, user)->position;
    double frequency[LG_SINUSOID_PAIRS];
    lg_sinusoid other,
        *table = lg_rotation_table(lg_build_positional_of(context, user), t->shape[0], &other, frequency);
    for (int i = 0; i < t->shape[0]; i++, row += t->shape[1])
        lg_sinusoid_at(table, p[i], sines ? row : NULL, sines ? NULL : row);
}

static void fill_cosine(const void *context, const void *user, const lg_tensor *t, void *out) {
    fill(context, user, t, false, out);
}

static void fill_sine(const void *context, const void *user, const lg_tensor *t, void *out) {
    fill(context, user, t, true, out);
}

void lg_build_rotation(lg_build *b, int block, bool halves, lg_tensor **q, lg_tensor **k) {
    const int D = b->model->head_width, shape[] = {b->stream->T, lg_build_positional(b)->head_table.pairs};
    lg_tensor *cosine = lg_build_positions(b, block, false, 2, shape, fill_cosine);
    lg_tensor *sine = lg_build_positions(b, block, false, 2, shape, fill_sine);
    if (b->content_free) lg_tap_add(b->taps, block, "cosine", LG_TAP_ROWS, cosine);
    if (b->content_free) lg_tap_add(b->taps, block, "sine", LG_TAP_ROWS, sine);
    if (q) *q = lg_op_rotate(b->g, *q, cosine, sine, lg_columns(*q) / D, halves);
    if (k) *k = lg_op_rotate(b->g, *k, cosine, sine, lg_columns(*k) / D, halves);
}
