/* evaluation.h: evaluates a model at all of eval.lengths and computes the score. Used after training, in validations
 * and for opened runs. */
#ifndef LG_RUN_EVALUATION_H
#define LG_RUN_EVALUATION_H

#include "run/bootstrap.h"
#include "run/run_dir.h"
#include "run/session.h"

typedef struct lg_run_evaluation {
    lg_session *session;       /* the model and eval.* */
    const lg_callbacks *calls; /* its members `evaluating` and `length` are called; or NULL */
    const lg_run_dir *run_dir; /* stores a line per length; stored lengths are not evaluated again; NULL: none */
    const char *dir;           /* directory of the run, for error messages */
    lg_bootstrap *bootstrap;   /* computes an interval for each value; or NULL */
    /* True: evaluates on the validation split, at the training lengths, all of which count for the score. False:
     * evaluates on the test split, at eval.lengths. */
    bool on_validation_split;
} lg_run_evaluation;

/* Evaluates all lengths. LG_PREEMPTED: stopped. If lengths are missing, the scores are NaN and score->missing is their
 * number. */
bool lg_run_evaluate(const lg_run_evaluation *t, lg_score_report *score, lg_error *err);
/* Reports the results stored in the run directory to the callback `length`, without evaluating. */
bool lg_run_report_cached(const lg_run_evaluation *t, lg_error *err);

#endif
