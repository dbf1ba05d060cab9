/* run_files.h: functions for run directories: they find, list, annotate and prune runs, and average their models.
 * Exported for the program, but not part of the stable interface. */
#ifndef LG_API_RUN_FILES_H
#define LG_API_RUN_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* A user's note on a run: one line of text, and tags separated by blanks. */
typedef struct lg_run_comment {
    char text[512];
    char tags[256];
} lg_run_comment;

/* "new", "running", "evaluating", "preempted", "paused", "done", "diverged", "interrupted", "damaged", "old" (made by a
 * version whose runs this version cannot read); NULL: past the last one. */
const char *lg_run_state_at(size_t i);

/* The state of a run, read from its directory without its model. */
typedef struct lg_run_summary {
    const char *state; /* one of lg_run_state_at */
    bool busy;         /* a process is training the run now */
    int64_t step, steps;
    const char *ended;    /* why training ended: "steps", "until", "patience", "time"; "": not ended, or unknown */
    double seconds, loss; /* of training; of the last batch, NaN: unknown */
    char started[32], finished[32]; /* UTC; "": unknown or not yet */
    char error[1024];               /* why the last process that trained the run failed; "": it did not fail */
    bool has_score;
    lg_score_report score;
    lg_run_comment note;
} lg_run_summary;

/* Calls `each` for every run directory in `dir` and below, sorted by name (numbers in names by value), until `each`
 * returns false. `each` may make other calls with the context. Links are not followed. LG_USAGE: no such directory. */
typedef bool (*lg_run_found_fn)(void *user, const char *run);
lg_status lg_runs_find(lg_context *c, const char *dir, lg_run_found_fn each, void *user);
/* Reads the state of a run. LG_USAGE: not a run. LG_CORRUPT: a file is damaged; `out` has what was read before it. */
lg_status lg_run_summarize(lg_context *c, const char *dir, lg_run_summary *out);
/* Replaces the note of a run; an empty one removes it. LG_USAGE: not a run, or the note has control characters. */
lg_status lg_run_annotate(lg_context *c, const char *dir, const lg_run_comment *note);

/* Options of lg_run_prune. */
typedef struct lg_prune_options {
    bool events; /* also remove TensorBoard event files */
    bool remove; /* false: only report, remove nothing */
} lg_prune_options;

/* Removes files that a finished run no longer needs: its training state, and checkpoints other than the last and the
 * best model. Calls `each`, which may be NULL, for each file. LG_USAGE: not a run, or not finished; LG_FAILED: a
 * process is training in it; LG_CORRUPT: its model is damaged and could be rebuilt from the training state. */
typedef void (*lg_pruned_fn)(void *user, const char *path, int64_t bytes);
lg_status lg_run_prune(lg_context *c, const char *dir, const lg_prune_options *options, lg_pruned_fn each, void *user);

/* Like lg_run_eval, but also stores the results in a new directory as a finished run without a model. Reports and
 * claims can read this run. LG_USAGE: the directory holds a run or other files. */
lg_status lg_run_eval_into(lg_run *r, const char *dir, const lg_callbacks *calls, lg_score_report *out);

/* Writes a model whose parameters are the means of the run's last `last` checkpoints (at least 2), which train.keep has
 * kept. The file can be opened as a model of the run if it is in the run's directory or in the folder checkpoints of
 * that directory. LG_USAGE: there are fewer such checkpoints. LG_CORRUPT: a checkpoint is damaged, or of another
 * config. */
lg_status lg_run_average(lg_run *r, int last, const char *path);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
