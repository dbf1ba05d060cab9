/* store.h: the run directory. It is the record of a run: whatever else knows about runs can be rebuilt from it.
 *
 *   config.yaml        the settled config, canonical
 *   metrics.jsonl      one object a line: step, split, length, loss, accuracy, grad_norm, lr, t (seconds of training)
 *   eval.jsonl         one object a line: length, accuracy, loss, sequences, tokens; draws, dropout and seed of eval.*
 *   state.safetensors  see checkpoint.h
 *   model.safetensors
 *   checkpoints/       models beside the last one, see keep.h
 *   run.json           identity, versions, machine, status, timing, score
 *   events.out....     see events.h
 *   .lock              held by the process that trains
 *
 * Every file but the .jsonl ones and events is replaced at once, and those are only appended to; so a process can be
 * killed at any moment and the next one finds a directory that it can go on from. */
#ifndef LG_LAB_STORE_H
#define LG_LAB_STORE_H

#include "lab/config.h"
#include "lab/machine.h"
#include "train/train.h"

typedef struct lg_store {
    const char *dir; /* borrowed */
    int lock;        /* descriptor; -1: none */
    lg_arena *arena; /* paths */
    const char *config, *metrics, *eval, *state, *model, *record, *checkpoints;
    struct lg_events *events; /* of events.h; NULL: none is wanted */
} lg_store;

/* Paths only: for reading a directory that is not ours. */
bool lg_store_look(lg_store *s, const char *dir, lg_error *err);
/* Takes the directory for a config: makes it if it is missing, locks it, stores the config. Fails (LG_USAGE) when the
 * directory holds another config, naming the keys that differ, or foreign files; LG_FAILED when another process has it;
 * LG_CORRUPT when its config cannot be read. */
bool lg_store_take(lg_store *s, const char *dir, const lg_settled *config, lg_error *err);
void lg_store_close(lg_store *s); /* a struct of zeros is allowed */

/* ---- run.json ---- */

typedef enum lg_phase { LG_NEW, LG_TRAINING, LG_EVALUATING, LG_PAUSED, LG_DONE, LG_BROKEN } lg_phase;

typedef struct lg_record {
    lg_phase phase;
    int64_t step, steps;
    double seconds, loss, accuracy;         /* seconds of training; loss and accuracy of the last batch */
    char started[LG_UTC], finished[LG_UTC]; /* "": not known; not yet */
    char kernels[32];                       /* set that trained it last */
    char evaluation[33]; /* digest of the eval.* that eval.jsonl was made with; "" if there is none */
    bool has_score;
    lg_score_report score;
} lg_record;

const char *lg_phase_name(lg_phase p); /* "running", "evaluating", "preempted", "done", "diverged" */
/* A missing file is a new run. LG_CORRUPT with words for a damaged one. */
bool lg_record_read(const lg_store *s, lg_record *r, lg_error *err);
bool lg_record_write(const lg_store *s, const lg_record *r, const lg_settled *config, const lg_workshop *w,
                     lg_error *err);

/* ---- lines ---- */

/* A line that is appended goes to the event file, too, where there is one.
 * sync: return when all lines so far are on the disk. */
bool lg_metrics_append(const lg_store *s, const lg_step *step, double seconds, bool sync, lg_error *err);
/* A test in mid-training: the score after `step` steps. */
bool lg_metrics_append_score(const lg_store *s, int64_t step, const lg_score_report *r, double seconds, lg_error *err);
/* Drops the lines after `step` and a torn last line. Of those that stay, *seconds is the time of the last one, or 0,
 * and *best the highest score of a test in mid-training, or -infinity. */
bool lg_metrics_rewind(const lg_store *s, int64_t step, double *seconds, double *best, lg_error *err);

/* v says in which variant it was tested: eval.*. */
bool lg_eval_append(const lg_store *s, const lg_values *v, const lg_tested *t, bool sync, lg_error *err);
/* Reads as many lines as are the tests of lengths[0], lengths[1], ...; cut: drops the others. tests: [count]. wrong:
 * where the first of the others has a number that no test has, LG_CORRUPT with the line, or NULL. */
bool lg_eval_read(const lg_store *s, const int *lengths, size_t count, bool cut, lg_tested *tests, size_t *read,
                  lg_error *wrong, lg_error *err);
bool lg_eval_clear(const lg_store *s, lg_error *err);

/* ---- for those who only look ---- */

/* Is a process training in the directory now? */
bool lg_store_busy(const lg_store *s, bool *busy, lg_error *err);
/* All tests of a run that is done, to be freed. LG_CORRUPT where they are not one of each length that the stored config
 * says: training the run again makes those that are missing. NULL on failure. */
lg_tested *lg_eval_all(const lg_store *s, size_t *count, lg_error *err);
/* Is the score of the record that of all its tests? LG_CORRUPT if not: training the run again tests it again. */
bool lg_eval_check_score(const lg_store *s, const lg_record *r, const lg_tested *tests, size_t count, lg_error *err);
/* Every test in mid-training: its step, score and seconds of training. Stops where `each` returns false, which is no
 * failure. LG_CORRUPT for numbers that no test has. */
typedef bool (*lg_score_fn)(void *user, int64_t step, double score, double seconds);
bool lg_metrics_each_score(const lg_store *s, lg_score_fn each, void *user, lg_error *err);

#endif
