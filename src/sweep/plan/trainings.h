/* trainings.h: runs of a plan that differ only in their evaluation (eval.with; and any eval.* if no run validates)
 * share one training. The first of them trains; the others evaluate its model. */
#ifndef LG_SWEEP_PLAN_TRAININGS_H
#define LG_SWEEP_PLAN_TRAININGS_H

#include "sweep/plan/manifest.h"

/* Sets trained_by of the manifest from the settings of its runs, without resolving configs. */
bool lg_trainings_find(lg_manifest *m, lg_error *err);
size_t lg_trainings_count(const lg_manifest *m);

#endif
