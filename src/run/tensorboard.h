/* tensorboard.h: the curves of a run as an event file of TensorBoard, where the option `log` asks for it:
 * events.out.tfevents.SECONDS.HOST in the run directory.
 *
 * The file is a translation of metrics.jsonl, eval.jsonl and the score of run.json, and of nothing else: it can be made
 * anew at any time, and is corrected whenever a process resumes the run. A line that is appended becomes an event
 * at once, from the same struct; lines are read again only where the file is made anew.
 *
 *   train/loss, train/accuracy, train/grad_norm, train/learning_rate, train/length   by step
 *   test/METRIC                by step: validations, and last the score of the run, in every metric
 *   test/METRIC_by_length      by length: the step of TensorBoard is the length here
 *
 * Numbers that are not finite are left out. The time of an event is that of the run's start and its seconds of
 * training. */
#ifndef LG_RUN_TENSORBOARD_H
#define LG_RUN_TENSORBOARD_H

#include "config/values.h"
#include "run/metrics_line.h"
#include "run/run_dir.h"

typedef struct lg_tensorboard lg_tensorboard; /* a member of lg_run_dir */

/* Decides whether there is to be a file, and its name. The run record has the start of the run; it is borrowed until
 * the run directory is closed. */
bool lg_tensorboard_open(lg_run_dir *s, const lg_values *v, const lg_run_record *r, lg_error *err);
/* Makes the file agree with lines and run record, after lines were dropped or the score was computed; where there is to
 * be none, removes that of an earlier process. */
bool lg_tensorboard_write(const lg_run_dir *s, lg_error *err);
/* Appends the event of a new line of metrics.jsonl or eval.jsonl. Does nothing where there is to be no file. */
bool lg_tensorboard_append(const lg_run_dir *s, const lg_metrics_line *x, lg_error *err);

#endif
