/* bucket.c: the distance buckets of T5. */
#include <math.h>

#include "formula/formula.h"

int lg_formula_bucket(double d, int count, double longest) {
    const double distance = fabs(d), exact = count / 2;
    if (!(distance >= exact) || count < 2 || !(longest > exact))
        return distance < count - 1 ? (int)distance : count - 1;
    const double beyond = log(distance / exact) / log(longest / exact) * (count - exact);
    return beyond < count - 1 - exact ? (int)(exact + beyond) : count - 1;
}
