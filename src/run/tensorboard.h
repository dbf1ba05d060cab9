/* tensorboard.h: writes the curves of a run as an event file of TensorBoard, if the option `log` is set:
 * events.out.tfevents.SECONDS.HOST in the run directory.
 *
 * The file depends only on metrics.jsonl, eval.jsonl and the score of run.json. It can be rebuilt at any time, and is
 * corrected when a process resumes the run. An appended line becomes an event immediately, from the same struct; lines
 * are only read again when the file is rebuilt.
 *
 *   train/loss, train/accuracy, train/grad_norm, train/learning_rate, train/length   by step
 *   test/METRIC                by step: validations, and finally the score of the run in every metric
 *   test/METRIC_by_length      by length: TensorBoard's step is the length here
 *
 * Numbers that are not finite are skipped. The time of an event is the run's start plus its seconds of training. */
#ifndef LG_RUN_TENSORBOARD_H
#define LG_RUN_TENSORBOARD_H

#include "config/values.h"
#include "run/metrics_line.h"
#include "run/run_dir.h"

typedef struct lg_tensorboard lg_tensorboard; /* a member of lg_run_dir */

/* Determines whether to write a file, and its name. The run record, which contains the start time, must outlive the run
 * directory. */
bool lg_tensorboard_open(lg_run_dir *s, const lg_values *v, const lg_run_record *r, lg_error *err);
/* Updates the file after lines were removed or the score was computed. If no file is wanted, removes the file of an
 * earlier process. */
bool lg_tensorboard_write(const lg_run_dir *s, lg_error *err);
/* Appends the event of a new line of metrics.jsonl or eval.jsonl. Does nothing without an event file. */
bool lg_tensorboard_append(const lg_run_dir *s, const lg_metrics_line *x, lg_error *err);

#endif
