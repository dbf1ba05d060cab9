/* alloc_budget.h: limits the number of allocations, so that a test can make memory run out at any allocation. Include
 * it before the source under test, whose allocations then count. */
#ifndef RATION_H
#define RATION_H

#include <stdlib.h>
#include <string.h>

static int ration = -1; /* number of the first allocation that fails, counted down to 0; negative: no limit */

static inline int granted(void) {
    if (ration > 0) ration--;
    return ration != 0;
}

/* With `ration = n`, n - 1 allocations succeed and all later ones fail. */
#define malloc(...)  (granted() ? malloc(__VA_ARGS__) : NULL)
#define calloc(...)  (granted() ? calloc(__VA_ARGS__) : NULL)
#define realloc(...) (granted() ? realloc(__VA_ARGS__) : NULL)
#undef strdup
#define strdup(...) (granted() ? strdup(__VA_ARGS__) : NULL)

#endif
