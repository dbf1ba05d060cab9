/* relative.c: relative positions in the form of Transformer-XL: each offset has a vector, a trained projection of a
 * sinusoid of the distance, which meets the query like a key does. Where distances depend on the offset alone,
 * attention reads the vectors along diagonals; for true differences of random positions the scores of pairs are
 * computed apart. */
#include "nn/encoding.h"
#include "nn/model.h"

static const lg_option options[] = {LG_OPTION_ENCODING_BASE, {0}};

static void write_rows(const lg_draw *draw, const lg_tensor *t, const double *distance, double first, real *out) {
    int N = t->shape[1];
    for (int i = 0; i < t->shape[0]; i++, out += N)
        lg_sinusoid_at(&draw->model->wide, distance ? distance[i] : first + i, out, out + N / 2);
}

/* One row for each offset -(T-1)..T-1. */
static void fill_offsets(const void *context, const void *user, const lg_tensor *t, void *out) {
    write_rows(context, t, lg_draw_of(context, ((const lg_of_block *)user)->block)->distance, 0, out);
}

/* One row for each difference of two positions below `span`: -(span-1)..span-1. */
static void fill_differences(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)user;
    write_rows(context, t, NULL, -(t->shape[0] / 2), out);
}

/* Row of the difference of each pair, key-major. */
static void fill_pairs(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_draw *draw = context;
    const double *p = lg_draw_of(draw, ((const lg_of_block *)user)->block)->position;
    int T = t->shape[0], span = draw->model->source->limit ? draw->model->source->limit(draw->model->values) : T;
    int32_t *row = out;
    for (int j = 0; j < T; j++, row += t->shape[1])
        for (int i = 0; i < t->shape[1]; i++) row[i] = i < T ? (int32_t)(p[j] - p[i]) + span - 1 : 0;
}

static lg_tensor *project(lg_build *b, int block, int rows, lg_fill fill) {
    int width = b->model->width;
    lg_tensor *sinusoid = lg_build_constant(b, block, false, 2, (int[]){rows, width}, 0, 0, fill);
    return lg_build_linear(b, block, "attention.relative", sinusoid, width, false, LG_LINEAR);
}

static void score(lg_build *b, int block, lg_attend *a) {
    const lg_model *m = b->model;
    int T = b->g->T, shape[] = {m->heads, m->head_width};
    lg_initial small = {LG_INITIAL_NORMAL, 0.02};
    a->u = lg_build_parameter(b, block, "attention.content_bias", 2, shape, small);
    lg_tensor *w = lg_build_parameter(b, block, "attention.position_bias", 2, shape, small);
    if (m->distances) {
        a->w = w;
        a->r = project(b, block, 2 * T - 1, fill_offsets);
        return;
    }
    int span = m->source->limit ? m->source->limit(m->values) : T;
    lg_tensor *r = project(b, block, 2 * span - 1, fill_differences);
    lg_tensor *index = lg_build_constant(b, block, true, 2, (int[]){T, LG_PAD(T)}, 0, 0, fill_pairs);
    a->extra = lg_op_pair_scores(b->g, a->q, w, r, index, m->heads);
}

const lg_encoding lg_encoding_relative = {
    .name = "relative",
    .summary = "a projected sinusoid of the distance meets the query like a key (Transformer-XL)",
    .formula =
        "score(t,s) = [ (q_t + u) . k_s + (q_t + v) . r(D_ts) ] / sqrt(dk)\n"
        "r(D) = W_R A(D), A = [sin | cos] of the signed distance D = key - query, W_R: [d,d] in each block, split "
        "into heads\nu, v: [heads, dk] in each block, trained (content and position bias)",
    .source = "Dai et al. 2019, Transformer-XL, section 3.3; bidirectional as in Ruoss et al. 2023",
    .options = options,
    .reads = LG_READS_DISTANCES,
    .per_block = true,
    .shift_invariant = true,
    .spare = true,
    .score = score,
};
