/* relative.c: relative positions as in Transformer-XL: the vector of a distance is a trained projection of its
 * sinusoid, and the product of this vector with the query is added to the logit. If distances depend only on the
 * offset, attention reads the vectors along diagonals. Otherwise, the scores of pairs are computed separately. For
 * integer distances (differences of random positions, or distances sampled for each sequence) vectors are looked up.
 * For real positions the query side is rotated instead, so that no pair needs a vector. */
#include <string.h>

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/axes/position.h"
#include "nn/model/parts.h"
#include "nn/pieces/sinusoid.h"
#include "nn/stream/position_sample.h"

typedef struct relative {
    double base;
    bool shared_terms;
    int terms; /* index in the choices of encoding.terms; its bits TERM_* are those of the omitted terms */
} relative;

/* Bits of the terms of Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position
 * bias v. */
enum { TERM_D = 1, TERM_C = 2, TERM_B = 4, TERM_A = 8 };

static const lg_option options[] = {
    LG_OPTION_ENCODING_BASE(relative),
    {"encoding.shared_terms", LG_BOOL, "false", 0, 0, NULL,
     "share the content and position biases u and v among all blocks, as Transformer-XL does without its option "
     "untie_r",
     .at = offsetof(relative, shared_terms)},
    {.name = "encoding.terms",
     .type = LG_NAME,
     .fallback = "abcd",
     .choices = "abcd abc abd ab acd ac ad a bcd bc bd b cd c d",
     .help = "terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, "
             "(c) content bias u, (d) position bias v",
     .since = "0.4.0",
     .at = offsetof(relative, terms)},
    {0},
};

static double base(const void *own) {
    return ((const relative *)own)->base;
}

/* The sinusoid of a position or a distance: sines, then cosines. */
static void write_row(lg_positional *of, double p, int N, real *row) {
    lg_sinusoid_at(&of->model_table, p, row, row + N / 2);
}

/* One row for each offset -(T-1)..T-1. */
static void fill_offsets(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *distance = lg_build_position_ids(context, user)->distance;
    lg_positional *of = lg_build_positional_of(context, user);
    const int N = t->shape[1];
    for (int i = 0; i < t->shape[0]; i++) write_row(of, distance[i], N, (real *)out + (ptrdiff_t)i * N);
}

/* Upper bound on positions, exclusive. */
static int span_of(const lg_positional *of, int T) {
    return of->sampler.entry->limit ? of->sampler.entry->limit(&of->sampler.own) : T;
}

/* One row for each difference of two positions: -(span-1)..span-1. */
static void fill_differences(const void *context, const void *user, const lg_tensor *t, void *out) {
    const int first = -(t->shape[0] / 2), N = t->shape[1];
    lg_positional *of = lg_build_positional_of(context, user);
    for (int i = 0; i < t->shape[0]; i++) write_row(of, first + i, N, (real *)out + (ptrdiff_t)i * N);
}

/* The row of each pair's distance, key-major. */
static void fill_pairs(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_position_ids *ids = lg_build_position_ids(context, user);
    const double *p = ids->position, *distance = ids->distance;
    const int T = ids->T, first = span_of(lg_build_positional_of(context, user), T) - 1;
    int32_t *row = out;
    memset(out, 0, t->bytes);
    for (int j = 0; j < T; j++, row += t->shape[1])
        for (int i = 0; i < T; i++) row[i] = (int32_t)(distance ? distance[j - i + T - 1] : p[j] - p[i]) + first;
}

/* One row for each token. */
static void fill_angles(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *p = lg_build_position_ids(context, user)->position;
    lg_positional *of = lg_build_positional_of(context, user);
    const int N = t->shape[1];
    for (int i = 0; i < t->shape[0]; i++) write_row(of, p[i], N, (real *)out + (ptrdiff_t)i * N);
}

/* One row for each pair, key-major. */
static void fill_all_pairs(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_position_ids *ids = lg_build_position_ids(context, user);
    lg_positional *of = lg_build_positional_of(context, user);
    const int T = ids->T, N = t->shape[1];
    memset(out, 0, t->bytes);
    for (int j = 0; j < T; j++)
        for (int i = 0; i < T; i++)
            write_row(of, ids->position[j] - ids->position[i], N, (real *)out + ((ptrdiff_t)j * LG_PAD(T) + i) * N);
}

