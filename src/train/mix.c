/* mix.c: see mix.h. Sums are in double precision, in the order of the models. */
#include "train/mix.h"

#include <math.h>

int32_t lg_most_probable(const real *logits, int classes) {
    int32_t best = 0;
    for (int32_t c = 1; c < classes; c++)
        if (logits[c] > logits[best]) best = c;
    return best;
}

/* The logarithm of the sum of exponentials. */
static double log_sum(const real *logits, int classes) {
    const real most = logits[lg_most_probable(logits, classes)];
    double sum = 0;
    for (int c = 0; c < classes; c++) sum += exp((double)logits[c] - (double)most);
    return (double)most + log(sum);
}

void lg_mix_logits(real *out, const real *const *logits, int count, int classes) {
    double whole[LG_ENSEMBLE_MAX];
    for (int k = 0; k < count; k++) whole[k] = log_sum(logits[k], classes);
    for (int c = 0; c < classes; c++) {
        double most = -INFINITY, sum = 0;
        for (int k = 0; k < count; k++) most = fmax(most, (double)logits[k][c] - whole[k]);
        for (int k = 0; k < count && most > -INFINITY; k++) sum += exp((double)logits[k][c] - whole[k] - most);
        out[c] = (real)(most + log(sum / count));
    }
}
