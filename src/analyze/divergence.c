/* divergence.c: see divergence.h. Both divergences are sums over the values of the distributions. With the
 * probabilities p and q of a value, and m = (p + q) / 2, the terms are
 *     (p ln p + q ln q) / 2 - m ln m    and    m (ln m - (ln p + ln q) / 2)
 * which are exactly 0 where p = q. */
#include "analyze/divergence.h"

#include <math.h>

void lg_distribution_set(lg_distribution x, const real *weights, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)weights[i];
    for (size_t i = 0; i < n; i++) {
        x.p[i] = sum > 0 ? (double)weights[i] / sum : 0;
        x.log_p[i] = log(x.p[i]);
    }
}

/* 0 ln 0 = 0 */
static double entropy_term(double p, double log_p) {
    return p > 0 ? p * log_p : 0;
}

double lg_distribution_entropy(lg_distribution x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum -= entropy_term(x.p[i], x.log_p[i]);
    return sum;
}

lg_divergence lg_divergence_between(lg_distribution a, lg_distribution b, size_t n) {
    lg_divergence d = {0};
    for (size_t i = 0; i < n; i++) {
        const double m = (a.p[i] + b.p[i]) / 2, log_m = log(m);
        if (m == 0) continue;
        d.jensen_shannon +=
            (entropy_term(a.p[i], a.log_p[i]) + entropy_term(b.p[i], b.log_p[i])) / 2 - entropy_term(m, log_m);
        d.swapped += m * (log_m - (a.log_p[i] + b.log_p[i]) / 2);
    }
    /* rounding may exceed the range 0..ln 2 */
    d.jensen_shannon = fmin(fmax(d.jensen_shannon, 0), log(2));
    d.swapped = fmax(d.swapped, 0);
    return d;
}
