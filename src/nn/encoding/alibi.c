/* alibi.c: attention with linear biases: a penalty that grows with the distance, with a slope for each head. A
 * bidirectional model tells the sides apart by half a step that keys on the left are nearer, by heads that see one side
 * each, or by two slopes. */
#include <math.h>

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

typedef struct alibi {
    enum { HALF_SHIFT, SYMMETRIC, SPLIT_HEADS, TWO_SLOPES } sides;
    double right_slope;
    bool trained_slopes;
} alibi;

static const lg_option options[] = {
    {.name = "encoding.sides",
     .type = LG_NAME,
     .fallback = "half_shift",
     .choices = "half_shift symmetric split_heads two_slopes",
     .help = "keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no "
             "difference; split_heads: the first half of the heads sees those on the left alone, the second half those "
             "on the right; two_slopes: another slope on the right",
     .at = offsetof(alibi, sides)},
    {.name = "encoding.right_slope",
     .type = LG_REAL,
     .fallback = "0.5",
     .min = 0.01,
     .max = 100,
     .help = "of two_slopes: how many times the slope on the left that on the right is",
     .at = offsetof(alibi, right_slope)},
    {.name = "encoding.trained_slopes",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side",
     .at = offsetof(alibi, trained_slopes)},
    {0},
};

static bool splits_heads(const void *own) {
    return ((const alibi *)own)->sides == SPLIT_HEADS;
}

static bool trains_slopes(const void *own) {
    return ((const alibi *)own)->trained_slopes;
}

/* Slopes are 2^(-8(h+1)/H) for a power of two. Other H: those of the power below, then every second of twice it. */
static double slope(int head, int heads) {
    int power = 1;
    while (2 * power <= heads) power *= 2;
    if (head < power) return exp2(-8.0 * (head + 1) / power);
    return exp2(-8.0 * (2 * (head - power) + 1) / (2 * power));
}

static void fill_slopes(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    for (int h = 0; h < t->shape[0]; h++) ((real *)out)[h] = (real)slope(h, t->shape[0]);
}

/* ---- of slope 1 ---- */

static double half_shift(const void *user, double distance) {
    (void)user;
    return (distance < 0 ? 0.5 : 0) - fabs(distance);
}

static double symmetric(const void *user, double distance) {
    (void)user;
    return -fabs(distance);
}

/* user: the choice of the stream. */
static double two_slopes(const void *user, double distance) {
    const alibi *x = (const alibi *)&((const lg_positional *)user)->encoding.own;
    return distance < 0 ? distance : -x->right_slope * distance;
}

static double itself(const void *user, double distance) {
    (void)user;
    return distance;
}

/* ---- forms ---- */

/* The slopes of both halves of the heads are those of models with as many heads. */
static double split_heads(const void *user, int head, int heads, double distance) {
    (void)user;
    const int left = (heads + 1) / 2;
    const bool right = head >= left;
    if (right ? distance < 0 : distance > 0) return LG_HIDDEN;
    return -fabs(distance) * (right ? slope(head - left, heads - left) : slope(head, left));
}

static lg_tensor *add_factors(lg_build *b, int block, const char *name, const char *tap, double start) {
    const lg_initial constant = {.law = LG_INITIAL_CONSTANT, .scale = start};
    lg_tensor *factors = lg_build_parameter(b, -1, LG_ROLE_TERM, name, 1, &b->model->heads, constant);
    lg_graph_bound(b->g, factors, 0.01, INFINITY);
    lg_tap_add(b->taps, block, tap, LG_TAP_ROWS, factors);
    return factors;
}

static lg_tensor *trained_penalty(lg_build *b, int block, lg_pair_value penalty) {
    lg_tensor *factors = add_factors(b, block, "attention.slope_factor", "slope_factor", 1);
    lg_tensor *distances = lg_build_distances(b, block, false, penalty, NULL);
    return lg_op_bias_function(b->g, LG_DISTANCE_line, distances, factors, factors);
}

static lg_tensor *trained_sides(lg_build *b, int block, double right_slope) {
    lg_tensor *left = add_factors(b, block, "attention.left_slope_factor", "left_slope_factor", 1);
    lg_tensor *right = add_factors(b, block, "attention.right_slope_factor", "right_slope_factor", right_slope);
    lg_tensor *distances = lg_build_distances(b, block, false, itself, NULL);
    return lg_op_bias_function(b->g, LG_DISTANCE_two_lines, distances, left, right);
}

