/* trained.h: the longest training length of each run of a sweep; tasks may differ in it. */
#ifndef LG_REPORT_TRAINED_H
#define LG_REPORT_TRAINED_H

#include "sweep/plan/manifest.h"

/* An array of [runs] in the arena; 0: unknown. Runs with equal labels on all relevant axes share the resolved length.
 * NULL: out of memory. */
int *lg_trained_lengths(const lg_manifest *m, lg_arena *arena, lg_error *err);

#endif
