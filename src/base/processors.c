/* processors.c: counts the processors that this process may use. Batch systems and containers grant fewer than the
 * machine has (system.h), and users of numerical programs expect OMP_NUM_THREADS to be respected. */
#include <limits.h>
#include <stdlib.h>

#include "base/pool.h"
#include "base/system.h"

/* OMP_NUM_THREADS may be a list with one number per nesting level; the first one counts. */
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
