/* log_n.c: logits that grow with the logarithm of the number of keys, so that attention stays as sharp over many keys
 * as it was over those of training. Beside a window mask it is nearly constant. */
#include <math.h>
#include <string.h>

#include "nn/scale.h"

static const lg_option options[] = {
    {.name = "scale.keys",
     .type = LG_INT,
     .fallback = "40",
     .min = 2,
     .max = 1 << 24,
     .help = "m, number of keys at which the factor is that of scale.times: tokens of a sequence in training"},
    {.name = "scale.at_least_one",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "no flatter than scale.times: for a test of models trained with that scale (eval --scale log_n)"},
    {.name = "scale.times",
     .type = LG_NAME,
     .fallback = "inverse_sqrt",
     .choices = "inverse_sqrt inverse_sqrt_2d one",
     .help = "the scale that is multiplied: in a test that of training",
     .since = "0.2.0"},
    {0},
};

/* The scale of scale.times. */
static const lg_scale *multiplied(const lg_values *v) {
    const char *name = lg_text(v, "scale.times");
    if (!strcmp(name, lg_scale_one.name)) return &lg_scale_one;
    return strcmp(name, lg_scale_inverse_sqrt.name) ? &lg_scale_inverse_sqrt_2d : &lg_scale_inverse_sqrt;
}

/* A query that sees one key has the factor 0, and weight 1 for that key. */
static double factor(const lg_values *v, int head_width, int seen) {
    const double tau = seen > 1 ? log(seen) / log((double)lg_int(v, "scale.keys")) : 0;
    const double times = multiplied(v)->factor(v, head_width, seen);
    return (lg_bool(v, "scale.at_least_one") ? fmax(1, tau) : tau) * times;
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
    .by_number = true,
    .factor = factor,
};
