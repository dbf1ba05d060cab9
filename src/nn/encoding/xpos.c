/* xpos.c: extrapolatable position embedding: rotary position embedding whose column pairs also grow with the position
 * in queries and shrink in keys, so that their products decay with the distance, most in the pairs that rotate fastest.
 * Products with keys on the right would grow, so the mask must be causal. */
#include <float.h>
#include <math.h>

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"
#include "nn/stream/position_sample.h"

typedef struct xpos {
    double base, scale_base, gamma, zeta;
    int center;
} xpos;

static const lg_option options[] = {
    LG_OPTION_ENCODING_BASE(xpos),
    {.name = "encoding.scale_base",
     .type = LG_REAL,
     .fallback = "512",
     .min = 1,
     .max = 1e9,
     .help = "scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the "
             "factor z_i, as in the authors' code",
     .at = offsetof(xpos, scale_base)},
    {.name = "encoding.gamma",
     .type = LG_REAL,
     .fallback = "0.4",
     .min = 1e-3,
     .max = 1e3,
     .help = "gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1",
     .at = offsetof(xpos, gamma)},
    {.name = "encoding.zeta",
     .type = LG_REAL,
     .fallback = "0",
     .max = 1,
     .help = "decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma",
     .since = "0.4.0",
     .at = offsetof(xpos, zeta)},
    {.name = "encoding.center",
     .type = LG_INT,
     .fallback = "0",
     .max = 1 << 24,
     .help = "position c at which the factors are 1; in single precision, the factors overflow or underflow at "
             "positions about 70 times encoding.scale_base away from c",
     .in_evaluation = true,
     .at = offsetof(xpos, center)},
    {0},
};

static double base(const void *own) {
    return ((const xpos *)own)->base;
}

static int head_width_of(const void *own, int head_width) {
    (void)own;
    return head_width;
}

static double decay(const xpos *x, double part) {
    return x->zeta > 0 ? x->zeta : (part + x->gamma) / (1 + x->gamma);
}

/* The factors grow with the distance from the center, fastest for the first pair. Positions are limited so that no
 * factor overflows a float. */
static int center(const void *own) {
    return ((const xpos *)own)->center;
}

static int positions(const void *own) {
    const xpos *x = own;
    const double rate = -log(decay(x, 0)) / x->scale_base; /* 0 if zeta is 1 */
    const double most = rate > 0 ? 0.99 * log(FLT_MAX) / rate : INFINITY;
    const double last = x->center > most ? 0 : x->center + most;
    return last < 1 << 24 ? (int)last : 1 << 24;
}

/* Multiplies the sines or cosines of position p by the factors of queries (side 1) or keys (side -1). */
static void scale_row(const lg_positional *of, double p, int side, real *row) {
    const xpos *x = (const xpos *)&of->encoding.own;
    const double exponent = side * (p - x->center) / x->scale_base;
    const int pairs = of->head_table.pairs;
    for (int i = 0; i < pairs; i++) row[i] = (real)((double)row[i] * pow(decay(x, (double)i / pairs), exponent));
}

static void fill(const void *context, const void *user, const lg_tensor *t, int side, bool sine, real *row) {
    lg_positional *of = lg_build_positional_of(context, user);
    const double *p = lg_build_position_ids(context, user)->position;
    for (int i = 0; i < t->shape[0]; i++, row += t->shape[1]) {
        lg_sinusoid_at(&of->head_table, p[i], sine ? row : NULL, sine ? NULL : row);
        scale_row(of, p[i], side, row);
    }
}

static void fill_query_cosine(const void *context, const void *user, const lg_tensor *t, void *out) {
    fill(context, user, t, 1, false, out);
}

static void fill_query_sine(const void *context, const void *user, const lg_tensor *t, void *out) {
    fill(context, user, t, 1, true, out);
}

static void fill_key_cosine(const void *context, const void *user, const lg_tensor *t, void *out) {
    fill(context, user, t, -1, false, out);
}

static void fill_key_sine(const void *context, const void *user, const lg_tensor *t, void *out) {
    fill(context, user, t, -1, true, out);
}

static lg_tensor *add_table(lg_build *b, int block, const char *tap, lg_fill values) {
    const int shape[] = {b->stream->T, lg_build_positional(b)->head_table.pairs};
    lg_tensor *t = lg_build_positions(b, block, false, 2, shape, values);
    if (b->content_free) lg_tap_add(b->taps, block, tap, LG_TAP_ROWS, t);
    return t;
}

static void rotate(const void *own, lg_build *b, int block, lg_tensor **q, lg_tensor **k) {
    (void)own;
    lg_tensor *query_cosine = add_table(b, block, "query_cosine", fill_query_cosine);
    lg_tensor *query_sine = add_table(b, block, "query_sine", fill_query_sine);
    lg_tensor *key_cosine = add_table(b, block, "key_cosine", fill_key_cosine);
    lg_tensor *key_sine = add_table(b, block, "key_sine", fill_key_sine);
    *q = lg_op_rotate(b->g, *q, query_cosine, query_sine, b->model->heads, false);
    *k = lg_op_rotate(b->g, *k, key_cosine, key_sine, lg_columns(*k) / b->model->head_width, false);
}

static const lg_entry_default defaults[] = {{"mask", "causal"}, {0}};

const lg_encoding lg_encoding_xpos = {
    .name = "xpos",
    .summary = "rotation as in encoding rope, with query-key products that decay with the distance (xPos)",
    .formula = "q_t and k_s are rotated as in rope; then pair i of q_t is multiplied by z_i^((p_t-c)/B), and pair\n"
               "i of k_s by z_i^(-(p_s-c)/B). For any c, the product has the factor z_i^(D/B), D = p_t - p_s\n"
               "z_i = (i/(dk/2) + gamma) / (1 + gamma), i in 0..dk/2-1; with encoding.zeta, z_i = zeta\n"
               "B = encoding.scale_base, c = encoding.center, gamma = encoding.gamma",
    .source = "Sun et al. 2023, A Length-Extrapolatable Transformer, section 3 and its code",
    .example = "lengthen inspect encoding xpos --encoding.scale_base 2 --heads 1 --q ONES --k ONES\n"
               "rotated_q[3]: -0.172744 -0.12964 0.49974 0.530661\n"
               "rotated_k[3]: -7.40641 -5.55833 1.88105 1.99744\n"
               "scores[0,3]: 0.364008 0.52383 1.09055 2\n"
               "ONES: a file of 4 rows of 4 ones. The two pairs have z = 2/7 and 9/14.\n"
               "The score of key 0 is (2/7)^1.5 cos 3 + (9/14)^1.5 cos 0.03.",
    .published =
        "Sun et al. 2023: Pile, 24 layers, trained at 1024, perplexity of arXiv with mask bca at 256 512 1024 2048 "
        "4096 tokens: 34.3 27.55 23.31 21.6 20.73; without mask bca at 2048 4096 tokens: 22.56 28.43 (rope 73.6 "
        "294.45)",
    .defaults = defaults,
    .options = options,
    .own_bytes = LG_OWN(xpos),
    .reads = LG_POSITION_INPUT_IDS,
    .per_block = true,
    .shift_invariant = true,
    .causal = true,
    .sinusoid_width = head_width_of,
    .base = base,
    .limit = positions,
    .limit_value = center,
    .limit_option = "encoding.center",
    .limit_advice = "use an encoding.center in the middle of the positions, or a larger --encoding.scale_base",
    .rotate = rotate,
    .work = "T d products",
};
