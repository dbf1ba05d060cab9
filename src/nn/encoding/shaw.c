/* shaw.c: relative positions as trained vectors of clipped distances. Each block has two tables of vectors that its
 * heads share: vectors of one table are added to keys, those of the other to values. Beyond the clipping distance all
 * keys on one side share a vector, so no length has untrained distances. */
#include <math.h>

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"

typedef struct shaw {
    int clip;
    bool shared_table;
} shaw;

static const lg_option options[] = {
    {.name = "encoding.clip",
     .type = LG_INT,
     .fallback = "16",
     .min = 1,
     .max = 4096,
     .help = "clipping distance K; the table has 2K + 1 vectors",
     .at = offsetof(shaw, clip)},
    {.name = "encoding.shared_table",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "share one table between keys and values, as OpenNMT does",
     .at = offsetof(shaw, shared_table)},
    {0},
};

/* The row of a distance: 0 for keys far to the left, K for the token itself, 2K for keys far to the right. user: the
 * stream's placement. */
static double row_of(const void *user, double distance) {
    const double K = ((const shaw *)&((const lg_positional *)user)->encoding.own)->clip;
    return K + fmax(-K, fmin(K, rint(distance)));
}

/* Initial values are uniform, as for a weight matrix (Glorot & Bengio 2010). */
static lg_tensor *add_table(const shaw *x, lg_build *b, int block, const char *name, const char *tap) {
    const int shape[] = {2 * x->clip + 1, b->model->head_width};
    const double most = sqrt(6.0 / (shape[0] + shape[1]));
    const lg_initial uniform = {.distribution = LG_INITIAL_UNIFORM, .low = -most, .high = most};
    lg_tensor *table = lg_build_parameter(b, block, LG_ROLE_TERM, name, 2, shape, uniform);
    lg_tap_add(b->taps, block, tap, LG_TAP_ROWS, table);
    return table;
}

static void logit_term(const void *own, lg_build *b, int block, lg_attend *a) {
    const shaw *x = own;
    const char *name = x->shared_table ? "attention.distance_vectors" : "attention.distance_keys";
    a->classes = lg_build_distances(b, block, true, row_of, lg_build_positional(b));
    a->pair_keys = add_table(x, b, block, name, "distance_keys");
}

static void value_term(const void *own, lg_build *b, int block, lg_attend *a) {
    const shaw *x = own;
    a->pair_values =
        x->shared_table ? a->pair_keys : add_table(x, b, block, "attention.distance_values", "distance_values");
}

const lg_encoding lg_encoding_shaw = {
    .name = "shaw",
    .summary = "a trained vector for each clipped distance, added to keys and to values",
    .formula = "score(t,s) = q_t . (k_s + aK[D]) / sqrt(dk), o_t = sum over s of P[t,s] (v_s + aV[D]),\n"
               "D = key - query, rounded, clipped to -K..K\n"
               "aK, aV: [2K+1, dk] in each block, trained, shared by the heads of the block",
    .source = "Shaw et al. 2018, Self-Attention with Relative Position Representations, equations 3, 4",
    .example = "lengthen inspect encoding shaw --encoding.clip 1 --heads 1 --q ONES --k ONES\n"
               "distance_keys[0]: 0.807605 0.0896631 0.682563 0.694422\n"
               "distance_keys[1]: -0.8061 0.758331 -0.528614 0.228661\n"
               "scores[0,3]: 3.13713 3.13713 3.13713 1.82614\n"
               "ONES: a file of 4 rows of 4 ones. D = -3, -2, -1 are clipped to -1 and use\n"
               "vector 0: the score is (4 + sum of vector 0) / 2. D = 0 uses vector 1.",
    .published = "Kiyono et al. 2021, K = 16, one shared table: WMT16 English-German, test BLEU 30.54 (absolute "
                 "positions 30.46); trained on pairs of at most 50 tokens: 29.86 (absolute positions 29.22)",
    .options = options,
    .own_bytes = LG_OWN(shaw),
    .reads = LG_POSITION_INPUT_DISTANCES,
    .shift_invariant = true,
    .logit_term = logit_term,
    .value_term = value_term,
    .trained = "2 (2K+1) dk in each block",
    .work = "T (2K+1) d products, H T T look-ups",
};
