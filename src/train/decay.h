/* decay.h: chooses the parameters with weight decay, by their roles. */
#ifndef LG_TRAIN_DECAY_H
#define LG_TRAIN_DECAY_H

#include "graph/parameter.h"
#include "train/settings.h"

/* optimizer.decay for a parameter; 0 if optimizer.decay_on excludes it. */
double lg_decay_of(const lg_train_settings *t, const lg_parameter_row *r);

/* Consecutive parameters with the same decay. */
typedef struct lg_decay_run {
    size_t end; /* index of the first element after the run */
    double decay;
} lg_decay_run;
/* Lists all decay runs of a parameter table, in order; the last decay run ends at the table's end. The caller frees
 * them. NULL: out of memory. */
lg_decay_run *lg_decay_runs(const lg_train_settings *t, const lg_parameters *p);

#endif
