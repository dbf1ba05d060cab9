/* alibi.c: attention with linear biases: a penalty proportional to the distance, with a slope for each head. In a
 * bidirectional model, left and right are distinguished by a half-step shift that brings keys on the left nearer, by
 * heads that see only one side, or by two slopes. */
#include "nn/axes/encoding.h"
#include "nn/pieces/published.h"

typedef struct alibi {
    enum { HALF_SHIFT_SIDES, SYMMETRIC, SPLIT_HEADS, TWO_SLOPES } sides;
    double right_slope;
    bool trained_slopes;
} alibi;

static const lg_option options[] = {
    {.name = "encoding.sides",
     .type = LG_NAME,
     .fallback = "half_shift",
     .choices = "half_shift symmetric split_heads two_slopes",
     .help = "penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the "
             "left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the "
             "left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope)",
     .at = offsetof(alibi, sides)},
    {.name = "encoding.right_slope",
     .type = LG_REAL,
     .fallback = "0.5",
     .min = 0.01,
     .max = 100,
     .help = "two_slopes: slope on the right divided by the slope on the left",
     .at = offsetof(alibi, right_slope)},
    {.name = "encoding.trained_slopes",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for "
             "two_slopes, one factor per head and side, on the right initially encoding.right_slope",
     .at = offsetof(alibi, trained_slopes)},
    {0},
};

static bool splits_heads(const void *own) {
    return ((const alibi *)own)->sides == SPLIT_HEADS;
}

static bool trains_slopes(const void *own) {
    return ((const alibi *)own)->trained_slopes;
}

/* Slopes for H heads if H is not a power of two: the slopes for the next lower power of two, then every second slope
 * for twice that power. */
#define SLOPE(heads, head)                                                                                             \
    "P = 2^floor(log2(" heads ")); m = if(" head " < P, 2^(-8*(" head " + 1)/P), 2^(-4*(2*(" head " - P) + 1)/P));\n"
#define SLOPES     SLOPE("H", "head")
#define HALF_SHIFT "if(d > 0, 0.5, 0) - abs(d)"
#define SPLIT_HEADS_FORMULA                                                                                            \
    "L = floor((H + 1)/2); right = head >= L; n = if(right, H - L, L); h = if(right, head - L, head); " SLOPE(         \
        "n", "h") "if(if(right, d > 0, d < 0), -1e30, -m*abs(d))"

static lg_formula_source formula_of(const void *own) {
    static const char *const texts[][2] = {
        [HALF_SHIFT_SIDES] = {SLOPES "m*(" HALF_SHIFT ")", SLOPES "m*(slope_factor*(" HALF_SHIFT "))"},
        [SYMMETRIC] = {SLOPES "-m*abs(d)", SLOPES "m*(slope_factor*-abs(d))"},
        [SPLIT_HEADS] = {SPLIT_HEADS_FORMULA, SPLIT_HEADS_FORMULA},
        [TWO_SLOPES] = {SLOPES "m*if(d > 0, -d, right_slope*d)",
                        SLOPES "m*if(d > 0, -left_slope_factor*d, right_slope_factor*d)"}};
    static const char *const parameters[] = {
        [HALF_SHIFT_SIDES] = "slope_factor[head] = 1 >= 0.01",
        [SYMMETRIC] = "slope_factor[head] = 1 >= 0.01",
        [SPLIT_HEADS] = "",
        [TWO_SLOPES] = "left_slope_factor[head] = 1 >= 0.01; right_slope_factor[head] = right_slope >= 0.01"};
    const alibi *x = own;
    return (lg_formula_source){.place = &lg_formula_bias,
                               .text = texts[x->sides][x->trained_slopes],
                               .parameters = x->trained_slopes ? parameters[x->sides] : "",
                               .given = {{"right_slope", x->right_slope}}};
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    const lg_formula_source s = formula_of(own);
    lg_build_bias(b, block, &(lg_formula_naming){"attention.", "", .shared = true}, &s, a);
}

const lg_encoding lg_encoding_alibi = {
    .name = "alibi",
    .summary = "a penalty proportional to the distance, with a fixed slope for each head (ALiBi)",
    .formula = SLOPES "half_shift: m*(" HALF_SHIFT "), d = position of the query - position of the key\n"
                      "symmetric: -m*abs(d); with a causal mask, this is the ALiBi of Press et al.\n"
                      "two_slopes: m*if(d > 0, -d, right_slope*d)\n"
                      "split_heads: -1e30 on the side that a head does not see, -m*abs(d) on the other side;\n"
                      "for the slopes m of each half of the heads, H is the number of heads in that half\n"
                      "trained_slopes: m is multiplied by slope_factor[head] >= 0.01, trained, initially 1\n"
                      "trained_slopes with two_slopes: on the left, m is multiplied by left_slope_factor[head],\n"
                      "initially 1; on the right, right_slope_factor[head] replaces right_slope, with right_slope as\n"
                      "initial value",
    .source = "Press et al. 2022, Train Short, Test Long; half_shift as in Ruoss et al. 2023; "
              "split_heads and two_slopes as Press suggests for encoders (issue 5 of the authors' "
              "repository)",
    .example = "lengthen inspect encoding alibi --length 4 --heads 2\n"
               "bias[0,1]: -0.03125 0 -0.0625 -0.125\n"
               "bias[0,3]: -0.15625 -0.09375 -0.03125 0\n"
               "bias[1,3]: -0.00976562 -0.00585938 -0.00195312 0\n"
               "Head 0 has m = 2^-4, head 1 m = 2^-8. Head 0, key 0 of query 3: -(3 - 0.5) / 16;\n"
               "key 3 of query 1, which is on the right: -2 / 16.\n"
               "lengthen inspect encoding alibi --encoding.sides symmetric --length 4 --heads 2\n"
               "bias[0,3]: -0.1875 -0.125 -0.0625 0\n"
               "lengthen inspect encoding alibi --encoding.sides two_slopes --length 4 --heads 2\n"
               "bias[0,1]: -0.0625 0 -0.03125 -0.0625\n"
               "Key 3: -0.5 * 2 / 16.\n"
               "lengthen inspect encoding alibi --encoding.sides split_heads --length 4 --heads 2\n"
               "bias[0,1]: -0.00390625 0 -1e+30 -1e+30\n"
               "bias[1,1]: -1e+30 0 -0.00390625 -0.0078125\n"
               "m = 2^-8 for the one head of each half; -1e+30 hides a key.",
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
    .formula_of = formula_of,
    .bias = bias,
    .work = "H T T additions",
};