static lg_tensor *add_two_slopes(const alibi *x, lg_build *b, int block) {
    if (x->trained_slopes) return trained_sides(b, block, x->right_slope);
    return lg_build_distances(b, block, false, two_slopes, lg_build_positional(b));
}

static lg_tensor *add_one_slope(const alibi *x, lg_build *b, int block) {
    const lg_pair_value penalty = x->sides == SYMMETRIC ? symmetric : half_shift;
    return x->trained_slopes ? trained_penalty(b, block, penalty) : lg_build_distances(b, block, false, penalty, NULL);
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    const alibi *x = own;
    if (x->sides == SPLIT_HEADS) {
        a->bias = lg_build_head_distances(b, block, split_heads, NULL);
        return;
    }
    a->slope = lg_build_constant(b, false, 1, &b->model->heads, fill_slopes);
    a->bias = x->sides == TWO_SLOPES ? add_two_slopes(x, b, block) : add_one_slope(x, b, block);
}

const lg_encoding lg_encoding_alibi = {
    .name = "alibi",
    .summary = "a penalty that grows with the distance, with a slope for each head",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk) + m_h b(D), D = key - query, not scaled; b(0) = 0\n"
               "half_shift: b(D) = -D for D > 0, D + 0.5 for D < 0\n"
               "symmetric: b(D) = -|D|, with a causal mask that of Press et al.\n"
               "two_slopes: b(D) = D for D < 0, -r D for D > 0, r = right_slope\n"
               "split_heads: b(D) = -|D|, heads of the first half see D <= 0 alone, the others D >= 0;\n"
               "of n heads of a half, the k-th has m_k of n heads\n"
               "m_h = 2^(-8(h+1)/H), h in 0..H-1; for H that is no power of two: those of the power below,\n"
               "then every second of twice it\n"
               "trained_slopes: m_h f_h, f: [heads] from 1, at least 0.01;\n"
               "with two_slopes f_h of the left, and of the right from r",
    .source =
        "Press et al. 2022, Train Short, Test Long; half_shift as in Ruoss et al. 2023; split_heads and two_slopes "
        "as Press suggests for encoders (issue 5 of the authors' program)",
    .example = "lengthen inspect encoding alibi --length 4 --heads 2\n"
               "bias[0,1]: -0.03125 0 -0.0625 -0.125\n"
               "bias[0,3]: -0.15625 -0.09375 -0.03125 0\n"
               "bias[1,3]: -0.00976562 -0.00585938 -0.00195312 0\n"
               "m = 2^-4, 2^-8. Key 0 of query 3: -(3 - 0.5) / 16; key 3 of query 1, to the right: -2 / 16.\n"
               "lengthen inspect encoding alibi --encoding.sides symmetric --length 4 --heads 2\n"
               "bias[0,3]: -0.1875 -0.125 -0.0625 0\n"
               "lengthen inspect encoding alibi --encoding.sides two_slopes --length 4 --heads 2\n"
               "bias[0,1]: -0.0625 0 -0.03125 -0.0625\n"
               "Key 3: -0.5 2 / 16.\n"
               "lengthen inspect encoding alibi --encoding.sides split_heads --length 4 --heads 2\n"
               "bias[0,1]: -0.00390625 0 -1e+30 -1e+30\n"
               "bias[1,1]: -1e+30 0 -0.00390625 -0.0078125\n"
               "m = 2^-8 of the one head of each half; -1e+30 hides a key.",
    .published = "Press et al. 2022, table 2: WikiText-103, 247M, trained at 512, perplexity at 512 712 1012 1512 2512 "
                 "5512 15512 tokens: 19.73 19.14 18.73 18.52 18.41 18.36 18.31\n"
                 "Chi et al. 2022, table 3: OpenWebText2, 162M, trained at 512, perplexity at 512 1024 2048 4096 8192 "
                 "16384 tokens: 23.9 22.4 22.5 22.2 22.3 22.5\n" LG_KAZEMNEJAD_2023_ALIBI,
    .options = options,
    .own_bytes = LG_OWN(alibi),
    .reads = LG_POSITION_INPUT_DISTANCES,
    .per_block = true,
    .shift_invariant = true,
    .crosses = true,
    .split_heads = splits_heads,
    .trained_slopes = trains_slopes,
    .bias = bias,
    .work = "H T T sums",
};
