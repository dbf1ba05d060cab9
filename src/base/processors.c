/* processors.c: how many processors this process may use. The machine's count is only the start: batch systems and
 * containers give less of them (system.h), and users of numerical programs expect OMP_NUM_THREADS to hold. */
#include <limits.h>
#include <stdlib.h>

#include "base/pool.h"
#include "base/system.h"

/* OMP_NUM_THREADS may be a list, one number per level of nesting: the first counts. */
static int by_environment(const char *text) {
    char *end;
    if (!text) return INT_MAX;
    const long n = strtol(text, &end, 10);
    return n >= 1 && n < INT_MAX && (*end == '\0' || *end == ',' || *end == ' ') ? (int)n : INT_MAX;
}

int lg_pool_processors(void) {
    const int given = lg_system_processors(), wanted = by_environment(getenv("OMP_NUM_THREADS"));
    return given < wanted ? given : wanted;
}
