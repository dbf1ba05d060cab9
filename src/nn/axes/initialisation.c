/* initialisation.c: see initialisation.h. */
#include "nn/axes/initialisation.h"

#include <math.h>

lg_initial lg_initial_xavier(double gain, const int *shape) {
    const double most = gain * sqrt(6.0 / (shape[0] + shape[1]));
    return (lg_initial){.distribution = LG_INITIAL_UNIFORM, .low = -most, .high = most};
}
