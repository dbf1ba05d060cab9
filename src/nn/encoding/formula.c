/* formula.c: an encoding given by one or two formulas (formula/formula.h): an attention bias with trained parameters,
 * and frequencies by which queries and keys are rotated. */
#include "formula/formula.h"

#include <limits.h>

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"
#include "nn/pieces/frequencies.h"
#include "nn/pieces/rotation.h"
#include "nn/stream/position_sample.h"

typedef struct formula {
    const char *bias, *frequency, *parameters, *numbers;
    bool shared_bias;
} formula;

LG_FORMULA_READ_TEXT(lg_formula_bias)
LG_FORMULA_READ_PARAMETERS(lg_formula_bias)
LG_FORMULA_READ_NUMBERS(lg_formula_bias)

static const lg_option options[] = {
    {.name = "encoding.bias",
     .type = LG_TEXT,
     .fallback = "",
     .help = "bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help "
             "formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H)",
     .in_evaluation = true,
     .at = offsetof(formula, bias),
     .read = read_text},
    LG_OPTION_FREQUENCY(formula, frequency, "no rotation"),
    LG_OPTION_FORMULA_PARAMETERS("encoding", .at = offsetof(formula, parameters)),
    LG_OPTION_FORMULA_NUMBERS("encoding", .since = "0.4.0", .in_evaluation = true, .at = offsetof(formula, numbers)),
    {.name = "encoding.shared_bias",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "share the parameters among all blocks",
     .at = offsetof(formula, shared_bias)},
    {0},
};

/* ---- the bias ---- */

/* NULL: there is no bias. */
static const char *bias_of(const formula *x) {
    return *x->bias != '\0' ? x->bias : *x->frequency != '\0' ? NULL : "-abs(d)/2^(8*(head + 1)/H)";
}

static lg_formula_source formula_of(const void *own) {
    const formula *x = own;
    return (lg_formula_source){
        .place = &lg_formula_bias, .text = bias_of(x), .parameters = x->parameters, .numbers = x->numbers};
}

static bool suits_bias(const formula *x, lg_error *err) {
    const lg_formula_source s = formula_of(x);
    if (!s.text)
        return *x->parameters == '\0' || lg_fail_keys(err, "encoding.parameters encoding.bias",
                                                      "encoding.parameters: %s needs an encoding.bias (frequencies "
                                                      "have no trained parameters)",
                                                      x->parameters);
    return lg_formula_check(&s, err) && (lg_formula_names(s.text, "d") || lg_formula_names(s.text, "p_j") ||
                                         lg_fail_keys(err, "encoding.bias",
                                                      "encoding.bias: %s is the same for all keys, so the softmax "
                                                      "cancels it (use d, the distance, or p_j)",
                                                      x->bias));
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    const formula *x = own;
    const lg_formula_source s = formula_of(x);
    const lg_formula_naming names = {"attention.formula.", "formula.", x->shared_bias}; /* unique prefixes */
    if (s.text) lg_build_bias(b, block, &names, &s, a);
}

/* ---- frequencies ---- */

static lg_formula_source source_of_frequency(const formula *x) {
    return (lg_formula_source){.place = &lg_formula_frequency, .text = x->frequency, .numbers = x->numbers};
}

static bool suits(const void *own, lg_error *err) {
    const formula *x = own;
    const lg_formula_source s = source_of_frequency(x);
    return (*x->frequency == '\0' || lg_frequencies_check(&s, err)) && suits_bias(x, err);
}

static int rotary_width(const void *own, int head_width) {
    return *((const formula *)own)->frequency != '\0' ? head_width : 0;
}

static bool tune(const void *own, lg_sinusoid *table) {
    const lg_formula_source s = source_of_frequency(own);
    return lg_frequencies_by_formula(&s, 2 * table->pairs, 0, table->frequency, NULL);
}

/* Does the bias contain this name? */
static bool bias_names(const formula *x, const char *name) {
    return bias_of(x) && lg_formula_names(bias_of(x), name);
}

static bool reads_positions(const void *own) {
    const formula *x = own;
    return *x->frequency != '\0' || bias_names(x, "p_i") || bias_names(x, "p_j");
}

static int same_up_to(const void *own) {
    const formula *x = own;
    return lg_frequencies_read_length(x->frequency) || bias_names(x, "T") ? 0 : INT_MAX;
}

static bool tune_length(const void *own, const lg_sinusoid *trained, int T, double *frequency, lg_sinusoid *out) {
    const lg_formula_source s = source_of_frequency(own);
    if (!lg_frequencies_read_length(s.text)) return false;
    *out = lg_frequencies_of_length(&s, trained, T, frequency);
    return true;
}

static void rotate(const void *own, lg_build *b, int block, lg_tensor **q, lg_tensor **k) {
    if (*((const formula *)own)->frequency != '\0') lg_build_rotation(b, block, false, q, k);
}

const lg_encoding lg_encoding_formula = {
    .name = "formula",
    .summary = "an attention bias or a rotation given by a formula, with trained parameters",
    .formula = "score(t,s) = T(q_t) . T(k_s) / sqrt(dk) + bias, d = t - s\n"
               "bias: encoding.bias, an expression; encoding.parameters: its trained numbers, in each block\n"
               "T(x_t): rotates columns 2k and 2k+1 of x_t by the angle t f(k), f: encoding.frequency\n"
               "Default: bias = -abs(d)/2^(8*(head + 1)/H)",
    .source = "made for this program",
    .example = "lengthen inspect encoding formula --encoding.bias if(d<0,-2,-1)*abs(d)/2^head --heads 2 --length 4\n"
               "bias[0,2]: -2 -1 0 -2\n"
               "bias[1,2]: -1 -0.5 0 -1\n"
               "The bias is doubled for keys to the right. The second head has half the slope.\n"
               "Quote the formula in a shell.",
    .options = options,
    .own_bytes = LG_OWN(formula),
    .reads = LG_POSITION_INPUT_DISTANCES,
    .reads_positions = reads_positions,
    .shift_invariant = true,
    .crosses = true,
    .sinusoid_width = rotary_width,
    .tune = tune,
    .tune_length = tune_length,
    .same_up_to = same_up_to,
    .suits = suits,
    .rotate = rotate,
    .formula_of = formula_of,
    .bias = bias,
    .work = "H T evaluations, or H T T if the formula reads positions or positions are random; T d products for a "
            "rotation",
};