/* The row of each pair's offset, key-major. */
static void number_offsets(const void *context, const void *user, const lg_tensor *t, void *out) {
    const int T = t->shape[0];
    int32_t *row = out;
    (void)context, (void)user;
    memset(out, 0, t->bytes);
    for (int j = 0; j < T; j++, row += t->shape[1])
        for (int i = 0; i < T; i++) row[i] = j - i + T - 1;
}

static void fill_zeros(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    memset(out, 0, t->bytes);
}

static void number_rows(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    for (int i = 0; i < t->shape[0] * t->shape[1]; i++) ((int32_t *)out)[i] = i;
}

/* The map from the sinusoid of a distance to its vector, [width,width]; row n belongs to column n of the sinusoid. */
static lg_tensor *map_of(lg_build *b, int block) {
    const int shape[] = {b->model->width, b->model->width};
    return lg_build_role(b, block, LG_ROLE_PROJECTION, "attention.relative", 2, shape);
}

/* Maps all rows of a sinusoid to vectors with the block's map. index: the row of each pair, or NULL. */
static lg_tensor *project(lg_build *b, int block, lg_tensor *sinusoid, lg_tensor *index) {
    lg_tensor *W = map_of(b, block);
    lg_tensor *r = lg_op_linear(b->g, sinusoid, W, NULL, LG_LINEAR);
    lg_tap_add_pair_rows(b->taps, block, "sinusoid", sinusoid, index);
    lg_tap_add(b->taps, block, "projection", LG_TAP_ROWS, W);
    lg_tap_add_pair_rows(b->taps, block, "vectors", r, index);
    return r;
}

/* u or v, of the block or shared by all blocks. */
static lg_tensor *head_vectors(const relative *x, lg_build *b, int block, const char *name) {
    const lg_model *m = b->model;
    const int shape[] = {m->heads, m->head_width};
    const lg_initial small = {LG_INITIAL_NORMAL, 0.02};
    return lg_build_parameter(b, x->shared_terms ? -1 : block, LG_ROLE_TERM, name, 2, shape, small);
}

/* Scores of pairs with integer distances; w is v of the formula, or NULL if term (d) is omitted. */
static lg_tensor *look_up_scores(lg_build *b, int block, lg_tensor *q, lg_tensor *w) {
    const lg_model *m = b->model;
    const int T = b->stream->T, rows[] = {2 * span_of(lg_build_positional(b), T) - 1, m->width},
              pairs[] = {T, LG_PAD(T)};
    lg_tensor *sinusoid = lg_build_constant(b, false, 2, rows, fill_differences);
    lg_tensor *index = lg_build_positions(b, block, true, 2, pairs, fill_pairs);
    return lg_op_pair_scores(b->g, q, w, project(b, block, sinusoid, index), index, m->heads);
}

/* Records the vectors of all pairs, only for their taps: rotated_scores does not compute them. */
static void show_pairs(lg_build *b, int block) {
    const int T = b->stream->T, rows[] = {T * LG_PAD(T), b->model->width}, pairs[] = {T, LG_PAD(T)};
    lg_tensor *sinusoid = lg_build_positions(b, block, false, 2, rows, fill_all_pairs);
    project(b, block, sinusoid, lg_build_constant(b, true, 2, pairs, number_rows));
}

/* Mapped zeros in place of v if term (d) is omitted: lg_op_sinusoid_scores writes a gradient of w, so w cannot be NULL
 * or a constant. */
static lg_tensor *no_bias(lg_build *b, int block) {
    lg_tensor *zeros = lg_build_constant(b, false, 2, (int[]){1, b->model->width}, fill_zeros);
    return lg_op_linear(b->g, zeros, map_of(b, block), NULL, LG_LINEAR);
}

/* Scores of pairs with real positions. */
static lg_tensor *rotated_scores(lg_build *b, int block, lg_tensor *q, lg_tensor *w) {
    const int shape[] = {b->stream->T, b->model->width};
    lg_tensor *angles = lg_build_positions(b, block, false, 2, shape, fill_angles);
    if (lg_tap_is_selected(b->taps, "vectors")) show_pairs(b, block);
    if (!w) w = no_bias(b, block);
    return lg_op_sinusoid_scores(b->g, q, w, map_of(b, block), angles, b->model->heads);
}

/* The vectors of all offsets, if distances depend only on the offset; else NULL. */
static lg_tensor *offset_vectors(lg_build *b, int block) {
    const int rows[] = {2 * b->stream->T - 1, b->model->width};
    if (!lg_build_positional(b)->distances || lg_build_numbers_each(b)) return NULL;
    return project(b, block, lg_build_positions(b, block, false, 2, rows, fill_offsets), NULL);
}

