/* reverse_exponential.c: curriculum that draws lengths from a list. The weight of a length changes by a constant factor
 * per token. */
#include "data/curriculum.h"

#include <math.h>

typedef struct exponential {
    lg_length_list lengths;
    double tau;
} exponential;

static const lg_option options[] = {
    LG_CURRICULUM_LENGTHS,
    {"curriculum.tau", LG_REAL, "1.1", 0.001, 1000, NULL,
     "factor by which the probability grows per token of length; values above 1 favour long sequences",
     .at = offsetof(exponential, tau)},
    {0},
};

/* Returns tau^n / exp(largest). exp(largest) is the largest tau^n of all n in the list. The quotient cannot overflow,
 * and the sum of all weights is at least 1. */
static double weight(int n, double log_tau, double largest) {
    return exp(n * log_tau - largest);
}

static int length(const void *own, lg_key key, int64_t step) {
    (void)step;
    const exponential *x = own;
    const size_t count = x->lengths.count;
    const int *lengths = x->lengths.values;
    const double log_tau = log(x->tau);
    double largest = fmax(lengths[0] * log_tau, lengths[count - 1] * log_tau), sum = 0; /* lengths are ascending */
    for (size_t i = 0; i < count; i++) sum += weight(lengths[i], log_tau, largest);
    lg_random r = lg_random_from(key);
    double left = lg_random_unit(&r) * sum;
    size_t last = 0; /* last length with positive weight, used if rounding errors let the loop end without a length */
    for (size_t i = 0; i < count; i++) {
        const double w = weight(lengths[i], log_tau, largest);
        if (left < w) return lengths[i];
        if (w > 0) last = i;
        left -= w;
    }
    return lengths[last];
}

const lg_curriculum lg_curriculum_reverse_exponential = {
    .name = "reverse_exponential",
    .summary = "lengths drawn from a list, with a probability that grows by a constant factor per token of length",
    .formula = "P(n = v) = tau^v / (sum of tau^w over all w in curriculum.lengths).",
    .source = "Delétang et al. 2023, Neural Networks and the Chomsky Hierarchy (ICLR), authors' code",
    .options = options,
    .own_bytes = LG_OWN(exponential),
    .length = length,
    .longest = lg_curriculum_longest_listed,
    .draws = lg_curriculum_draws_listed,
    .listed = true,
};
