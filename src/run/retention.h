/* retention.h: models in the folder checkpoints/ of a run: those of the last train.keep checkpoints, and the best one
 * by validation. Each file has the format of model.safetensors (checkpoint.h), and is written before the state of its
 * step. If the process is killed in between, the next process trains that step again and writes the same bytes. */
#ifndef LG_RUN_RETENTION_H
#define LG_RUN_RETENTION_H

#include "config/values.h"
#include "run/run_dir.h"

/* Keeps the current model among the last train.keep models and removes older ones. Does nothing if train.keep is 1,
 * since model.safetensors is the last model. */
bool lg_retain_last(const lg_run_dir *s, const lg_trainer *t, const lg_resolved_config *config, lg_error *err);
/* lg_retained_steps lists the steps of the last models, ascending; the caller frees the list. lg_retained_path returns
 * the path of the model of a step; NULL: out of memory. */
bool lg_retained_steps(const lg_run_dir *s, int64_t **steps, size_t *count, lg_error *err);
const char *lg_retained_path(const lg_run_dir *s, int64_t step);
/* Keeps the current model as checkpoints/best.safetensors; id: identifies the written file. */
bool lg_retain_best(const lg_run_dir *s, const lg_trainer *t, const lg_resolved_config *config, lg_checkpoint_id *id,
                    lg_error *err);
/* Checks that the step in the file's name matches the contents. Files with other names pass. */
bool lg_retained_check(const char *path, lg_error *err);
/* Reads each of the last models into the trainer, earliest first, and calls `each` with its step. */
typedef bool (*lg_retained_fn)(void *user, int64_t step);
bool lg_retained_each(const lg_run_dir *s, lg_trainer *t, lg_retained_fn each, void *user, lg_error *err);
/* The model that a run evaluates: the last or the best one (eval.checkpoint). */
const char *lg_evaluated_model(const lg_run_dir *s, const lg_values *v);
bool lg_has_best(const lg_run_dir *s, bool *has, lg_error *err);
/* Logs that the model in this file is tested, and its step. */
void lg_tell_best_model(lg_context *c, const char *path);

#endif
