/* log_n.c: logits that grow with the logarithm of the number of keys, so that attention stays as sharp over many keys
 * as it was over those of training. Beside a window mask it is nearly constant. */
#include <math.h>

#include "nn/scale.h"

static const lg_option options[] = {
    {.name = "scale.keys",
     .type = LG_INT,
     .fallback = "40",
     .min = 2,
     .max = 1 << 24,
     .help = "m, number of keys at which the factor is 1 / sqrt(head_width): tokens of a sequence in training"},
    {.name = "scale.at_least_one",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "no flatter than 1 / sqrt(head_width): for a test of models trained with that (eval --scale log_n)"},
    {0},
};

/* A query that sees one key has the factor 0, and weight 1 for that key. */
static double factor(const lg_values *v, int head_width, int seen) {
    const double tau = seen > 1 ? log(seen) / log((double)lg_int(v, "scale.keys")) : 0;
    return (lg_bool(v, "scale.at_least_one") ? fmax(1, tau) : tau) / sqrt(head_width);
}

const lg_scale lg_scale_log_n = {
    .name = "log_n",
    .summary = "sharper the more keys a query sees, by the logarithm of their number",
    .formula = "ln(n_i) / ln(m) / sqrt(head_width), n_i = number of keys that query i sees, m = scale.keys\n"
               "scale.at_least_one: max(1, ln(n_i) / ln(m)) / sqrt(head_width)",
    .source = "Su 2021, entropy invariance of attention (log-n scaling); Chiang & Cholak 2022, section 5",
    .options = options,
    .by_number = true,
    .factor = factor,
};
