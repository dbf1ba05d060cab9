/* trainings.h: runs of a plan that differ only in their evaluation share one training. They may differ in eval.with
 * and, unless a run is validated during training, in any option eval.*. The first of these runs trains; the other runs
 * evaluate its model. */
#ifndef LG_SWEEP_PLAN_TRAININGS_H
#define LG_SWEEP_PLAN_TRAININGS_H

#include "sweep/plan/manifest.h"

/* Sets trained_by of the manifest from the settings of its runs, without resolving configs. */
bool lg_trainings_find(lg_manifest *m, lg_error *err);
size_t lg_trainings_count(const lg_manifest *m);

#endif
