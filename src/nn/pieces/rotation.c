/* rotation.c: see rotation.h. */
#include "nn/pieces/rotation.h"

#include "graph/ops.h"
#include "nn/model/parts.h"

void lg_build_rotation(lg_build *b, int block, bool halves, lg_fill fill_cosine, lg_fill fill_sine, lg_tensor **q,
                       lg_tensor **k) {
    const int D = b->model->head_width, shape[] = {b->stream->T, lg_build_positional(b)->head_table.pairs};
    lg_tensor *cosine = lg_build_positions(b, block, false, 2, shape, fill_cosine);
    lg_tensor *sine = lg_build_positions(b, block, false, 2, shape, fill_sine);
    if (b->content_free) lg_tap_add(b->taps, block, "cosine", LG_TAP_ROWS, cosine);
    if (b->content_free) lg_tap_add(b->taps, block, "sine", LG_TAP_ROWS, sine);
    if (q) *q = lg_op_rotate(b->g, *q, cosine, sine, lg_columns(*q) / D, halves);
    if (k) *k = lg_op_rotate(b->g, *k, cosine, sine, lg_columns(*k) / D, halves);
}
