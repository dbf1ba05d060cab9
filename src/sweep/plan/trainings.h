/* trainings.h: runs of a plan that differ in their evaluation alone (eval.with; and, where no run validates, any
 * eval.*) have one training: the first of them trains, and the others evaluate its model. */
#ifndef LG_SWEEP_PLAN_TRAININGS_H
#define LG_SWEEP_PLAN_TRAININGS_H

#include "sweep/plan/manifest.h"

/* Sets trained_by of the manifest, from the settings of its runs: no config is resolved. Rungs compare trainings. */
bool lg_trainings_find(lg_manifest *m, lg_error *err);
size_t lg_trainings_count(const lg_manifest *m);

#endif
