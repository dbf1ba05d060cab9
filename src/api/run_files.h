/* run_files.h: run directories: finding, listing, noting, pruning, and the mean of their models. For the program,
 * which shares the library with others: no part of its stable interface, but exported. */
#ifndef LG_API_RUN_FILES_H
#define LG_API_RUN_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* What people wrote about a run: one line of text, and words with blanks between them. */
typedef struct lg_run_comment {
    char text[512];
    char tags[256];
} lg_run_comment;

/* "new", "running", "evaluating", "preempted", "paused", "done", "diverged", "interrupted", "damaged",
 * "old" (made by a version whose runs this one does not read); NULL: there are no more. */
const char *lg_run_state_at(size_t i);

/* What a run directory tells without its model. */
typedef struct lg_run_summary {
    const char *state; /* of lg_run_state_at */
    bool busy;         /* a process is training in it now */
    int64_t step, steps;
    const char *ended;    /* why training is over: "steps", "until", "patience", "time"; "": it is not, or not known */
    double seconds, loss; /* of training; of the last batch, NaN: not known */
    char started[32], finished[32]; /* UTC; "": not known; not yet */
    char error[1024];               /* why the last process that had it failed; "": it did not */
    bool has_score;
    lg_score_report score;
    lg_run_comment note;
} lg_run_summary;

/* Calls `each`, which may make other calls with the context, for every run directory from `dir` on down, in the order
 * of their names (numbers within them by their value), until it returns false. Links are not followed. LG_USAGE: there
 * is no such directory. */
typedef bool (*lg_run_found_fn)(void *user, const char *run);
lg_status lg_runs_find(lg_context *c, const char *dir, lg_run_found_fn each, void *user);
/* LG_USAGE: it is no run. LG_CORRUPT: a file is damaged; what was read before it is in `out`. */
lg_status lg_run_summarize(lg_context *c, const char *dir, lg_run_summary *out);
/* Replaces the note of a run; an empty one is removed. LG_USAGE: no run, or control characters. */
lg_status lg_run_annotate(lg_context *c, const char *dir, const lg_run_comment *note);

/* What lg_run_prune takes. */
typedef struct lg_prune_options {
    bool events; /* event files of TensorBoard, too */
    bool remove; /* false: nothing is removed, only told */
} lg_prune_options;

/* Removes what a run that is done does without: its training state, and the checkpoints beside the last and the best
 * model; calls `each`, which may be NULL, for each file. LG_USAGE: it is no run, or not done; LG_FAILED: a process is
 * training in it; LG_CORRUPT: its model is damaged, and could be made again from the state. */
typedef void (*lg_pruned_fn)(void *user, const char *path, int64_t bytes);
lg_status lg_run_prune(lg_context *c, const char *dir, const lg_prune_options *options, lg_pruned_fn each, void *user);

/* Writes a model whose parameters are the means of those of the run's last `last` checkpoints, 2 or more, which
 * train.keep has kept. It can be opened as a model of the run where it is in the run's directory, or in its folder
 * checkpoints. LG_USAGE: there are fewer. LG_CORRUPT: one is damaged, or of another config. */
lg_status lg_run_average(lg_run *r, int last, const char *path);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
