/* sequence_sums.c: see sequence_sums.h. */
#include "metric/sequence_sums.h"

#include <math.h>

lg_sequence_sums lg_sequence_sums_of(int64_t position_sample, const lg_answer *of, int rows) {
    lg_sequence_sums x = {.position_sample = position_sample};
    for (int i = 0; i < rows; i++) {
        if (of->learned[i]) x.sums[LG_SUM_NLL] += (double)of->losses[i];
        x.sums[LG_SUM_TOKENS] += of->learned[i];
        x.sums[LG_SUM_COUNTED] += of->counted[i];
        x.sums[LG_SUM_RIGHT] += of->counted[i] && of->best[i] == of->target[i];
    }
    x.sums[LG_SUM_ANSWERS] = x.sums[LG_SUM_COUNTED] > 0;
    x.sums[LG_SUM_EXACT] = x.sums[LG_SUM_COUNTED] > 0 && x.sums[LG_SUM_RIGHT] == x.sums[LG_SUM_COUNTED];
    return x;
}

void lg_sequence_sums_add(lg_sequence_sums *to, const lg_sequence_sums *x) {
    const int count = x->sums[LG_SUM_TEXTS] > 0 ? LG_SUMS : LG_SUM_TEXTS; /* most sequences are not compared as text */
    for (int i = 0; i < count; i++) to->sums[i] += x->sums[i];
}

void lg_sums_steps(const double sums[LG_SUMS], double scores[LG_STEP_SCORES]) {
    for (int i = 0; i < LG_STEP_SCORES; i++) scores[i] = lg_sums_ratio(sums, LG_SUM_STEPS + i, LG_SUM_COMPARED);
}

double lg_sums_ratio(const double sums[LG_SUMS], lg_sum part, lg_sum whole) {
    return sums[whole] > 0 ? sums[part] / sums[whole] : (double)NAN;
}
