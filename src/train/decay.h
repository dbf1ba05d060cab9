/* decay.h: which parameters weight decay is for, by their roles. */
#ifndef LG_TRAIN_DECAY_H
#define LG_TRAIN_DECAY_H

#include "graph/parameter.h"
#include "train/settings.h"

/* optimizer.decay of a parameter, 0 where optimizer.decay_on leaves it out. */
double lg_decay_of(const lg_train_settings *t, const lg_parameter_row *r);

/* Parameters that lie one after another and decay alike. */
typedef struct lg_decay_run {
    size_t end; /* elements before the next run */
    double decay;
} lg_decay_run;
/* All runs of a table, in order; the last one ends with it. To be freed; NULL: no memory. */
lg_decay_run *lg_decay_runs(const lg_train_settings *t, const lg_parameters *p);

#endif
