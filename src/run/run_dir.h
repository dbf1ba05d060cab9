/* run_dir.h: the run directory. All other data about runs can be rebuilt from it.
 *
 *   config.yaml        the resolved config, canonical
 *   metrics.jsonl      training steps and validations, see metrics_line.h
 *   eval.jsonl         evaluated lengths, see metrics_line.h
 *   state.safetensors  see checkpoint.h
 *   model.safetensors
 *   checkpoints/       further models, see retention.h
 *   run.json           identity, versions, machine, status, timing, score, digests of files (record_files.h)
 *   events.out....     see tensorboard.h
 *   .lock              locked by the process that trains
 *   log.*              output of the process that trains, if the user redirects it to this file
 *
 * All files are replaced atomically, except .jsonl and event files, which are only appended to. A process can therefore
 * be killed at any moment, and the next one can resume from the directory. */
#ifndef LG_RUN_RUN_DIR_H
#define LG_RUN_RUN_DIR_H

#include "base/machine.h"
#include "config/config.h"
#include "data/data.h"
#include "evaluate/evaluate.h"
#include "lengthen.h"
#include "run/checkpoint.h"
#include "run/load_record.h"
#include "train/ending.h"
#include "train/train.h"

typedef struct lg_run_dir {
    const char *dir; /* borrowed */
    int lock;        /* descriptor; -1: none */
    bool lasts;      /* true if training may last longer than in the stored config (or shorter, if neither models nor a
                        state of the run exist) */
    lg_arena *arena; /* owns the paths */
    const char *config, *metrics, *eval, *state, *model, *record, *checkpoints, *best;
    struct lg_tensorboard *events; /* see tensorboard.h; NULL: none */
} lg_run_dir;

/* Only sets the paths, to read a directory without acquiring it. */
bool lg_run_dir_open(lg_run_dir *s, const char *dir, lg_error *err);
/* Acquires the directory for a config: creates it if missing, locks it, stores the config. LG_USAGE: the directory
 * holds foreign files or another config (the message names the keys that differ; a longer training is allowed).
 * LG_FAILED: another process holds the lock. LG_CORRUPT: the stored config cannot be read. */
bool lg_run_dir_acquire(lg_run_dir *s, const char *dir, const lg_resolved_config *config, lg_error *err);
/* Locks a directory opened by lg_run_dir_open. LG_FAILED: another process holds the lock. */
bool lg_run_dir_lock(lg_run_dir *s, lg_error *err);
void lg_run_dir_close(lg_run_dir *s); /* a zeroed struct is allowed */

/* ---- run.json ---- */

typedef enum lg_run_status {
    LG_STATUS_NEW,
    LG_STATUS_TRAINING,
    LG_STATUS_EVALUATING,
    LG_STATUS_PREEMPTED,
    LG_STATUS_PAUSED,
    LG_STATUS_DONE,
    LG_STATUS_DIVERGED
} lg_run_status;

/* How the best model was chosen among the validations. */
typedef struct lg_best_choice {
    size_t metric;
    lg_split split;
} lg_best_choice;

typedef struct lg_run_record {
    lg_run_status phase;
    char hash[33]; /* hash of the config when the record was written; "": unknown */
    int64_t step, steps;
    double seconds, loss, accuracy;         /* seconds of training; loss and accuracy of the last batch */
    lg_ending ended;                        /* why training ended, after `step` steps */
    char started[LG_UTC], finished[LG_UTC]; /* "": unknown or not yet */
    char kernels[32];                       /* kernel set that last trained the run */
    char evaluation[33];                    /* digest of the eval.* options of eval.jsonl; "": none */
    struct {
        char option[32], digest[LG_DIGEST_SIZE];
    } files[LG_DATA_FILES]; /* data files: option and digest */
    int file_count;
    /* For each split whose records are computed and finitely many, their digest; otherwise "". */
    char records[LG_SPLIT_VALIDATION + 1][LG_DIGEST_SIZE];
    char weights[LG_DIGEST_SIZE];                                    /* digest of the model of train.init; "": none */
    lg_model_measure model;                                          /* zeros if not measured */
    char state_digest[LG_DIGEST_SIZE], model_digest[LG_DIGEST_SIZE]; /* digests of the files of `step`; "": unknown */
    bool has_best;                                                   /* a best model exists: best_model */
    lg_best_choice best;
    lg_checkpoint_id best_model;
    bool has_score;
    lg_score_report score;
    char error[1024]; /* why the last process failed; "" if it did not fail or is running */
} lg_run_record;

