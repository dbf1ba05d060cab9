/* clock.c: reads the clock; see clock.h. The system's clock is precise enough: a reading takes about 30 ns, while an op
 * takes microseconds. */
#include "graph/clock.h"

#include "base/machine.h"

#define PHASE_NAME(id, name) name,
const char *const lg_step_phase_names[] = {LG_PHASE_LIST(PHASE_NAME) NULL};
#undef PHASE_NAME

double lg_cost_flops(const lg_cost cost[LG_PHASES]) {
    double flops = 0;
    for (int p = 0; p < LG_PHASES; p++) flops += cost[p].flops;
    return flops;
}

void lg_clock_read(lg_clock *c) {
    if (c) c->last = lg_seconds();
}

void lg_clock_count(lg_clock *c, lg_step_phase phase) {
    if (!c) return;
    const double time = lg_seconds();
    c->seconds[phase] += time - c->last;
    c->last = time;
}
