/* log_n.c: logits scaled by the logarithm of the number of keys, so that attention over many keys stays as sharp as in
 * training. With a window mask this factor is nearly constant. */
#include "nn/axes/scale.h"

typedef struct log_n {
    int keys;
    bool at_least_one;
    enum { INVERSE_SQRT, INVERSE_SQRT_2D, ONE } times;
} log_n;

static const lg_option options[] = {
    {.name = "scale.keys",
     .type = LG_INT,
     .fallback = "40",
     .min = 2,
     .max = 1 << 24,
     .help = "number of keys at which the scale equals scale.times; usually the training length",
     .at = offsetof(log_n, keys)},
    {.name = "scale.at_least_one",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "never scale below scale.times, to evaluate models trained with that scale (eval "
             "--scale log_n)",
     .at = offsetof(log_n, at_least_one)},
    {.name = "scale.times",
     .type = LG_NAME,
     .fallback = "inverse_sqrt",
     .choices = "inverse_sqrt inverse_sqrt_2d one",
     .help = "scale that log_n multiplies; in evaluation, give the scale used in training",
     .at = offsetof(log_n, times)},
    {0},
};

#define FORMULA                                                                                                        \
    "tau = log(max(n, 1))/log(keys); s = if(at_least_one, max(1, tau), tau);\n"                                        \
    "s*if(times == 0, 1/sqrt(dk), if(times == 1, 1/sqrt(2*dk), 1))"

static lg_formula_source formula_of(const void *own) {
    const log_n *x = own;
    return (lg_formula_source){.place = &lg_formula_scale,
                               .text = FORMULA,
                               .given = {{"keys", x->keys}, {"at_least_one", x->at_least_one}, {"times", x->times}}};
}

const lg_scale lg_scale_log_n = {
    .name = "log_n",
    .summary = "scale with the logarithm of the number of visible keys",
    .formula =
        FORMULA "\n"
                "n = number of visible keys, dk = head width, times = 0: inverse_sqrt, 1: inverse_sqrt_2d, 2: one",
    .source = "Su 2021, entropy invariance of attention (log-n scaling); Chiang & Cholak 2022, section 5",
    .example = "lengthen inspect encoding none --scale log_n \\\n"
               "    --scale.keys 4 --mask causal --heads 1 --q ONES --k ONES\n"
               "scores[0,0]: 0 0 0 0\n"
               "scores[0,1]: 1 1 1 1\n"
               "scores[0,2]: 1.58496 1.58496 1.58496 1.58496\n"
               "scores[0,3]: 2 2 2 2\n"
               "ONES: a file of 4 rows of 4 ones, so that all products are 4: 2 ln(n) / ln(4),\n"
               "for n = 1, 2, 3, 4 visible keys.\n"
               "lengthen inspect encoding none --scale log_n --scale.times one --scale.keys 4 \\\n"
               "    --mask causal --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 4 4 4 4\n"
               "4 ln(4) / ln(4).",
    .published = "Su 2021: accuracy of a masked language model with RoPE, trained at 64, at 64 128 "
                 "256 512 1024 tokens: 43.11 41.17 34.04 20.15 13.58 (inverse_sqrt 43.27 36.53 23.02 "
                 "15.12 11.54)",
    .options = options,
    .own_bytes = LG_OWN(log_n),
    .formula_of = formula_of,
};
