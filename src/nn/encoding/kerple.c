/* kerple.c: a trained penalty that grows with the logarithm or a power of the distance, with two parameters for each
 * head that all blocks share. The penalty is the same on both sides. The power kernel with exponent 1 is ALiBi (Press
 * et al. 2022) with trained slopes. */
#include "nn/axes/encoding.h"

typedef struct kerple {
    enum { LOG, POWER } kernel;
    bool bias_in_scale;
} kerple;

static const lg_option options[] = {
    {.name = "encoding.kernel",
     .type = LG_NAME,
     .fallback = "log",
     .choices = "log power",
     .help = "form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2",
     .at = offsetof(kerple, kernel)},
    {.name = "encoding.bias_in_scale",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does "
             "not divide the bias",
     .at = offsetof(kerple, bias_in_scale)},
    {0},
};

/* Both parameters stay at 0.01 or more, as in the official code, so that the kernel is conditionally positive
 * definite. */
#define LOG_FORMULA      "-r1*log1p(r2*abs(d))"
#define LOG_PARAMETERS   "r1[head] = uniform(0, 2) >= 0.01; r2[head] = uniform(0, 1) >= 0.01"
#define POWER_FORMULA    "-r1*abs(d)^r2"
#define POWER_PARAMETERS "r1[head] = uniform(0, 1) >= 0.01; r2[head] = uniform(0, 2) >= 0.01 <= 2"

static lg_formula_source formula_of(const void *own) {
    const kerple *x = own;
    static const char *const texts[2][2] = {{LOG_FORMULA, POWER_FORMULA},
                                            {"(" LOG_FORMULA ")/sqrt(dk)", "(" POWER_FORMULA ")/sqrt(dk)"}};
    return (lg_formula_source){.place = &lg_formula_bias,
                               .text = texts[x->bias_in_scale][x->kernel],
                               .parameters = x->kernel == LOG ? LOG_PARAMETERS : POWER_PARAMETERS};
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    const lg_formula_source s = formula_of(own);
    lg_build_bias(b, block, &(lg_formula_naming){"attention.kernel_", "", .shared = true}, &s, a);
}

const lg_encoding lg_encoding_kerple = {
    .name = "kerple",
    .summary = "a trained penalty that grows with the logarithm or a power of the distance (KERPLE)",
    .formula = "bias: " LOG_FORMULA ", d = query - key\n"
               "r1, r2: trained; uniform is their initial distribution, >= and <= are bounds\n" LOG_PARAMETERS "\n"
               "with encoding.kernel: power, bias: " POWER_FORMULA "\n" POWER_PARAMETERS,
    .source =
        "Chi et al. 2022, KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation, equations 2, 3",
    .example = "lengthen inspect encoding kerple --length 4 --heads 1\n"
               "r1[0]: 1.20572\n"
               "r2[0]: 0.23913\n"
               "bias[0,3]: -0.652061 -0.471276 -0.258518 0\n"
               "Key 0: -r1 ln(1 + 3 r2); key 2: -r1 ln(1 + r2).\n"
               "lengthen inspect encoding kerple --encoding.kernel power --length 4 --heads 1\n"
               "r1[0]: 0.60286\n"
               "r2[0]: 0.478261\n"
               "bias[0,3]: -1.01954 -0.839823 -0.60286 0\n"
               "Key 0: -r1 3^r2; key 2: -r1.",
    .published = "Chi et al. 2022, table 3: OpenWebText2, 162M, trained at 512, perplexity at 512 1024 2048 4096 8192 "
                 "16384 tokens: log 23.9 22.0 21.6 21.2 21.3 21.4, power 23.9 22.1 21.9 21.5 21.6 21.6",
    .options = options,
    .own_bytes = LG_OWN(kerple),
    .reads = LG_POSITION_INPUT_DISTANCES,
    .shift_invariant = true,
    .crosses = true,
    .formula_of = formula_of,
    .bias = bias,
    .trained = "2 H, shared by all blocks",
    .work = "H T T additions",
};
