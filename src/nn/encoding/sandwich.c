/* sandwich.c: a bias that is the product of the sinusoids of two positions, and thus a function of their distance. The
 * bias oscillates; on average it falls with the logarithm of the distance. Each head has its own factor. The bias is
 * the same on both sides. */
#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"

typedef struct sandwich {
    int frequencies;
    double base;
} sandwich;

static const lg_option options[] = {
    {.name = "encoding.frequencies",
     .type = LG_INT,
     .fallback = "64",
     .min = 1,
     .max = LG_SINUSOID_PAIRS,
     .help = "number of frequencies of the sinusoids, independent of the head width",
     .at = offsetof(sandwich, frequencies)},
    LG_OPTION_ENCODING_BASE(sandwich),
    {0},
};

static int columns(const void *own, int head_width) {
    (void)head_width;
    return 2 * ((const sandwich *)own)->frequencies;
}

static double base(const void *own) {
    return ((const sandwich *)own)->base;
}

/* sin a sin b + cos a cos b = cos(a - b), summed over the frequencies, minus its value at distance 0. user: the
 * stream's placement. */
static double product(const void *user, double distance) {
    lg_positional *of = (lg_positional *)user;
    real cosine[LG_SINUSOID_PAIRS];
    double sum = 0;
    lg_sinusoid_at(&of->head_table, distance, NULL, cosine);
    for (int i = 0; i < of->head_table.pairs; i++) sum += (double)cosine[i] - 1;
    return sum;
}

/* H / (8 (h+1)): the reciprocals of ALiBi's exponents. */
static void fill_factors(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    const int H = t->shape[0];
    for (int h = 0; h < H; h++) ((real *)out)[h] = (real)(H / (8.0 * (h + 1)));
}

/* The bias as a formula, which a test compares with the code. The code uses a table instead, so that the cosines of
 * each integer are computed once. */
#define FORMULA "H/(8*(head + 1))*sum(i, frequencies, cos(d*base^(-i/frequencies)) - 1)"

static lg_formula_source formula_of(const void *own) {
    const sandwich *x = own;
    return (lg_formula_source){
        .place = &lg_formula_bias, .text = FORMULA, .given = {{"frequencies", x->frequencies}, {"base", x->base}}};
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    (void)own;
    a->bias = lg_build_distances(b, block, false, product, lg_build_positional(b));
    a->slope = lg_build_constant(b, false, 1, &b->model->heads, fill_factors);
}

const lg_encoding lg_encoding_sandwich = {
    .name = "sandwich",
    .summary = "a fixed bias: the product of the sinusoids of both positions, scaled for each head "
               "(Sandwich)",
    .formula = "bias: " FORMULA ", d = query - key\n"
               "The weights are the same if queries and keys of head h get 2 x frequencies additional columns:\n"
               "the sines and cosines of the positions, times sqrt(H sqrt(dk)/(8 (h + 1))).",
    .source = "Chi et al. 2023, Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis, "
              "section 5",
    .example = "lengthen inspect encoding sandwich --encoding.frequencies 4 --length 4 --heads 2\n"
               "bias[0,3]: -0.508778 -0.359071 -0.116186 0\n"
               "bias[1,3]: -0.254389 -0.179535 -0.058093 0\n"
               "The factors of the heads are 1/4 and 1/8.\n"
               "Head 0, key 2: d = 1, (cos 1 + cos 0.1 + cos 0.01 + cos 0.001 - 4) / 4 = -0.116186.",
    .options = options,
    .own_bytes = LG_OWN(sandwich),
    .reads = LG_POSITION_INPUT_DISTANCES,
    .shift_invariant = true,
    .crosses = true,
    .sinusoid_width = columns,
    .base = base,
    .formula_of = formula_of,
    .bias = bias,
    .work = "H T T additions",
};