/* Sets terms (b) and (d). q: the queries of (b). The attention op computes both terms itself, but only
 * for its own queries, those of (a). */
static void add_position_terms(lg_build *b, int block, lg_tensor *q, lg_tensor *w, lg_attend *a) {
    const int T = b->stream->T, pairs[] = {T, LG_PAD(T)};
    lg_tensor *r = offset_vectors(b, block);
    if (r && q == a->q)
        a->w = w, a->r = r;
    else if (r)
        a->extra =
            lg_op_pair_scores(b->g, q, w, r, lg_build_constant(b, true, 2, pairs, number_offsets), b->model->heads);
    else
        a->extra = lg_build_positional(b)->sampler.entry->real ? rotated_scores(b, block, q, w)
                                                               : look_up_scores(b, block, q, w);
}

static void logit_term(const void *own, lg_build *b, int block, lg_attend *a) {
    const relative *x = own;
    const int out = x->terms;
    if (!(out & TERM_C)) a->u = head_vectors(x, b, block, "attention.content_bias");
    lg_tensor *w = out & TERM_D ? NULL : head_vectors(x, b, block, "attention.position_bias");
    lg_tensor *q = a->q, *none = out & (TERM_A | TERM_B) ? lg_op_scale(b->g, q, 0) : NULL;
    if (out & TERM_A) a->q = none;
    if (w || !(out & TERM_B)) add_position_terms(b, block, out & TERM_B ? none : q, w, a);
    if (a->u) lg_tap_add(b->taps, block, "content_bias", LG_TAP_ROWS, a->u);
    if (w) lg_tap_add(b->taps, block, "position_bias", LG_TAP_ROWS, w);
}

const lg_encoding lg_encoding_relative = {
    .name = "relative",
    .summary = "a logit term: the query times a linear map of the sinusoid of the distance (Transformer-XL)",
    .formula = "score(t,s) = [ (q_t + u) . k_s + (q_t + v) . r(D_ts) ] / sqrt(dk)\n"
               "r(D) = W_R A(D), A = [sin | cos] of the signed distance D = key - query\n"
               "encoding.terms: (a) q_t . k_s, (b) q_t . r(D_ts), (c) u . k_s, (d) v . r(D_ts)\n"
               "W_R: [d,d] in each block, split into heads\n"
               "u (content bias), v (position bias): [heads, dk] in each block, or shared by all blocks; trained\n"
               "real-valued positions: each pair (sin, cos) of (q_t + v) W_R^T is rotated by the angle of p_t and\n"
               "multiplied by [sin | cos] of the angle of p_s; this gives the same logits without computing r\n"
               "for each pair of tokens",
    .source = "Dai et al. 2019, Transformer-XL, section 3.3; without a causal mask: Ruoss et al. 2023",
    .example = "lengthen inspect encoding relative --heads 1 --q ONES --k ONES\n"
               "content_bias[0]: -0.00478559 0.0164363 0.0169156 0.0036447\n"
               "position_bias[0]: -0.00252965 0.032823 0.0109078 0.0252457\n"
               "vectors[0]: -0.455846 0.426418 -0.596483 0.759578\n"
               "scores[0,3]: 2.09685 1.40948 1.55391 2.39599\n"
               "ONES: a file of 4 rows of 4 ones. The score of key 0 is\n"
               "(4 + sum of u + (1 + v) . r(-3)) / 2, where r(-3) is vectors[0].",
    .published =
        "Dai et al. 2019, with memory: enwik8, 12 layers, 41M: 1.06 bits per character; WikiText-103: perplexity "
        "24.0 with 151M, 18.3 with 257M\n"
        "Dai et al. 2019, without memory: WikiText-103, 128M, trained at 128: perplexity 29.59 at 128 tokens, 29.02 at "
        "260",
    .options = options,
    .own_bytes = LG_OWN(relative),
    .reads = LG_POSITION_INPUT_DISTANCES,
    .per_block = true,
    .integer_table = true,
    .released_table = true,
    .plain_queries = true,
    .shift_invariant = true,
    .extra_left = true,
    .base = base,
    .logit_term = logit_term,
    .trained = "d d + 2 d in each block",
    .work = "T T d products and a linear map of 2T-1 rows; with real positions H T T d products "
            "and a linear map of the queries of each head",
};
