/* sinusoid.c: sines and cosines of the position, added to the embedding. */
#include "nn/encoding.h"
#include "nn/model.h"
#include "nn/position_sample.h"

static const lg_option options[] = {LG_OPTION_ENCODING_BASE, {0}};

static void fill(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_position_sample *sample = context;
    const double *p = lg_build_position_ids(context, user)->position;
    int N = t->shape[1];
    real *row = out;
    for (int i = 0; i < t->shape[0]; i++, row += N) lg_sinusoid_at(&sample->model->model_table, p[i], row, row + N / 2);
}

static lg_tensor *embed(lg_build *b) {
    return lg_build_constant(b, -1, false, 2, (int[]){b->stream->T, b->model->width}, 0, 0, fill);
}

const lg_encoding lg_encoding_sinusoid = {
    .name = "sinusoid",
    .summary = "sines and cosines of the position, added to the embedding",
    .formula = "x_t = sqrt(d) E[token_t] + A(p_t)                 A: [d]\n"
               "A(p)[i] = sin(p w_i), A(p)[d/2+i] = cos(p w_i), w_i = base^(-2i/d), i in 0..d/2-1",
    .source =
        "Vaswani et al. 2017, Attention Is All You Need, section 3.5 (with halves concatenated, as in Ruoss et al. "
        "2023)",
    .options = options,
    .reads = LG_POSITION_INPUT_IDS,
    .embed = embed,
};
