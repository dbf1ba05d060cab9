/* run_dir.h: the run directory. All other data about runs can be rebuilt from it.
 *
 *   config.yaml        the resolved config, canonical
 *   metrics.jsonl      training steps and validations, see metrics_line.h
 *   eval.jsonl         evaluated lengths, see metrics_line.h
 *   state.safetensors  see checkpoint.h
 *   model.safetensors
 *   checkpoints/       models beside the last one, see retention.h
 *   run.json           identity, versions, machine, status, timing, score, which files it is about (record_files.h)
 *   events.out....     see tensorboard.h
 *   .lock              locked by the process that trains
 *   log.*              what it printed, where whoever started it opened these files for it
 *
 * Every file but the .jsonl ones and events is replaced atomically, and those are only appended to; so a process can be
 * killed at any moment and the next one can resume from the directory. */
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
    bool lasts;      /* it was taken for a training that may last longer than that of the stored config, or, where
                        nothing of that is kept, less long */
    lg_arena *arena; /* paths */
    const char *config, *metrics, *eval, *state, *model, *record, *checkpoints, *best;
    struct lg_tensorboard *events; /* of tensorboard.h; NULL: none */
} lg_run_dir;

/* Paths only: for reading a directory that is not ours. */
bool lg_run_dir_open(lg_run_dir *s, const char *dir, lg_error *err);
/* Takes the directory for a config: makes it if it is missing, locks it, stores the config. Fails (LG_USAGE) when the
 * directory holds another config, naming the keys that differ (a training that may last longer can be asked for), or
 * foreign files; LG_FAILED when another process has it; LG_CORRUPT when its config cannot be read. */
bool lg_run_dir_acquire(lg_run_dir *s, const char *dir, const lg_resolved_config *config, lg_error *err);
/* Locks the directory of paths alone, as if it were taken. LG_FAILED when another process has it. */
bool lg_run_dir_lock(lg_run_dir *s, lg_error *err);
void lg_run_dir_close(lg_run_dir *s); /* a struct of zeros is allowed */

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

/* What the best one of the validations is the best by. */
typedef struct lg_best_choice {
    size_t metric;
    lg_split split;
} lg_best_choice;

typedef struct lg_run_record {
    lg_run_status phase;
    char hash[33]; /* of the config that it was written for; "": it does not tell */
    int64_t step, steps;
    double seconds, loss, accuracy;         /* seconds of training; loss and accuracy of the last batch */
    lg_ending ended;                        /* why training is over, after `step` steps */
    char started[LG_UTC], finished[LG_UTC]; /* "": not known; not yet */
    char kernels[32];                       /* set that trained it last */
    char evaluation[33];                    /* digest of the eval.* of eval.jsonl; "" if there is none */
    struct {
        char option[32], digest[LG_DIGEST_SIZE];
    } files[LG_DATA_FILES]; /* of its data */
    int file_count;
    char records[LG_SPLIT_VALIDATION + 1][LG_DIGEST_SIZE]; /* of a split, where they are computed and finite; or "" */
    char weights[LG_DIGEST_SIZE];                          /* of the model of train.init; "" if there is none */
    lg_model_measure model;                                /* no parameters: it was not measured */
    char state_digest[LG_DIGEST_SIZE], model_digest[LG_DIGEST_SIZE]; /* of the files of `step`; "": not known */
    bool has_best;                                                   /* there is a best model: */
    lg_best_choice best;
    lg_checkpoint_id best_model;
    bool has_score;
    lg_score_report score;
    char error[1024]; /* why the last process that had it failed; "": it did not, or goes on */
} lg_run_record;

/* Is its training over? Also of one that was stopped in its evaluation. */
bool lg_run_record_is_trained(const lg_run_record *r);
/* Does it describe files: has its run stopped or ended (record_files.h)? */
bool lg_run_record_describes(const lg_run_record *r);
const char *lg_run_status_name(lg_run_status p); /* "running", "preempted", "paused", "done", ... */
/* A missing file is a new run. LG_CORRUPT for a damaged one; LG_USAGE for one of a version whose runs this one does not
 * read, with what to do. */
