/* retention.h: the models beside the last one, in the folder checkpoints/ of a run: those of the last
 * train.keep checkpoints, and the best one by validation. Each is a file like
 * model.safetensors (checkpoint.h). Both are written before the state that covers them: a process that is killed
 * between leaves a file that the next one writes again, to the same bytes, before training may end. */
#ifndef LG_RUN_RETENTION_H
#define LG_RUN_RETENTION_H

#include "config/values.h"
#include "run/run_dir.h"

/* Keeps the model of now among the last train.keep, and removes older ones; nothing where train.keep is 1, since that
 * one is model.safetensors. */
bool lg_retain_last(const lg_run_dir *s, const lg_trainer *t, const lg_resolved_config *config, lg_error *err);
/* The steps of those models, ascending, to be freed; and the path of one, NULL without memory. */
bool lg_retained_steps(const lg_run_dir *s, int64_t **steps, size_t *count, lg_error *err);
const char *lg_retained_path(const lg_run_dir *s, int64_t step);
/* Keeps the model of now as checkpoints/best.safetensors; id: which it is. */
bool lg_retain_best(const lg_run_dir *s, const lg_trainer *t, const lg_resolved_config *config, lg_checkpoint_id *id,
                    lg_error *err);
/* Is the step in the name of one of the last models that in the file? Also of a path that is no such name. */
bool lg_retained_check(const char *path, lg_error *err);
/* Reads every one of the last into the trainer, the earliest first, and calls `each` with its step. */
typedef bool (*lg_retained_fn)(void *user, int64_t step);
bool lg_retained_each(const lg_run_dir *s, lg_trainer *t, lg_retained_fn each, void *user, lg_error *err);
/* The model of a run whose results are the run's: the last one, or the best one (eval.checkpoint). */
const char *lg_evaluated_model(const lg_run_dir *s, const lg_values *v);
bool lg_has_best(const lg_run_dir *s, bool *has, lg_error *err);
/* Says that the model in this file is tested, and of which step it is. */
void lg_tell_best_model(lg_context *c, const char *path);

#endif
