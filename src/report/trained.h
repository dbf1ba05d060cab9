/* trained.h: the longest length of training of each run of a sweep. Tasks may be trained to different ones. */
#ifndef LG_REPORT_TRAINED_H
#define LG_REPORT_TRAINED_H

#include "sweep/plan/manifest.h"

/* [runs], from the arena; 0: not known. A run is resolved only where none before it has its labels on all axes that
 * matter. NULL: out of memory. */
int *lg_trained_lengths(const lg_manifest *m, lg_arena *arena, lg_error *err);

#endif
