/* log_n.c: logits that grow with the logarithm of the number of keys, so that attention stays as sharp over many keys
 * as it was over those of training. Beside a window mask it is nearly constant. */
#include <math.h>

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
     .help = "m, number of keys at which the factor is that of scale.times: tokens of a sequence in training",
     .at = offsetof(log_n, keys)},
    {.name = "scale.at_least_one",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "no flatter than scale.times: for a test of models trained with that scale (eval --scale log_n)",
     .at = offsetof(log_n, at_least_one)},
    {.name = "scale.times",
     .type = LG_NAME,
     .fallback = "inverse_sqrt",
     .choices = "inverse_sqrt inverse_sqrt_2d one",
     .help = "the scale that is multiplied: in a test that of training",
     .at = offsetof(log_n, times)},
    {0},
};

/* Of scale.times. */
static const lg_scale *const multiplied[] = {
    [INVERSE_SQRT] = &lg_scale_inverse_sqrt, [INVERSE_SQRT_2D] = &lg_scale_inverse_sqrt_2d, [ONE] = &lg_scale_one};

/* A query that sees one key has the factor 0, and weight 1 for that key. */
static double factor(const void *own, int head_width, int seen) {
    const log_n *x = own;
    const double tau = seen > 1 ? log(seen) / log((double)x->keys) : 0;
    return (x->at_least_one ? fmax(1, tau) : tau) * multiplied[x->times]->factor(NULL, head_width, seen);
}

const lg_scale lg_scale_log_n = {
    .name = "log_n",
    .summary = "sharper the more keys a query sees, by the logarithm of their number",
    .formula = "ln(n_i) / ln(m) s, n_i = number of keys that query i sees, m = scale.keys\n"
               "scale.at_least_one: max(1, ln(n_i) / ln(m)) s;  s = 1 / sqrt(head_width), or that of scale.times",
    .source = "Su 2021, entropy invariance of attention (log-n scaling); Chiang & Cholak 2022, section 5",
    .example = "lengthen inspect encoding none --scale log_n \\\n"
               "    --scale.keys 4 --mask causal --heads 1 --q ONES --k ONES\n"
               "scores[0,0]: 0 0 0 0\n"
               "scores[0,1]: 1 1 1 1\n"
               "scores[0,2]: 1.58496 1.58496 1.58496 1.58496\n"
               "scores[0,3]: 2 2 2 2\n"
               "ONES: a file of 4 rows of 4 ones, so that all products are 4: 2 ln(n) / ln(4),\n"
               "for n = 1, 2, 3, 4 keys in sight.\n"
               "lengthen inspect encoding none --scale log_n --scale.times one --scale.keys 4 \\\n"
               "    --mask causal --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 4 4 4 4\n"
               "4 ln(4) / ln(4).",
    .published = "Su 2021: accuracy of a masked language model with rotary embedding, trained at 64, tested at 64 128 "
                 "256 512 1024 tokens: 43.11 41.17 34.04 20.15 13.58 (inverse_sqrt 43.27 36.53 23.02 15.12 11.54)",
    .options = options,
    .own_bytes = LG_OWN(log_n),
    .by_number = true,
    .factor = factor,
};