bool lg_run_record_read(const lg_run_dir *s, lg_run_record *r, lg_error *err);
bool lg_run_record_check_version(const lg_run_dir *s, lg_error *err); /* fails for such a one alone */
/* Without an error: the run goes on. */
bool lg_run_record_write(const lg_run_dir *s, const lg_run_record *r, const lg_resolved_config *config,
                         const lg_runtime *w, lg_error *err);
/* Adds the error to the record that is there, whose other bytes stay: they may be another process's. NULL: takes it
 * away. */
bool lg_run_record_set_error(const lg_run_dir *s, const char *error, lg_error *err);

/* ---- lines ---- */

/* A line that is appended goes to the event file, too, where there is one.
 * sync: return when all lines so far are on the disk. */
bool lg_metrics_append(const lg_run_dir *s, const lg_step *step, double seconds, bool sync, lg_error *err);
/* A validation: the scores after `step` steps. */
bool lg_metrics_append_score(const lg_run_dir *s, int64_t step, lg_split split, const lg_score_report *r,
                             double seconds, lg_error *err);
/* Drops the lines after `step` and a torn last line. Of those that stay, *seconds is the time of the last one, or 0;
 * their validations on this split are added to the course. */
bool lg_metrics_rewind(const lg_run_dir *s, int64_t step, lg_split split, const lg_ending_rule *rule, double *seconds,
                       lg_validation_course *course, lg_error *err);

/* v: eval.*. */
bool lg_eval_append(const lg_run_dir *s, const lg_values *v, const lg_eval_result *t, bool sync, lg_error *err);
/* Reads the lines up to the first that is not the result of lengths[0], lengths[1], ..., or lacks this metric, since
 * another one was chosen when it was written (NULL: it may); cut: drops the others.
 * results: [count]. wrong: LG_CORRUPT with the line where the first of the others has an impossible number; may be
 * NULL. */
bool lg_eval_read(const lg_run_dir *s, const int *lengths, size_t count, const lg_metric *metric, bool cut,
                  lg_eval_result *results, size_t *read, lg_error *wrong, lg_error *err);
bool lg_eval_clear(const lg_run_dir *s, lg_error *err);

/* ---- for readers ---- */

/* Is a process training in the directory now? */
bool lg_run_dir_is_busy(const lg_run_dir *s, bool *busy, lg_error *err);
/* All results of a finished run, to be freed. LG_CORRUPT where there is not one of each length of its config: training
 * the run again evaluates those that are missing. NULL on failure. */
lg_eval_result *lg_eval_read_all(const lg_run_dir *s, size_t *count, lg_error *err);
/* Is the score of the run record that of its results? LG_CORRUPT if not: training the run again evaluates it again.
 * Scores that are infinite, which JSON cannot hold, are made from the results. */
bool lg_eval_check_score(const lg_run_dir *s, lg_run_record *r, const lg_eval_result *results, size_t count,
                         lg_error *err);
/* That of the stored config; of the defaults where there is none yet. */
bool lg_run_dir_best_choice(const lg_run_dir *s, lg_best_choice *choice, lg_error *err);
/* Every validation: its step, split, scores [LG_METRICS] and seconds of training. Stops where `each` returns false,
 * which is no failure. LG_CORRUPT for impossible numbers. */
typedef bool (*lg_score_fn)(void *user, int64_t step, lg_split split, const double *scores, double seconds);
bool lg_metrics_each_score(const lg_run_dir *s, lg_score_fn each, void *user, lg_error *err);
/* Every training step that was logged, in the same way. */
typedef bool (*lg_step_fn)(void *user, const lg_step *step);
bool lg_metrics_each_step(const lg_run_dir *s, lg_step_fn each, void *user, lg_error *err);
/* The load of experts in the last training step that was logged; zeros where there is none. */
bool lg_metrics_last_load(const lg_run_dir *s, lg_arena *arena, lg_load_record *out, lg_error *err);

#endif
