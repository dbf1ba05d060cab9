/* shared_training.h: runs that differ in their evaluation alone (eval.with) need one training: one of them trains, and
 * the others take over its models, its metrics and what its record says about training. */
#ifndef LG_RUN_SHARED_TRAINING_H
#define LG_RUN_SHARED_TRAINING_H

#include "run/run_dir.h"

/* Is the training of the run in this directory over? False also where that is not known. */
bool lg_is_trained(const char *dir);
/* Takes over the training in the directory `from` into one in which nothing was trained. *taken: false where that is
 * another training, or is not over; then nothing is changed. record: gets what is recorded there about training. */
bool lg_take_training(const lg_context *c, const lg_run_dir *to, const char *from, const lg_resolved_config *config,
                      lg_run_record *record, bool *taken, lg_error *err);

#endif