/* True if training is over, also for a run that was stopped in its evaluation. */
bool lg_run_record_is_trained(const lg_run_record *r);
/* True if the record describes files, because its run has stopped or ended (record_files.h). */
bool lg_run_record_describes(const lg_run_record *r);
const char *lg_run_status_name(lg_run_status p); /* "running", "preempted", "paused", "done", ... */
/* If the file is missing, the run is new. LG_CORRUPT: the file is damaged. LG_USAGE, with advice: it is from a version
 * whose runs this version cannot read. */
bool lg_run_record_read(const lg_run_dir *s, lg_run_record *r, lg_error *err);
bool lg_run_record_check_version(const lg_run_dir *s, lg_error *err); /* fails only for other versions */
/* Writes the record with an empty `error`. */
bool lg_run_record_write(const lg_run_dir *s, const lg_run_record *r, const lg_resolved_config *config,
                         const lg_runtime *w, lg_error *err);
/* Adds an error to the existing record, or removes it (NULL). All other bytes are kept, because another process may
 * have written them. */
bool lg_run_record_set_error(const lg_run_dir *s, const char *error, lg_error *err);

/* ---- lines ---- */

/* An appended line is also added to the event file, if there is one. sync: return only after all lines so far are on
 * disk. */
bool lg_metrics_append(const lg_run_dir *s, const lg_step *step, double seconds, bool sync, lg_error *err);
/* Appends a validation: the scores after `step` steps. */
bool lg_metrics_append_score(const lg_run_dir *s, int64_t step, lg_split split, const lg_score_report *r,
                             double seconds, lg_error *err);
/* Removes the lines after `step` and a torn last line. Sets *seconds to the time of the last remaining line, or to 0.
 * Adds the remaining validations on this split to *course. */
bool lg_metrics_rewind(const lg_run_dir *s, int64_t step, lg_split split, const lg_ending_rule *rule, double *seconds,
                       lg_validation_course *course, lg_error *err);

/* Appends the result of a length. v: the values of eval.*. */
bool lg_eval_append(const lg_run_dir *s, const lg_values *v, const lg_eval_result *t, bool sync, lg_error *err);
/* Reads the results of lengths[0], lengths[1], ... into results: [count]. Stops at the first line that is not the
 * result of the next length, or that lacks `metric` because another metric was chosen when the line was written. If
 * metric is NULL, no metric is required. cut: removes that line and all later ones. wrong (may be NULL): LG_CORRUPT and
 * the line number, if that line contains an invalid number. */
bool lg_eval_read(const lg_run_dir *s, const int *lengths, size_t count, const lg_metric *metric, bool cut,
                  lg_eval_result *results, size_t *read, lg_error *wrong, lg_error *err);
bool lg_eval_clear(const lg_run_dir *s, lg_error *err);

/* ---- reading without a lock ---- */

/* Sets *busy to whether a process is training in the directory now. */
bool lg_run_dir_is_busy(const lg_run_dir *s, bool *busy, lg_error *err);
/* All results of a finished run; the caller frees them. LG_CORRUPT: a length of its config is missing; `lengthen train`
 * then evaluates that length. NULL on failure. */
lg_eval_result *lg_eval_read_all(const lg_run_dir *s, size_t *count, lg_error *err);
/* Checks that the score in the run record matches the results. LG_CORRUPT if not: `lengthen train` then evaluates the
 * run again. Infinite scores, which JSON cannot hold, are computed from the results. */
bool lg_eval_check_score(const lg_run_dir *s, lg_run_record *r, const lg_eval_result *results, size_t count,
                         lg_error *err);
/* Reads from the stored config how the best model is chosen; the defaults if there is no config yet. */
bool lg_run_dir_best_choice(const lg_run_dir *s, lg_best_choice *choice, lg_error *err);
/* Calls `each` for every validation, with its step, split, scores [LG_METRICS] and seconds of training. Stops without
 * error if `each` returns false. LG_CORRUPT: invalid numbers. */
typedef bool (*lg_score_fn)(void *user, int64_t step, lg_split split, const double *scores, double seconds);
bool lg_metrics_each_score(const lg_run_dir *s, lg_score_fn each, void *user, lg_error *err);
/* Calls `each` for every logged training step. Stops and fails like lg_metrics_each_score. */
typedef bool (*lg_step_fn)(void *user, const lg_step *step);
bool lg_metrics_each_step(const lg_run_dir *s, lg_step_fn each, void *user, lg_error *err);
/* The load of experts in the last logged training step; zeros if there is none. */
bool lg_metrics_last_load(const lg_run_dir *s, lg_arena *arena, lg_load_record *out, lg_error *err);

#endif
