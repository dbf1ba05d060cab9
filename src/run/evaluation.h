/* evaluation.h: the metrics of a model at all of eval.lengths, and their score: after training, as a validation, and of
 * a run that was opened again. */
#ifndef LG_RUN_EVALUATION_H
#define LG_RUN_EVALUATION_H

#include "run/bootstrap.h"
#include "run/run_dir.h"
#include "run/session.h"

typedef struct lg_run_evaluation {
    lg_session *session;       /* the model, and eval.* */
    const lg_callbacks *calls; /* evaluating and length; or NULL */
    const lg_run_dir *run_dir; /* has a line of each evaluated length, which is not evaluated again; NULL: none */
    const char *dir;           /* of the run, for error messages */
    lg_bootstrap *bootstrap;   /* gives each value an interval; or NULL */
    /* On the validation split, at the lengths of training that it has, which all score; else on the test split, at
     * eval.lengths. */
    bool on_validation_split;
} lg_run_evaluation;

/* Fails with LG_PREEMPTED on request. *score is over all lengths, or NaN with the number of those that are missing. */
bool lg_run_evaluate(const lg_run_evaluation *t, lg_score_report *score, lg_error *err);
/* Evaluates nothing: passes the lines of the run directory to `length`. */
bool lg_run_report_cached(const lg_run_evaluation *t, lg_error *err);

#endif
