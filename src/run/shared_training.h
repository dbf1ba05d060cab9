/* shared_training.h: runs that differ only in their evaluation (eval.with) share one training: one of them trains, and
 * the others copy its models, its metrics and the training part of its record. */
#ifndef LG_RUN_SHARED_TRAINING_H
#define LG_RUN_SHARED_TRAINING_H

#include "run/run_dir.h"

/* True if the training of the run in this directory is over. False if that is unknown. */
bool lg_is_trained(const char *dir);
/* Copies the training in the directory `from` to an untrained directory, and its record to *record. If the trainings
 * differ, or the one in `from` is not over, sets *taken to false and changes nothing. */
bool lg_take_training(const lg_context *c, const lg_run_dir *to, const char *from, const lg_resolved_config *config,
                      lg_run_record *record, bool *taken, lg_error *err);

#endif
